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

/** Sizes of the town's name in points, and the mean width of a bold letter in ems. */
const name = { most: 14, least: 7, letter: 0.58 }

/**
 * The size of the town's name in points, and by how much it is higher than one line of the usual size, about. A long
 * name is smaller, so that it does not push the recipient out of the window.
 */
export const nameSize = (text: string, room: number): { size: number; more: number } => {
  const widest = text.length * name.letter
  // Two lines of the usual size take as much of the sheet.
  const fitting = Math.floor(Math.sqrt((2 * name.most * room) / widest))
  const size = Math.min(name.most, Math.max(name.least, fitting))
  const lines = Math.ceil((widest * size) / room)
  return { size, more: 1.15 * Math.max(0, lines * size - name.most) }
}

/** The size of a picture scaled to a box, in whole pixels, at least 1. A smaller one is enlarged to the box. */
export const fitted = ({ width, height }: Size, box: Size): Size => {
  const scale = Math.min(box.width / width, box.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
