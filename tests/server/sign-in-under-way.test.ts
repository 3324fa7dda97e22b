import { afterEach, beforeEach, expect, test } from 'vitest'
import { passkeys as passkeyCalls } from '../../src/contract/passkey.ts'
import { session } from '../../src/contract/session.ts'
import { users } from '../../src/contract/user.ts'
import { passkeys } from '../../src/server/store/core-tables.ts'
import { held } from '../harness/held.ts'
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

/** The answer to a call that is held at the statement with these words while something else is done. */
const heldAt = async (words: string, call: () => Promise<Response>, meanwhile: () => Promise<unknown>) => {
  const query = town.pool.query.bind(town.pool)
  const [reached, free] = [held(), held()]
  town.pool.query = (async (config: { text: string }, values: unknown[]) => {
    if (config.text.includes(words)) {
      town.pool.query = query
      reached.end()
      await free.work()
    }
    return query(config, values)
  }) as typeof town.pool.query
  const answer = call()
  await reached.work()
  await meanwhile()
  free.end()
  return answer
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
  expect(await outcomeOf(await heldAt(passwordIsRight, signIn, setPassword))).toEqual([409, false])
})

test('X6 a sign-in that is under way with the old password opens nothing when its owner changes it', async () => {
  const { ons } = town.people
  const body = { current_password: ons.password, new_password }
  // The owner's call clears its own counter with the same statement, which is not held again.
  const answer = await heldAt(passwordIsRight, signIn, () => ask(town, users.changePassword, { body, as: ons }))
  expect(await outcomeOf(answer)).toEqual([409, false])
})

test('SE-02 a sign-in that is under way when its owner is made inactive stays without a session', async () => {
  const setActive = (active: boolean) =>
    town.pool.query('update users set active = $1 where id = $2', [active, town.people.ons.id])
  const answer = await heldAt(passwordIsRight, signIn, () => setActive(false))
  await setActive(true)
  expect(await outcomeOf(answer)).toEqual([409, false])
})

test('X27 a sign-in that is under way with a passkey opens nothing once an Admin set a new password', async () => {
  const { passkey, body } = await newPasskey()
  await ask(town, passkeyCalls.add, { body })
  const answer = passkey.used(challengeIn(await ask(town, passkeyCalls.beginSignIn)))
  const signInByPasskey = () => send(town, passkeyCalls.signIn, { body: { answer } })
  expect(await outcomeOf(await heldAt('update "passkeys"', signInByPasskey, setPassword))).toEqual([409, false])
})

test('X23 a passkey that is being added when an Admin sets a new password is not kept', async () => {
  const { body } = await newPasskey()
  const add = () => send(town, passkeyCalls.add, { body })
  expect((await heldAt('delete from "passkey_challenges"', add, setPassword)).status).toBe(401)
  expect(await town.db.$count(passkeys)).toBe(0)
})

test('X6 an own password that is being changed when an Admin sets a new one does not replace it', async () => {
  const { ons } = town.people
  const body = { current_password: ons.password, new_password: 'an otter in the race' }
  const change = () => send(town, users.changePassword, { body, as: ons })
  expect((await heldAt(passwordIsRight, change, setPassword)).status).toBe(401)
  const login = new URLSearchParams({ username: ons.email, password: new_password })
  expect((await town.fetch('/api/login', { method: 'POST', body: login })).status).toBe(200)
})
