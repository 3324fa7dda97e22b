import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeviceDatabase } from '../../src/db/database.ts'
import { sealKeyOf } from '../../src/sync/session/seal/seal-key.ts'
import { Session } from '../../src/sync/session/session.ts'
import { type Office, office } from '../harness/office.ts'
import { openPage } from '../harness/page.ts'

let town: Office
beforeEach(async () => {
  town = await office()
  openPage(town.url, '#single-sign-on')
  // The app takes the mark off its address.
  vi.stubGlobal('history', { state: null, replaceState: () => vi.stubGlobal('location', { ...location, hash: '' }) })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await town.close()
})

const engineOf = ({ presence }: Session) => {
  if (presence.state !== 'in') throw new Error(`Nobody is signed in: ${presence.state}`)
  return presence.engine
}

test('I14 I16 a tab that single sign-on opened leaves the next person the key that their password opens', async () => {
  const { ons, otherOns } = town.people
  const real = fetch
  vi.stubGlobal('fetch', async (request: Request) =>
    request.url.endsWith('/sign-in/single')
      ? Response.json({ access_token: ons.token, token_type: 'bearer' })
      : real(request),
  )
  const first = new Session()
  await first.open()
  expect(engineOf(first).person.userId).toBe(ons.id)
  // In another tab that person signs out and somebody else signs in with a password.
  const second = new Session()
  await second.open()
  await second.signOut('keep')
  expect(await second.signIn({ email: otherOns.email, password: otherOns.password })).toMatchObject({
    kind: 'signedIn',
  })
  const db = new DeviceDatabase(engineOf(second).device.db.name)
  await db.open()
  await vi.waitFor(async () => expect((await sealKeyOf(db))?.wraps.password).toBeTruthy())
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(engineOf(first).person.userId).toBe(otherOns.id), { timeout: 20_000 })
  await vi.waitFor(() => expect(engineOf(first).opening).toBeDefined())
  expect((await sealKeyOf(db))?.wraps.password).toBeTruthy()
  db.close()
  await second.signOut('keep')
  await first.signOut('keep')
})
