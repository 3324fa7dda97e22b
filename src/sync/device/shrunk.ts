/** The picture that is sent and the thumbnail for lists, made from a stored photo. */
export interface Shrunk {
  kind: 'shrunk'
  web: { bytes: ArrayBuffer; type: string; width: number; height: number }
  thumb: { bytes: ArrayBuffer; type: string }
}

/**
 * The file is sent unchanged. `notAPicture`: a PDF. `cannotDecode`: this device has no decoder for it (HEIC, a broken
 * file).
 */
export interface Unchanged {
  kind: 'unchanged'
  why: 'notAPicture' | 'cannotDecode'
}

/** Shrinks a picture. A picture that cannot be decoded is a result, not an error. */
export type Shrink = (bytes: ArrayBuffer, type: string) => Promise<Shrunk | Unchanged>

/** The messages between a page and its photo worker. */
export interface ShrinkJob {
  job: number
  bytes: ArrayBuffer
  type: string
}
export type ShrinkAnswer = { job: number } & (Shrunk | { kind: 'failed'; why: string })
