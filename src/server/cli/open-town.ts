import type { Hono } from 'hono'
import { createApp } from '../app.ts'
import { archiveAssets } from '../assets-archive.ts'
import type { Config } from '../config.ts'
import type { Office } from '../endpoint.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { keepHouse } from '../housekeeping.ts'
import type { Log } from '../log.ts'
import { migrate } from '../store/migrate.ts'
import { openStore } from '../store/open-store.ts'
import { createFrontApp, type Front } from '../upstream/front-app.ts'
import { foundTown } from './founding.ts'

/** A town whose records can be asked for, not yet on a port. */
export interface OpenedTown {
  app: Hono
  /** What whoever started it must read, a line each. */
  lines: string[]
  /** Resolves with its last words when the database ends by itself. */
  died: Promise<string>
  /** Ends what runs beside requests, and closes the database. */
  close(): Promise<void>
}

/** Opens the database, brings it up to date, and makes the demo town in an empty one (unless `empty`). */
export const openTown = async (config: Config, log: Log, { empty }: { empty: boolean }): Promise<OpenedTown> => {
  if (config.apiUpstream) return openFront({ config, api: config.apiUpstream, log })
  const { db, notice, died, close } = await openStore({
    dataFolder: config.dataFolder,
    databaseUrl: config.databaseUrl,
  })
  try {
    await migrate(db)
    const store = await openFileStore(config)
    const office: Office = { db, store, config, log, clock: () => new Date() }
    const founded = await foundTown(office, empty)
    await archiveAssets(config, new Date())
    const stopTidying = keepHouse(office)
    return {
      app: createApp(office),
      lines: [notice, ...founded].filter((line) => line !== ''),
      died,
      close: async () => {
        await stopTidying()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The app alone, in front of the server that the town has; whether that one answers now is a matter of /readyz. */
const openFront = async (front: Front): Promise<OpenedTown> => {
  await archiveAssets(front.config, new Date())
  return {
    app: createFrontApp(front),
    lines: [`The records are at ${front.api.origin}; calls are passed on to it.`],
    died: new Promise(() => undefined),
    close: async () => undefined,
  }
}
