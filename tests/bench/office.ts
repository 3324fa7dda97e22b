import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { createApp } from '../../src/server/app.ts'
import type { Profile } from '../../src/server/config.ts'
import { createDiskStore } from '../../src/server/files/disk-store.ts'
import { createLog } from '../../src/server/log.ts'
import { poolOf } from '../../src/server/store/open-store.ts'
import { cheapConfig } from '../harness/people.ts'
import { ask, startTestPostgres, TEMPLATE } from '../harness/postgres.ts'
import type { Files } from './files.ts'

/** A town's real server on a real database; what it answers can be made late, as over a line. */
export interface Office {
  url: string
  /** For another process. */
  databaseUrl: string
  pool: pg.Pool
  /** Stops listening, so that the page has no signal. */
  signalOff(): Promise<void>
  close(): Promise<void>
}

export interface OfficeOptions {
  profile?: Profile
  /** The delay of each request (ms); a batch is one request. */
  delayMs?: number
  distFolder?: string
  /** Served before the app's own. */
  files?: Files
}

let databases: ReturnType<typeof startTestPostgres> | undefined
let made = 0

/** Opens a town with the people of the tests, an address and an inspection with one area. */
export async function openOffice({
  profile = 'keyed',
  delayMs = 0,
  distFolder,
  files,
}: OfficeOptions): Promise<Office> {
  databases ??= startTestPostgres('packaged')
  const postgres = await databases
  if (!postgres) throw new Error('The packaged PostgreSQL did not start')
  const admin = postgres.url('postgres')
  const name = `bench_${process.pid}_${made++}`
  await ask(admin, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const databaseUrl = Object.assign(new URL(admin), { pathname: `/${name}` }).href
  const pool = poolOf(databaseUrl, 10)
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-bench-'))
  const config = { ...cheapConfig, profile, dataFolder: folder, distFolder: distFolder ?? folder }
  const app = createApp({
    db: drizzle(pool),
    store: createDiskStore(join(folder, 'files')),
    config,
    log: createLog('silent'),
    clock: () => new Date(),
  })
  await pool.query(`
    insert into addresses (combadd, property_name, ownername) values ('12 ELM STREET', 'Elm Court', 'Harriet Vale');
    insert into inspections (source, address_id, inspector_id) values ('Multifamily License', 1, 1);
    insert into areas (name, inspection_id) values ('Hall', 1);
  `)
  const answer = async (request: Request, env: unknown): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const file = files?.get(pathname)
    if (file) return new Response(new Uint8Array(file.bytes), { headers: { 'Content-Type': file.type } })
    if (delayMs > 0 && pathname.startsWith('/api/')) await new Promise((resolve) => setTimeout(resolve, delayMs))
    return app.fetch(request, env instanceof Object ? env : {})
  }
  const { server, port } = await listen(answer)
  const signalOff = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    pool,
    signalOff,
    async close() {
      await signalOff()
      await pool.end()
      await ask(admin, `drop database ${name} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Stops the databases; once, at the end. */
export async function closeDatabases(): Promise<void> {
  await (await databases)?.stop()
  databases = undefined
}

const listen = (fetch: (request: Request, env: unknown) => Promise<Response>) =>
  new Promise<{ server: Server; port: number }>((resolve, reject) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve({ server, port })) as Server
    server.on('error', reject)
  })
