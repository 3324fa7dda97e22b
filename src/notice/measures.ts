interface Size {
  width: number
  height: number
}

/** Largest photo in document pixels (96 per inch): 4.5 inches wide, and low enough to leave room for the caption. */
export const photoBox: Size = { width: 432, height: 576 }

/** Largest seal in document pixels: 45 points high, and up to three times as wide. */
export const sealBox: Size = { width: 180, height: 60 }

/**
 * The window of a US envelope #10 on a letter folded in three, in points from the top of the sheet. The folded sheet
 * slides in the envelope, so the recipient has only the part that is seen in every place, around `middle`: the lines
 * begin at the margin of an inch and are `width` long. The title below `end`, and the space over it, are never seen.
 */
export const addressWindow = { middle: 204, end: 252, width: 243 }

/** The size of a picture scaled to a box, in whole pixels, at least 1. A smaller one is enlarged to the box. */
export const fitted = ({ width, height }: Size, box: Size): Size => {
  const scale = Math.min(box.width / width, box.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
