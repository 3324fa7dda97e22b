import { expect, test } from 'vitest'
import { houseOf } from '../../src/rules/house-number.ts'
import type { Spot } from '../../src/rules/mercator.ts'
import { gapMetres, middleLines, type Numbered } from '../../src/rules/streets.ts'

/** Houses along a straight street to the east: even ones 12 m to the south of it, odd ones 12 m to the north. */
const straight = (from: number, to: number, shift = 0): Numbered[] =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const number = from + at
    return { number, x: shift + number * 10, y: number % 2 === 0 ? -12 : 12 }
  })

const ends = (line: Spot[] | undefined) => [line?.[0], line?.at(-1)]
const farthestFrom = (lines: Spot[][], y: number) => Math.max(...lines.flat().map((spot) => Math.abs(spot.y - y)))

test('the number and the street of an address, as counties write them', () => {
  const read = (text: string) => {
    const house = houseOf(text)
    return house && `${house.number}|${house.street}`
  }
  expect(read('912 CHESTER RD')).toBe('912|CHESTER RD')
  expect(read('4008 A GREEN GLADE RD')).toBe('4008|GREEN GLADE RD')
  expect(read('3918 E VERO RD')).toBe('3918|E VERO RD')
  expect(read('100 A ST')).toBe('100|A ST')
  expect(read('12A Mill Lane, Apt 3')).toBe('12|Mill Lane')
  expect(read('112 E-1 SHAWAN RD')).toBe('112|SHAWAN RD')
  expect(read('7918 1/2 RUXWAY RD')).toBe('7918|RUXWAY RD')
  expect(read('12-14 Harbor Street #4')).toBe('12|Harbor Street')
  // 0 means that no number was given.
  expect(read('0 JONES RD')).toBeNull()
  expect(read('CITY PARK')).toBeNull()
})

test('a street is one line between its odd and its even houses, and does not run across', () => {
  const lines = middleLines(straight(1, 60))
  expect(lines).toHaveLength(1)
  expect(farthestFrom(lines, 0)).toBeLessThan(1)
  const [start, end] = ends(lines[0])
  expect(start?.x).toBeLessThan(30)
  expect(end?.x).toBeGreaterThan(580)
  // A straight line needs only its ends.
  expect(lines[0]?.length).toBeLessThan(5)
})

test('where one side has no houses the line goes on beside them', () => {
  const evenBeyond40 = straight(1, 60).filter(({ number }) => number <= 40 || number % 2 === 0)
  const lines = middleLines(evenBeyond40)
  expect(lines).toHaveLength(1)
  expect(farthestFrom(lines, 0)).toBeLessThan(1)
})

test('a gap in a street stays open, and the same name elsewhere is a street of its own', () => {
  const lines = middleLines([...straight(1, 30), ...straight(31, 60, gapMetres + 100), ...straight(1, 30, 9_000)])
  expect(lines).toHaveLength(3)
  const longest = Math.max(
    ...lines.flatMap((line) => line.slice(1).map((spot, at) => Math.abs(spot.x - (line[at]?.x ?? 0)))),
  )
  expect(longest).toBeLessThan(350)
})

test('flats of one house, a lone house and a house without neighbours make no lines', () => {
  expect(middleLines([])).toEqual([])
  expect(middleLines([{ number: 7, x: 0, y: 0 }])).toEqual([])
  expect(middleLines(Array.from({ length: 20 }, () => ({ number: 7, x: 3, y: 4 })))).toEqual([])
})

test('numbers that do not follow the street make a line along its houses', () => {
  const shuffled = straight(1, 60).map((house, at) => ({ ...house, number: ((at * 37) % 60) + 1 }))
  const lines = middleLines(shuffled)
  const length = lines.flatMap((line) =>
    line.slice(1).map((spot, at) => Math.hypot(spot.x - (line[at]?.x ?? 0), spot.y - (line[at]?.y ?? 0))),
  )
  expect(length.reduce((sum, it) => sum + it, 0)).toBeLessThan(800)
})
