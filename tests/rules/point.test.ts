import { expect, test } from 'vitest'
import { packBook } from '../../src/rules/address-book.ts'
import { placeAt } from '../../src/rules/packed-addresses.ts'
import { pointIn } from '../../src/rules/point.ts'

const line = (id: number, latitude: number | null, longitude: number | null) => ({
  id,
  combadd: `${id} ELM ST`,
  property_name: null,
  aka: null,
  ownername: null,
  latitude,
  longitude,
})

test('0, 0 is an unknown place, so that one such address does not stretch the map of the town over the sea', () => {
  expect(pointIn({ latitude: 0, longitude: 0 })).toBeUndefined()
  expect(pointIn({ latitude: 39.3, longitude: null })).toBeUndefined()
  expect(pointIn({ latitude: 39.3, longitude: 0 })).toEqual({ latitude: 39.3, longitude: 0 })
  const [chunk] = packBook([line(1, 39.3, -76.6), line(2, 0, 0), line(3, null, null)])
  const places = [0, 1, 2].map((row) => chunk && placeAt(chunk, row))
  expect(places).toEqual([{ latitude: 39.3, longitude: -76.6 }, null, null])
  const [bare] = packBook([line(1, 0, 0)])
  expect(bare?.places).toBeUndefined()
})

test('0, 0 in a book that was stored before is unknown too', () => {
  expect(placeAt({ places: Int32Array.from([0, 0, 39_300_000, 0]) }, 0)).toBeNull()
  expect(placeAt({ places: Int32Array.from([0, 0, 39_300_000, 0]) }, 1)).toEqual({ latitude: 39.3, longitude: 0 })
})
