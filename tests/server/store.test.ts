import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { recordTypes } from '../../src/contract/id.ts'
import { refusalOf } from '../../src/server/errors.ts'
import { changesSince, currentStand, isCursor } from '../../src/server/store/changes-since.ts'
import type { Tx } from '../../src/server/store/core-tables.ts'
import { migrate, schemaAge } from '../../src/server/store/migrate.ts'
import { poolOf } from '../../src/server/store/open-store.ts'
import { copyOfTemplate } from '../harness/database.ts'
import { ask, type PostgresKind } from '../harness/postgres.ts'
import { tables } from '../harness/tables.ts'

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
  fields: Partial<typeof tables.addresses.$inferInsert> = {},
) => {
  const [row] = await db
    .insert(tables.addresses)
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
/** As the call does it: first how far the changes can be read, then the changes. */
const changesAfter = async (db: Tx, cursor: string, limit: number) =>
  changesSince(db, await currentStand(db), { cursor, limit })

describe.each(kinds)('%s PostgreSQL', (kind) => {
  // Says which tests were left out where Debian's own is not installed.
  const it = test.skipIf(inject('postgresUrls')[kind] === null)

  it('EN-03 C-25 a unit number is unique per address, however it is written, also under four at once', async () => {
    const { db } = await open(kind)
    const [here, there] = [await addAddress(db), await addAddress(db)]
    const add = (number: string, address_id: number) => statusOf(db.insert(tables.units).values({ number, address_id }))
    const answers = await Promise.all(['2b', ' 2B ', '2B', '2b '].map((number) => add(number, here.id)))
    expect(answers.filter((answer) => answer === 'stored')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 409)).toHaveLength(3)
    expect(await add('2B', there.id)).toBe('stored')
    expect(await add('   ', there.id)).toBe(422)
  })

  it('EN-13 CF-03 VL-02 VD-02 a violation has one of the six deadlines, four statuses and no negative extension', async () => {
    const { db } = await open(kind)
    const { id } = await addAddress(db)
    const add = (fields: object) => statusOf(db.insert(tables.violations).values({ address_id: id, ...fields }))
    const [made] = await db.insert(tables.violations).values({ address_id: id }).returning()
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
    const [violation] = await db.insert(tables.violations).values({ address_id: id }).returning()
    const add = (fields: object) =>
      statusOf(db.insert(tables.citations).values({ violation_id: violation!.id, ...fields }))
    expect(await add({ status: 7 })).toBe(422)
    expect(await add({ fine: -1 })).toBe(422)
    const [made] = await db
      .insert(tables.citations)
      .values({ violation_id: violation!.id, fine: 199.95, deadline: '2026-12-24' })
      .returning()
    expect(made).toMatchObject({ fine: 199.95, deadline: '2026-12-24', status: 0 })
  })

  it('EN-08 C-23 an inspection keeps its appointment as the wall time it was given, or none', async () => {
    const { db } = await open(kind)
    const add = (scheduled_datetime: string | null) =>
      statusOf(db.insert(tables.inspections).values({ source: 'Complaint', scheduled_datetime }))
    expect(await add('2026-11-01T01:30')).toBe('stored')
    expect(await add(null)).toBe('stored')
    expect(await add('next Tuesday')).toBe(422)
    const rows = await db.select().from(tables.inspections)
    expect(rows.map((row) => [row.scheduled_datetime, row.status])).toEqual([
      ['2026-11-01T01:30', null],
      [null, null],
    ])
  })

  it('EN-15 EN-16 G-02 an inspection leads to one licence and one permit, and a licence number is unique', async () => {
    const { db } = await open(kind)
    const [inspection] = await db.insert(tables.inspections).values({ source: 'Business License' }).returning()
    const license = (fields: object) => statusOf(db.insert(tables.licenses).values({ license_type: 1, ...fields }))
    const permit = () => statusOf(db.insert(tables.permits).values({ inspection_id: inspection!.id }))
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
    const add = (fields: Partial<typeof tables.users.$inferInsert>) =>
      statusOf(db.insert(tables.users).values({ email: 'new@town.example', ...fields }))
    expect(await add({ role: 4 })).toBe(422)
    expect(await add({ email: 'ONS@town.example' })).toBe(409)
    expect(await add({})).toBe('stored')
  })

  it('G-07 a record keeps the key that made it, and no second record can have it', async () => {
    const { db } = await open(kind)
    const add = () => statusOf(db.insert(tables.rooms).values({ name: 'Porch', created_by_key: 'key-1' }))
    expect([await add(), await add()]).toEqual(['stored', 409])
  })

  it('G-09 every change of a record is noted in the transaction that made it, a removal as a tombstone', async () => {
    const { db } = await open(kind)
    await db.execute(sql`delete from changes`)
    const [room] = await db.insert(tables.rooms).values({ name: 'Porch' }).returning()
    const [prompt] = await db.insert(tables.prompts).values({ content: 'Railing?', room_id: room!.id }).returning()
    const before = await db.select().from(tables.changes)
    expect(before.map((it) => [it.record_type, it.record_id, it.deleted])).toEqual([
      ['room', room!.id, false],
      ['prompt', prompt!.id, false],
    ])
    await db.delete(tables.rooms)
    const after = await db.select().from(tables.changes)
    expect(after.map((it) => [it.record_type, it.deleted]).sort()).toEqual([
      ['prompt', true],
      ['room', true],
    ])
    expect(Number(after[0]!.position)).toBeGreaterThan(Number(before[0]!.position))
  })

  it('G-15 the audit log only grows: the database refuses to change, delete or empty it, whoever asks', async () => {
    const { db, pool } = await open(kind)
    await db.insert(tables.auditLog).values({ call: 'B1', path: '/x', status: 200, received_at: new Date() })
    const forbidden = [
      "update audit_log set path = '/y'",
      'delete from audit_log',
      'truncate audit_log',
      // As somebody who loads a dump without triggers.
      'begin; set local session_replication_role = replica; delete from audit_log; commit',
    ]
    for (const statement of forbidden) {
      await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    }
    expect(await db.select({ path: tables.auditLog.path }).from(tables.auditLog)).toEqual([{ path: '/x' }])
  })

  it('a user who does not own the database is told so in one line, before and after the first start', async () => {
    const { pool, url, drop } = await copyOfTemplate(kind)
    closers.push(drop)
    await pool.query("create role onlooker login password 'onlooker'")
    const place = new URL(url)
    place.username = 'onlooker'
    place.password = 'onlooker'
    const theirs = poolOf(place.href, 2)
    try {
      const words = 'The user of DATABASE_URL may not create or read the tables of this database'
      await expect(schemaAge(drizzle(theirs))).rejects.toThrow(words)
      const none = { folder: 'src/server/store/migrations', schema: 'elsewhere' }
      await expect(migrate(drizzle(theirs), none)).rejects.toThrow(words)
    } finally {
      await theirs.end()
      await pool.query('drop role onlooker')
    }
  })

  it('G-15 no statement ever deletes what the town decided upon', async () => {
    const { pool } = await open(kind)
    const kept = [
      ...['inspections', 'areas', 'observations', 'violations', 'violation_comments', 'citations', 'comments'],
      ...['contact_comments', 'licenses', 'permits', 'attachments', 'premise_alerts', 'prompt_answers'],
      'notice_services',
    ]
    for (const name of kept)
      await expect(pool.query(`delete from ${name}`), name).rejects.toThrow(`Rows of ${name} are kept for ever`)
    await expect(pool.query('delete from prompts')).resolves.toBeDefined()
  })

  it('G-09 a reader that goes on from its cursor misses no row that commits late', async () => {
    const { db, pool } = await open(kind)
    const start = (await changesAfter(db, '0', 1000)).cursor
    const slow = await pool.connect()
    await slow.query('begin')
    await slow.query("insert into rooms (name) values ('slow')")
    const [quick] = await db.insert(tables.rooms).values({ name: 'quick' }).returning()
    const waiting = await changesAfter(db, start, 1000)
    expect(waiting).toMatchObject({ changes: [], more: false })
    await slow.query('commit')
    slow.release()
    const late = await changesAfter(db, waiting.cursor, 1000)
    expect(late.changes).toEqual([quick!.id - 1, quick!.id].map((id) => ({ type: 'room', id, deleted: false })))
    expect(await changesAfter(db, late.cursor, 1000)).toMatchObject({
      changes: [],
      cursor: late.cursor,
    })
  })

  it('G-09 neither a transaction of another town on the same server nor one that is rolled back holds changes back', async () => {
    const [{ db, pool }, neighbour] = [await open(kind), await open(kind)]
    const start = (await changesAfter(db, '0', 1000)).cursor
    const [theirs, ours] = [await neighbour.pool.connect(), await pool.connect()]
    for (const client of [theirs, ours]) {
      await client.query('begin')
      await client.query("insert into rooms (name) values ('open')")
    }
    await ours.query('rollback')
    await db.insert(tables.rooms).values({ name: 'quick' })
    expect((await changesAfter(db, start, 1000)).changes).toHaveLength(1)
    await theirs.query('commit')
    for (const client of [theirs, ours]) client.release()
  })

  it('G-09 under many writers at once a reader that follows the cursor sees every record', async () => {
    const { db } = await open(kind)
    const seen = new Set<number>()
    let cursor = (await changesAfter(db, '0', 1000)).cursor
    const read = async () => {
      const page = await changesAfter(db, cursor, 20)
      for (const { type, id } of page.changes) if (type === 'room') seen.add(id)
      cursor = page.cursor
      return page.more
    }
    let writing = true
    const reading = (async () => {
      while (writing) await read()
    })()
    const write = (n: number) =>
      db.transaction(async (tx) => {
        await tx.insert(tables.rooms).values({ name: `${n}a` })
        if (n % 3 === 0) await tx.execute(sql`select pg_sleep(0.01)`)
        await tx.insert(tables.rooms).values({ name: `${n}b` })
      })
    await Promise.all(
      [0, 1, 2, 3, 4].map(async (writer) => {
        for (let n = 0; n < 12; n++) await write(writer * 100 + n)
      }),
    )
    writing = false
    await reading
    while (await read());
    expect(seen.size).toBe(120)
  })

  it('G-09 changes come in pages, each once, a large transaction in parts, a tombstone among them', async () => {
    const { db } = await open(kind)
    const rooms = await db
      .insert(tables.rooms)
      .values(Array.from({ length: 25 }, (_, n) => ({ name: `Room ${n}` })))
      .returning()
    await db.delete(tables.rooms).where(eq(tables.rooms.id, rooms[3]!.id))
    const seen: string[] = []
    let page = await changesAfter(db, '0', 7)
    for (let n = 0; n < 20; n++) {
      seen.push(...page.changes.map(({ type, id, deleted }) => `${type} ${id}${deleted ? ' gone' : ''}`))
      if (!page.more) break
      page = await changesAfter(db, page.cursor, 7)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((it) => it.startsWith('room'))).toHaveLength(25)
    expect(seen).toContain(`room ${rooms[3]!.id} gone`)
    expect(await changesAfter(db, page.cursor, 7)).toMatchObject({ changes: [], more: false })
    expect([isCursor('0'), isCursor(page.cursor), isCursor('12/room/7'), isCursor("0' or 1"), isCursor('')]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
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
    const known = Object.values(tables).flatMap((table) =>
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
    const pools = [1, 2, 3].map(() => poolOf(url, 3))
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
