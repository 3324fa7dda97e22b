import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { faultsOf } from '../../src/server/profile.ts'
import { attachments, idempotencyKeys } from '../../src/server/store/core-tables.ts'
import { rooms } from '../../src/server/store/town-tables.ts'
import { inspections } from '../../src/server/store/visit-tables.ts'
import { type Office, type OfficeOptions, office } from '../harness/office.ts'
import { fillTown } from './full-town.ts'
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
    expect(comment.status).toBe(200)
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

/** Sends JSON as the Admin. */
const json = (method: string, path: string, body: unknown, init: { headers?: Record<string, string> } = {}) =>
  town.fetch(`/api${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...init.headers },
    as: town.people.admin,
  })

const form = (method: string, path: string, fields: Record<string, string>) =>
  town.fetch(`/api${path}`, { method, body: new URLSearchParams(fields), as: town.people.admin })

const read = async (path: string) => (await town.fetch(`/api${path}`, { as: town.people.admin })).json()

describe('quirks of the documented server, each by its own switch', () => {
  test('only GET /user asks for the person, and the body names the author', async () => {
    await only('anyoneMay')
    const { areaId } = await addObservation(town)
    const body = JSON.stringify({ content: 'Loose wire', potentialvio: false, codes: [], user_id: town.people.oas.id })
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer gone' }
    const made = await town.fetch(`/api/areas/${areaId}/observations`, { method: 'POST', body, headers })
    expect([made.status, ((await made.json()) as { user_id: number }).user_id]).toEqual([201, town.people.oas.id])
    const byGuest = { method: 'POST', body: '{"name":"Attic"}', headers: { 'Content-Type': 'application/json' } }
    expect((await town.fetch('/api/rooms/', { ...byGuest, as: town.people.guest })).status).toBe(200)
    expect((await town.fetch('/api/user')).status).toBe(401)
    expect((await town.fetch('/api/sync/info')).status).toBe(401)
  })

  test('other origins may ask, and a 500 does not say so', async () => {
    await open({ faults: { crossOrigin: true, expiredTokenIs500: true } })
    const list = await town.fetch('/api/rooms/', { as: town.people.ons, headers: { Origin: 'https://app.example' } })
    expect(list.headers.get('Access-Control-Allow-Origin')).toBe('*')
    const broken = await town.fetch('/api/user', { headers: { Authorization: 'Bearer expired' } })
    expect([broken.status, broken.headers.get('Access-Control-Allow-Origin')]).toEqual([500, null])
    const headers = { Origin: 'https://app.example', 'Access-Control-Request-Headers': 'authorization' }
    const preflight = await town.fetch('/api/rooms/', { method: 'OPTIONS', headers })
    expect([preflight.status, await preflight.text()]).toEqual([200, 'OK'])
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('https://app.example')
    // Ours lets no page of another site sign in.
    const { email: username, password } = town.people.ons
    const login = { method: 'POST', body: new URLSearchParams({ username, password }) }
    expect((await town.fetch('/api/login', { ...login, headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(200)
  })

  test('an empty form field for a number is 422; leaving it out unassigns', async () => {
    await only('emptyFieldIs422')
    const { inspectionId } = await addObservation(town)
    const empty = await form('PATCH', `/inspections/${inspectionId}/assignee`, { inspector_id: '' })
    expect([empty.status, await empty.json()]).toMatchObject([422, { detail: [{ type: 'int_parsing' }] }])
    const left = await form('PATCH', `/inspections/${inspectionId}/assignee`, {})
    expect([left.status, await left.json()]).toMatchObject([200, { inspector_id: null }])
  })

  test('a unit comment is taken nested only', async () => {
    await only('nestedCommentOnly')
    const { addressId } = await addObservation(town)
    const said = { content: 'Empty', user_id: 1, address_id: addressId }
    expect((await json('POST', '/comments/', said)).status).toBe(422)
    expect((await json('POST', '/comments/', { comment: said })).status).toBe(200)
  })

  test('a body that names nothing is 500, what hangs on nothing is empty, unknown codes are left out', async () => {
    await open({ faults: { unknownReferenceIs500: true, unknownParentIsEmpty: true, dropsUnknownCodes: true } })
    const { areaId } = await addObservation(town)
    const violation = await json('POST', '/violations/', { address_id: 99999, user_id: 1, codes: [] })
    expect([violation.status, await violation.text()]).toEqual([500, 'Internal Server Error'])
    expect(await read('/areas/99999/observations')).toEqual([])
    expect(await read('/inspections/99999/unit/1/areas/count')).toBe(0)
    expect((await town.fetch('/api/areas/99999', { as: town.people.ons })).status).toBe(404)
    const seen = { content: 'y', potentialvio: false, codes: [99999], user_id: 1 }
    expect(await (await json('POST', `/areas/${areaId}/observations`, seen)).json()).toMatchObject({ codes: [] })
  })

  test('some lists say less than the detail', async () => {
    await open({ faults: { thinLists: true, finesAreWhole: true } })
    await fillTown(town)
    const made = await json('POST', '/citations/', {
      ...{ violation_id: 1, user_id: 1, fine: 199.6, deadline: '2026-12-01', code_id: 1, citationid: 'CT-1' },
    })
    expect(await made.json()).toMatchObject({ fine: 200, citationid: 'CT-1' })
    expect(await read('/citations/address/1')).toMatchObject([{ status: null, fine: null, citationid: null }, {}])
    expect(await read('/citations/')).toMatchObject([{ user: null, code_name: null, fine: 200 }, {}, {}])
    expect(await read('/violations/address/1')).toMatchObject([{ user: null, combadd: null, codes: [{ id: 1 }] }])
    expect(await read('/addresses/1/comments')).toMatchObject([{ combadd: null }, { combadd: null }])
  })

  test('photos: comments do not list them, they have no ids, and another address each time', async () => {
    await open({ faults: { commentsHidePhotos: true, photosHaveNoId: true, addressesAlwaysNew: true } })
    await fillTown(town)
    for (const comment of (await read('/comments/address/1')) as object[]) expect(comment).not.toHaveProperty('photos')
    const photos = async () => (await read('/inspections/1/photos')) as { id?: number; url: string }[]
    const [first, again] = [await photos(), await photos()]
    expect(first[0]).not.toHaveProperty('id')
    expect(first[0]?.url).not.toBe(again[0]?.url)
    expect((await town.fetch(first[0]?.url ?? '')).status).toBe(200)
  })

  test('areas forget their room, unit numbers come in capitals, % finds everything', async () => {
    await open({ faults: { roomsForgotten: true, unitsAreUpperCase: true, searchTakesWildcards: true } })
    await fillTown(town)
    const area = await json('POST', '/inspections/1/areas', { name: 'Kitchen', room_id: 1 })
    expect(await area.json()).toMatchObject({ name: 'Kitchen', room_id: null })
    expect(await (await json('POST', '/addresses/1/units', { number: ' 7c ' })).json()).toMatchObject({ number: '7C' })
    expect(await read('/addresses/search?query=%25')).toHaveLength(2)
  })

  test('abating twice is done twice, and saving a contact empties its notes', async () => {
    await open({ faults: { abatesAlways: true, putResetsNotes: true } })
    await fillTown(town)
    for (let n = 0; n < 2; n++) expect((await json('POST', '/violation/1/abate', { status: 1 })).status).toBe(200)
    await json('PUT', '/contacts/1', { name: 'Rose', email: null, phone: null, notes: 'keep me' })
    await json('PUT', '/contacts/1', { name: 'Rose', email: null, phone: null })
    expect(await read('/contacts/1')).toMatchObject({ notes: '' })
  })

  test('pending means no status; a schedule moves to UTC; a new status names no inspector', async () => {
    await open({ faults: { pendingIsUnset: true, offsetsBecomeUtc: true, statusForgetsInspector: true } })
    const { inspectionId } = await addObservation(town)
    const at = await form('PATCH', `/inspections/${inspectionId}/schedule`, {
      scheduled_datetime: '2026-12-01T09:30-05:00',
    })
    expect(await at.json()).toMatchObject({ scheduled_datetime: '2026-12-01T14:30:00' })
    expect(await read('/dash/inspections/1')).toHaveLength(1)
    const changed = await form('PATCH', `/inspections/${inspectionId}/status`, { status: 'Scheduled' })
    expect(await changed.json()).toMatchObject({ inspector_id: 1, inspector: null })
    expect(await read('/dash/inspections/1')).toEqual([])
  })

  test('ours has none of them', async () => {
    await open({})
    await fillTown(town)
    expect(await read('/addresses/search?query=%25')).toEqual([])
    expect((await town.fetch('/api/areas/99999/observations', { as: town.people.ons })).status).toBe(404)
    expect(await read('/violations/address/1')).toMatchObject([{ combadd: '1 ELM STREET' }])
    expect((await json('POST', '/violations/', { address_id: 99999, user_id: 1 })).status).toBe(404)
    const list = await town.fetch('/api/rooms/', { as: town.people.ons, headers: { Origin: 'https://app.example' } })
    expect(list.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })
})
