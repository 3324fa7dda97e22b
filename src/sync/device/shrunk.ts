/** What travels and what lists show, made from a taken-in photo. */
export interface Shrunk {
  kind: 'shrunk'
  web: { bytes: ArrayBuffer; type: string; width: number; height: number }
  thumb: { bytes: ArrayBuffer; type: string }
}

/** The file travels as it is. `notAPicture`: a PDF. `cannotDecode`: no decoder on this device knows it (HEIC, a broken file). */
export interface Unchanged {
  kind: 'unchanged'
  why: 'notAPicture' | 'cannotDecode'
}

/** Shrinks a picture. A picture that cannot be decoded is a kind of result, not an error. */
export type Shrink = (bytes: ArrayBuffer, type: string) => Promise<Shrunk | Unchanged>

/** The messages between a page and its photo worker. */
export interface ShrinkJob {
  job: number
  bytes: ArrayBuffer
  type: string
}
export type ShrinkAnswer = { job: number } & (Shrunk | { kind: 'failed'; why: string })
