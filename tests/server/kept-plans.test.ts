import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { readRooms } from '../../src/server/reading/room.ts'
import { limitStatements } from '../../src/server/store/statement-limits.ts'
import { copyOfTemplate } from '../harness/database.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Reads a room by id over a pool's first connection; the names under which that connection keeps plans then. */
const keptAfterReading = async (prepare: (pool: pg.Pool) => Promise<void>) => {
  const { pool, drop } = await copyOfTemplate('packaged')
  closers.push(drop)
  pool.options.max = 1
  await prepare(pool)
  const { rows } = await pool.query<{ id: number }>("insert into rooms (name) values ('Hall') returning id")
  const ids = rows.map(({ id }) => Number(id))
  for (let n = 0; n < 2; n++) expect(await readRooms({ tx: drizzle(pool) }, { ids })).toMatchObject([{ name: 'Hall' }])
  return (await pool.query<{ name: string }>('select name from pg_prepared_statements')).rows.map(({ name }) => name)
}

test('on a connection of our own the database keeps the plans of frequent statements', async () => {
  expect(await keptAfterReading((pool) => limitStatements(pool))).toEqual(['rooms by id'])
})

test('behind a pooler, whose connections name a process of its own, nothing is kept under a name', async () => {
  const behindPooler = async (pool: pg.Pool) => {
    pool.on('connect', (client) => Object.assign(client, { processID: 7 }))
    await limitStatements(pool)
    const { onConnect } = pool.options
    pool.options.onConnect = async (client) => {
      Object.assign(client, { processID: 7 })
      await onConnect?.(client)
    }
  }
  expect(await keptAfterReading(behindPooler)).toEqual([])
})

test('nothing is kept under a name before it is known whose the connection is', async () => {
  expect(await keptAfterReading(async () => undefined)).toEqual([])
})
