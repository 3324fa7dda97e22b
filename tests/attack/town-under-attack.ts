import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { type Office, signInAll } from '../harness/office.ts'
import { type PersonName, people, personNames } from '../harness/people.ts'
import { copyTemplate } from '../harness/postgres.ts'
import { spawnServer } from '../harness/server-process.ts'
import { fillTown } from '../server/full-town.ts'

/** The server program on a filled database of its own. */
export interface TownUnderAttack {
  url: string
  token(name: PersonName): string
  /** Restores the people, and signs in again those whose session an attack has ended. */
  mend(): Promise<void>
  /** The last lines of the server's output. */
  said(): string
  isAlive(): boolean
  close(): Promise<void>
}

/** Opens a town on the database server with the own database `admin`. */
export const openTown = async (admin: string): Promise<TownUnderAttack> => {
  const database = await copyTemplate(admin)
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-attack-'))
  // The server needs an app to serve, though the app is not attacked.
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><title>Town</title>')
  const server = spawnServer({
    DIST_FOLDER: join(folder, 'dist'),
    DATABASE_URL: database.url,
    DATA_FOLDER: folder,
    LOG_LEVEL: 'error',
    UPLOADS_PER_DAY: '1000000',
    DEVICES_PER_DAY: '10000',
    METRICS: '1',
  })
  const url = await server.address
  const fetched: Office['fetch'] = (asked, { as, ...init } = {}) => {
    const request = asked instanceof Request ? asked : new Request(new URL(asked, url), init)
    if (as) request.headers.set('Authorization', `Bearer ${as.token}`)
    return fetch(request)
  }
  let signedIn = await signInAll(fetched)
  // The filling functions use nothing else of an office.
  await fillTown({ fetch: fetched, people: signedIn, db: drizzle(database.pool) } as unknown as Office)
  const restore = async () => {
    await database.pool.query('delete from sign_in_attempts')
    for (const [at, name] of personNames.entries()) {
      const { email, role } = people[name]
      await database.pool.query(
        `update users set email = 'formerly-' || id || '@town.example' where lower(email) = $2 and id <> $1`,
        [at + 1, email],
      )
      await database.pool.query(
        `update users set email = $2, role = $3, active = true, password_hash = $4 where id = $1
         and (email, role, active, password_hash) is distinct from ($2, $3, true, $4)`,
        [at + 1, email, role, hashes[at]],
      )
    }
  }
  const { rows } = await database.pool.query<{ password_hash: string }>('select password_hash from users order by id')
  const hashes = rows.map((row) => row.password_hash)
  return {
    url,
    token: (name) => signedIn[name].token,
    async mend() {
      await restore()
      const answers = await Promise.all(personNames.map((name) => fetched('/api/user', { as: signedIn[name] })))
      if (answers.some(({ status }) => status === 401)) signedIn = await signInAll(fetched)
    },
    said: () => server.said().slice(-3_000),
    isAlive: () => server.child.exitCode === null && server.child.signalCode === null,
    async close() {
      await server.stop()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
