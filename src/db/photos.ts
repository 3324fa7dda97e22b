import type { RecordType } from '../contract/id.ts'
import type { CaptureFacts } from '../contract/photo.ts'

/**
 * `draft`: chosen in a form not yet saved. `waiting`: belongs to a saved record, not yet sent. `verified`: the server
 * holds these very bytes. Nothing is deleted before `verified`.
 */
type PhotoState = 'draft' | 'waiting' | 'verified'

/** A file that the user gave us. */
export interface PhotoRow {
  /** UUID; the file travels as `{id}.{ext}`. */
  id: string
  state: PhotoState
  /** The form that it was chosen in; '' once it belongs to a record. */
  form: string
  /** The record that it hangs on; '' and 0 while a draft. */
  ownerType: RecordType | ''
  ownerId: number
  name: string
  type: string
  size: number
  /** Hex sha-256 of the original as taken in. */
  sha256: string
  /** Facts read from the file when it was taken in. */
  facts: CaptureFacts
  /** What will travel: the shrunk picture, or the original where it cannot be shrunk. */
  sends: { part: BlobPart; type: string; size: number; sha256: string } | null
  /** Name and last change of the picked file, to tell the same file chosen twice. */
  lastModified: number
  takenInAt: number
  verifiedAt: number | null
  /** Address of the server's copy, once known. */
  url: string | null
}

/** Bytes that the files send together: of a picture, its smaller copy once there is one. */
export const sentSize = (photos: readonly Pick<PhotoRow, 'sends' | 'size'>[]): number =>
  photos.reduce((sum, it) => sum + (it.sends?.size ?? it.size), 0)

export type BlobPart = 'original' | 'web' | 'thumb'

/** The bytes, as ArrayBuffer (WebKit loses Blobs in IndexedDB). */
export interface BlobRow {
  photo: string
  part: BlobPart
  type: string
  bytes: ArrayBuffer
}
