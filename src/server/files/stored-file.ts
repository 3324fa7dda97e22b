import { createHash } from 'node:crypto'
import { withEndingOf } from '../../rules/file-names.ts'
import type { Faults } from '../profile.ts'
import type { FileStore } from './file-store.ts'
import { type Checked, checkUpload } from './upload-check.ts'

/** A file as it was sent. */
export interface SentFile {
  name: string
  bytes: Uint8Array
}

/** A file that was looked at and lies in the store; no record names it yet. */
export interface StoredFile extends Pick<Checked, 'contentType' | 'width' | 'height'> {
  filename: string
  bytes: number
  /** Of the bytes as received, in hex. */
  sha256: string
  /** Null only where a documented server is played whose file store is down. */
  keys: { original_key: string; web_key: string | null; thumb_key: string | null } | null
}

interface Storing {
  store: FileStore
  faults: Faults
  /** Whose turn it uses. */
  who: string
  /** Tells that the sender went away: nothing more is judged then. */
  gone?: AbortSignal
  /** What takes the bytes away again when nothing comes of them. */
  onRollback(undo: () => Promise<void>): void
}

/**
 * Looks at all files of a request, and stores them once all are good. This happens before the transaction of the call
 * opens: pictures take seconds, and a transaction holds a connection that others wait for.
 */
export const storeFiles = async (storing: Storing, files: readonly SentFile[]): Promise<StoredFile[]> => {
  const checked: { file: SentFile; check: Checked }[] = []
  for (const file of files) checked.push({ file, check: await checkUpload(file.bytes, storing) })
  const stored: StoredFile[] = []
  for (const { file, check } of checked) {
    const { kind, contentType, width, height } = check
    stored.push({
      filename: withEndingOf(file.name, kind),
      contentType,
      width,
      height,
      bytes: file.bytes.byteLength,
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
      keys: storing.faults.fileStoreDown ? null : await keepAll(storing, file.bytes, check),
    })
  }
  return stored
}

const keepAll = async (storing: Storing, bytes: Uint8Array, { web, thumb }: Checked) => ({
  original_key: await keep(storing, bytes),
  web_key: web && (await keep(storing, web)),
  thumb_key: thumb && (await keep(storing, thumb)),
})

const keep = async ({ store, onRollback }: Storing, bytes: Uint8Array): Promise<string> => {
  const key = await store.put(bytes)
  onRollback(() => store.remove(key))
  return key
}
