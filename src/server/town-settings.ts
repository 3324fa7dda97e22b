import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { sealBytes, type TownPage, type TownSettings } from '../contract/town.ts'
import { townProblems } from '../rules/town-settings.ts'
import { type Config, changeable } from './config.ts'
import type { CallContext } from './endpoint.ts'
import { Refused } from './errors.ts'
import { settingsOfTown } from './setting-checks.ts'
import type { Tx } from './store/core-tables.ts'
import { townSettings } from './store/office-tables.ts'
import { users } from './store/town-tables.ts'
import { type StoredTown, storedTown } from './town-config.ts'
import { sealOf, TooManyPixels, townSealOf } from './town-seal.ts'

type Asking = Pick<CallContext, 'tx' | 'now' | 'user' | 'town'>

/** The settings as the page shows them, with those that the environment fixes. */
export const readTownPage = async ({ tx, town }: Pick<Asking, 'tx' | 'town'>): Promise<TownPage> =>
  pageOf(await town.within(tx), await storedTown(tx))

const pageOf = async (config: Config, stored: StoredTown): Promise<TownPage> => {
  const { seal: ownSeal, ...own } = stored
  const { town_name, ...others } = settingsOfTown(config)
  // In the order of the contract: the version is made from it.
  const settings: TownSettings = {
    town_name,
    address: own.address ?? '',
    phone: own.phone ?? '',
    email: own.email ?? '',
    website: own.website ?? '',
    notice_text: own.notice_text ?? '',
    ...others,
  }
  return {
    settings,
    fixed: [...config.fixed].map((by) => ({ name: changeable[by], by })),
    seal: (await townSealOf(config))?.address ?? null,
    ownSeal: ownSeal !== undefined && !config.fixed.has('TOWN_SEAL'),
    version: versionOf(settings),
  }
}

const versionOf = (settings: TownSettings): string =>
  createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 22)

/**
 * Saves the settings, all of them or none. Throws 409 if somebody else has changed them, 422 with the problem of each
 * field.
 */
export const saveTown = async (
  ask: Asking,
  { version, ...settings }: TownSettings & { version: string },
): Promise<TownPage> => {
  const { tx, town } = ask
  await tx.execute(sql`lock table ${townSettings} in share row exclusive mode`)
  const config = await town.within(tx)
  const known = await pageOf(config, await storedTown(tx))
  if (known.version !== version && versionOf(settings) !== known.version)
    throw new Refused(409, 'Somebody else has changed the settings meanwhile. Nothing was saved.')
  const fixed = new Set<string>(known.fixed.map(({ name }) => name))
  const changed = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(known.settings[name as keyof TownSettings]) !== JSON.stringify(value),
  )
  await assertRight(tx, settings, new Set(changed.map(([name]) => name)))
  for (const [name, value] of changed) {
    if (fixed.has(name)) throw refusedField(name, 'is set by the server’s settings')
    await keep(ask, name, value)
  }
  return published(ask)
}

/** Only what was changed is judged: a wrong value that is there already must not lock the others. */
const assertRight = async (tx: Tx, settings: TownSettings, changed: ReadonlySet<string>): Promise<void> => {
  const [first, ...others] = Object.entries(townProblems(settings)).filter(([name]) => changed.has(name))
  if (first)
    throw new Refused(
      422,
      [first, ...others].map(([name, msg]) => fieldProblem(name, msg)),
    )
  const inspector = settings.default_complaint_inspector
  if (!changed.has('default_complaint_inspector')) return
  const [person] = await tx.select({ active: users.active }).from(users).where(eq(users.id, inspector))
  if (!person?.active) throw refusedField('default_complaint_inspector', 'Choose somebody who may sign in')
}

const fieldProblem = (name: string, msg: string) => ({ type: 'value_error', loc: ['body', name], msg })
const refusedField = (name: string, msg: string) => new Refused(422, [fieldProblem(name, msg)])

/** Stores a picture as the town's seal, with the same checks as for the server's setting; null removes it. */
export const saveSeal = async (ask: Asking, picture: string | null): Promise<TownPage> => {
  const { tx, town } = ask
  if ((await town.within(tx)).fixed.has('TOWN_SEAL')) throw refusedField('picture', 'is set by the server’s settings')
  if (picture === null) await tx.delete(townSettings).where(eq(townSettings.name, 'seal'))
  else {
    const bytes = Buffer.from(picture, 'base64')
    if (bytes.length === 0 || bytes.toString('base64') !== picture) throw refusedField('picture', 'is no base64')
    if (bytes.length > sealBytes) throw refusedField('picture', `is larger than ${sealBytes / 1024} kB`)
    await sealOf(new Uint8Array(bytes)).catch((error: unknown) => {
      if (error instanceof TooManyPixels) throw refusedField('picture', `This picture ${error.message}.`)
      throw refusedField('picture', 'This is no picture that browsers show. Choose a PNG, JPEG, WebP or SVG.')
    })
    await keep(ask, 'seal', picture)
  }
  return published(ask)
}

const keep = async ({ tx, now, user }: Asking, name: string, value: unknown): Promise<void> => {
  const row = { value: JSON.stringify(value), updated_at: now, updated_by: user.id }
  await tx
    .insert(townSettings)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: townSettings.name, set: row })
}

/** The page with this change. This process's cached settings follow once the change is committed. */
const published = async (ask: Asking): Promise<TownPage> => {
  ask.town.changing()
  return readTownPage(ask)
}
