import { groupedBy } from './grouped.ts'
import type { Spot } from './mercator.ts'

/** A house of one street: its number, and its place on a flat map in metres on the ground. */
export type Numbered = Spot & { number: number }

/**
 * Houses with the same street name that are farther apart than this are not neighbours: the street has a gap there, or
 * it is another street (m).
 */
export const gapMetres = 200
/** Points this close to a straight line are left out (m). */
const straightMetres = 3
/**
 * If a line is longer than the extent of its houses by this factor, it runs to and fro: the numbers do not follow the
 * street.
 */
const mostWinding = 2.6

/**
 * The middle lines of one street from its houses: in the order of their numbers, averaged over the odd and even side,
 * with a gap where neighbours are far apart. Connected without averaging, the line would zigzag across the street.
 * Houses of the same name in another part of the town make their own lines. A single house makes none.
 */
export function middleLines(houses: readonly Numbered[]): Spot[][] {
  return neighbourhoods(houses).flatMap((near) => {
    const byNumber = averaged(near)
    const inOrder = middle(byNumber)
    const lines = withGaps(isWinding(inOrder) ? alongTheSpread(byNumber) : inOrder)
    return lines.map((line) => straightened(smoothed(line))).filter((line) => line.length > 1)
  })
}

/** Houses that are connected without a step over a gap. */
function neighbourhoods(houses: readonly Numbered[]): Numbered[][] {
  const keys = houses.map(cellOf)
  const cells = groupedBy(houses.keys(), (at) => keys[at])
  const seen = new Uint8Array(houses.length)
  const groups: Numbered[][] = []
  for (let first = 0; first < houses.length; first++) {
    if (seen[first]) continue
    seen[first] = 1
    const members = [first]
    for (const at of members) {
      const house = houses[at]
      if (!house) continue
      for (let n = 0; n < 9; n++) {
        for (const other of cells.get((keys[at] ?? 0) + (n % 3) - 1 + (Math.floor(n / 3) - 1) * cellsInRow) ?? []) {
          const there = houses[other]
          if (seen[other] || !there || distance(house, there) > gapMetres) continue
          seen[other] = 1
          members.push(other)
        }
      }
    }
    groups.push(members.flatMap((at) => houses[at] ?? []))
  }
  return groups
}

/** More cells than one row of the world has. */
const cellsInRow = 2 ** 20
const cellOf = ({ x, y }: Spot): number => Math.floor(x / gapMetres) + Math.floor(y / gapMetres) * cellsInRow

/** By number, each once: flats of one house are at one place. */
function averaged(houses: readonly Numbered[]): Numbered[] {
  const sums = new Map<number, { x: number; y: number; count: number }>()
  for (const { number, x, y } of houses) {
    const sum = sums.get(number) ?? { x: 0, y: 0, count: 0 }
    sums.set(number, { x: sum.x + x, y: sum.y + y, count: sum.count + 1 })
  }
  return [...sums]
    .map(([number, { x, y, count }]) => ({ number, x: x / count, y: y / count }))
    .sort((a, b) => a.number - b.number)
}

/**
 * Each house moved to the middle of the street: half of the way to where its number would be on the other side. A
 * house with nothing opposite is moved as far as its nearest neighbour that has something.
 */
function middle(houses: readonly Numbered[]): Numbered[] {
  const sides = [0, 1].map((odd) => houses.filter(({ number }) => number % 2 === odd))
  const moved = houses.map((house) => {
    const across = placeOf(house.number, sides[1 - (house.number % 2)] ?? [])
    // Farther than any street is wide: the two sides are numbered separately.
    return across && distance(across, house) < gapMetres / 2
      ? { dx: (across.x - house.x) / 2, dy: (across.y - house.y) / 2 }
      : null
  })
  return houses.map((house, at) => {
    const own = moved[at] ?? nearestOfSide(houses, moved, at)
    return own ? { number: house.number, x: house.x + own.dx, y: house.y + own.dy } : house
  })
}

/** Where a number would be on a side, between its neighbours there; null if it is outside of them or in a gap. */
function placeOf(number: number, side: readonly Numbered[]): Spot | null {
  let low = 0
  let high = side.length
  while (low < high) {
    const at = (low + high) >> 1
    if ((side[at]?.number ?? 0) < number) low = at + 1
    else high = at
  }
  const [before, after] = [side[low - 1], side[low]]
  if (!before || !after || distance(before, after) > gapMetres) return null
  const part = (number - before.number) / (after.number - before.number)
  return { x: before.x + (after.x - before.x) * part, y: before.y + (after.y - before.y) * part }
}

type Move = { dx: number; dy: number } | null

/** How far to look for a neighbour on the same side, in houses. */
const mostSteps = 6

function nearestOfSide(houses: readonly Numbered[], moved: readonly Move[], at: number): Move {
  for (let step = 1; step <= mostSteps * 2; step++) {
    for (const other of [at - step, at + step]) {
      if (moved[other] && ((houses[other]?.number ?? 0) - (houses[at]?.number ?? 0)) % 2 === 0) return moved[other]
    }
  }
  return null
}

/** If the numbers do not follow the street, the houses do: they are ordered along the longer axis of their extent. */
function alongTheSpread(houses: readonly Numbered[]): Numbered[] {
  const count = houses.length
  const x0 = houses.reduce((sum, { x }) => sum + x, 0) / count
  const y0 = houses.reduce((sum, { y }) => sum + y, 0) / count
  let [xx, xy, yy] = [0, 0, 0]
  for (const { x, y } of houses) {
    xx += (x - x0) ** 2
    xy += (x - x0) * (y - y0)
    yy += (y - y0) ** 2
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const along = ({ x, y }: Spot) => (x - x0) * Math.cos(angle) + (y - y0) * Math.sin(angle)
  const ordered = houses.toSorted((a, b) => along(a) - along(b))
  return Array.from({ length: Math.ceil(count / bin) }, (_, n) => {
    const part = ordered.slice(n * bin, (n + 1) * bin)
    const mean = (value: (house: Numbered) => number) => part.reduce((sum, it) => sum + value(it), 0) / part.length
    return { number: n, x: mean((it) => it.x), y: mean((it) => it.y) }
  })
}

/** This many houses make one point of such a line. */
const bin = 4

/** The line in pieces, split where two neighbours are far apart. */
function withGaps(line: readonly Numbered[]): Numbered[][] {
  const runs: Numbered[][] = []
  let last: Numbered | undefined
  for (const spot of line) {
    if (last && distance(last, spot) <= gapMetres) runs.at(-1)?.push(spot)
    else runs.push([spot])
    last = spot
  }
  return runs
}

function isWinding(line: readonly Spot[]): boolean {
  if (line.length < 4) return false
  const xs = line.map(({ x }) => x)
  const ys = line.map(({ y }) => y)
  const spread = Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  return lengthOf(line) > spread * mostWinding
}

/** Houses are at different distances from the street, so each point becomes the mean of itself and its neighbours. */
function smoothed(line: readonly Spot[]): Spot[] {
  return line.map((spot, at) => {
    const [before, after] = [line[at - 1], line[at + 1]]
    if (!before || !after) return { x: spot.x, y: spot.y }
    return { x: (before.x + 2 * spot.x + after.x) / 4, y: (before.y + 2 * spot.y + after.y) / 4 }
  })
}

/** The line without points that are nearly on it anyway (Douglas and Peucker). */
function straightened(line: readonly Spot[]): Spot[] {
  const kept = new Uint8Array(line.length)
  const pieces: [number, number][] = [[0, line.length - 1]]
  for (const [from, to] of pieces) {
    const [start, end] = [line[from], line[to]]
    if (!start || !end) continue
    kept[from] = kept[to] = 1
    let farthest = -1
    let most = straightMetres
    for (let at = from + 1; at < to; at++) {
      const spot = line[at]
      const away = spot ? distanceToPiece(spot, start, end) : 0
      if (away > most) [most, farthest] = [away, at]
    }
    if (farthest > 0) pieces.push([from, farthest], [farthest, to])
  }
  return line.filter((_, at) => kept[at])
}

const distance = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y)

const lengthOf = (line: readonly Spot[]): number =>
  line.reduce((sum, spot, at) => sum + distance(spot, line[at - 1] ?? spot), 0)

function distanceToPiece(spot: Spot, from: Spot, to: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  const part = square === 0 ? 0 : Math.max(0, Math.min(1, ((spot.x - from.x) * dx + (spot.y - from.y) * dy) / square))
  return distance(spot, { x: from.x + part * dx, y: from.y + part * dy })
}
