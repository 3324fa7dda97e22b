import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { DEMO_MARK, DEMO_PASSWORD, demoPeople, makeDemoTown } from '../demo/demo-town.ts'
import type { Services } from '../endpoint.ts'
import { type Db, serverSettings, type Tx } from '../store/core-tables.ts'
import { codeSynonyms, phrases } from '../store/field-tables.ts'
import { addresses, codes, rooms, users } from '../store/town-tables.ts'

/**
 * Advisory lock of the process that checks whether the town is new and sets it up; a restore holds it too. The number
 * is arbitrary.
 */
export const SETUP_LOCK = 7_340_513
const SETUP_CODE = 'setup-code-hash'

/** Whether the records are those of the invented town. */
export const isDemoTown = async (db: Db): Promise<boolean> =>
  (await db.select().from(serverSettings).where(eq(serverSettings.name, DEMO_MARK))).length > 0

/** Whether this is the setup code that an empty town printed at its start. It is valid until the first user exists. */
export const isSetupCode = async (db: Db, code: string): Promise<boolean> => {
  const [kept] = await db.select().from(serverSettings).where(eq(serverSettings.name, SETUP_CODE))
  return kept !== undefined && timingSafeEqual(Buffer.from(kept.value), Buffer.from(hashOf(code)))
}

/** The lists that a town may import before its first start. */
const listTables = [addresses, codes, rooms, codeSynonyms, phrases]

const hasRows = async (tx: Tx, tables: readonly PgTable[]): Promise<boolean> => {
  const filled = tables.map((table) => sql`exists (select from ${table})`)
  const { rows } = await tx.execute<{ found: boolean }>(sql`select ${sql.join(filled, sql` or `)} as found`)
  return rows[0]?.found === true
}

/**
 * Makes the demo town in a database without users and lists of its own; in another one without users, or with `empty`, a
 * code with which the first Admin is made. Returns lines for the person who started the server.
 */
export const setUpTown = (services: Services, empty: boolean): Promise<string[]> =>
  services.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SETUP_LOCK})`)
    const people = await hasRows(tx, [users])
    const lists = await hasRows(tx, listTables)
    const settings = new Set(
      (await tx.select({ name: serverSettings.name }).from(serverSettings)).map(({ name }) => name),
    )
    if (people) return settings.has(DEMO_MARK) ? demoLines : []
    if (empty || lists || settings.has(SETUP_CODE)) return setupLines(await makeSetupCode(services.db))
    await makeDemoTown(services)
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
  // Without a dash: a code that begins with one would be taken for another option of the command.
  const code = randomBytes(9).toString('hex')
  const value = hashOf(code)
  await db
    .insert(serverSettings)
    .values({ name: SETUP_CODE, value, secret: true })
    .onConflictDoUpdate({ target: serverSettings.name, set: { value } })
  return code
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')
