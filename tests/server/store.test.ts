import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { recordTypes } from '../../src/contract/id.ts'
import { refusalOf } from '../../src/server/errors.ts'
import { migrate } from '../../src/server/store/migrate.ts'
import * as schema from '../../src/server/store/schema.ts'
import { copyOfTemplate } from '../harness/database.ts'
import { ask, type PostgresKind } from '../harness/postgres.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const open = async (kind: PostgresKind) => {
  const { pool, url, drop } = await copyOfTemplate(kind)
  closers.push(drop)
  return { db: drizzle(pool), pool, url }
}

/** An address, to hang things on. */
const addAddress = async (
  db: ReturnType<typeof drizzle>,
  fields: Partial<typeof schema.addresses.$inferInsert> = {},
) => {
  const [row] = await db
    .insert(schema.addresses)
    .values({ combadd: '12 Fern Lane', ...fields })
    .returning()
  return row!
}

const statusOf = async (work: Promise<unknown>) => {
  try {
    await work
    return 'stored'
  } catch (error) {
    return refusalOf(error)?.status ?? 'a bug'
  }
}

const kinds: PostgresKind[] = ['packaged', 'debian']
describe.each(kinds)('%s PostgreSQL', (kind) => {
  // Says which tests were left out where Debian's own is not installed.
  const it = test.skipIf(inject('postgresUrls')[kind] === null)

  it('EN-03 C-25 a unit number stands once per address, however it is written, also under four at once', async () => {
    const { db } = await open(kind)
    const [here, there] = [await addAddress(db), await addAddress(db)]
    const add = (number: string, address_id: number) => statusOf(db.insert(schema.units).values({ number, address_id }))
    const answers = await Promise.all(['2b', ' 2B ', '2B', '2b '].map((number) => add(number, here.id)))
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 409)).toHaveLength(3)
    expect(await add('2B', there.id)).toBe('stored')
    expect(await add('   ', there.id)).toBe(422)
  })

  it('EN-13 CF-03 VL-02 VD-02 a violation has one of the six deadlines, four statuses and no negative extension', async () => {
    const { db } = await open(kind)
    const { id } = await addAddress(db)
    const add = (fields: object) => statusOf(db.insert(schema.violations).values({ address_id: id, ...fields }))
    const [made] = await db.insert(schema.violations).values({ address_id: id }).returning()
    expect(made).toMatchObject({ deadline: 'Immediate', extend: 0, status: 0, violation_type: 'doorhanger' })
    expect(await add({ deadline: '30 days', status: 3, extend: 90 })).toBe('stored')
    expect(await add({ deadline: '2 days' })).toBe(422)
    expect(await add({ status: 4 })).toBe(422)
    expect(await add({ extend: -1 })).toBe(422)
    expect(await add({ extend: 1e9 * 5 })).toBe(422)
    expect(await add({ address_id: 999_999 })).toBe(422)
  })

  it('EN-14 CT-05 CT-11 a citation has a known status and no negative fine, and keeps cents', async () => {
    const { db } = await open(kind)
    const { id } = await addAddress(db)
    const [violation] = await db.insert(schema.violations).values({ address_id: id }).returning()
    const add = (fields: object) =>
      statusOf(db.insert(schema.citations).values({ violation_id: violation!.id, ...fields }))
    expect(await add({ status: 7 })).toBe(422)
    expect(await add({ fine: -1 })).toBe(422)
    const [made] = await db
      .insert(schema.citations)
      .values({ violation_id: violation!.id, fine: 199.95, deadline: '2026-12-24' })
      .returning()
    expect(made).toMatchObject({ fine: 199.95, deadline: '2026-12-24', status: 0 })
  })

  it('EN-08 C-23 an inspection keeps its appointment as the wall time it was given, or none', async () => {
    const { db } = await open(kind)
    const add = (scheduled_datetime: string | null) =>
      statusOf(db.insert(schema.inspections).values({ source: 'Complaint', scheduled_datetime }))
    expect(await add('2026-11-01T01:30')).toBe('stored')
    expect(await add(null)).toBe('stored')
    expect(await add('next Tuesday')).toBe(422)
    const rows = await db.select().from(schema.inspections)
    expect(rows.map((row) => [row.scheduled_datetime, row.status])).toEqual([
      ['2026-11-01T01:30', null],
      [null, null],
    ])
  })

  it('EN-15 EN-16 G-02 an inspection leads to one licence and one permit, and a licence number stands once', async () => {
    const { db } = await open(kind)
    const [inspection] = await db.insert(schema.inspections).values({ source: 'Business License' }).returning()
    const license = (fields: object) => statusOf(db.insert(schema.licenses).values({ license_type: 1, ...fields }))
    const permit = () => statusOf(db.insert(schema.permits).values({ inspection_id: inspection!.id }))
    expect([
      await license({ inspection_id: inspection!.id }),
      await license({ inspection_id: inspection!.id }),
    ]).toEqual(['stored', 409])
    expect([await license({ license_number: 'L-7' }), await license({ license_number: ' l-7' })]).toEqual([
      'stored',
      409,
    ])
    expect([await license({}), await license({})]).toEqual(['stored', 'stored'])
    expect([await permit(), await permit()]).toEqual(['stored', 409])
  })

  it('EN-01 one user per email address, in any case, with one of the four roles', async () => {
    const { db } = await open(kind)
    const add = (fields: Partial<typeof schema.users.$inferInsert>) =>
      statusOf(db.insert(schema.users).values({ email: 'new@town.example', ...fields }))
    expect(await add({ role: 4 })).toBe(422)
    expect(await add({ email: 'ONS@town.example' })).toBe(409)
    expect(await add({})).toBe('stored')
  })

  it('G-07 a record keeps the key that made it, and no second record can have it', async () => {
    const { db } = await open(kind)
    const add = () => statusOf(db.insert(schema.rooms).values({ name: 'Porch', created_by_key: 'key-1' }))
    expect([await add(), await add()]).toEqual(['stored', 409])
  })

  it('G-09 every change of a record is noted in the transaction that made it, a removal as a tombstone', async () => {
    const { db } = await open(kind)
    await db.execute(sql`delete from changes`)
    const [room] = await db.insert(schema.rooms).values({ name: 'Porch' }).returning()
    const [prompt] = await db.insert(schema.prompts).values({ content: 'Railing?', room_id: room!.id }).returning()
    const before = await db.select().from(schema.changes)
    expect(before.map((it) => [it.record_type, it.record_id, it.deleted])).toEqual([
      ['room', room!.id, false],
      ['prompt', prompt!.id, false],
    ])
    await db.delete(schema.rooms)
    const after = await db.select().from(schema.changes)
    expect(after.map((it) => [it.record_type, it.deleted]).sort()).toEqual([
      ['prompt', true],
      ['room', true],
    ])
    expect(Number(after[0]!.transaction)).toBeGreaterThan(Number(before[0]!.transaction))
  })

  it('G-09 a reader that goes on from the oldest open transaction misses no row that commits late', async () => {
    const { db, pool } = await open(kind)
    const slow = await pool.connect()
    await slow.query('begin')
    await slow.query("insert into rooms (name) values ('slow')")
    await db.insert(schema.rooms).values({ name: 'quick' })
    const first = await roomsSince(db, '0')
    expect(first.names).toEqual([])
    await slow.query('commit')
    slow.release()
    const second = await roomsSince(db, first.cursor)
    expect(second.names).toEqual(['quick', 'slow'])
  })

  it('every record type of the contract has a table that notes its changes', async () => {
    const { db } = await open(kind)
    const { rows } = await db.execute<{ type: string }>(
      sql`select distinct encode(tgargs, 'escape') as type from pg_trigger where tgname like '%\\_added' and tgnargs = 1`,
    )
    expect(rows.map((row) => row.type.replace(/\\000$/, '')).sort()).toEqual([...recordTypes].sort())
  })

  it('the migrations make exactly the columns that the code knows', async () => {
    const { db } = await open(kind)
    const known = Object.values(schema).flatMap((table) =>
      is(table, PgTable)
        ? Object.values(getTableColumns(table)).map(
            (column) => `${getTableName(table)}.${column.name} ${column.notNull}`,
          )
        : [],
    )
    const { rows } = await db.execute<{ made: string }>(
      sql`select table_name || '.' || column_name || ' ' || (is_nullable = 'NO') as made
          from information_schema.columns where table_schema = 'public'`,
    )
    expect(rows.map((row) => row.made).sort()).toEqual(known.sort())
  })

  it('C-34 the address search finds any part of the address, its names and its owner, in any case and alphabet', async () => {
    const { db } = await open(kind)
    await addAddress(db, {
      combadd: '7 Ash Court',
      property_name: 'The ÉLAN House',
      aka: '7½ Ash Ct',
      ownername: 'Öztürk, Åsa',
    })
    const found = async (text: string) => {
      const { rows } = await db.execute(
        sql`select id from addresses where search_text like ${`%${text.toLowerCase()}%`}`,
      )
      return rows.length
    }
    expect(await Promise.all(['sh cou', 'élan', '7½', 'ÖZTÜRK', 'no such'].map(found))).toEqual([1, 1, 1, 1, 0])
  })

  it('several servers that start at once migrate an empty database once, and a newer database is refused', async () => {
    const admin = inject('postgresUrls')[kind] ?? ''
    await ask(admin, 'create database several')
    const url = Object.assign(new URL(admin), { pathname: '/several' }).href
    const pools = [1, 2, 3].map(() => new pg.Pool({ connectionString: url, max: 3 }))
    closers.push(async () => {
      await Promise.all(pools.map((pool) => pool.end()))
      await ask(admin, 'drop database several with (force)')
    })
    await Promise.all(pools.map((pool) => migrate(drizzle(pool))))
    const db = drizzle(pools[0]!)
    const { rows } = await db.execute<{ made: string }>(sql`select count(*) as made from drizzle.__drizzle_migrations`)
    expect(Number(rows[0]?.made)).toBe(await migrationCount())
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`)
    await expect(migrate(db)).rejects.toThrow('newer version')
  })
})

const migrationCount = async () => {
  const journal = await import('../../src/server/store/migrations/meta/_journal.json')
  return journal.default.entries.length
}

const roomsSince = async (db: ReturnType<typeof drizzle>, since: string) => {
  const { rows } = await db.execute<{ name: string | null; cursor: string }>(
    sql`select r.name, pg_snapshot_xmin(pg_current_snapshot())::text as cursor
        from (select 1) as one
        left join changes c on c.record_type = 'room' and c.transaction >= ${since}::xid8
          and c.transaction < pg_snapshot_xmin(pg_current_snapshot())
        left join rooms r on r.id = c.record_id
        order by r.name`,
  )
  return { cursor: rows[0]?.cursor ?? since, names: rows.flatMap((row) => (row.name ? [row.name] : [])) }
}
