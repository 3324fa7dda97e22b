import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { createApp } from '../app.ts'
import { archiveAssets } from '../assets-archive.ts'
import type { Config } from '../config.ts'
import { DEMO_PASSWORD, demoPeople, makeDemoTown } from '../demo/demo-town.ts'
import type { Office } from '../endpoint.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { keepHouse } from '../housekeeping.ts'
import { createLog } from '../log.ts'
import { type Serving, startServing } from '../serving.ts'
import { type Db, serverSettings } from '../store/core-tables.ts'
import { StartFailure } from '../store/failure.ts'
import { codeOf } from '../store/folder-lock.ts'
import { migrate } from '../store/migrate.ts'
import { openStore } from '../store/open-store.ts'
import { createFrontApp, type Front } from '../upstream/front-app.ts'

/** A town's server that answers. */
export interface RunningTown {
  /** 'http://127.0.0.1:4300'. */
  address: string
  /** What whoever started it must read, a line each. */
  lines: string[]
  /** Resolves with its last words when the database ends by itself. */
  died: Promise<string>
  /** Lets requests finish, then closes the database. */
  stop(): Promise<void>
}

/** Any number: who holds it looks whether the town is new, and founds it. */
const FOUNDING_LOCK = 7_340_513
const DEMO = 'demo-town'
const SETUP_CODE = 'setup-code-hash'

/** Opens the database, brings it up to date, makes the demo town in an empty one (unless `empty`), and listens. */
export const startTown = async (config: Config, { empty }: { empty: boolean }): Promise<RunningTown> => {
  const log = createLog(config.logLevel)
  if (config.apiUpstream) return startFront({ config, api: config.apiUpstream, log })
  const { db, notice, died, close } = await openStore({
    dataFolder: config.dataFolder,
    databaseUrl: config.databaseUrl,
  })
  try {
    await migrate(db)
    const store = await openFileStore(config)
    const office: Office = { db, store, config, log, clock: () => new Date() }
    const founded = await found(office, empty)
    await archiveAssets(config, new Date())
    const serving = await listen(createApp(office), config)
    const stopTidying = keepHouse(office)
    const address = addressOf(config, serving)
    const stop = async () => {
      await stopTidying()
      await serving.stop()
      await close()
    }
    return { address, lines: [notice, ...founded].filter((line) => line !== ''), died, stop }
  } catch (error) {
    await close()
    throw error
  }
}

/** Whether this is the code that the start of an empty town printed; it is good until the first user exists. */
export const isSetupCode = async (db: Db, code: string): Promise<boolean> => {
  const [kept] = await db.select().from(serverSettings).where(eq(serverSettings.name, SETUP_CODE))
  return kept !== undefined && timingSafeEqual(Buffer.from(kept.value), Buffer.from(hashOf(code)))
}

/** Makes the demo town in a database without users and addresses, or a code with which the first Admin is made. */
const found = (office: Office, empty: boolean): Promise<string[]> =>
  office.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FOUNDING_LOCK})`)
    const { rows } = await tx.execute<{ people: boolean; places: boolean }>(
      sql`select exists (select from users) as people, exists (select from addresses) as places`,
    )
    const { people = false, places = false } = rows[0] ?? {}
    const settings = new Set(
      (await tx.select({ name: serverSettings.name }).from(serverSettings)).map(({ name }) => name),
    )
    if (people) return settings.has(DEMO) ? demoLines : []
    if (empty || places || settings.has(SETUP_CODE)) return setupLines(await makeSetupCode(office.db))
    await makeDemoTown(office)
    await office.db.insert(serverSettings).values({ name: DEMO, value: 'yes', secret: false }).onConflictDoNothing()
    return demoLines
  })

const roleNames = ['Guest', 'ONS', 'OAS', 'Admin']

const demoLines = [
  `This is an invented demo town. Everybody's password is "${DEMO_PASSWORD}":`,
  ...demoPeople
    .filter(({ active }) => active)
    .map(({ email, role }) => `  ${(roleNames[role] ?? '').padEnd(6)} ${email}`),
]

const setupLines = (code: string) => [
  'This town has no users yet. Make the first Admin with:',
  `  npm run user -- add you@town.example --role admin --name "Your Name" --code ${code}`,
]

const makeSetupCode = async (db: Db): Promise<string> => {
  const code = randomBytes(9).toString('base64url')
  const value = hashOf(code)
  await db
    .insert(serverSettings)
    .values({ name: SETUP_CODE, value, secret: true })
    .onConflictDoUpdate({ target: serverSettings.name, set: { value } })
  return code
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

const addressOf = ({ host }: Config, { port }: Serving) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** The app alone, in front of the server that the town has; whether that one answers now is a matter of /readyz. */
const startFront = async (front: Front): Promise<RunningTown> => {
  await archiveAssets(front.config, new Date())
  const serving = await listen(createFrontApp(front), front.config)
  return {
    address: addressOf(front.config, serving),
    lines: [`The records are at ${front.api.origin}; calls are passed on to it.`],
    died: new Promise(() => undefined),
    stop: serving.stop,
  }
}

const listen = async (app: Hono, { host, port }: Config): Promise<Serving> => {
  try {
    return await startServing(app, { host, port })
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE')
      throw new StartFailure(
        `Port ${port} on ${host} is in use. Stop the program that has it, or set PORT to another number.`,
      )
    if (codeOf(error) === 'EACCES')
      throw new StartFailure(`Port ${port} may not be used by this user. Set PORT to a number above 1023.`)
    if (codeOf(error) === 'EADDRNOTAVAIL' || codeOf(error) === 'ENOTFOUND')
      throw new StartFailure(
        `This machine has no address ${host}. Set HOST to 127.0.0.1, or to 0.0.0.0 for all its addresses.`,
      )
    throw error
  }
}
