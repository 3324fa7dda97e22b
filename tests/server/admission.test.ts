import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Admission } from '../../src/server/admission.ts'
import { Refused } from '../../src/server/errors.ts'
import { held } from '../harness/held.ts'
import { type Office, office } from '../harness/office.ts'
import { addObservation } from './visit.ts'

describe('the queue in front of the database', () => {
  test('lets a change go before the reads that came earlier', async () => {
    const admission = new Admission()
    const order: string[] = []
    const first = held()
    const early = Array.from({ length: 4 }, () => admission.run('read', first.work))
    const late = Array.from({ length: 40 }, () => admission.run('read', async () => void order.push('read')))
    const writes = Array.from({ length: 7 }, () => admission.run('write', async () => void order.push('write')))
    first.end()
    await Promise.all([...early, ...late, ...writes])
    // Besides the writes only one read runs at a time, so the writes do not wait for all forty reads.
    expect(order.lastIndexOf('write')).toBeLessThan(10)
    expect(order).toHaveLength(47)
  })

  test('refuses at once when it is too long, and takes the next ones once it is shorter', async () => {
    const admission = new Admission()
    const { work, end } = held()
    const waiting = Array.from({ length: 504 }, () => admission.run('read', work))
    const refused = await admission.run('read', work).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refused)
    expect(refused).toMatchObject({ status: 503, headers: { 'Retry-After': '3' } })
    end()
    await Promise.all(waiting)
    expect(await admission.run('read', async () => 'answered')).toBe('answered')
  })

  test('refuses early when its work leaves slowly, however short it is, and not when it is quick', async () => {
    vi.useFakeTimers()
    const admission = new Admission()
    const taking = (ms: number) => admission.run('read', () => new Promise<void>((end) => setTimeout(end, ms)))
    const quick = Array.from({ length: 300 }, () => taking(10))
    await vi.advanceTimersByTimeAsync(100)
    const alsoQuick = taking(10)
    await vi.advanceTimersByTimeAsync(2_000)
    await Promise.all([...quick, alsoQuick])
    const slow = Array.from({ length: 60 }, () => taking(2_000))
    await vi.advanceTimersByTimeAsync(9_000)
    const refused = taking(2_000).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(40_000)
    await Promise.all(slow)
    expect(await refused).toMatchObject({ status: 503 })
    vi.useRealTimers()
  })

  test('beside a long save reads go on, one at a time, and between close saves two', async () => {
    vi.useFakeTimers()
    const admission = new Admission()
    const save = held()
    const saving = admission.whileSaving(save.work)
    let most = 0
    let active = 0
    const read = () =>
      admission.run('read', async () => {
        most = Math.max(most, ++active)
        await new Promise((end) => setTimeout(end, 40))
        active--
      })
    const beside = Promise.all(Array.from({ length: 5 }, read))
    await vi.advanceTimersByTimeAsync(1_000)
    await beside
    expect(most).toBe(1)
    save.end()
    await saving
    most = 0
    const between = Promise.all(Array.from({ length: 5 }, read))
    await vi.advanceTimersByTimeAsync(1_000)
    await between
    expect(most).toBe(2)
    const later = Promise.all(Array.from({ length: 5 }, read))
    await vi.advanceTimersByTimeAsync(1_000)
    await later
    expect(most).toBe(4)
    vi.useRealTimers()
  })

  test('gives the place back when the work fails', async () => {
    const admission = new Admission()
    for (let n = 0; n < 50; n++)
      await expect(admission.run('signIn', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await admission.run('signIn', async () => 'answered')).toBe('answered')
  })
})

describe('two hundred readers at once', () => {
  let town: Office
  beforeEach(async () => {
    town = await office()
  })
  afterEach(() => town.close())

  test('are all answered, and so is the one who saves among them', async () => {
    const headers = { Authorization: `Bearer ${town.people.admin.token}`, 'Content-Type': 'application/json' }
    const read = async () => (await fetch(`${town.url}/api/rooms/`, { headers })).status
    const save = async (name: string) =>
      (await fetch(`${town.url}/api/rooms/`, { method: 'POST', body: JSON.stringify({ name }), headers })).status
    const reads = Promise.all(Array.from({ length: 200 }, read))
    expect([await save('Hall'), await save('Attic')]).toEqual([200, 200])
    expect(new Set(await reads)).toEqual(new Set([200]))
  })

  test('a batch asks for each of its calls by itself, so many batches do not block one another', async () => {
    const batch = (at: number) =>
      town.fetch('/api/sync/batch', {
        method: 'POST',
        body: JSON.stringify([{ method: 'POST', path: '/rooms/', key: `room-${at}`, body: { name: `Room ${at}` } }]),
        headers: { 'Content-Type': 'application/json' },
        as: town.people.admin,
      })
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => batch(at)))
    const said = (await Promise.all(answers.map((answer) => answer.json()))) as { status: number }[][]
    expect(said.flat().map(({ status }) => status)).toEqual(Array(30).fill(200))
  })
})

test('reads are not held back while the body of a change arrives slowly', async () => {
  const saving = vi.spyOn(Admission.prototype, 'whileSaving')
  const town = await office()
  try {
    const { inspectionId } = await addObservation(town)
    saving.mockClear()
    let body: ReadableStreamDefaultController<Uint8Array> | undefined
    const slow = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: new ReadableStream<Uint8Array>({
        start: (it) => {
          body = it
        },
      }),
      duplex: 'half',
    }
    const path = `${town.url}/api/inspections/${inspectionId}/areas`
    const changed = town.fetch(new Request(path, slow), { as: town.people.ons })
    expect((await town.fetch('/api/user', { as: town.people.ons })).status).toBe(200)
    expect(saving).not.toHaveBeenCalled()
    body?.enqueue(new TextEncoder().encode('{"name": "Cellar"}'))
    body?.close()
    expect((await changed).status).toBe(200)
    expect(saving).toHaveBeenCalledTimes(1)
  } finally {
    saving.mockRestore()
    await town.close()
  }
})
