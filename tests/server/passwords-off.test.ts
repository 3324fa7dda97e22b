import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { people as peopleCalls } from '../../src/contract/people-file.ts'
import { users as calls } from '../../src/contract/user.ts'
import { sessions } from '../../src/server/store/core-tables.ts'
import { users } from '../../src/server/store/town-tables.ts'
import { providerSettings } from '../harness/identity-provider.ts'
import { type Office, office } from '../harness/office.ts'
import { people } from '../harness/people.ts'
import { ask, send } from './routes/ask.ts'

let town: Office
beforeAll(async () => {
  town = await office({ config: { singleSignOn: providerSettings } })
  town.config.passwordsOnlyFor = people.admin.email
})
afterAll(() => town.close())

const new_password = 'a heron by the weir'
const off = '409 Passwords are switched off here. Sign in with Fernhill account.'
const saidBy = async (answer: Response) => `${answer.status} ${(await answer.json()).detail}`

test('X6 X7 where passwords are off none is set and no code is made, and no session ends for it', async () => {
  const { ons, admin } = town.people
  const params = { userId: ons.id }
  const hashes = () => town.db.select({ hash: users.password_hash }).from(users).where(eq(users.id, ons.id))
  const before = await hashes()
  expect(await saidBy(await send(town, calls.setPassword, { params, body: { new_password }, as: admin }))).toBe(off)
  expect(await saidBy(await send(town, calls.makeSignInCode, { params, body: {}, as: admin }))).toBe(off)
  const own = { current_password: 'whatever it was', new_password }
  expect(await saidBy(await send(town, calls.changePassword, { body: own, as: ons }))).toBe(off)
  expect(await hashes()).toEqual(before)
  const [session] = await town.db.select().from(sessions).where(eq(sessions.user_id, ons.id))
  expect(session?.revoked_at).toBeNull()
})

test('X101 people from a file get no password where passwords are off, also if an older app sends one', async () => {
  const person = (email: string) => ({ email, name: null, phone: null, role: 1, active: true })
  const added = await ask(town, peopleCalls.add, {
    body: {
      people: [
        { ...person('a@new.example'), new_password },
        { ...person('b@new.example'), new_password: null },
      ],
    },
    as: town.people.admin,
  })
  const ids = added.map(({ id }) => id)
  const rows = await town.db.select({ hash: users.password_hash }).from(users).where(inArray(users.id, ids))
  expect(rows).toEqual([{ hash: null }, { hash: null }])
})

test('X6 the one account that keeps its password may change it', async () => {
  const { admin } = town.people
  const body = { current_password: admin.password, new_password }
  expect((await send(town, calls.changePassword, { body, as: admin })).status).toBe(200)
})
