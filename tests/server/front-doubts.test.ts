import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterEach, describe, expect, test } from 'vitest'
import type { UnknownOutcome } from '../../src/contract/sync.ts'
import { poolOf } from '../../src/server/store/open-store.ts'
import { createCallers } from '../../src/server/upstream/caller-identity.ts'
import { migrateKeys, openKeyStore } from '../../src/server/upstream/store/key-store.ts'
import { frontTown } from '../harness/front-town.ts'
import { bareDatabase } from '../harness/processes.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

test('a creating call that is answered without a body is carried out once, and its answer is kept', async () => {
  const { records, visit, fates, open, ons } = await frontTown(closers)
  const { url } = await open()
  const headers = {
    Authorization: `Bearer ${ons.token}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
  }
  const path = `${url}/api/inspections/${visit.inspectionId}/areas`
  const send = () => fetch(path, { method: 'POST', body: JSON.stringify({ name: 'Shed' }), headers })
  fates.push('no content')
  expect((await send()).status).toBe(204)
  const again = await send()
  expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([204, 'true'])
  const made = await records.pool.query(`select 1 from areas where name = 'Shed'`)
  expect(made.rowCount).toBe(1)
})

test('a token that was accepted counts as good for a minute, not longer after the clock was set back', async () => {
  let now = Date.UTC(2026, 10, 20, 14)
  let asked = 0
  const forward = async () => {
    asked++
    return Response.json({ id: 7 })
  }
  const { assertAccepted } = createCallers(forward, () => new Date(now))
  await assertAccepted('Bearer one', {})
  await assertAccepted('Bearer one', {})
  expect(asked).toBe(1)
  now -= 3_600_000
  await assertAccepted('Bearer one', {})
  expect(asked).toBe(2)
})

describe('doubts of a front', () => {
  test('I2 a doubt after a refusal is not the one that the sender looked into: nothing is made twice', async () => {
    const { records, visit, fates, open, ons } = await frontTown(closers)
    const { url } = await open()
    const key = randomUUID()
    const send = (looked: number) =>
      fetch(`${url}/api/inspections/${visit.inspectionId}/areas`, {
        method: 'POST',
        body: JSON.stringify({ name: 'Shed' }),
        headers: {
          Authorization: `Bearer ${ons.token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
          ...(looked > 0 ? { 'Idempotency-Looked': String(looked) } : {}),
        },
      })
    const doubtIn = async (answer: Response) => ((await answer.json()) as UnknownOutcome).doubt
    fates.push('broken before', 'refused', 'broken after')
    expect(await doubtIn(await send(0))).toBe(1)
    expect((await send(1)).status).toBe(429)
    expect(await doubtIn(await send(1))).toBe(2)
    // The sender did not hear of the second doubt.
    expect(await doubtIn(await send(1))).toBe(2)
    const made = await records.pool.query(`select 1 from areas where name = 'Shed'`)
    expect(made.rowCount).toBe(1)
  })

  test('a front that lost a call to another front changes nothing of that call any more', async () => {
    const { url, drop } = await bareDatabase()
    closers.push(drop)
    const pool = poolOf(url, 10)
    closers.push(() => pool.end())
    const db = drizzle(pool)
    await migrateKeys(db)
    const now = new Date()
    const [first, second] = [await openKeyStore(db, pool, now), await openKeyStore(db, pool, now)]
    closers.push(first.close, second.close)
    const name = { who: 'user 1', key: randomUUID() }
    const call = { ...name, request_hash: 'h', call: 'POST /areas', makes: true, stood: [], looked: 0, resource: null }
    expect(await first.take(call, now)).toBe('taken')
    // Its lock ends with its connection.
    await first.close()
    await expect
      .poll(async () => {
        await second.adopt(now)
        return (await second.find(name))?.state
      })
      .toBe('unknown')
    const row = await second.find(name)
    expect(row && (await second.takeAgain(row, { looked: 1 }))).toBe(true)
    const taken = await second.find(name)
    const answer = { status: 200, body: Buffer.from('{"id":1}'), headers: {} }
    await first.answered(name, answer)
    expect(await first.unknown(name, null)).toBe(undefined)
    if (row) await first.putBack(row)
    await first.release(name, now)
    expect(await second.find(name)).toEqual(taken)
    await second.answered(name, answer)
    await first.release(name, now)
    expect(await second.find(name)).toMatchObject({ state: 'answered', status: 200 })
  })
})
