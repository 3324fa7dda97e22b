import { afterEach, beforeEach, expect, test } from 'vitest'
import { passkeys as passkeyCalls } from '../../src/contract/passkey.ts'
import { session } from '../../src/contract/session.ts'
import { users } from '../../src/contract/user.ts'
import { passkeys } from '../../src/server/store/core-tables.ts'
import { type Office, office } from '../harness/office.ts'
import { SoftPasskey } from '../harness/soft-passkey.ts'
import { ask, send } from './routes/ask.ts'

const origin = 'https://fernhill.example'
const new_password = 'a heron by the weir'
let town: Office
beforeEach(async () => {
  town = await office({ config: { publicUrl: origin } })
})
afterEach(() => town.close())

/** Holds the next statement with these words until `letGo`, so that other work is done in the middle of a call. */
const holdAt = (words: string) => {
  const query = town.pool.query.bind(town.pool)
  let letGo = () => undefined as unknown
  const free = new Promise((resolve) => {
    letGo = () => resolve(undefined)
  })
  const reached = new Promise((resolve) => {
    town.pool.query = (async (config: { text: string }, values: unknown[]) => {
      if (config.text.includes(words)) {
        town.pool.query = query
        resolve(undefined)
        await free
      }
      return query(config, values)
    }) as typeof town.pool.query
  })
  return { reached, letGo }
}

/** The statement with which a sign-in goes on when the password was right. */
const passwordIsRight = 'delete from "sign_in_attempts"'

const signIn = () => {
  const { email: username, password } = town.people.ons
  return town.fetch('/api/login', { method: 'POST', body: new URLSearchParams({ username, password }) })
}

const setPassword = () =>
  ask(town, users.setPassword, {
    params: { userId: town.people.ons.id },
    body: { new_password },
    as: town.people.admin,
  })

/** The status of a sign-in, and whether it left an open session. */
const outcomeOf = async (answer: Response) => {
  const { access_token: token = '' } = (await answer.json()) as { access_token?: string }
  const profile = await send(town, session.profile, { as: { ...town.people.ons, token } })
  return [answer.status, profile.status === 200]
}

const challengeIn = ({ options }: { options: Record<string, unknown> }) => String(options.challenge)

const newPasskey = async () => {
  const passkey = new SoftPasskey(origin)
  const begun = await ask(town, passkeyCalls.beginAdding, { body: {} })
  return { passkey, body: { name: 'Phone', answer: passkey.made(challengeIn(begun)) } }
}

test('X7 a sign-in that is under way with the old password opens nothing', async () => {
  const hold = holdAt(passwordIsRight)
  const signingIn = signIn()
  await hold.reached
  await setPassword()
  hold.letGo()
  expect(await outcomeOf(await signingIn)).toEqual([409, false])
})

test('X6 a sign-in that is under way with the old password opens nothing when its owner changes it', async () => {
  const { ons } = town.people
  const hold = holdAt(passwordIsRight)
  const signingIn = signIn()
  await hold.reached
  // The owner's call clears its own counter with the same statement, which is not held again.
  await ask(town, users.changePassword, { body: { current_password: ons.password, new_password }, as: ons })
  hold.letGo()
  expect(await outcomeOf(await signingIn)).toEqual([409, false])
})

test('SE-02 a sign-in that is under way when its owner is made inactive stays without a session', async () => {
  const { ons } = town.people
  const hold = holdAt(passwordIsRight)
  const signingIn = signIn()
  await hold.reached
  await town.pool.query('update users set active = false where id = $1', [ons.id])
  hold.letGo()
  const answer = await signingIn
  await town.pool.query('update users set active = true where id = $1', [ons.id])
  expect(await outcomeOf(answer)).toEqual([409, false])
})

test('X27 a sign-in that is under way with a passkey opens nothing once an Admin set a new password', async () => {
  const { passkey, body } = await newPasskey()
  await ask(town, passkeyCalls.add, { body })
  const answer = passkey.used(challengeIn(await ask(town, passkeyCalls.beginSignIn)))
  const hold = holdAt('update "passkeys"')
  const signingIn = send(town, passkeyCalls.signIn, { body: { answer } })
  await hold.reached
  await setPassword()
  hold.letGo()
  expect(await outcomeOf(await signingIn)).toEqual([409, false])
})

test('X23 a passkey that is being added when an Admin sets a new password is not kept', async () => {
  const { body } = await newPasskey()
  const hold = holdAt('delete from "passkey_challenges"')
  const adding = send(town, passkeyCalls.add, { body })
  await hold.reached
  await setPassword()
  hold.letGo()
  expect((await adding).status).toBe(401)
  expect(await town.db.$count(passkeys)).toBe(0)
})

test('X6 an own password that is being changed when an Admin sets a new one does not replace it', async () => {
  const { ons } = town.people
  const hold = holdAt('delete from "sign_in_attempts"')
  const body = { current_password: ons.password, new_password: 'an otter in the race' }
  const changing = send(town, users.changePassword, { body, as: ons })
  await hold.reached
  await setPassword()
  hold.letGo()
  expect((await changing).status).toBe(401)
  const login = new URLSearchParams({ username: ons.email, password: new_password })
  expect((await town.fetch('/api/login', { method: 'POST', body: login })).status).toBe(200)
})
