/** Limits and steps of the enlarged photo (AD-16). */
export const zoomBounds = { least: 0.5, most: 6, button: 0.25, wheel: 0.1 } as const

/** A zoom within the limits, rounded to avoid floating-point errors. */
export const boundedZoom = (zoom: number): number =>
  Math.min(zoomBounds.most, Math.max(zoomBounds.least, Math.round(zoom * 100) / 100))
