import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Token } from '../../src/contract/session.ts'
import { DEMO_PASSWORD, demoPeople } from '../../src/server/demo/demo-town.ts'
import { poolOf } from '../../src/server/store/open-store.ts'
import { bareDatabase, type ServerProcess, startProcess } from '../harness/processes.ts'
import { jpeg, uploadOf } from './visit.ts'

let pool: pg.Pool
let here: ServerProcess
let there: ServerProcess
const closers: (() => unknown)[] = []

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-processes-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const database = await bareDatabase()
  closers.push(database.drop)
  pool = poolOf(database.url, 3)
  closers.push(() => pool.end())
  // Both at the same moment, on a database without a single table.
  const settings = { DATABASE_URL: database.url, DATA_FOLDER: folder }
  const [first, second] = await Promise.all([startProcess(settings), startProcess(settings)])
  here = first
  there = second
  closers.push(here.stop, there.stop)
}, 120_000)
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const signIn = async ({ address }: ServerProcess, email: string, password = DEMO_PASSWORD) => {
  const body = new URLSearchParams({ username: email, password })
  return fetch(`${address}/api/login`, { method: 'POST', body })
}

const tokenOf = async (server: ServerProcess, email = 'admin@codesoft.example') =>
  Token.parse(await (await signIn(server, email)).json()).access_token

const withToken = (token: string, more: Record<string, string> = {}) => ({ Authorization: `Bearer ${token}`, ...more })

const addRoom = ({ address }: ServerProcess, token: string, name: string, key: string) =>
  fetch(`${address}/api/rooms/`, {
    method: 'POST',
    body: JSON.stringify({ name }),
    headers: withToken(token, { 'Content-Type': 'application/json', 'Idempotency-Key': key }),
  })

describe('two processes over one database and one folder', () => {
  test('that start at the same moment migrate once and found one town', async () => {
    const journal = JSON.parse(readFileSync('src/server/store/migrations/meta/_journal.json', 'utf8'))
    const done = await pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')
    expect(done.rows[0].n).toBe(journal.entries.length)
    const people = await pool.query('select count(*)::int as n from users')
    expect(people.rows[0].n).toBe(demoPeople.length)
    for (const server of [here, there]) expect(server.said()).toContain(DEMO_PASSWORD)
  })

  test('SE-08 a session made in one is good in the other, and ended in one is ended in both', async () => {
    const token = await tokenOf(here)
    const ask = ({ address }: ServerProcess) => fetch(`${address}/api/user`, { headers: withToken(token) })
    expect((await ask(there)).status).toBe(200)
    await fetch(`${there.address}/api/logout`, { method: 'POST', headers: withToken(token) })
    expect([(await ask(here)).status, (await ask(there)).status]).toEqual([401, 401])
  })

  test('G-07 twenty sendings of one key to both at once make one row and equal answers', async () => {
    const token = await tokenOf(here)
    const sent = Array.from({ length: 20 }, (_, n) =>
      addRoom(n % 2 ? here : there, token, 'Room of both', '"room-of-both"'),
    )
    const said = await Promise.all((await Promise.all(sent)).map(async (it) => `${it.status} ${await it.text()}`))
    expect(new Set(said).size).toBe(1)
    expect(said[0]).toMatch(/^200 /)
    const rows = await pool.query("select count(*)::int as n from rooms where name = 'Room of both'")
    expect(rows.rows[0].n).toBe(1)
    expect((await addRoom(there, token, 'Cellar', '"room-of-both"')).status).toBe(422)
  })

  test('a photo sent to one is shown by the other, at the same address', async () => {
    const token = await tokenOf(here)
    const { rows } = await pool.query('select id, area_id from observations order by id limit 1')
    const photo = await jpeg(90, 70)
    const sent = await fetch(`${here.address}/api/observations/${rows[0].id}/photos`, {
      method: 'POST',
      body: uploadOf(photo, 'stairs.jpg'),
      headers: withToken(token),
    })
    const { uploaded } = (await sent.json()) as { uploaded: { url: string }[] }
    const url = uploaded[0]!.url
    const [one, other] = [await fetch(here.address + url), await fetch(there.address + url)]
    expect([one.status, other.status]).toEqual([200, 200])
    expect(Buffer.from(await other.arrayBuffer()).equals(Buffer.from(await one.arrayBuffer()))).toBe(true)
  })

  test('G-09 one announces the other’s changes, without losing one of many at once', async () => {
    const token = await tokenOf(here)
    const changes = async ({ address }: ServerProcess, since: string) => {
      const answer = await fetch(`${address}/api/sync/changes?since=${since}&limit=5000`, { headers: withToken(token) })
      return (await answer.json()) as { changes: { type: string; id: number }[]; cursor: string }
    }
    const { cursor } = await changes(there, '0')
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, n) => addRoom(n % 2 ? here : there, token, `Room ${n}`, `"many-${n}"`)),
    )
    const ids = await Promise.all(made.map(async (answer) => ((await answer.json()) as { id: number }).id))
    const told = (await changes(there, cursor)).changes.filter(({ type }) => type === 'room').map(({ id }) => id)
    expect(told.sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b))
  })

  test('wrong passwords are counted together', async () => {
    const guesses = Array.from({ length: 10 }, (_, n) => signIn(n % 2 ? here : there, 'oas@codesoft.example', 'guess'))
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(guesses.map(() => 401))
    for (const server of [here, there]) expect((await signIn(server, 'oas@codesoft.example')).status).toBe(429)
  })

  test('one stops in good order, and the other goes on', async () => {
    const token = await tokenOf(there)
    expect(await here.stop()).toBe(0)
    expect((await addRoom(there, token, 'Porch', '"porch"')).status).toBe(200)
  })
})
