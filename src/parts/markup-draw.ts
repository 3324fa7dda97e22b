/** A place on a picture, in its pixels. */
export interface Spot {
  x: number
  y: number
}

/** What can be drawn on a copy. `blur` hides a part: none of it is left in the copy. */
export type MarkTool = 'arrow' | 'circle' | 'words' | 'blur'

export interface Mark {
  tool: MarkTool
  from: Spot
  to: Spot
  /** The text of the tool 'words'. */
  words: string
}

const red = '#d11a1a'
const edge = '#ffffff'

/** Squares along the longer side of a blurred part: too few to recognise a face or a plate. */
const blurSquares = 8

/**
 * Draws the picture with its marks on the whole of a canvas of the same size. Blurred parts are below the other marks.
 */
export const drawMarked = (
  paint: CanvasRenderingContext2D,
  picture: CanvasImageSource,
  marks: readonly Mark[],
): void => {
  const { width, height } = paint.canvas
  paint.drawImage(picture, 0, 0, width, height)
  for (const mark of marks) if (mark.tool === 'blur') blur(paint, mark)
  // A hundredth of the longer side, so that marks look the same on every picture.
  const unit = Math.max(width, height) / 100
  for (const mark of marks) if (mark.tool !== 'blur') strokes[mark.tool](paint, mark, unit)
}

/** The pointer's position when drawing with the keyboard. */
export const drawCross = (paint: CanvasRenderingContext2D, { x, y }: Spot): void => {
  const reach = Math.max(paint.canvas.width, paint.canvas.height) / 40
  outlined(paint, reach / 12, () => {
    paint.moveTo(x - reach, y)
    paint.lineTo(x + reach, y)
    paint.moveTo(x, y - reach)
    paint.lineTo(x, y + reach)
  })
}

/** Whether a mark is large enough to be intended: a tap draws no arrow. */
export const isMeant = ({ tool, from, to, words }: Mark, longer: number): boolean =>
  tool === 'words' ? words.trim() !== '' : Math.hypot(to.x - from.x, to.y - from.y) > longer / 60

const outlined = (paint: CanvasRenderingContext2D, width: number, path: () => void) => {
  paint.lineCap = 'round'
  paint.lineJoin = 'round'
  for (const [color, line] of [
    [edge, width * 2],
    [red, width],
  ] as const) {
    paint.strokeStyle = color
    paint.lineWidth = line
    paint.beginPath()
    path()
    paint.stroke()
  }
}

const strokes: Record<
  Exclude<MarkTool, 'blur'>,
  (paint: CanvasRenderingContext2D, mark: Mark, unit: number) => void
> = {
  arrow(paint, { from, to }, unit) {
    const angle = Math.atan2(to.y - from.y, to.x - from.x)
    const head = 4 * unit
    outlined(paint, 0.9 * unit, () => {
      paint.moveTo(from.x, from.y)
      paint.lineTo(to.x, to.y)
      for (const side of [-1, 1]) {
        paint.moveTo(to.x, to.y)
        const turned = angle + side * (Math.PI - 0.5)
        paint.lineTo(to.x + head * Math.cos(turned), to.y + head * Math.sin(turned))
      }
    })
  },
  circle(paint, { from, to }, unit) {
    outlined(paint, 0.9 * unit, () =>
      paint.ellipse(
        (from.x + to.x) / 2,
        (from.y + to.y) / 2,
        Math.abs(to.x - from.x) / 2,
        Math.abs(to.y - from.y) / 2,
        ...([0, 0, 2 * Math.PI] as const),
      ),
    )
  },
  words(paint, { from, words }, unit) {
    paint.font = `bold ${4 * unit}px sans-serif`
    paint.textBaseline = 'middle'
    paint.lineJoin = 'round'
    paint.strokeStyle = edge
    paint.lineWidth = unit
    paint.strokeText(words, from.x, from.y)
    paint.fillStyle = red
    paint.fillText(words, from.x, from.y)
  },
}

/** Replaces a part with a few squares of one colour each, so the copy keeps nothing else of it. */
const blur = (paint: CanvasRenderingContext2D, { from, to }: Mark) => {
  const x = Math.max(0, Math.floor(Math.min(from.x, to.x)))
  const y = Math.max(0, Math.floor(Math.min(from.y, to.y)))
  const width = Math.min(paint.canvas.width - x, Math.ceil(Math.abs(to.x - from.x)))
  const height = Math.min(paint.canvas.height - y, Math.ceil(Math.abs(to.y - from.y)))
  if (width < 1 || height < 1) return
  const { data } = paint.getImageData(x, y, width, height)
  const square = Math.ceil(Math.max(width, height) / blurSquares)
  for (let top = 0; top < height; top += square) {
    for (let left = 0; left < width; left += square) {
      const right = Math.min(width, left + square)
      const bottom = Math.min(height, top + square)
      paint.fillStyle = meanColor(data, { left, top, right, bottom, width })
      paint.fillRect(x + left, y + top, right - left, bottom - top)
    }
  }
}

interface Part {
  left: number
  top: number
  right: number
  bottom: number
  /** The width of a line of the data, in pixels. */
  width: number
}

const meanColor = (data: Uint8ClampedArray, { left, top, right, bottom, width }: Part): string => {
  const sums = [0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = 4 * (y * width + x)
      for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 0)
    }
  }
  const count = (right - left) * (bottom - top)
  return `rgb(${sums.map((sum) => Math.round(sum / count)).join(' ')})`
}
