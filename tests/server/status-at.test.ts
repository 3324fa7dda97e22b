import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, inject, test } from 'vitest'
import { migrate } from '../../src/server/store/migrate.ts'
import { poolOf } from '../../src/server/store/open-store.ts'
import { migrationsBefore } from '../harness/older-migrations.ts'
import { ask } from '../harness/postgres.ts'

test('G-18 the log tells an upgraded town when each present status was set, and nothing is guessed', async () => {
  const admin = inject('postgresUrls').packaged ?? ''
  await ask(admin, 'create database before_status_at')
  const pool = poolOf(Object.assign(new URL(admin), { pathname: '/before_status_at' }).href, 3)
  const folder = migrationsBefore('0031_status_at', mkdtempSync(join(tmpdir(), 'codesoft-migrations-')))
  try {
    const db = drizzle(pool)
    await migrate(db, { folder, schema: 'drizzle' })
    // 1 was set twice and sent late, 2 in time, 3 was imported with another status afterwards, 4 was never set.
    await pool.query(`insert into inspections (source, status, updated_at) values
      ('Complaint', 'Completed', '2026-11-09T12:00Z'), ('Complaint', 'Pending', '2026-11-09T12:00Z'),
      ('Complaint', 'Completed', '2026-11-09T12:00Z'), ('Complaint', null, '2026-11-09T12:00Z')`)
    await pool.query(`insert into audit_log (call, path, status, record_type, record_id, observed_at, received_at, body)
      select it->>0, '', 200, 'inspection', (it->>1)::int, (it->>2)::timestamptz, (it->>3)::timestamptz,
        jsonb_build_object('status', it->>4)
      from jsonb_array_elements('[
        ["B81", 1, "2026-11-01T12:00Z", "2026-11-02T12:00Z", "In Progress"],
        ["B81", 1, "2026-11-03T12:00Z", "2026-11-06T12:00Z", "Completed"],
        ["B83", 1, null, "2026-11-09T12:00Z", null],
        ["B81", 2, null, "2026-11-04T12:00Z", "Pending"],
        ["B81", 3, null, "2026-11-04T12:00Z", "Pending"]]') it`)
    await migrate(db)
    const { rows } = await pool.query('select status_at, updated_at from inspections order by id')
    const updated_at = new Date('2026-11-09T12:00Z')
    expect(rows).toEqual([
      { status_at: new Date('2026-11-03T12:00Z'), updated_at },
      { status_at: new Date('2026-11-04T12:00Z'), updated_at },
      { status_at: null, updated_at },
      { status_at: null, updated_at },
    ])
  } finally {
    await pool.end()
    await ask(admin, 'drop database before_status_at with (force)')
    rmSync(folder, { recursive: true })
  }
})
