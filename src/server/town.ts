import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { SignInMethods } from '../contract/session.ts'
import type { Config } from './config.ts'
import type { Services } from './endpoint.ts'
import type { Faults } from './profile.ts'
import { type Db, serverSettings } from './store/core-tables.ts'
import type { TownConfig } from './town-config.ts'
import { serveTownSeal, townSealOf } from './town-seal.ts'

/**
 * What the app must know about its town before anybody signs in (G-15), at /config.json beside the shell. The id is
 * part of the database's name, so a phone keeps the data of two towns apart. It contains no secrets.
 */
export const serveTown = (
  app: Hono,
  { db, faults, town }: Pick<Services, 'db'> & { faults: Faults; town: TownConfig },
): void => {
  serveTownSeal(app, () => town.now())
  app.get('/config.json', async (c) => {
    // Read from the database each time: another process may have changed it, and devices ask for it rarely.
    const config = await town.read()
    const body = {
      ...(await townSettings(config)),
      townId: await townId(db),
      waysIn: faults.noExtensions ? null : waysIn(config),
    }
    return c.json(body, 200, { 'Cache-Control': 'no-cache' })
  })
}

const waysIn = ({ singleSignOn, passwordsOnlyFor }: Config): SignInMethods => ({
  codes: true,
  singleSignOn: singleSignOn?.label ?? null,
  // A person who is removed at the provider must not be able to use a passkey.
  passkeys: passwordsOnlyFor === null,
  passwordsAreOff: passwordsOnlyFor !== null,
})

/** The part that comes from the settings. */
export const townSettings = async (config: Config) => ({
  townName: config.townName,
  townSeal: (await townSealOf(config))?.address ?? null,
  timeZone: config.townZone,
  doubtWaitMs: config.doubtWaitSeconds * 1000,
  mapsUrl: config.mapsUrl,
  taxUrl: config.taxUrl,
  letterhead: [...config.letterhead],
  noticeText: config.noticeText,
  links: config.helpfulLinks,
  // For an app from before the list. It puts names that are numbers first.
  helpfulLinks: Object.fromEntries(config.helpfulLinks.map(({ name, url }) => [name, url])),
  defaultComplaintInspector: config.defaultComplaintInspector,
  manualPermits: config.manualPermits,
})

/** The town's own id: made once for a database and stored in it. */
export const townId = async (db: Db): Promise<string> => {
  const name = 'town-id'
  const read = async () => (await db.select().from(serverSettings).where(eq(serverSettings.name, name)))[0]?.value
  const known = await read()
  if (known) return known
  await db.insert(serverSettings).values({ name, value: randomUUID(), secret: false }).onConflictDoNothing()
  const made = await read()
  if (!made) throw new Error('The town has no id')
  return made
}
