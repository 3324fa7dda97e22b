/** A line for a street's name: points x before y, and the width of its name (pixels). */
export interface NamedLine {
  name: string
  width: number
  points: Int32Array
}

/** The place of a name: its middle and its rotation (radians, clockwise on screen); never upside down. */
export interface NamePlace {
  name: string
  x: number
  y: number
  angle: number
  /** Its width (pixels). */
  width: number
}

/** The same name is repeated after this many pixels of its street. */
const everyPixels = 520
/** Space left and right of a name on its line (pixels). */
const roomPixels = 12
/**
 * A name is drawn straight, so below it the line may bend only a little: the straight distance must be at least this
 * part of the way along the line.
 */
const leastStraight = 0.94
/** The distance between names (pixels). */
const awayPixels = 15

/**
 * The names of a town's streets at one scale, along their lines, longest lines first, without overlaps. `perPixel`:
 * units of the points per pixel.
 */
export function namePlaces(lines: readonly NamedLine[], perPixel: number): NamePlace[] {
  const long = lines
    .map((line) => ({ line, length: lengthOf(line.points) / perPixel }))
    .filter(({ line, length }) => length > line.width + 2 * roomPixels)
    .sort((a, b) => b.length - a.length)
  const taken = new Set<number>()
  const placed: NamePlace[] = []
  for (const { line, length } of long) {
    const count = Math.max(1, Math.floor(length / everyPixels))
    for (let n = 0; n < count; n++) {
      const place = firstFit(line, (length * (n + 0.5)) / count, { perPixel, taken })
      if (place) placed.push(place)
    }
  }
  return placed
}

/** The middle of its stretch, else a little before or after it. */
const tries = [0, 0.5, -0.5, 1, -1]

function firstFit(
  { name, width, points }: NamedLine,
  middle: number,
  { perPixel, taken }: { perPixel: number; taken: Set<number> },
): NamePlace | null {
  for (const shift of tries) {
    const at = (middle + shift * width) * perPixel
    const half = (width / 2) * perPixel
    const [from, to] = [along(points, at - half), along(points, at + half)]
    if (!from || !to) continue
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    if (Math.hypot(dx, dy) < leastStraight * width * perPixel) continue
    const x = (from.x + to.x) / 2
    const y = (from.y + to.y) / 2
    const cells = cellsOn({ x: from.x, y: from.y, dx, dy }, width, perPixel)
    if (cells.some((it) => taken.has(it))) continue
    for (const it of cells) for (const near of around) taken.add(it + near)
    // y grows to the north, but on a screen to the south.
    const angle = Math.atan(dx === 0 ? Number.MAX_VALUE : -dy / dx)
    return { name, x, y, angle, width }
  }
  return null
}

const rowOfCells = 2 ** 24
const around = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => row * rowOfCells + column))

/** The cells of the screen that a name covers. */
function cellsOn(line: { x: number; y: number; dx: number; dy: number }, width: number, perPixel: number): number[] {
  const steps = Math.ceil(width / awayPixels)
  const edge = awayPixels * perPixel
  return Array.from({ length: steps + 1 }, (_, n) => {
    const x = line.x + (line.dx * n) / steps
    const y = line.y + (line.dy * n) / steps
    return Math.floor(x / edge) + Math.floor(y / edge) * rowOfCells
  })
}

function lengthOf(points: Int32Array): number {
  let length = 0
  for (let at = 2; at < points.length; at += 2) length += stepAt(points, at)
  return length
}

const stepAt = (points: Int32Array, at: number): number =>
  Math.hypot((points[at] ?? 0) - (points[at - 2] ?? 0), (points[at + 1] ?? 0) - (points[at - 1] ?? 0))

/** The point at this distance along a line; null before its start or after its end. */
function along(points: Int32Array, way: number): { x: number; y: number } | null {
  if (way < 0) return null
  let left = way
  for (let at = 2; at < points.length; at += 2) {
    const step = stepAt(points, at)
    if (left <= step && step > 0) {
      const part = left / step
      const [x, y] = [points[at - 2] ?? 0, points[at - 1] ?? 0]
      return { x: x + ((points[at] ?? 0) - x) * part, y: y + ((points[at + 1] ?? 0) - y) * part }
    }
    left -= step
  }
  return null
}
