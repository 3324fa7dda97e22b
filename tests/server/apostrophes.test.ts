import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterEach, expect, inject, test } from 'vitest'
import { merges } from '../../src/contract/merge.ts'
import { searchedText } from '../../src/rules/address-match.ts'
import { importRooms } from '../../src/server/cli/room-import.ts'
import { migrate } from '../../src/server/store/migrate.ts'
import { poolOf } from '../../src/server/store/open-store.ts'
import { office } from '../harness/office.ts'
import { migrationsBefore } from '../harness/older-migrations.ts'
import { ask as askPostgres } from '../harness/postgres.ts'
import { addAddress, ask } from './routes/ask.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The folder of the migrations as it was before this one. */
const before = (tag: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-migrations-'))
  closers.push(async () => rmSync(folder, { recursive: true }))
  return migrationsBefore(tag, folder)
}

const kinds = (['packaged', 'debian'] as const).filter((kind) => kind === 'packaged' || inject('postgresUrls').debian)

test.each(kinds)(
  'C-34 what an earlier version has stored is found by its apostrophe and accent too (%s)',
  async (kind) => {
    const admin = inject('postgresUrls')[kind] ?? ''
    await askPostgres(admin, 'create database earlier')
    const pool = poolOf(Object.assign(new URL(admin), { pathname: '/earlier' }).href, 3)
    closers.push(async () => {
      await pool.end()
      await askPostgres(admin, 'drop database earlier with (force)')
    })
    const db = drizzle(pool)
    await migrate(db, { folder: before('0030_apostrophes'), schema: 'drizzle' })
    const address = { combadd: '1  O’Brienʼs Way', ownername: 'José ΟΔΟΣ'.normalize('NFD') }
    await pool.query('insert into addresses (combadd, ownername) values ($1, $2)', [address.combadd, address.ownername])
    const noted = 'select count(*) from changes'
    const { rows: stood } = await pool.query(noted)
    await migrate(db)
    expect((await pool.query('select search_text from addresses')).rows).toEqual([
      { search_text: searchedText(address) },
    ])
    expect((await pool.query(noted)).rows).toEqual(stood)
    await pool.query('set enable_seqscan = off')
    const { rows: plan } = await pool.query("explain select id from addresses where search_text like '%o''brien%'")
    expect(JSON.stringify(plan)).toContain('addresses_search')
  },
)

test('X92 two contacts of a name whose apostrophe and accent are typed in two ways are proposed as doubles', async () => {
  const town = await office()
  closers.push(() => town.close())
  const { id } = await addAddress(town)
  await town.db.execute(sql`with made as (
    insert into contacts (name) values ('Zoë Oʼbrien'), (${"ZOË  O'BRIEN".normalize('NFD')}) returning id
  ) insert into address_contacts (address_id, contact_id) select ${id}, id from made`)
  const found = await ask(town, merges.doubles, { as: town.people.oas, search: { kind: 'contact' } })
  expect(found).toMatchObject([{ same: ['address', 'name'] }])
})

test('G-19 CI-11 a room of a file is the one whose apostrophe and accent are typed another way', async () => {
  const town = await office()
  closers.push(() => town.close())
  const client = await town.pool.connect()
  closers.push(async () => client.release())
  const rowsOf = async function* (...lines: [room: string, prompt: string][]) {
    for (const [at, [room, prompt]] of lines.entries()) yield { line: at + 2, cells: { room, prompt } }
  }
  expect(await importRooms(client, rowsOf(['Kid’s Café', 'It’s dry']))).toMatchObject({ added: 1 })
  const again = await importRooms(client, rowsOf(["KID'S CAFÉ".normalize('NFD'), "It's dry"]))
  expect(again).toMatchObject({ added: 0, same: 1 })
})
