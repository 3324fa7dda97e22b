import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeTownMap } from '../../src/server/files/town-map.ts'
import { type Office, office } from '../harness/office.ts'

let town: Office
let folder: string
beforeAll(async () => {
  town = await office()
  folder = mkdtempSync(join(tmpdir(), 'codesoft-map-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await town.close()
})

/** The head of a map of vector tiles, and bytes that can be told apart. */
const mapFile = (name: string, length = 5_000, tiles = 1): string => {
  const bytes = Buffer.from(Array.from({ length }, (_, at) => at % 251))
  bytes.write('PMTiles', 0, 'latin1')
  bytes[7] = 3
  bytes[99] = tiles
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const facts = async () => (await (await town.fetch('/api/map', { as: town.people.guest })).json()).file
const piece = (url: string, headers: Record<string, string> = {}) => town.fetch(url, { headers })

test('X60 a town without a map says so; only a session may ask', async () => {
  expect((await town.fetch('/api/map')).status).toBe(401)
  expect(await facts()).toBeNull()
})

test('X60 an imported map has its size, and is read by range at an address that expires', async () => {
  await storeTownMap(town.config, mapFile('town.pmtiles'))
  const { bytes, url, version } = await facts()
  expect(bytes).toBe(5_000)
  const part = await piece(url, { Range: 'bytes=1000-1003', 'If-Range': `"${version}"` })
  expect([part.status, part.headers.get('Content-Range')]).toEqual([206, 'bytes 1000-1003/5000'])
  expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([1000, 1001, 1002, 1003].map((at) => at % 251))
  const end = await piece(url, { Range: 'bytes=-2' })
  expect(end.headers.get('Content-Range')).toBe('bytes 4998-4999/5000')
  expect((await piece(url, { Range: 'bytes=4990-9999' })).headers.get('Content-Range')).toBe('bytes 4990-4999/5000')
  expect((await piece(url, { Range: 'bytes=5000-' })).status).toBe(416)
  expect((await (await piece(url)).arrayBuffer()).byteLength).toBe(5_000)
})

/** The open files of this process whose path ends so. */
const openFiles = (ending: string) =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).endsWith(ending)
    } catch {
      return false
    }
  }).length

test.runIf(process.platform === 'linux')('X60 asking only for the head of the map opens no file', async () => {
  // Longer than what is read ahead: a short file is read to its end and closed even if nobody takes it.
  await storeTownMap(town.config, mapFile('long.pmtiles', 2_000_000))
  const { url } = await facts()
  for (const [range, status, length] of [
    [undefined, 200, '2000000'],
    ['bytes=10-19', 206, '10'],
  ] as const) {
    const heads = Array.from({ length: 5 }, () =>
      town.fetch(url, { method: 'HEAD', headers: range ? { Range: range } : {} }),
    )
    for (const head of await Promise.all(heads))
      expect([head.status, head.headers.get('Content-Length')]).toEqual([status, length])
  }
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(openFiles('town.pmtiles')).toBe(0)
})

test('X60 an address that was not signed here, or is changed, opens nothing', async () => {
  const { url } = await facts()
  expect((await piece('/api/map/file')).status).toBe(403)
  expect((await piece(url.replace(/sig=.{4}/, 'sig=AAAA'))).status).toBe(403)
  expect((await piece(url.replace(/until=\d+/, 'until=99999999999'))).status).toBe(403)
})

test('X60 another map takes the place of the one before: a phone half way through hears of it', async () => {
  const before = await facts()
  await storeTownMap(town.config, mapFile('other.pmtiles', 6_000))
  const after = await facts()
  expect(after.version).not.toBe(before.version)
  const part = await piece(after.url, { Range: 'bytes=0-9', 'If-Range': `"${before.version}"` })
  expect(part.status).toBe(200)
  await part.body?.cancel()
})

test('a file that is no map, or has tiles no phone shows, is refused in words, and the former map stays', async () => {
  const text = join(folder, 'notes.txt')
  writeFileSync(text, 'no map '.repeat(100))
  await expect(storeTownMap(town.config, text)).rejects.toThrow('is no map in the form PMTiles')
  await expect(storeTownMap(town.config, mapFile('odd.pmtiles', 500, 9))).rejects.toThrow('phones cannot show')
  expect((await facts()).bytes).toBe(6_000)
})

test('X60 what an earlier version left half written beside the map is removed with the next import', async () => {
  await storeTownMap(town.config, mapFile('before.pmtiles'))
  writeFileSync(join(town.config.dataFolder, 'map', 'town.pmtiles.new'), 'cut short')
  await storeTownMap(town.config, mapFile('after.pmtiles'))
  expect(readdirSync(join(town.config.dataFolder, 'map'))).toEqual(['town.pmtiles'])
})

test('X60 two imports at once leave one whole map in service, and nothing else', async () => {
  const paths = [mapFile('short.pmtiles', 300_000), mapFile('wide.pmtiles', 400_000, 2)]
  const left = join(town.config.dataFolder, 'map', '.town.pmtiles.0a1b2c3d.part')
  const running = left.replace('0a1b2c3d', '4e5f6a7b')
  for (const path of [left, running]) writeFileSync(path, 'cut short')
  utimesSync(left, 0, 0)
  await Promise.all(paths.map((path) => storeTownMap(town.config, path)))
  const map = readFileSync(join(town.config.dataFolder, 'map', 'town.pmtiles'))
  expect(paths.some((path) => map.equals(readFileSync(path)))).toBe(true)
  // What a killed import left a day ago is removed; another import may be writing the newer one.
  expect(readdirSync(join(town.config.dataFolder, 'map')).sort()).toEqual([basename(running), 'town.pmtiles'])
})
