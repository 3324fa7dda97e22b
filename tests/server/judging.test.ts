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

/** Transactions of the town's database that somebody holds open without asking anything in them. */
const openTransactions = async (): Promise<number> => {
  const { rows } = await town.pool.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  )
  return rows[0]?.open ?? Number.NaN
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
  const seen: number[] = []
  // Until the first upload has been checked: its own transaction begins after its files are stored.
  while (put.mock.calls.length === 0) {
    seen.push(await openTransactions())
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  // Also uploads of the same person, and of every kind of file that is checked.
  const others = [
    await send(await jpeg(), 'tread.jpg', { as: oas }),
    await send(await jpeg(80), 'tread.jpg', { as: ons }),
    await send(new Uint8Array(smallPdf()), 'letter.pdf', { as: oas }),
    await town.fetch(`/api/inspections/${at.inspectionId}`, { as: oas }),
  ]
  expect(isOver).toBe(false)
  expect(others.map(({ status }) => status)).toEqual([201, 201, 201, 200])
  expect((await judged).map(({ status }) => status)).toEqual(Array(6).fill(201))
  expect(seen.length).toBeGreaterThan(5)
  expect(Math.max(...seen)).toBe(0)
  put.mockRestore()
}, 120_000)

test('few hostile pictures of one person wait, the next is refused with Retry-After, and a caller who leaves frees the place', async () => {
  const before = await town.db.$count(attachments)
  const leaving = new AbortController()
  const { ons } = town.people
  const answers: Response[] = []
  const sent = Array.from({ length: 13 }, async (_, n) => {
    answers.push(await send(hostile, `wide-${n}.png`, { as: ons, signal: leaving.signal }))
  })
  const ended = Promise.allSettled(sent)
  // One is checked, ten wait.
  await vi.waitFor(() => expect(answers.length).toBeGreaterThanOrEqual(2), { timeout: 60_000 })
  const refused = answers.slice(0, 2)
  expect(refused.map(({ status, headers }) => [status, headers.get('Retry-After')])).toEqual(Array(2).fill([503, '15']))
  expect(await refused[0]?.json()).toEqual({ detail: 'The server is busy just now. Nothing was changed.' })
  const done = answers.length - 2
  leaving.abort()
  await ended
  // Otherwise the next upload of the same person would be refused, or would wait for all of those.
  await vi.waitFor(async () => expect((await send(hostile, 'wide.png', { as: ons })).status).toBe(201), {
    timeout: 60_000,
    interval: 100,
  })
  expect(await town.db.$count(attachments)).toBeLessThanOrEqual(before + done + 2)
}, 120_000)
