import { expect, test } from 'vitest'
import { packChunk } from '../../src/rules/address-book.ts'
import { extentOf, groundOf, nearest, perMetre, placesIn } from '../../src/rules/ground.ts'
import { extentOfTile, pointAt, spotOf } from '../../src/rules/mercator.ts'
import { type AddressLine, unpackChunk } from '../../src/rules/packed-addresses.ts'
import { milesBetween, nearText } from '../../src/rules/point.ts'
import { type NamedLine, namePlaces } from '../../src/rules/street-names.ts'

const lines: AddressLine[] = [
  ...Array.from({ length: 40 }, (_, at) => ({
    id: at + 1,
    combadd: `${at + 1} ELM ST`,
    latitude: 39 + (at % 2) * 0.0002,
    longitude: -76.5 + at * 0.0002,
  })),
  { id: 90, combadd: '5 NOWHERE LN' },
  { id: 91, combadd: 'TOWN GREEN', latitude: 39.01, longitude: -76.51 },
]
const ground = groundOf([packChunk(0, lines)], 7)

test('a book says where its addresses are, and says so again of each line', () => {
  const [first, ...rest] = unpackChunk(packChunk(0, lines))
  expect(first).toMatchObject({ id: 1, latitude: 39, longitude: -76.5 })
  expect(rest.find(({ id }) => id === 90)).not.toHaveProperty('latitude')
  // A town that knows no places keeps no room for them.
  expect(packChunk(0, [{ id: 1, combadd: '5 NOWHERE LN' }])).not.toHaveProperty('places')
})

test('the ground has a line for the street, and houses for all that have a place', () => {
  expect(ground.names).toEqual(['Elm St'])
  expect(ground.lineNames).toHaveLength(1)
  expect(ground.ids).toHaveLength(41)
  expect([...ground.numbers].at(-1)).toBe(0)
  expect(ground.bookAt).toBe(7)
})

test('places come back as they went in, to a tenth of a metre', () => {
  const found = new Map(placesIn(ground, [1, 40, 90, 12345]))
  expect([...found.keys()]).toEqual([1, 40])
  const there = found.get(40)
  expect(there && milesBetween(there, { latitude: 39.0002, longitude: -76.4922 })).toBeLessThan(0.0002)
  expect(pointAt(spotOf({ latitude: 39.3, longitude: -76.6 })).latitude).toBeCloseTo(39.3, 9)
  const extent = extentOf(ground)
  expect(extent && extent.left < extent.right && extent.bottom < extent.top).toBe(true)
  expect(extentOf(groundOf([], 0))).toBeNull()
})

test('the nearest five, the nearest first, as a look at every address finds them; none that is a mile away', () => {
  const here = { latitude: 39.00003, longitude: -76.49611 }
  const plain = lines
    .flatMap(({ id, latitude, longitude }) =>
      latitude == null || longitude == null ? [] : [{ id, miles: milesBetween(here, { latitude, longitude }) }],
    )
    .sort((a, b) => a.miles - b.miles)
    .slice(0, 5)
  const found = nearest(ground, here, 5)
  expect(found.map(({ id }) => id)).toEqual(plain.map(({ id }) => id))
  expect(found[0]?.miles).toBeCloseTo(plain[0]?.miles ?? 0, 4)
  expect(nearest(ground, { latitude: 40, longitude: -76.5 }, 5)).toEqual([])
})

test('a distance in words: feet where one sees the house, then miles', () => {
  expect([0.0001, 0.01, 0.12, 0.4, 12].map(nearText)).toEqual(['10 ft', '50 ft', '630 ft', '0.4 mi', '12 mi'])
})

test('the tile of the north west corner, and its neighbours, fill the world', () => {
  const [a, b] = [extentOfTile(1, 0, 0), extentOfTile(1, 1, 1)]
  expect(a.right).toBeCloseTo(0)
  expect(a.bottom).toBeCloseTo(0)
  expect([b.left, b.top]).toEqual([a.right, a.bottom])
})

const street = (name: string, ...points: number[]): NamedLine => ({ name, width: 60, points: Int32Array.from(points) })

test('names run along their lines, never upside down, never on each other, and not on a line too short', () => {
  const placed = namePlaces(
    [
      street('Long', 0, 0, 2_000 * perMetre, 0),
      street('Beside', 0, 5 * perMetre, 1_500 * perMetre, 5 * perMetre),
      street('Back', 0, 900 * perMetre, -400 * perMetre, 500 * perMetre),
      street('Short', 0, 300, 20, 300),
    ],
    perMetre,
  )
  const count = (name: string) => placed.filter((it) => it.name === name).length
  expect(count('Long')).toBeGreaterThan(2)
  expect(count('Short')).toBe(0)
  for (const { angle } of placed) expect(Math.abs(angle)).toBeLessThanOrEqual(Math.PI / 2)
  const level = placed.filter(({ angle }) => angle === 0)
  for (const [at, one] of level.entries())
    for (const other of level.slice(at + 1))
      if (Math.abs(one.y - other.y) < 14 * perMetre) expect(Math.abs(one.x - other.x)).toBeGreaterThan(60 * perMetre)
})
