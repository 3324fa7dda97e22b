/**
 * The size of a photo that is sent: sharp enough to read a licence plate at the kerb, small enough for a weak signal.
 */
export const shrinkLimits = {
  /** Pixels of the longer edge. */
  longEdge: 1600,
  /** The size limit in bytes. */
  bytes: 800_000,
  /** Pixels of the longer edge of a thumbnail. */
  thumbEdge: 320,
  /**
   * JPEG qualities, tried in order until the size fits; the last one is used anyway. The first keeps fine print: SSIM
   * 0.950 for a 12 MP photo of grain and print. 0.96 would take 0.92, which is a third more bytes (P9 prints the curve).
   */
  qualities: [0.86, 0.78, 0.68, 0.5],
  thumbQuality: 0.7,
} as const

/** In pixels, or in points of paper. */
export interface Size {
  width: number
  height: number
}

/** The size scaled to fit a square of this edge, in whole pixels, never enlarged. */
export const fitted = ({ width, height }: Size, edge: number): Size => {
  const scale = Math.min(1, edge / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
