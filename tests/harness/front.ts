import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Hono } from 'hono'
import { readConfig } from '../../src/server/config.ts'
import { createLog } from '../../src/server/log.ts'
import { startServing } from '../../src/server/serving.ts'
import { poolOf } from '../../src/server/store/open-store.ts'
import { createFrontApp } from '../../src/server/upstream/front-app.ts'
import { openSpool } from '../../src/server/upstream/spool-folder.ts'
import { type KeyStore, migrateKeys, openKeyStore } from '../../src/server/upstream/store/key-store.ts'
import { bareDatabase } from './processes.ts'

/** A front on a real port, connected to the server at an address. */
export interface TestFront {
  url: string
  app: Hono
  keys: KeyStore
  /** Address of its database, which may outlive it. */
  database: string
  idle(): Promise<void>
  /** Ends it like a dying process: it waits for nothing, and its database stays. */
  die(): Promise<void>
  close(): Promise<void>
}

interface Options {
  settings?: Record<string, string>
  /** The database of an earlier front that died. */
  database?: string
  clock?: () => Date
}

/** Opens a front. Close it after the test. */
export const testFront = async (api: string, options: Options = {}): Promise<TestFront> => {
  const bare = options.database === undefined ? await bareDatabase() : null
  const database = options.database ?? bare?.url ?? ''
  const clock = options.clock ?? (() => new Date())
  const config = readConfig({ API_UPSTREAM: api, LOG_LEVEL: 'silent', TOWN_NAME: 'Fernhill', ...options.settings })
  const pool = poolOf(database, 10)
  await migrateKeys(drizzle(pool))
  const keys = await openKeyStore(drizzle(pool), pool, clock())
  await keys.adopt(new Date(clock().getTime() + config.doubtWaitSeconds * 1000))
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-front-'))
  const spoolFolder = await openSpool(join(folder, 'on-its-way'), clock())
  const log = createLog('silent')
  const { app, idle } = createFrontApp({ config, api: new URL(api), log, keys, clock, spoolFolder })
  const serving = await startServing(app, { host: '127.0.0.1', port: 0 })
  let isOver = false
  const end = async () => {
    if (isOver) return
    isOver = true
    await keys.close()
    await pool.end()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    url: `http://127.0.0.1:${serving.port}`,
    app,
    keys,
    database,
    idle,
    die: end,
    close: async () => {
      await serving.stop()
      await end()
      await bare?.drop()
    },
  }
}

/** The open files of bodies that wait to be passed on, also of those whose name is removed already. */
export const openBodies = () =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).includes('/on-its-way/')
    } catch {
      return false
    }
  }).length
