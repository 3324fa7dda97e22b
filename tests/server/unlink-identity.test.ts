import { spawnSync } from 'node:child_process'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { personOf } from '../../src/server/single-sign-on/person.ts'
import { auditLog } from '../../src/server/store/core-tables.ts'
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

test('SE-01 an account made anew at the provider opens the same user again once the old link is removed', async () => {
  const { ons } = town.people
  expect(await arrive('before')).toBe(ons.id)
  await expect(arrive('anew')).rejects.toThrow(/belongs to somebody else at Fernhill account.*"user unlink EMAIL"/)
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
  expect(await arrive('anew')).toBe(ons.id)
  await expect(arrive('before')).rejects.toThrow('belongs to somebody else')
}, 60_000)
