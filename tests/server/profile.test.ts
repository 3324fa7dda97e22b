import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { faultsOf } from '../../src/server/profile.ts'
import { attachments, idempotencyKeys } from '../../src/server/store/core-tables.ts'
import { rooms } from '../../src/server/store/town-tables.ts'
import { inspections } from '../../src/server/store/visit-tables.ts'
import { type Office, type OfficeOptions, office } from '../harness/office.ts'
import { addObservation, jpeg, uploadOf } from './visit.ts'

let town: Office
const opened: Office[] = []
afterEach(async () => {
  for (const it of opened.splice(0)) await it.close()
})
const open = async (options: OfficeOptions) => {
  town = await office(options)
  opened.push(town)
}
/** Ours, but for the one fault. */
const only = (fault: keyof ReturnType<typeof faultsOf>) => open({ faults: { [fault]: true } })

const addRoom = () =>
  town.fetch('/api/rooms/', {
    method: 'POST',
    body: '{"name":"Attic"}',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'key-1' },
    as: town.people.admin,
  })

const upload = async (path: string, field = 'files', fields: Record<string, string> = {}) => {
  const form = uploadOf(await jpeg(), 'a.jpg', fields)
  if (field !== 'files') {
    form.append(field, form.get('files')!)
    form.delete('files')
  }
  return town.fetch(path, { method: 'POST', body: form, as: town.people.ons })
}

describe('the documented server, played', () => {
  test('the keyed profile has none of the faults, the documented one all but a broken file store', () => {
    expect(Object.entries(faultsOf('keyed')).filter(([, on]) => on)).toEqual([])
    expect(Object.entries(faultsOf('documented')).filter(([, on]) => !on)).toEqual([['fileStoreDown', false]])
  })

  test('forgets keys: the same call twice makes two rows, and no key comes back', async () => {
    await only('forgetsKeys')
    const [first, second] = [await addRoom(), await addRoom()]
    expect(first.headers.get('Idempotency-Key')).toBeNull()
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await town.db.$count(rooms)).toBe(2)
    expect(await town.db.$count(idempotencyKeys)).toBe(0)
  })

  test('has no versions', async () => {
    await only('noVersions')
    await addRoom()
    const list = await town.fetch('/api/rooms/', { as: town.people.ons, headers: { 'If-None-Match': '*' } })
    expect([list.status, list.headers.get('ETag')]).toEqual([200, null])
  })

  test('knows none of our extensions', async () => {
    await only('noExtensions')
    const answer = await town.fetch('/api/sync/info', { as: town.people.ons })
    expect([answer.status, await answer.json()]).toEqual([404, { detail: 'Not Found' }])
  })

  test('SE-02 does not say when a session ends, neither at sign-in nor later', async () => {
    await only('noExtensions')
    const { email, password } = town.people.ons
    const body = new URLSearchParams({ username: email, password })
    const signedIn = await town.fetch('/api/login', { method: 'POST', body })
    expect(Object.keys((await signedIn.json()) as object).sort()).toEqual(['access_token', 'token_type'])
    const profile = await town.fetch('/api/user', { as: town.people.ons })
    for (const answer of [signedIn, profile]) expect(answer.headers.get('Session-Expires-At')).toBeNull()
  })

  test('redirects a wrong slash by 307, with an absolute address and the query', async () => {
    await only('redirectsSlashes')
    const answer = await town.fetch(`${town.url}/api/rooms?skip=1`, { as: town.people.ons, redirect: 'manual' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([307, `${town.url}/api/rooms/?skip=1`])
    expect((await town.fetch('/api/rooms/', { as: town.people.ons })).status).toBe(200)
  })

  test('C-12 ours answers both forms of every address without a redirect', async () => {
    await open({})
    for (const path of ['/api/rooms', '/api/rooms/', '/api/user', '/api/user/', '/api/codes', '/api/codes/'])
      expect((await town.fetch(path, { as: town.people.ons, redirect: 'manual' })).status, path).toBe(200)
  })

  test('answers 500 in plain text for a broken token on GET /user, and 401 without one', async () => {
    await only('expiredTokenIs500')
    const broken = await town.fetch('/api/user', { headers: { Authorization: 'Bearer expired' } })
    expect([broken.status, broken.headers.get('Content-Type'), await broken.text()]).toEqual([
      500,
      'text/plain; charset=utf-8',
      'Internal Server Error',
    ])
    expect((await town.fetch('/api/user')).status).toBe(401)
  })

  test('writes times without zone', async () => {
    await only('naiveTimes')
    const room = (await (await addRoom()).json()) as { created_at: string }
    expect(room.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
  })

  test('has tokens that say when they end', async () => {
    await only('readableTokens')
    const [, claims] = town.people.ons.token.split('.')
    const { sub, exp } = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as { sub: string; exp: number }
    expect(sub).toBe(String(town.people.ons.id))
    expect(exp * 1000).toBeGreaterThan(Date.now())
    expect((await town.fetch('/api/user', { as: town.people.ons })).status).toBe(200)
  })

  test('says nothing of an upload but that it worked', async () => {
    await only('uploadsSayLittle')
    const { observationId } = await addObservation(town)
    const answer = await upload(`/api/observations/${observationId}/photos`)
    expect([answer.status, await answer.json()]).toEqual([201, { detail: 'Photos uploaded successfully' }])
  })

  test('ignores when something was observed', async () => {
    await only('arrivalIsCreation')
    const { inspectionId } = await addObservation(town)
    const answer = await town.fetch(`/api/inspections/${inspectionId}/areas`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Roof', observed_at: new Date(Date.now() - 3_600_000).toISOString() }),
      headers: { 'Content-Type': 'application/json' },
      as: town.people.ons,
    })
    const area = (await answer.json()) as { created_at: string; observed_at?: string }
    expect(area.observed_at ?? null).toBeNull()
    expect(Date.now() - Date.parse(area.created_at)).toBeLessThan(60_000)
  })
})

describe('a file store that is down', () => {
  test('commits the inspection before its files, and answers 500 all the same', async () => {
    await open({ faults: { commitsBeforeFiles: true, fileStoreDown: true } })
    const { addressId } = await addObservation(town)
    const fields = { source: 'Complaint', address_id: String(addressId), description: 'Trash' }
    const answer = await upload('/api/inspections/', 'attachments', fields)
    expect([answer.status, await answer.text()]).toEqual([500, 'Internal Server Error'])
    const rows = await town.db.select().from(inspections).where(eq(inspections.description, 'Trash'))
    expect(rows).toHaveLength(1)
  })

  test('loses files in silence where the documented one does, and fails where that one fails', async () => {
    await open({ faults: { dropsFiles: true, fileStoreDown: true, commitsBeforeFiles: true } })
    const { addressId, observationId } = await addObservation(town)
    const fields = { content: 'See photo', user_id: String(town.people.ons.id) }
    const comment = await upload(`/api/comments/${addressId}/address/`, 'files', fields)
    // 501 until that call is served; then the comment stands without its file.
    expect([200, 501]).toContain(comment.status)
    expect((await upload(`/api/observations/${observationId}/photos`)).status).toBe(500)
    expect(await town.db.$count(attachments)).toBe(0)
  })

  test('on ours is 503 with Retry-After, and no row stays', async () => {
    await open({ faults: { fileStoreDown: true } })
    const { addressId } = await addObservation(town)
    const fields = { source: 'Complaint', address_id: String(addressId), description: 'Trash' }
    const answer = await upload('/api/inspections/', 'attachments', fields)
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '15'])
    expect(await town.db.select().from(inspections).where(eq(inspections.description, 'Trash'))).toEqual([])
  })
})
