import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keyByPassword, keyFrom, makeSealKey, toBase64 } from '../../src/sync/session/seal/seal-key.ts'
import { type Office, office, type Person } from '../harness/office.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
// Rows of the log are never deleted: each test looks at those after this one.
let newest = 0
beforeEach(async () => {
  await town.pool.query("delete from sign_in_attempts where scope like 'unseal:%'")
  newest = Number((await town.pool.query('select coalesce(max(id), 0) as id from audit_log')).rows[0].id)
})

async function call(path: string, person: Person | null, body?: unknown): Promise<{ status: number; json: never }> {
  const headers: Record<string, string> = person ? { Authorization: `Bearer ${person.token}` } : {}
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const answer = await fetch(`${town.url}/api${path}`, { ...post, headers })
  return { status: answer.status, json: (await answer.json()) as never }
}

const townKey = async () => (await call('/sync/seal-key', town.people.ons)).json as { keyId: string; publicKey: string }

test('the town opens a key for the person it was wrapped for, and for nobody else', async () => {
  const { ons, otherOns, admin } = town.people
  const { wraps } = await makeSealKey(ons.id, null, await townKey())
  const asked = { keyId: wraps.town.keyId, wrapped: toBase64(wraps.town.wrapped) }
  const opened = await call('/sync/unseal', ons, asked)
  expect(opened.status).toBe(200)
  expect(Buffer.from(Reflect.get(opened.json, 'key'), 'base64').byteLength).toBe(32)
  for (const other of [otherOns, admin]) expect((await call('/sync/unseal', other, asked)).status).toBe(422)
  expect((await call('/sync/unseal', null, asked)).status).toBe(401)
  expect((await call('/sync/unseal', ons, { ...asked, keyId: 'another town' })).status).toBe(422)
  const bent = `${asked.wrapped.startsWith('A') ? 'B' : 'A'}${asked.wrapped.slice(1)}`
  expect((await call('/sync/unseal', ons, { ...asked, wrapped: bent })).status).toBe(422)
  const log = await town.pool.query("select user_id, body from audit_log where call = 'X41' and id > $1 order by id", [
    newest,
  ])
  expect(log.rows.map((it) => Number(it.user_id))).toEqual([ons.id, otherOns.id, admin.id, ons.id, ons.id])
  expect(log.rows.every((it) => it.body === null)).toBe(true)
})

test('opening is limited to 30 an hour for each person, and the answer says when to ask again', async () => {
  const { ons, otherOns } = town.people
  await town.pool.query(
    "insert into sign_in_attempts (scope, wrong, window_ends_at) values ('unseal:' || $1::int, 30, now() + interval '1 hour')",
    [ons.id],
  )
  const { wraps } = await makeSealKey(ons.id, null, await townKey())
  const asked = { keyId: wraps.town.keyId, wrapped: toBase64(wraps.town.wrapped) }
  expect((await call('/sync/unseal', ons, asked)).status).toBe(429)
  expect((await call('/sync/unseal', otherOns, asked)).status).toBe(422)
})

test('the key is the same for every process and stays in the database; no answer of it is remembered', async () => {
  expect(await townKey()).toEqual(await townKey())
  const kept = await town.pool.query("select secret, value from server_settings where name = 'seal-private-key'")
  expect(kept.rows).toHaveLength(1)
  expect(kept.rows[0].secret).toBe(true)
  const { ons } = town.people
  const { wraps } = await makeSealKey(ons.id, null, await townKey())
  await call('/sync/unseal', ons, { keyId: wraps.town.keyId, wrapped: toBase64(wraps.town.wrapped) })
  const answers = await town.pool.query(
    "select count(*)::int as n from idempotency_keys k where k::text like '%unseal%'",
  )
  expect(answers.rows[0].n).toBe(0)
})

test('the password opens the key without the town, a wrong one and another person do not', async () => {
  const { wraps, key } = await makeSealKey(7, 'a long pass phrase', await townKey())
  expect(wraps.password?.rounds).toBeGreaterThanOrEqual(600_000)
  expect(key.extractable).toBe(false)
  const opened = await keyByPassword(wraps, 7, 'a long pass phrase')
  const iv = new Uint8Array(12)
  const plain = new TextEncoder().encode('Loose wire')
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain)
  if (!opened) throw new Error('Not opened')
  expect(new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, opened, sealed))).toEqual(plain)
  expect(await keyByPassword(wraps, 7, 'another pass phrase')).toBeNull()
  expect(await keyByPassword(wraps, 8, 'a long pass phrase')).toBeNull()
  expect((await keyFrom(new Uint8Array(32))).extractable).toBe(false)
})
