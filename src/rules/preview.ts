import type { Size } from './photo-size.ts'

/** The limits for previews of HEIC pictures and PDFs on a phone. */
export const previewLimits = {
  /** The size of the file in bytes. */
  bytes: 50_000_000,
  /**
   * Pixels of a picture. Decoded at 4 bytes each and held twice, they need about 200 MB. An iPhone's 24 megapixels
   * fit.
   */
  pixels: 25_000_000,
  /** Pages of a PDF that can be viewed; the file itself has them all. */
  pages: 500,
  /** Pixels of the longer edge: of a tile, and of the enlarged picture. */
  edge: { thumb: 480, full: 2000 },
  /** The time limit for one preview (ms). */
  timeMs: 45_000,
  /** How long an idle worker keeps its memory (ms). */
  idleMs: 20_000,
} as const

export type PreviewSize = keyof typeof previewLimits.edge

/** The kinds of file that need a preview, because not every browser shows them in a page. */
export type PreviewKind = 'heic' | 'pdf'

/**
 * Why there is no preview. `tooLarge`: over the limits. `locked`: a PDF with a password. `unreadable`: broken, or this
 * device cannot read it. `notHere`: the file or the code that reads it is not on this device and cannot be loaded now.
 */
export type NoPreview = 'tooLarge' | 'locked' | 'unreadable' | 'notHere'

/** Whether a picture of this size is within the limits. A side of 0 means a broken file. */
export const mayUnpack = ({ width, height }: Size): boolean =>
  width > 0 && height > 0 && width * height <= previewLimits.pixels

/** The scale at which a page (in points) is drawn for an edge of this many pixels; at most 4, for very small pages. */
export const pageScale = ({ width, height }: Size, edge: number): number => Math.min(4, edge / Math.max(width, height))
