import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import exifReader from 'exifreader'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deadlineState } from '../../src/rules/deadline.ts'
import { isPending } from '../../src/rules/inspection-status.ts'
import { isPassword } from '../../src/server/auth.ts'
import { DEMO_PASSWORD, makeDemoTown } from '../../src/server/demo/demo-town.ts'
import { createDiskStore } from '../../src/server/files/disk-store.ts'
import type { FileStore } from '../../src/server/files/file-store.ts'
import { copyOfTemplate } from '../harness/database.ts'
import { cheapConfig } from '../harness/people.ts'
import { tables } from '../harness/tables.ts'

const NOW = new Date('2026-11-20T18:00:00Z')

const makeTown = async () => {
  const { pool, drop } = await copyOfTemplate()
  await pool.query('truncate users restart identity cascade')
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-demo-'))
  const db = drizzle(pool)
  const store = createDiskStore(folder)
  const begun = performance.now()
  const counts = await makeDemoTown({ db, store, config: cheapConfig, clock: () => NOW })
  const ms = performance.now() - begun
  const close = async () => {
    await drop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { db, store, counts, ms, close }
}

let town: Awaited<ReturnType<typeof makeTown>>
beforeAll(async () => {
  town = await makeTown()
})
afterAll(() => town.close())

const groups = async (column: string, table: string) => {
  const { rows } = await town.db.execute<{ value: unknown; count: string }>(
    sql.raw(`select ${column} as value, count(*) as count from ${table} group by 1 order by 1`),
  )
  return new Map(rows.map((row) => [row.value, Number(row.count)]))
}

test('the demo town has records of every kind, and is made in a few seconds', async () => {
  expect(town.counts).toMatchObject({ addresses: 300 })
  for (const table of [
    'units',
    'contacts',
    'businesses',
    'codes',
    'rooms',
    'prompts',
    'areas',
    'observation_codes',
    'violation_codes',
    'violation_comments',
    'contact_comments',
    'address_contacts',
    'business_contacts',
  ]) {
    const { rows } = await town.db.execute<{ count: string }>(sql.raw(`select count(*) as count from ${table}`))
    expect([table, Number(rows[0]?.count) >= 10]).toEqual([table, true])
  }
  expect(Object.entries(town.counts).filter(([, count]) => count < 10)).toEqual([])
  expect(town.ms).toBeLessThan(15_000)
})

test('SH-07 C-22 it has people of all four roles who can sign in, user 1 is an inspector, one has left', async () => {
  const users = await town.db.select().from(tables.users).orderBy(tables.users.id)
  expect(users.map(({ id, role, active }) => [id, role, active])).toEqual([
    [1, 1, true],
    [2, 1, true],
    [3, 2, true],
    [4, 3, true],
    [5, 0, true],
    [6, 1, false],
    [7, 1, true],
    [8, 1, true],
  ])
  for (const user of users) expect(await isPassword(user.password_hash, DEMO_PASSWORD, cheapConfig)).toBe(true)
})

test('CF-25 C-08 AD-34 VL-02 CT-05 VA-03 LC-03 every source, status, type and vacancy occurs', async () => {
  expect([...(await groups('source', 'inspections')).keys()].sort()).toEqual(
    [
      'Building/Dumpster/POD permit',
      'Business License',
      'Complaint',
      'Multifamily License',
      'Single Family License',
    ].sort(),
  )
  const statuses = await groups('status', 'inspections')
  for (const status of [
    null,
    'Pending',
    'Scheduled',
    'In Progress',
    'Under Review',
    'Completed',
    'Cancelled',
    'Satisfactory',
    'Unsatisfactory',
    'Violation Found',
    'No Violation Found',
  ])
    expect([status, statuses.has(status)]).toEqual([status, true])
  expect([...(await groups('status', 'violations')).keys()]).toEqual([0, 1, 2, 3])
  expect([...(await groups('status', 'citations')).keys()]).toEqual([0, 1, 2, 3])
  expect([...(await groups('deadline', 'violations')).keys()]).toHaveLength(6)
  expect([...(await groups('violation_type', 'violations')).keys()]).toHaveLength(2)
  expect([...(await groups('license_type', 'licenses')).keys()]).toEqual([1, 2, 3])
  expect([...(await groups('vacancy_status', 'addresses')).keys()].filter((it) => it !== null)).toHaveLength(4)
  for (const [column, table] of [
    ['paid', 'licenses'],
    ['sent', 'licenses'],
    ['revoked', 'licenses'],
    ['paid', 'permits'],
    ['is_closed', 'businesses'],
    ['potentialvio', 'observations'],
  ] as const)
    expect([table, column, [...(await groups(column, table)).keys()]]).toEqual([table, column, [false, true]])
})

test('DB-31 DB-32 G-03 each inspector has 14 pending inspections: some today, some tomorrow, overdue and without a date', async () => {
  const rows = await town.db.select().from(tables.inspections)
  for (const inspector of [1, 2]) {
    const pending = rows.filter((row) => row.inspector_id === inspector && isPending(row.status))
    expect(pending).toHaveLength(14)
    const days = pending.map((row) => row.scheduled_datetime?.slice(0, 10))
    expect(days.filter((day) => day === '2026-11-20')).toHaveLength(3)
    expect(days).toContain('2026-11-21')
    expect(days).toContain('2026-11-18')
    expect(days).toContain(undefined)
  }
})

test('an open violation of the first inspector was served at the door, followed up since, and shows a photo of each visit', async () => {
  const { rows } = await town.db.execute(sql`
    select s.how, s.signature like 'data:image/png;base64,%' as signed, split_part(c.content, ' ', 1) as said,
      array_agg(distinct p.owner_type order by p.owner_type) as photos
    from notice_services s
    join violations v on v.id = s.violation_id and v.status = 0 and v.user_id = 1
    join violation_comments c on c.violation_id = v.id and c.content like 'Follow-up %'
    join attachments p on (p.owner_type, p.owner_id) in
      (('violation', v.id), ('service', s.id), ('violationComment', c.id))
    where s.created_at < c.created_at
    group by s.id, c.id`)
  expect(rows).toEqual(
    Array.from({ length: 2 }, () => ({
      how: 'posted',
      signed: true,
      said: 'Follow-up',
      photos: ['service', 'violation', 'violationComment'],
    })),
  )
})

test('AD-31 open violations are past due, approaching and far from due', async () => {
  const rows = await town.db.select().from(tables.violations)
  const days: Record<string, number> = {
    Immediate: 0,
    '1 day': 1,
    '3 days': 3,
    '7 days': 7,
    '14 days': 14,
    '30 days': 30,
  }
  const states = rows
    .filter((row) => row.status === 0)
    .map((row) =>
      deadlineState(
        new Date(row.created_at.getTime() + ((days[row.deadline] ?? 0) + row.extend) * 86_400_000).toISOString(),
        NOW,
      ),
    )
  expect([...new Set(states)].sort()).toHaveLength(3)
})

test('nothing in it is from the future, and nothing changed before it was made', async () => {
  for (const table of [
    'inspections',
    'areas',
    'observations',
    'violations',
    'violation_comments',
    'citations',
    'comments',
    'contact_comments',
    'licenses',
    'permits',
    'contacts',
    'businesses',
    'attachments',
  ]) {
    const { rows } = await town.db.execute<{ wrong: string }>(
      sql`select count(*) as wrong from ${sql.identifier(table)} where created_at > ${NOW.toISOString()} or updated_at < created_at`,
    )
    expect([table, Number(rows[0]?.wrong)]).toEqual([table, 0])
  }
})

test('DB-13 comments, inspections and violations fall into this week and the last one', async () => {
  for (const [table, column, where] of [
    ['comments', 'created_at', 'true'],
    ['violations', 'created_at', 'true'],
    ['inspections', 'updated_at', "status in ('Completed', 'Satisfactory')"],
  ]) {
    const { rows } = await town.db.execute<{ now: string; before: string }>(
      sql.raw(`select count(*) filter (where ${column} >= '2026-11-15') as now,
        count(*) filter (where ${column} >= '2026-11-08' and ${column} < '2026-11-15') as before from ${table} where ${where}`),
    )
    expect([table, Number(rows[0]?.now) > 0, Number(rows[0]?.before) > 0]).toEqual([table, true, true])
  }
})

test('G-10 its photos are real pictures with the time and place of their taking', async () => {
  const rows = await town.db.select().from(tables.attachments)
  expect(new Set(rows.map((row) => row.owner_type))).toEqual(
    new Set(['observation', 'violation', 'violationComment', 'inspection', 'comment', 'service']),
  )
  for (const row of rows) {
    expect(row).toMatchObject({ content_type: 'image/jpeg', width: 1200, height: 900 })
    expect(row.web_key && row.thumb_key).toBeTruthy()
  }
  const bytes = await town.store.open(rows[0]!.original_key)
  const tags = exifReader.load(Buffer.from(bytes!))
  expect(tags.DateTimeOriginal?.description).toMatch(/^\d{4}:\d\d:\d\d \d\d:\d\d:00$/)
  expect(Number(tags.GPSLatitude?.description)).toBeCloseTo(38.24, 1)
})

test('the demo town is the same town every time', async () => {
  const again = await makeTown()
  try {
    for (const table of [
      'addresses',
      'units',
      'contacts',
      'businesses',
      'inspections',
      'observations',
      'violations',
      'citations',
      'comments',
      'licenses',
      'permits',
    ]) {
      const digest = sql.raw(`select md5(string_agg(it::text, '|' order by id)) as digest from ${table} it`)
      const [one, two] = await Promise.all([town.db.execute(digest), again.db.execute(digest)])
      expect([table, one.rows]).toEqual([table, two.rows])
    }
    expect(again.counts).toEqual(town.counts)
  } finally {
    await again.close()
  }
})

test('a demo town that cannot be made leaves neither records nor files', async () => {
  const { pool, drop } = await copyOfTemplate()
  const kept = new Set<string>()
  const failing: FileStore = {
    put: async () => {
      if (kept.size === 5) throw new Error('disk full')
      const key = `k${kept.size}${Math.random()}`
      kept.add(key)
      return key
    },
    open: async () => undefined,
    stream: async () => undefined,
    remove: async (key) => {
      kept.delete(key)
    },
    before: async function* () {},
    belongsTo: async (id) => id,
  }
  await pool.query('truncate users restart identity cascade')
  await expect(
    makeDemoTown({ db: drizzle(pool), store: failing, config: cheapConfig, clock: () => NOW }),
  ).rejects.toThrow('disk full')
  const { rows } = await pool.query('select (select count(*) from users) + (select count(*) from addresses) as left')
  expect([rows[0].left, kept.size]).toEqual([0, 0])
  await drop()
})
