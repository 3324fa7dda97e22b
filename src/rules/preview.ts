import type { Size } from './photo-size.ts'

/** How much a preview of a HEIC picture or of a PDF may cost a phone. */
export const previewLimits = {
  /** Bytes of the file. */
  bytes: 50_000_000,
  /** Pixels of a picture, unpacked at 4 bytes each and held twice: some 200 MB. An iPhone's 24 megapixels fit. */
  pixels: 25_000_000,
  /** Pages of a PDF that can be leafed through; the file itself has them all. */
  pages: 500,
  /** Pixels of the longer edge: of a tile, and of what a tap enlarges. */
  edge: { thumb: 480, full: 2000 },
  /** How long one may take (ms). */
  timeMs: 45_000,
  /** How long a worker with nothing to do keeps its memory (ms). */
  idleMs: 20_000,
} as const

export type PreviewSize = keyof typeof previewLimits.edge

/** The kinds of file that need a preview: not every browser draws them in a page. */
export type PreviewKind = 'heic' | 'pdf'

/**
 * Why there is none. `tooLarge`: over the limits. `locked`: a PDF with a password. `unreadable`: broken, or nothing
 * here can read it. `notHere`: the file, or the code that reads it, is not on this device and cannot be had now.
 */
export type NoPreview = 'tooLarge' | 'locked' | 'unreadable' | 'notHere'

/** Is a picture of this size within the limits? A side of nothing is a broken file, which is not. */
export const mayUnpack = ({ width, height }: Size): boolean =>
  width > 0 && height > 0 && width * height <= previewLimits.pixels

/** How much larger a page (in points) is drawn for an edge of this many pixels; a stamp is not drawn beyond 4 times. */
export const pageScale = ({ width, height }: Size, edge: number): number => Math.min(4, edge / Math.max(width, height))
