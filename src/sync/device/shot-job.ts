/** A picture of the app's own camera as it is stored: the bytes of the JPEG with its time and place, and their hash. */
export interface Shot {
  name: string
  size: number
  lastModified: number
  bytes: ArrayBuffer
  /** Hex sha-256 of the bytes. */
  sha256: string
  /** Called once the picture is stored on this device. */
  onSafe?: () => void
}

/** What the camera asks of the worker that makes pictures, each with its answer. */
export interface ShotAnswers {
  /** Answered once the worker runs, so that missing code is noticed before the first picture. */
  begin: { asked: { kind: 'begin' }; answer: null }
  make: { asked: ShotAsked; answer: Uint8Array<ArrayBuffer> }
}

/** A camera frame to be made a JPEG of this size with this EXIF segment. */
interface ShotAsked {
  kind: 'make'
  frame: VideoFrame | ImageBitmap
  width: number
  height: number
  exif: Uint8Array<ArrayBuffer>
}

/** The JPEG quality of stored shots: no visible difference from the frame. */
export const shotQuality = 0.92
