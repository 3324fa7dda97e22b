interface Size {
  width: number
  height: number
}

/** Largest photo in document pixels (96 per inch): 4.5 inches wide, and low enough to leave room for the caption. */
export const photoBox: Size = { width: 432, height: 576 }

/** The size of a picture scaled to a box, in whole pixels, at least 1. A smaller one is enlarged to the box. */
export const fitted = ({ width, height }: Size, box: Size): Size => {
  const scale = Math.min(box.width / width, box.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
