import type { CaptureFacts } from '../../contract/photo.ts'
import { captureFacts, deviceWallToMoment, type WallToMoment } from '../../rules/exif.ts'
import { type FileKind, fileKindOf, fileLimit, mediaTypeOf } from '../../rules/file-kind.ts'
import { tidyFileName } from '../../rules/file-names.ts'
import { photoTags } from '../../rules/photo-tags.ts'
import { sizeText } from '../../rules/size.ts'
import { sha256Of } from '../device/hash.ts'
import type { Shot } from '../device/shot-job.ts'

/** The largest file accepted, before shrinking. No phone photo is this big; a video is. */
export const rawPhotoLimit = 100_000_000

/** A file that was chosen, or a picture of the app's own camera, which is in memory already. */
export type Taken = File | Shot

/** Why a chosen file cannot be taken in. `full`: the device has no room for it. `changed`: what was stored is not what was read. */
export type PhotoProblem =
  | { kind: 'gone' | 'empty' | 'notAPicture' | 'full' | 'changed' }
  | { kind: 'tooLarge'; limit: string }

/** A file that is sent as it is, and that the server would refuse for ever. */
export const tooLargeToSend: PhotoProblem = { kind: 'tooLarge', limit: `${fileLimit / 1024 / 1024} MB` }

/** A chosen file, wholly in memory: from here on it does not matter what happens to the file itself. */
export interface Picked {
  kind: 'picked'
  name: string
  fileKind: FileKind
  type: string
  bytes: ArrayBuffer
  /** Hex sha-256 of the bytes. */
  sha256: string
  facts: CaptureFacts
}

export interface CaptureDeps {
  /** Turns a camera's wall time into a moment; by default in the device's own time zone. */
  wallToMoment?: WallToMoment
  /** Server clock minus device clock in milliseconds, where known. */
  clockOffsetMs?: number | null
  /** Set if the file is a marked-up copy: the original's hash, time and place. */
  copyOf?: { sha256: string | undefined; facts: CaptureFacts | null }
}

/**
 * Reads a chosen file at once and detects its kind from its bytes. A picked file can vanish (camera apps clean up,
 * cards are pulled), and would then silently be stored empty.
 */
export const readPicked = async (file: Taken, deps: CaptureDeps = {}): Promise<Picked | PhotoProblem> => {
  if (file.size > rawPhotoLimit) return { kind: 'tooLarge', limit: sizeText(rawPhotoLimit) }
  const bytes = await bytesOf(file)
  if (bytes === null) return { kind: 'gone' }
  // A file with a size that reads as empty was removed in between.
  if (bytes.byteLength === 0) return { kind: file.size > 0 ? 'gone' : 'empty' }
  const fileKind = fileKindOf(new Uint8Array(bytes))
  if (!fileKind) return { kind: 'notAPicture' }
  // These are never made smaller. Of other pictures it is known once they are made ready (`makeSendable`).
  if ((fileKind === 'pdf' || fileKind === 'gif') && bytes.byteLength > fileLimit) return tooLargeToSend
  const sha256 = 'sha256' in file ? file.sha256 : await sha256Of(bytes)
  return {
    kind: 'picked',
    name: tidyFileName(file.name, 'photo'),
    fileKind,
    type: mediaTypeOf[fileKind],
    bytes,
    sha256,
    facts: {
      ...captureFacts(photoTags(new Uint8Array(bytes), fileKind), deps.wallToMoment ?? deviceWallToMoment),
      ...(deps.copyOf ? copyFacts(deps.copyOf) : {}),
      sha256,
      // The file that is sent may be a smaller copy; `sha256` is that of the copy.
      original_sha256: sha256,
      clock_offset_ms: deps.clockOffsetMs ?? null,
    },
  }
}

/** A copy names its original and takes over its time and place. */
const copyFacts = ({ sha256, facts }: NonNullable<CaptureDeps['copyOf']>): CaptureFacts => {
  const { taken_at, lat, lng, accuracy } = facts ?? {}
  return { taken_at, lat, lng, accuracy, copy_of: sha256 }
}

/** The message for a file that was not accepted: what is wrong and what to do. */
export const photoProblemText = (problem: PhotoProblem, filename: string): string => {
  const name = tidyFileName(filename, 'This file')
  switch (problem.kind) {
    case 'gone':
      return `${name} could not be read: it is no longer there. Take or choose it again.`
    case 'empty':
      return `${name} is empty. Take or choose it again.`
    case 'tooLarge':
      return `${name} is larger than ${problem.limit}. Choose a smaller file.`
    case 'notAPicture':
      return `${name} is neither a picture nor a PDF. Choose a JPEG, PNG, GIF, WebP, HEIC or PDF file.`
    case 'full':
      return `${name} was not saved: this device is full. Your text is kept. Free some space, then add it again.`
    case 'changed':
      return `${name} was not saved: what was stored differs from the file. Add it again.`
  }
}

const bytesOf = async (file: Taken): Promise<ArrayBuffer | null> => {
  if ('sha256' in file) return file.bytes
  try {
    return await file.arrayBuffer()
  } catch (error) {
    // NotFoundError and NotReadableError: moved, deleted, card pulled, permission lost. They are the same to the user.
    if (error instanceof DOMException) return null
    throw error
  }
}
