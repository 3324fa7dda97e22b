import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TownMapFile } from '../../src/contract/town-map.ts'
import { storeTownMap } from '../../src/server/files/town-map.ts'
import type { StreamEnd } from '../../src/sync/device/map-jobs.ts'
import { StreamedMap } from '../../src/sync/online/streamed-map.ts'
import { type Office, office } from '../harness/office.ts'

let town: Office
let folder: string
let now = new Date()
/** The requests to the server for the file, and for its offer. */
const asked = { pieces: 0, offers: 0 }
const ends: StreamEnd[] = []
let hasSignal = true

const megabyte = 1024 * 1024
const fileBytes = 12 * megabyte
const byteAt = (at: number) => at % 251

async function store(length = fileBytes): Promise<void> {
  const bytes = Buffer.from(Uint8Array.from({ length }, (_, at) => byteAt(at)))
  bytes.write('PMTiles', 0, 'latin1')
  bytes[7] = 3
  bytes[99] = 1
  const path = join(folder, 'town.pmtiles')
  writeFileSync(path, bytes)
  await storeTownMap(town.config, path)
}

async function offer(): Promise<TownMapFile> {
  asked.offers += 1
  if (!hasSignal) throw new TypeError('Failed to fetch')
  return (await (await town.fetch('/api/map', { as: town.people.ons })).json()).file
}

async function streamed(): Promise<StreamedMap> {
  const first = await offer()
  asked.offers = 0
  return new StreamedMap(first, {
    base: town.url,
    fetch: async (request) => {
      asked.pieces += 1
      if (!hasSignal) throw new TypeError('Failed to fetch')
      return town.fetch(request)
    },
    renew: offer,
    ended: (why) => ends.push(why),
  })
}

const first = async (map: StreamedMap, offset: number, length = 4) => new Uint8Array(await map.bytes(offset, length))[0]

beforeAll(async () => {
  town = await office({ clock: () => now })
  folder = mkdtempSync(join(tmpdir(), 'codesoft-streamed-'))
  await store()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await town.close()
})
beforeEach(() => {
  ends.length = 0
  asked.pieces = asked.offers = 0
  hasSignal = true
})

test('X60 a piece of the town’s map is fetched once, also while it is on its way', async () => {
  const map = await streamed()
  const found = await Promise.all([1_000, 1_000, 2_000].map((at) => first(map, at)))
  expect(found).toEqual([1_000, 1_000, 2_000].map(byteAt))
  expect(await first(map, 1_000)).toBe(byteAt(1_000))
  expect(asked).toEqual({ pieces: 2, offers: 0 })
})

test('X60 pieces beyond eight megabytes push out those used longest ago, and only those', async () => {
  const map = await streamed()
  for (const at of [0, 3, 6]) await map.bytes(at * megabyte, 3 * megabyte)
  await map.bytes(6 * megabyte, 3 * megabyte)
  expect(asked.pieces).toBe(3)
  await map.bytes(0, 3 * megabyte)
  expect(asked.pieces).toBe(4)
})

test('X60 an address that has ended is renewed once for all pieces that wait, and they come', async () => {
  const map = await streamed()
  now = new Date(now.getTime() + 3 * 3_600_000)
  const found = await Promise.all([10, 20, 30].map((at) => first(map, at)))
  expect(found).toEqual([10, 20, 30].map(byteAt))
  expect([asked.offers, asked.pieces, ends]).toEqual([1, 6, []])
})

test('X60 without signal the map ends once, and nothing more is asked for', async () => {
  const map = await streamed()
  hasSignal = false
  const lost = await Promise.allSettled([first(map, 10), first(map, 20)])
  expect(lost.map((it) => it.status)).toEqual(['rejected', 'rejected'])
  hasSignal = true
  await expect(map.bytes(30, 4)).rejects.toThrow('noSignal')
  expect([ends, asked.pieces]).toEqual([['noSignal'], 2])
})

test('X60 no signal while the address is renewed ends the map in the same words', async () => {
  const map = await streamed()
  now = new Date(now.getTime() + 3 * 3_600_000)
  const { fetch } = town
  const without: Office['fetch'] = async (...call) => {
    const answer = await fetch(...call)
    hasSignal = false
    return answer
  }
  town.fetch = without
  await expect(map.bytes(10, 4)).rejects.toThrow('noSignal')
  town.fetch = fetch
  expect(ends).toEqual(['noSignal'])
})

test('X60 another map in its place ends the map that was read, and its whole file is not fetched', async () => {
  const map = await streamed()
  await store(5_000)
  await expect(map.bytes(10, 4)).rejects.toThrow('changed')
  expect([ends, asked.pieces]).toEqual([['changed'], 1])
})
