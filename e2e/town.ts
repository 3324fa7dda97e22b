import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { createApp } from '../src/server/app.ts'
import type { Config, Profile } from '../src/server/config.ts'
import { makeDemoTown } from '../src/server/demo/demo-town.ts'
import { createDiskStore } from '../src/server/files/disk-store.ts'
import type { FileStore } from '../src/server/files/file-store.ts'
import { createLog } from '../src/server/log.ts'
import { faultsOf, type IncomingCall, type InjectedFault } from '../src/server/profile.ts'
import { poolOf } from '../src/server/store/open-store.ts'
import { cheapConfig, people } from '../tests/harness/people.ts'
import { ask, startTestPostgres, TEMPLATE } from '../tests/harness/postgres.ts'

/** A town's real server on a real database, serving the built app; a story can take its signal away. */
export interface TestTown {
  url: string
  pool: pg.Pool
  /** The bytes of its files, by the keys in the database. */
  files: FileStore
  dataFolder: string
  /** Nothing listens any more, as for a phone without signal. */
  signalOff(): Promise<void>
  signalOn(): Promise<void>
  /** `inject` chooses the fault of each call; undefined for none. */
  faults: { inject: (call: IncomingCall) => InjectedFault | undefined }
  /** Tells no phone of its changes, so that a record is on none before it was opened there. */
  tellsNoChanges: boolean
  /** 'POST /api/areas/7/observations' of every call that arrived. */
  calls: string[]
  /** How far the town's clock runs ahead of this machine's (ms): for a night that passes within a story. */
  aheadMs: number
  close(): Promise<void>
}

export { people }

/** The port of this process's towns, so that a browser that has installed the app finds the next town at the same address. */
let ownPort = 0
let isPortTaken = false

let databases: Promise<{ url(name: string): string; stop(): Promise<void> }> | undefined

/** Opens a town with five people and two inspections to do, or the demo town; every test has its own. */
export async function openTown(
  options: {
    profile?: Profile
    doubtWaitSeconds?: number
    distFolder?: string
    isDemo?: boolean
    config?: Partial<Config>
  } = {},
): Promise<TestTown> {
  const admin = process.env.E2E_POSTGRES ?? (await ownDatabases())
  const name = `story_${Math.random().toString(36).slice(2, 10)}`
  await ask(admin, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const pool = poolOf(Object.assign(new URL(admin), { pathname: `/${name}` }).href, 10)
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-story-'))
  const config = {
    ...cheapConfig,
    profile: options.profile ?? 'keyed',
    dataFolder: folder,
    distFolder: options.distFolder ?? 'dist',
    doubtWaitSeconds: options.doubtWaitSeconds ?? 3,
    ...options.config,
  }
  const faults: TestTown['faults'] = { inject: () => undefined }
  const calls: string[] = []
  const files = createDiskStore(join(folder, 'files'))
  const app = createApp({
    db: drizzle(pool),
    store: files,
    config,
    log: createLog('silent'),
    clock: () => new Date(Date.now() + town.aheadMs),
    faults: faultsOf(config.profile),
    injectFault: (call) => {
      calls.push(`${call.method} ${call.path}`)
      if (town.tellsNoChanges && call.path === '/api/sync/changes')
        return { kind: 'failBefore', status: 500, detail: 'Out of order' }
      return faults.inject(call)
    },
  })
  // Another build of the app is not installed at that address. The other engines keep their data from town to town, so
  // there each town has an address of its own.
  const isInWorker = process.env.TEST_WORKER_INDEX !== undefined
  const isAtOwnPort = isInWorker && !isPortTaken && config.distFolder === (process.env.E2E_DIST ?? 'dist')
  let port = isAtOwnPort ? ownPort : 0
  if (isAtOwnPort) isPortTaken = true
  let server: Server | null = null
  const on = () =>
    new Promise<void>((resolve, reject) => {
      // The node server of a plain HTTP app is node's own Server.
      server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (info) => {
        port = info.port
        resolve()
      }) as Server
      server.on('error', reject)
    })
  const off = () =>
    new Promise<void>((resolve) => {
      if (!server) return resolve()
      server.close(() => resolve())
      server.closeAllConnections()
      server = null
    })
  const town: TestTown = {
    url: '',
    pool,
    files,
    dataFolder: folder,
    signalOff: off,
    signalOn: on,
    faults,
    tellsNoChanges: false,
    calls,
    aheadMs: 0,
    async close() {
      await off()
      if (isAtOwnPort) isPortTaken = false
      await pool.end()
      await ask(admin, `drop database ${name} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await on()
  if (isAtOwnPort) ownPort = port
  town.url = `http://127.0.0.1:${port}`
  if (options.isDemo) await makeDemoTown({ db: drizzle(pool), store: files, config, clock: () => new Date() })
  else await fillTown(pool)
  return town
}

/** Where no run of the browser tests has started them: this process starts its own, once. */
async function ownDatabases(): Promise<string> {
  databases ??= startTestPostgres('packaged').then((started) => {
    if (!started) throw new Error('The packaged PostgreSQL did not start')
    return started
  })
  return (await databases).url('postgres')
}

/** Stops the databases that this process has started; once, after all its stories. */
export async function closeDatabases(): Promise<void> {
  await (await databases)?.stop()
  databases = undefined
}

/** Invented: two addresses, a unit, code sections, rooms with prompts, and two inspections of the first inspector. */
async function fillTown(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into addresses (combadd, property_name, ownername) values
      ('12 ELM STREET', 'Elm Court', 'Harriet Vale'), ('48 QUARRY ROAD', null, 'Noel Brand');
    insert into units (number, address_id) values ('1A', 1);
    insert into codes (chapter, section, name, description) values
      ('50', '1.0', 'Tall grass', 'Grass above ten inches must be cut.'),
      ('50', '2.0', 'Smoke alarms', 'Every dwelling has a working smoke alarm on each floor.'),
      ('67', '3.1', 'Handrails', 'Stairs of four steps or more have a firm handrail.');
    insert into rooms (name) values ('Kitchen'), ('Bathroom'), ('Porch');
    insert into prompts (content, room_id) values ('Sink drains', 1), ('Outlets near water are protected', 1), ('Toilet is firm', 2);
    insert into inspections (source, address_id, inspector_id) values
      ('Multifamily License', 1, 1), ('Single Family License', 2, 1);
    insert into contacts (name, email) values ('Harriet Vale', 'harriet@vale.example');
  `)
}
