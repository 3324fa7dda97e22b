import { spawnSync } from 'node:child_process'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { passkeys, sessions } from '../../src/server/store/core-tables.ts'
import { users } from '../../src/server/store/town-tables.ts'
import { copyOfTemplate } from '../harness/database.ts'
import { type Office, office } from '../harness/office.ts'
import { cheapPasswords } from '../harness/server-process.ts'
import { programArgs } from '../harness/server-program.ts'

let town: Office
let databaseUrl: string
beforeAll(async () => {
  const database = await copyOfTemplate()
  databaseUrl = database.url
  town = await office({ database })
})
afterEach(() => town.pool.query('update users set active = true'))
afterAll(() => town.close())

/** What the command says, after its exit code. */
const user = (args: string[], settings: Record<string, string> = {}) => {
  const env = { ...process.env, ...cheapPasswords, DATABASE_URL: databaseUrl, DATA_FOLDER: town.config.dataFolder }
  const input = 'a heron by the weir\n'
  const given = programArgs('src/server/cli/user.ts', args)
  const { status, stdout, stderr } = spawnSync(process.execPath, given, {
    env: { ...env, ...settings },
    input,
    encoding: 'utf8',
  })
  return `${status} ${stdout}${stderr}`.trim()
}

const onlySingleSignOn = {
  OIDC_ISSUER: 'https://accounts.fernhill.example',
  OIDC_CLIENT_ID: 'codesoft',
  OIDC_CLIENT_SECRET: 'secret',
  PASSWORDS_ONLY_FOR: 'admin@town.example',
}

/** What a new password changes and ends. */
const heldBy = async (id: number) => ({
  hash: (await town.db.select({ hash: users.password_hash }).from(users).where(eq(users.id, id)))[0]?.hash,
  ended: (await town.db.select().from(sessions).where(eq(sessions.user_id, id))).map((it) => it.revoked_at),
  passkeys: await town.db.$count(passkeys, eq(passkeys.user_id, id)),
})

test('X7 where passwords are off the command sets none that opens nothing, and ends no session or passkey for it', async () => {
  const { ons } = town.people
  const made = { credential_id: 'passkey-1', public_key: Buffer.from('key'), counter: 0, name: 'Phone' }
  await town.db.insert(passkeys).values({ ...made, user_id: ons.id, created_at: new Date() })
  const before = await heldBy(ons.id)
  const off = `1 Passwords are switched off here (PASSWORDS_ONLY_FOR). One of ${ons.email} would open nothing.`
  expect(user(['password', ons.email, '--password-stdin'], onlySingleSignOn)).toBe(off)
  // A sign-in code is entered beside the password.
  expect(user(['code', ons.email], onlySingleSignOn)).toBe(off)
  expect(await heldBy(ons.id)).toEqual(before)
  expect(before).toMatchObject({ ended: [null], passkeys: 1 })
  // A new person signs in at the provider only.
  const added = ['add', 'new@town.example', '--role', 'ons']
  expect(user([...added, '--password-stdin'], onlySingleSignOn)).toBe(off.replace(ons.email, 'new@town.example'))
  expect(user(added, onlySingleSignOn)).toMatch(/^0 new@town.example is added, and signs in with [^:]+\.$/)
  // The one account that keeps its password, and any account where passwords are on.
  expect(user(['password', 'admin@town.example', '--password-stdin'], onlySingleSignOn)).toMatch(/^0 .*is set/)
  expect(user(['password', ons.email, '--password-stdin'])).toMatch(/^0 .*is set/)
}, 60_000)

test('SE-02 a person is enabled also in a town without an active Admin; the last Admin is not disabled', async () => {
  const { ons, admin } = town.people
  expect(user(['disable', admin.email])).toBe(`1 ${admin.email} is the last Admin. Make another one first.`)
  await town.pool.query('update users set active = false where role = 3 or id = $1', [ons.id])
  expect(user(['enable', ons.email])).toBe(`0 ${ons.email} is enabled.`)
  expect(user(['disable', ons.email])).toBe(`0 ${ons.email} is disabled.`)
  expect(user(['enable', admin.email])).toBe(`0 ${admin.email} is enabled.`)
}, 60_000)
