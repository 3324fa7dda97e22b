import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { attachments } from '../../src/server/store/core-tables.ts'
import { type Office, office, type Person } from '../harness/office.ts'
import { smallPdf } from '../harness/pdf.ts'
import { blackPng } from '../harness/png.ts'
import { addObservation, jpeg, uploadOf } from './visit.ts'

let town: Office
let at: Awaited<ReturnType<typeof addObservation>>
/** The largest accepted picture: 119 megapixels, all of which are unpacked, in a third of a megabyte. */
let hostile: Uint8Array
beforeAll(async () => {
  town = await office()
  at = await addObservation(town)
  hostile = await blackPng({ width: 10_900, height: 10_900, depth: 8, isInterlaced: false })
})
afterAll(() => town.close())

/** Over a real line, which can break. */
const send = (bytes: Uint8Array, name: string, { as, signal }: { as: Person; signal?: AbortSignal }) =>
  fetch(`${town.url}/api/observations/${at.observationId}/photos`, {
    method: 'POST',
    body: uploadOf(bytes, name),
    headers: { Authorization: `Bearer ${as.token}` },
    ...(signal ? { signal } : {}),
  })

/** The transactions of the town's database in which nobody asks anything, each with its last statement. */
const idleTransactions = async (): Promise<string[]> => {
  const { rows } = await town.pool.query<{ idle: string }>(
    `select concat_ws(' ', pid, xact_start, state_change, query) as idle from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  )
  return rows.map(({ idle }) => idle)
}

test('while hostile pictures are judged no transaction is open for them, and all others are answered', async () => {
  const { ons, oas } = town.people
  const put = vi.spyOn(town.store, 'put')
  let isOver = false
  const judged = Promise.all(Array.from({ length: 6 }, (_, n) => send(hostile, `wide-${n}.png`, { as: ons }))).finally(
    () => {
      isOver = true
    },
  )
  const seen: string[][] = []
  // Until the first upload has been checked: its own transaction begins after its files are stored.
  while (put.mock.calls.length === 0) {
    seen.push(await idleTransactions())
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  // Also uploads of the same person, and of every kind of file that is checked.
  const others = await Promise.all([
    send(await jpeg(), 'tread.jpg', { as: oas }),
    send(await jpeg(80), 'tread.jpg', { as: ons }),
    send(new Uint8Array(smallPdf()), 'letter.pdf', { as: oas }),
    town.fetch(`/api/inspections/${at.inspectionId}`, { as: oas }),
  ])
  expect(isOver).toBe(false)
  expect(others.map(({ status }) => status)).toEqual([201, 201, 201, 200])
  expect((await judged).map(({ status }) => status)).toEqual(Array(6).fill(201))
  expect(seen.length).toBeGreaterThan(5)
  // One between two of its statements is seen once; one that is held open is seen again as it was.
  expect(seen.flatMap((idle, at) => idle.filter((it) => seen[at + 1]?.includes(it)))).toEqual([])
  put.mockRestore()
}, 300_000)

test('few hostile pictures of one person wait, the next is refused with Retry-After, and a caller who leaves frees the place', async () => {
  const before = await town.db.$count(attachments)
  const leaving = new AbortController()
  const { ons } = town.people
  const answers: Response[] = []
  const sent = Array.from({ length: 16 }, async (_, n) => {
    answers.push(await send(hostile, `wide-${n}.png`, { as: ons, signal: leaving.signal }))
  })
  const ended = Promise.allSettled(sent)
  // One is checked, ten wait. On a busy machine some are checked before the last ones arrive.
  const refusedOnes = () => answers.filter(({ status }) => status !== 201)
  await vi.waitFor(() => expect(refusedOnes().length).toBeGreaterThanOrEqual(2), { timeout: 120_000 })
  const refused = refusedOnes()
  expect(refused.length).toBeLessThanOrEqual(5)
  expect(refused.map(({ status, headers }) => [status, headers.get('Retry-After')])).toEqual(
    refused.map(() => [503, '15']),
  )
  expect(await refused[0]?.json()).toEqual({ detail: 'The server is busy just now. Nothing was changed.' })
  const done = answers.filter(({ status }) => status === 201).length
  leaving.abort()
  await ended
  // Otherwise the next upload of the same person would be refused, or would wait for all of those.
  await vi.waitFor(async () => expect((await send(hostile, 'wide.png', { as: ons })).status).toBe(201), {
    timeout: 120_000,
    interval: 100,
  })
  expect(await town.db.$count(attachments)).toBeLessThanOrEqual(before + done + 2)
}, 300_000)
