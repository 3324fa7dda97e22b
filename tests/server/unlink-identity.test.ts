import { spawnSync } from 'node:child_process'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOfSecret, newSecret } from '../../src/server/secrets.ts'
import { personOf } from '../../src/server/single-sign-on/person.ts'
import { auditLog, identities, singleSignOns } from '../../src/server/store/core-tables.ts'
import { copyOfTemplate } from '../harness/database.ts'
import { providerSettings } from '../harness/identity-provider.ts'
import { type Office, office } from '../harness/office.ts'
import { programArgs } from '../harness/server-program.ts'

let town: Office
let databaseUrl: string
beforeEach(async () => {
  const database = await copyOfTemplate()
  databaseUrl = database.url
  town = await office({ database })
})
afterEach(() => town.close())

const arrive = (subject: string) =>
  personOf(town.db, { subject, email: 'ons@town.example', name: null, roles: [] }, providerSettings, new Date())

/** The status when the browser with this cookie asks for its session. */
const takes = async (secret: string) => {
  const headers = { Cookie: `codesoft-sign-in=${secret}` }
  return (await town.fetch('/api/sign-in/single', { method: 'POST', headers })).status
}

test('SE-01 an account made anew at the provider opens the same user again once the old link is removed', async () => {
  const { ons } = town.people
  expect(await arrive('before')).toBe(ons.id)
  await expect(arrive('anew')).rejects.toThrow(/belongs to somebody else at Fernhill account.*"user unlink EMAIL"/)
  // The old account has come back from the provider; its browser has not asked for its session yet.
  const expires_at = new Date(Date.now() + 600_000)
  const begun = { state: 's', nonce: 'n', verifier: 'v', problem: null, back_to: '/', expires_at }
  const { otherOns } = town.people
  const [old, other] = [newSecret(), newSecret()]
  await town.db.insert(singleSignOns).values([
    { ...begun, browser_hash: hashOfSecret(old), user_id: ons.id },
    { ...begun, browser_hash: hashOfSecret(other), user_id: otherOns.id },
  ])
  const issuer = providerSettings.issuer.href
  await town.db.insert(identities).values({ issuer, subject: 'o', user_id: otherOns.id, created_at: new Date() })
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    programArgs('src/server/cli/user.ts', ['unlink', 'ONS@town.example']),
    { env: { ...process.env, DATABASE_URL: databaseUrl, DATA_FOLDER: town.config.dataFolder }, encoding: 'utf8' },
  )
  expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('ons@town.example is linked to no account'), ''])
  const noted = await town.db.select().from(auditLog).where(eq(auditLog.call, 'command line: user unlink'))
  expect(noted).toMatchObject([{ record_type: 'user', record_id: ons.id }])
  // Whoever used the old account is signed out.
  expect((await town.fetch('/api/user', { as: ons })).status).toBe(401)
  expect(await takes(old)).toBe(409)
  expect(await takes(other)).toBe(200)
  // The old account was being looked up while the link was removed.
  const late = newSecret()
  await town.db.insert(singleSignOns).values({ ...begun, browser_hash: hashOfSecret(late), user_id: ons.id })
  expect(await takes(late)).toBe(409)
  expect(await arrive('anew')).toBe(ons.id)
  await expect(arrive('before')).rejects.toThrow('belongs to somebody else')
}, 60_000)
