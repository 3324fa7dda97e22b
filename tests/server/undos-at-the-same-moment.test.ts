import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { merges } from '../../src/contract/merge.ts'
import { holdLocksLong, lockWaits } from '../harness/lock-waits.ts'
import { type Office, office } from '../harness/office.ts'
import { addAddress, mergePair, send } from './routes/ask.ts'

/* Two clerks undo merges at the same moment. */
let town: Office
let other: pg.PoolClient

holdLocksLong()
beforeEach(async () => {
  town = await office()
  other = await town.pool.connect()
})
afterEach(async () => {
  other.release()
  await town.close()
})

/** The answers to undos that are all under way before the record that stayed is free. */
const undoneAtOnce = async (stays: number, ids: readonly number[]): Promise<string[]> => {
  await other.query('begin')
  await other.query('select from addresses where id = $1 for update', [stays])
  const asked: Promise<Response>[] = []
  for (const id of ids) {
    asked.push(send(town, merges.undo, { body: { id }, as: town.people.oas }))
    await lockWaits(town.pool, asked.length)
  }
  await other.query('commit')
  const answers = await Promise.all(asked)
  return Promise.all(answers.map(async (it) => (it.ok ? 'ok' : `${it.status} ${(await it.json()).detail}`)))
}

test('X94 two merges into the same record are undone at the same moment, whichever comes first', async () => {
  const stays = (await addAddress(town, '1 A STREET')).id
  const gone = [(await addAddress(town, '2 A STREET')).id, (await addAddress(town, '3 A STREET')).id]
  for (const isTurned of [false, true, false, true]) {
    const made: number[] = []
    for (const loser of gone) made.push(await mergePair(town, 'address', [stays, loser]))
    expect(await undoneAtOnce(stays, isTurned ? made.reverse() : made)).toEqual(['ok', 'ok'])
    expect((await town.pool.query('select from addresses')).rowCount).toBe(3)
  }
})

test('X94 of two clerks who undo the same merge at the same moment, the second one is told so', async () => {
  const [stays, gone] = [(await addAddress(town, '1 A STREET')).id, (await addAddress(town, '2 A STREET')).id]
  const made = await mergePair(town, 'address', [stays, gone])
  expect(await undoneAtOnce(stays, [made, made])).toEqual(['ok', '409 This was undone already.'])
})
