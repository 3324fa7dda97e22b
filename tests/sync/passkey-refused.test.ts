import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Directory } from '../../src/db/directory.ts'
import { signInWithPasskey } from '../../src/sync/session/passkey.ts'
import { type Office, office } from '../harness/office.ts'

let town: Office
beforeEach(async () => {
  town = await office({ config: { publicUrl: 'https://fernhill.example' } })
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('window', globalThis)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await town.close()
})

const signIn = () =>
  signInWithPasskey(new Directory(), { base: `${town.url}/api`, townId: 'town', fetch: (request) => fetch(request) })

test.each([
  ['NotAllowedError', 'No passkey was used. It was cancelled, took too long, or this device has none for this town.'],
  ['NotReadableError', 'No passkey was used. This device could not do it. Try again, or sign in another way.'],
  ['UnknownError', 'No passkey was used. This device could not do it. Try again, or sign in another way.'],
  ['TypeError', 'No passkey was used. This device could not do it. Try again, or sign in another way.'],
])('SE-08 a browser that refuses a passkey with %s is told in words', async (name, words) => {
  const error = name === 'TypeError' ? new TypeError('no') : new DOMException('no', name)
  vi.stubGlobal('navigator', { credentials: { get: () => Promise.reject(error) } })
  expect(await signIn()).toEqual({ kind: 'told', words, takesCode: false })
})

test('SE-08 a sign-in by passkey that was begun too often asks for no code, which would not help', async () => {
  vi.stubGlobal('navigator', {})
  await town.pool.query(
    "insert into sign_in_attempts (scope, wrong, window_ends_at) values ('begun:127.0.0.1', 100, now() + interval '10 minutes')",
  )
  expect(await signIn()).toMatchObject({ kind: 'told', takesCode: false, words: expect.stringContaining('too often') })
})
