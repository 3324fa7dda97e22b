import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { poolOf } from '../../src/server/store/open-store.ts'
import { rooms } from '../../src/server/store/town-tables.ts'
import { copyOfTemplate } from '../harness/database.ts'
import { type Office, office } from '../harness/office.ts'

/** The line between server and database. It breaks at a statement with these words, before or after it is passed on. */
interface Line {
  url: string
  breakAt: { words: string; isPassedOn: boolean } | null
  close(): void
}

const lineTo = async (url: string): Promise<Line> => {
  const line: Line = { url: '', breakAt: null, close: () => server.close() }
  const { searchParams, port, hostname } = new URL(url)
  const folder = searchParams.get('host')
  const reach = () => (folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), hostname))
  const server = createServer((near: Socket) => {
    const far = reach()
    let isBroken = false
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    near.on('data', (sent) => {
      const { breakAt } = line
      if (!breakAt || !sent.includes(breakAt.words)) return far.write(sent)
      isBroken = true
      if (!breakAt.isPassedOn) return end()
      // The database carries it out, and its answer is lost.
      far.write(sent)
      far.once('data', end)
    })
    far.on('data', (answer) => isBroken || near.write(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const through = new URL(url)
  through.searchParams.delete('host')
  through.host = `127.0.0.1:${address instanceof Object ? address.port : 0}`
  line.url = through.href
  return line
}

const PLACES = 2
let town: Office
let line: Line
let pool: pg.Pool
beforeEach(async () => {
  const copy = await copyOfTemplate()
  line = await lineTo(copy.url)
  pool = poolOf(line.url, PLACES)
  const drop = async () => {
    await pool.end()
    line.close()
    await copy.drop()
  }
  town = await office({ database: { url: line.url, pool, drop } })
})
afterEach(() => town.close())

const breakAt = (words: string, isPassedOn = false) => {
  line.breakAt = { words, isPassedOn }
}

const addRoom = (key?: string) =>
  town.fetch('/api/rooms/', {
    method: 'POST',
    body: '{"name":"Attic"}',
    headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
    as: town.people.admin,
  })

const said = async (answer: Response) => {
  const { detail } = (await answer.json()) as { detail: string }
  return [answer.status, answer.headers.get('Retry-After'), detail]
}

const lostBefore = [503, '15', 'The server cannot store or read records just now. Nothing was changed.']
const lostDuring = [503, '15', 'The server lost its database while it was saving. The change may or may not be stored.']

test('a connection that is lost at any statement of a transaction leaves its place in the pool', async () => {
  const { db } = town
  const addAttic = () => db.transaction(async (tx) => void (await tx.insert(rooms).values({ name: 'Attic' })))
  const serializable = () => db.transaction(async (tx) => tx.execute(sql`select 1`), { isolationLevel: 'serializable' })
  const refused = () => db.transaction(() => Promise.reject(new Error('The room is refused')))
  const nested = () =>
    db.transaction((tx) => tx.transaction(async (inner) => void (await inner.execute(sql`select no_such_column`))))
  const ways: [words: string, isPassedOn: boolean, work: () => Promise<unknown>, reason: RegExp][] = [
    ['begin', false, addAttic, /Connection terminated/],
    ['begin', true, addAttic, /Connection terminated/],
    ['begin', false, serializable, /Connection terminated/],
    ['insert into "rooms"', false, addAttic, /Connection terminated/],
    ['commit', false, addAttic, /not known/],
    ['commit', true, addAttic, /not known/],
    ['rollback', false, refused, /The room is refused/],
    ['rollback', true, refused, /The room is refused/],
    ['savepoint', false, nested, /Connection terminated/],
    ['rollback to savepoint', false, nested, /Connection terminated/],
  ]
  // Twice as often as there are places: each of them would be taken.
  for (const [words, isPassedOn, work, reason] of ways)
    for (let n = 0; n < 2 * PLACES; n++) {
      breakAt(words, isPassedOn)
      const failed: Error = await work().then(
        () => new Error('It went through'),
        (error) => error,
      )
      expect([words, failed.message, String(failed.cause)].join(' ')).toMatch(reason)
      line.breakAt = null
      expect([words, pool.totalCount - pool.idleCount]).toEqual([words, 0])
    }
  expect((await addRoom()).status).toBe(200)
})

test('a connection that is lost at BEGIN may be released once more by the one who took it', async () => {
  const client = await pool.connect()
  breakAt('begin')
  await expect(client.query('begin')).rejects.toThrow('Connection terminated')
  line.breakAt = null
  client.release()
  expect(pool.totalCount).toBe(pool.idleCount)
  expect((await addRoom()).status).toBe(200)
})

test('a pool that has lost connections at BEGIN can still be closed', async () => {
  const other = poolOf(line.url, PLACES)
  breakAt('begin')
  await expect(drizzle(other).transaction(async () => 1)).rejects.toThrow()
  line.breakAt = null
  const late = new Promise((resolve) => setTimeout(() => resolve('it hangs'), 5000).unref())
  expect(await Promise.race([other.end().then(() => 'closed'), late])).toBe('closed')
})

test('a call whose connection is lost before COMMIT is 503 and has changed nothing', async () => {
  for (const words of ['begin', 'kept_answer', 'insert into "rooms"']) {
    breakAt(words)
    const answer = await said(await addRoom(`attic ${words}`.replaceAll(/\W/g, '-')))
    line.breakAt = null
    expect([words, ...answer]).toEqual([words, ...lostBefore])
  }
  expect(await town.db.$count(rooms)).toBe(0)
})

test('a call whose connection is lost at COMMIT leaves the outcome open, and a retry stores one record', async () => {
  for (const [key, isPassedOn] of [
    ['attic-1', true],
    ['attic-2', false],
  ] as const) {
    const before = await town.db.$count(rooms)
    breakAt('commit', isPassedOn)
    const answer = await said(await addRoom(key))
    line.breakAt = null
    expect(answer).toEqual(lostDuring)
    expect(await town.db.$count(rooms)).toBe(before + (isPassedOn ? 1 : 0))
    const again = await addRoom(key)
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, isPassedOn ? 'true' : null])
    expect(await town.db.$count(rooms)).toBe(before + 1)
  }
})

test('a call without a key and one with a transaction of its own leave the outcome open as well', async () => {
  breakAt('commit', true)
  expect(await said(await addRoom())).toEqual(lostDuring)
  line.breakAt = null
  expect(await town.db.$count(rooms)).toBe(1)
  breakAt('commit', true)
  const { email, password } = town.people.ons
  const signIn = await town.fetch('/api/login', {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  })
  line.breakAt = null
  expect(await said(signIn)).toEqual(lostDuring)
})
