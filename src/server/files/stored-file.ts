import { createHash } from 'node:crypto'
import { withEndingOf } from '../../rules/file-names.ts'
import { Refused } from '../errors.ts'
import type { Faults } from '../profile.ts'
import type { FileStore } from './file-store.ts'
import { type Checked, checkUpload } from './upload-check.ts'

/** A file as it was sent. */
export interface SentFile {
  name: string
  bytes: Uint8Array
}

/** A checked file in the store that no record names yet. */
export interface StoredFile extends Pick<Checked, 'contentType' | 'width' | 'height'> {
  filename: string
  bytes: number
  /** The hash of the received bytes, in hex. */
  sha256: string
  /** Null only when emulating a documented server whose file store is down. */
  keys: { original_key: string; web_key: string | null; thumb_key: string | null } | null
}

interface Storing {
  store: FileStore
  faults: Faults
  /** The person whose share of the queue it uses. */
  who: string
  /** Signals that the sender went away; then nothing more is checked. */
  gone?: AbortSignal
  /** Registers how to delete the bytes again if they are not used. */
  onRollback(undo: () => Promise<void>): void
}

/**
 * Checks all files of a request, and stores them once all are valid. This happens before the call's transaction opens,
 * because pictures take seconds and a transaction holds a connection that others wait for.
 */
export const storeFiles = async (storing: Storing, files: readonly SentFile[]): Promise<StoredFile[]> => {
  const checked: { file: SentFile; check: Checked }[] = []
  for (const [at, file] of files.entries())
    checked.push({
      file,
      check: await checkOne(file, storing, files.length > 1 ? `File ${at + 1} of ${files.length}: ` : ''),
    })
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

/** `place`: begins a refusal, and tells which file is meant if it came with others. Phones send no names that say it. */
const checkOne = async (file: SentFile, storing: Storing, place: string): Promise<Checked> => {
  try {
    return await checkUpload(file.bytes, storing)
  } catch (error) {
    if (!(error instanceof Refused) || typeof error.detail !== 'string' || !isOfFile.has(error.status)) throw error
    throw new Refused(error.status, place + error.detail, error.headers)
  }
}

/** Refusals for what the file is, and not for what the server can do now. */
const isOfFile: ReadonlySet<number> = new Set([413, 415, 422])

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
