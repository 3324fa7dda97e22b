import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type JpegOptions } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Token } from '../../src/contract/session.ts'
import { DEMO_PASSWORD } from '../../src/server/demo/demo-town.ts'
import { canReadMemory, megabytesOf, peakDuring } from '../harness/memory.ts'
import { blackPng } from '../harness/png.ts'
import { bareDatabase } from '../harness/processes.ts'
import { type StartedProcess, spawnServer } from '../harness/server-process.ts'
import { uploadOf } from './visit.ts'

let server: StartedProcess
let address: string
let token: string
const closers: (() => unknown)[] = []

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-heavy-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const database = await bareDatabase()
  closers.push(database.drop)
  server = spawnServer({ DATABASE_URL: database.url, DATA_FOLDER: folder })
  closers.push(server.stop)
  address = await server.address
  const body = new URLSearchParams({ username: 'admin@codesoft.example', password: DEMO_PASSWORD })
  const answer = await fetch(`${address}/api/login`, { method: 'POST', body })
  token = Token.parse(await answer.json()).access_token
}, 120_000)
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const bearer = () => ({ Authorization: `Bearer ${token}` })

const upload = (bytes: Uint8Array, name: string) =>
  fetch(`${address}/api/inspections/1/photos`, { method: 'POST', body: uploadOf(bytes, name), headers: bearer() })

const refusalOf = async (answer: Response) => [answer.status, ((await answer.json()) as { detail: string }).detail]

/** Reads on and on while `work` runs; the statuses of all answers. */
const readingMeanwhile = async <T>(work: () => Promise<T>) => {
  const statuses = new Set<number>()
  let isOver = false
  const reader = async () => {
    while (!isOver) statuses.add((await fetch(`${address}/api/rooms/`, { headers: bearer() })).status)
  }
  const reading = Promise.all([reader(), reader()])
  const done = await work().finally(() => {
    isOver = true
  })
  await reading
  return { done, statuses: [...statuses] }
}

const photo = (width: number, height: number, options: JpegOptions = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#7a5230' } })
    .jpeg(options)
    .toBuffer()

describe.skipIf(!canReadMemory)('pictures that are small to send and large to unpack', () => {
  test('ten at once stay within twice the memory of rest, while everybody else is answered', async () => {
    const deep = await blackPng({ width: 10_900, height: 10_900, depth: 16, isInterlaced: true })
    // The most that is still taken in: held in memory whole, a little below the limit.
    const allowed = await blackPng({ width: 7_300, height: 7_300, depth: 8, isInterlaced: true })
    expect(deep.length).toBeLessThan(1_000_000)
    expect((await upload(await photo(4000, 3000), 'warm.jpg')).status).toBe(201)
    const rest = megabytesOf(server.child.pid ?? 0)
    const { peak, done } = await peakDuring(server.child.pid ?? 0, () =>
      readingMeanwhile(async () => {
        const refused = Promise.all(Array.from({ length: 7 }, () => upload(deep, 'deep.png').then(refusalOf)))
        const taken = Promise.all(Array.from({ length: 3 }, () => upload(allowed, 'wide.png')))
        return { refused: await refused, taken: (await taken).map(({ status }) => status) }
      }),
    )
    console.log('MB at rest, at most:', Math.round(rest), Math.round(peak))
    expect(done.statuses).toEqual([200])
    for (const [status, words] of done.done.refused) {
      expect(status).toBe(422)
      expect(words).toMatch(/^The picture comes to 713 MB when it is unpacked/)
    }
    expect(done.done.taken).toEqual(Array(3).fill(201))
    expect(peak).toBeLessThan(2 * rest)
  }, 120_000)
})

test('eight honest photos of 12 to 50 megapixels at once are taken in, progressive ones too', async () => {
  const sizes: [number, number, JpegOptions][] = [
    [4000, 3000, {}],
    [8160, 6144, {}],
    [8160, 6144, { progressive: true }],
    [6000, 4000, { chromaSubsampling: '4:4:4' }],
  ]
  const photos = await Promise.all(sizes.map((size) => photo(...size)))
  const answers = await Promise.all([...photos, ...photos].map((bytes, at) => upload(bytes, `honest-${at}.jpg`)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
}, 120_000)
