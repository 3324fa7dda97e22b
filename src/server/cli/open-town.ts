import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { createApp } from '../app.ts'
import { archiveAssets } from '../assets-archive.ts'
import { type Config, settingDefaults } from '../config.ts'
import { DEMO_NAME, demoSeal } from '../demo/demo-seal.ts'
import type { Services } from '../endpoint.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { runPeriodically, startHousekeeping, startSealing } from '../housekeeping.ts'
import type { Log } from '../log.ts'
import { sealKeyOf } from '../seal-key.ts'
import type { Db } from '../store/core-tables.ts'
import { migrate } from '../store/migrate.ts'
import { openStore } from '../store/open-store.ts'
import { limitStatements } from '../store/statement-limits.ts'
import { townSealOf } from '../town-seal.ts'
import { createFrontApp } from '../upstream/front-app.ts'
import { openSpool, tidySpools } from '../upstream/spool-folder.ts'
import { type KeyStore, migrateKeys, openKeyStore } from '../upstream/store/key-store.ts'
import { isDemoTown, setUpTown } from './set-up-town.ts'

/** An open town: its records can be read, but it is not on a port yet. */
export interface OpenedTown {
  app: Hono
  /** Lines for the person who started it. */
  lines: string[]
  /** Resolves with the reason when the database ends by itself. */
  died: Promise<string>
  /** Stops background work and closes the database. */
  close(): Promise<void>
}

/** How a town is to be opened. */
interface Opening {
  /** Makes no demo town in an empty database. */
  empty: boolean
  /** Learns which database it is before anything is written there, and throws if that must not be. */
  claim?(database: string): void
}

/** Opens and migrates the database, and makes the demo town in an empty one (unless `empty`). */
export const openTown = async (config: Config, log: Log, { empty, claim }: Opening): Promise<OpenedTown> => {
  // Checked before anything is opened, so that a wrong setting is reported first.
  await townSealOf(config)
  if (config.apiUpstream) return openFront(config, config.apiUpstream, { log, claim })
  const { pool, db, notice, died, close } = await openStore({
    dataFolder: config.dataFolder,
    databaseUrl: config.databaseUrl,
  })
  try {
    claim?.(await databaseId(db))
    await migrate(db)
    const store = await openFileStore(config)
    const services: Services = { db, store, config, log, clock: () => new Date() }
    const founded = await setUpTown(services, empty)
    const town = (await isDemoTown(db)) ? { ...services, config: await namedAsDemo(config) } : services
    await archiveAssets(config, new Date())
    // The key is made at the first start, so that every backup contains the key of the work that phones seal later.
    await sealKeyOf(db)
    await limitStatements(pool)
    const stopHousekeeping = startHousekeeping(services)
    const stopSealing = startSealing(services)
    return {
      app: createApp(town),
      lines: [notice, ...founded].filter((line) => line !== ''),
      died,
      close: async () => {
        await stopHousekeeping()
        await stopSealing()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The same for every address of a database, and no other one's: when its server started, and its number there. */
const databaseId = async (db: Db): Promise<string> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select extract(epoch from pg_postmaster_start_time()) || ' ' || oid as id
        from pg_database where datname = current_database()`,
  )
  return rows[0]?.id ?? ''
}

/** The invented town has an invented name and seal, unless the settings say another. */
const namedAsDemo = async (config: Config): Promise<Config> => {
  const townName = config.townName === settingDefaults.TOWN_NAME ? DEMO_NAME : config.townName
  if (config.townSeal !== null || townName !== DEMO_NAME) return { ...config, townName }
  const townSeal = join(config.dataFolder, 'demo-seal.svg')
  await mkdir(config.dataFolder, { recursive: true })
  await writeFile(townSeal, demoSeal())
  return { ...config, townName, townSeal }
}

/** The front of the town's existing server. /readyz tells whether that server answers now. */
const openFront = async (
  config: Config,
  api: URL,
  { log, claim }: Pick<Opening, 'claim'> & { log: Log },
): Promise<OpenedTown> => {
  const { dataFolder, databaseUrl } = config
  const { db, pool, notice, died, close } = await openStore({ dataFolder, databaseUrl })
  const clock = () => new Date()
  let keys: KeyStore | undefined
  try {
    claim?.(await databaseId(db))
    await migrateKeys(db)
    const kept = await openKeyStore(db, pool, clock())
    keys = kept
    await kept.adopt(new Date(clock().getTime() + config.doubtWaitSeconds * 1000))
    const spoolFolder = await openSpool(join(dataFolder, 'on-its-way'), clock())
    await archiveAssets(config, clock())
    const stopHousekeeping = runPeriodically(async () => {
      await tidySpools(spoolFolder, clock())
      await kept.forgetOld(clock())
    }, log)
    const { app, idle } = createFrontApp({ config, api, log, keys: kept, clock, spoolFolder })
    return {
      app,
      lines: [notice, `The records are at ${api.origin}; calls are passed on to it.`].filter((line) => line !== ''),
      died,
      close: async () => {
        await Promise.race([idle(), passed(STOP_MS)])
        await stopHousekeeping()
        await rm(spoolFolder, { recursive: true, force: true })
        await kept.close()
        await close()
      },
    }
  } catch (error) {
    await keys?.close()
    await close()
    throw error
  }
}

/** How long a stopping front waits for calls whose caller has hung up. Later ones are in doubt and are looked up. */
const STOP_MS = 10_000

const passed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
