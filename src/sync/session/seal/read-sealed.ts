import type { DeviceDatabase } from '../../../db/database.ts'
import { sha256Of } from '../../device/hash.ts'
import { rescueMark } from '../rescue-mark.ts'
import type { SealedBlob, SealedManifest } from './image.ts'
import { SealDamaged, type SealedCopy, SealedReader } from './pieces.ts'

/**
 * Reads a sealed copy from its first byte to its last and returns its manifest. Each file is passed to `take` after
 * its hash was checked, one at a time. Throws SealDamaged.
 */
export async function readSealed(
  db: DeviceDatabase,
  key: CryptoKey,
  copy: SealedCopy,
  take: (file: SealedBlob, bytes: ArrayBuffer) => Promise<void>,
): Promise<SealedManifest> {
  const reader = new SealedReader(db, key, copy)
  if ((await reader.line()) !== rescueMark) throw new SealDamaged('It does not begin like a rescue copy')
  const size = Number(await reader.line())
  if (!Number.isSafeInteger(size) || size <= 0 || size > copy.size) throw new SealDamaged('Its manifest has no length')
  // Every byte was authenticated with this person's key, so `image.ts` has written it.
  const manifest = JSON.parse(new TextDecoder().decode(await reader.take(size))) as SealedManifest
  for (const file of manifest.blobs) {
    const { buffer } = await reader.take(file.size)
    if ((await sha256Of(buffer)) !== file.sha256) throw new SealDamaged(`File ${file.photo} has other bytes`)
    await take(file, buffer)
  }
  reader.end()
  return manifest
}
