import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { Token } from '../../src/contract/session.ts'
import { createApp } from '../../src/server/app.ts'
import type { Config, Profile } from '../../src/server/config.ts'
import { createDiskStore } from '../../src/server/files/disk-store.ts'
import type { FileStore } from '../../src/server/files/file-store.ts'
import { createLog } from '../../src/server/log.ts'
import { type Faults, faultsOf } from '../../src/server/profile.ts'
import type { Db } from '../../src/server/store/core-tables.ts'
import { limitStatements } from '../../src/server/store/statement-limits.ts'
import { copyOfTemplate } from './database.ts'
import { cheapConfig, type PersonName, people, personNames } from './people.ts'
import type { PostgresKind } from './postgres.ts'

/** A signed-in person of the office. */
export interface Person {
  id: number
  email: string
  name: string
  role: number
  password: string
  token: string
}

/** A town's server with its own database, on a real port. */
export interface Office {
  app: Awaited<ReturnType<typeof createApp>>
  /** Calls the app without the network. A text is a path such as '/api/rooms/'; `as` adds the person's token. */
  fetch(asked: Request | string, init?: RequestInit & { as?: Person }): Promise<Response>
  /** 'http://127.0.0.1:41234', without '/api'. */
  url: string
  db: Db
  pool: pg.Pool
  config: Config
  store: FileStore
  people: Record<PersonName, Person>
  close(): Promise<void>
}

export interface OfficeOptions {
  profile?: Profile
  /** Single faults in addition to the profile's. */
  faults?: Partial<Faults>
  config?: Partial<Config>
  clock?: () => Date
  /** Used instead of the files in a temporary folder. */
  store?: FileStore
  /** 'debian' only when `inject('postgresUrls').debian` is set. */
  postgres?: PostgresKind
  /** A copy of the template to use instead of a new one. It is dropped with the office. */
  database?: Awaited<ReturnType<typeof copyOfTemplate>>
}

/** Opens an office with five people and nothing else. Close it after the test. */
export const office = async (options: OfficeOptions = {}): Promise<Office> => {
  const database = options.database ?? (await copyOfTemplate(options.postgres ?? 'packaged'))
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-files-'))
  const config: Config = { ...cheapConfig, profile: options.profile ?? 'keyed', dataFolder: folder, ...options.config }
  await limitStatements(database.pool)
  const db = drizzle(database.pool)
  const store = options.store ?? createDiskStore(join(folder, 'files'))
  const faults = { ...faultsOf(config.profile), ...options.faults }
  const clock = options.clock ?? (() => new Date())
  const app = await createApp({ db, store, config, log: createLog(config.logLevel), clock, faults })
  const { server, url } = await listen(app.fetch)
  const close = async () => {
    await new Promise((resolve) => {
      server.close(resolve)
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
  const fetch: Office['fetch'] = async (asked, { as, ...init } = {}) => {
    const request = asked instanceof Request ? asked : new Request(new URL(asked, url), init)
    if (as) request.headers.set('Authorization', `Bearer ${as.token}`)
    return app.fetch(request)
  }
  return { app, fetch, url, db, pool: database.pool, config, store, people: await signInAll(fetch), close }
}

const listen = (fetch: (request: Request) => Response | Promise<Response>) =>
  new Promise<{ server: ServerType; url: string }>((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({ server, url: `http://127.0.0.1:${port}` }),
    )
  })

/** All people of the office, each with a session. */
export const signInAll = async (fetch: Office['fetch']): Promise<Record<PersonName, Person>> => {
  const signedIn: Partial<Record<PersonName, Person>> = {}
  for (const [at, name] of personNames.entries()) {
    const person = people[name]
    const body = new URLSearchParams({ username: person.email, password: person.password })
    const response = await fetch('/api/login', { method: 'POST', body })
    if (!response.ok) throw new Error(`${name} cannot sign in: ${response.status} ${await response.text()}`)
    const { access_token: token } = Token.parse(await response.json())
    signedIn[name] = { ...person, id: at + 1, token }
  }
  // All names of `people` were signed in.
  return signedIn as Record<PersonName, Person>
}
