import type { RecordType } from '../contract/id.ts'
import type { CaptureFacts } from '../contract/photo.ts'

/**
 * `draft`: chosen in a form that is not saved yet. `waiting`: belongs to a saved record and is not sent yet.
 * `verified`: the server has exactly these bytes. Nothing is deleted before `verified`.
 */
type PhotoState = 'draft' | 'waiting' | 'verified'

/** A file from the user. */
export interface PhotoRow {
  /** UUID; the file is sent as `{id}.{ext}`. */
  id: string
  state: PhotoState
  /** The form in which it was chosen; '' once it belongs to a record. */
  form: string
  /** The record that it belongs to; '' and 0 for a draft. */
  ownerType: RecordType | ''
  ownerId: number
  name: string
  type: string
  size: number
  /** Hex sha-256 of the stored original. */
  sha256: string
  /** Facts read from the file when it was stored. */
  facts: CaptureFacts
  /** The bytes that are sent: the shrunk picture, or the original if it cannot be shrunk. */
  sends: { part: BlobPart; type: string; size: number; sha256: string } | null
  /** Last change of the picked file; with its name it tells whether the same file was chosen twice. */
  lastModified: number
  takenInAt: number
  verifiedAt: number | null
  /** The URL of the server's copy, once known. */
  url: string | null
}

/** The total bytes to send. For a picture the smaller copy counts once there is one. */
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
