import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { poolOf } from '../../src/server/store/open-store.ts'
import { ask, type PostgresKind, TEMPLATE } from './postgres.ts'

/** An empty, migrated database with the people in it, for what needs no server. */
export const copyOfTemplate = async (kind: PostgresKind = 'packaged') => {
  const admin = inject('postgresUrls')[kind]
  if (!admin) throw new Error("Debian's PostgreSQL 15 is not installed here: skip this test")
  const name = `town_${randomBytes(6).toString('hex')}`
  await ask(admin, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = Object.assign(new URL(admin), { pathname: `/${name}` }).href
  const pool = poolOf(url, 10)
  const drop = async () => {
    await pool.end()
    await ask(admin, `drop database ${name} with (force)`)
  }
  return { url, pool, drop }
}
