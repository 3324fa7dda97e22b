import { afterEach, beforeEach, expect, test } from 'vitest'
import { deviceOrderHeader } from '../../src/contract/device-order.ts'
import { inspections } from '../../src/contract/inspection.ts'
import { licenses } from '../../src/contract/license.ts'
import { permits } from '../../src/contract/permit.ts'
import { session } from '../../src/contract/session.ts'
import { sync } from '../../src/contract/sync.ts'
import { type Office, office } from '../harness/office.ts'
import { addAddress, addInspection, ask, send } from './routes/ask.ts'

const device = 'iPhone 1A2B'
let now: Date
let town: Office
beforeEach(async () => {
  now = new Date('2026-11-20T14:00:00Z')
  town = await office({ clock: () => now })
})
afterEach(() => town.close())

test('X89 a report that is still arriving when the phone is ordered to be cleared does not end the order', async () => {
  const { ons, admin } = town.people
  const signedIn = await town.fetch('/api/login', {
    method: 'POST',
    headers: { 'Device-Id': device },
    body: new URLSearchParams({ username: ons.email, password: ons.password }),
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const said = { waiting: 1, needsYou: 0, photosWaiting: 0, oldestAt: null, lastSentAt: null, version: '1' }
  const text = new TextEncoder().encode(JSON.stringify({ device, ...said }))
  let rest: () => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(text.slice(0, 10))
      rest = () => {
        stream.enqueue(text.slice(10))
        stream.close()
      }
    },
  })
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  // Node asks for `duplex`, which the type does not know.
  const options = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  const report = town.app.fetch(new Request('http://town.example/api/sync/heartbeat', options))
  await new Promise((resolve) => setTimeout(resolve, 300))
  now = new Date('2026-11-20T14:00:02Z')
  await ask(town, sync.signOutDevice, { body: { user_id: ons.id, device, clear: true }, as: admin })
  rest()
  await report
  const refused = await send(town, session.profile, { as: { ...ons, token } })
  expect([refused.status, refused.headers.get(deviceOrderHeader)]).toEqual([401, 'clear'])
})

test.each([
  [
    'license',
    'Multifamily License',
    'insert into licenses (license_type, inspection_id, created_at, updated_at) values (3, $1, now(), now())',
  ],
  [
    'permit',
    'Building/Dumpster/POD permit',
    "insert into permits (permit_type, inspection_id, created_at, updated_at) values ('x', $1, now(), now())",
  ],
] as const)(
  'G-02 a completion beside a %s that somebody makes by hand in this moment is not refused',
  async (kind, source, insert) => {
    const address = await addAddress(town, '1 A STREET')
    const { id } = await addInspection(town, address.id, source)
    const other = await town.pool.connect()
    await other.query('begin')
    await other.query(insert, [id])
    const completed = send(town, inspections.setStatus, { params: { inspectionId: id }, body: { status: 'Completed' } })
    const byHand =
      kind === 'license'
        ? send(town, licenses.add, {
            body: { inspection_id: id, address_id: address.id, license_type: 3, paid: false, sent: false },
          })
        : send(town, permits.add, { body: { inspection_id: id } })
    await new Promise((resolve) => setTimeout(resolve, 300))
    await other.query('commit')
    other.release()
    expect([(await completed).status, (await byHand).status]).toEqual([200, 200])
  },
)
