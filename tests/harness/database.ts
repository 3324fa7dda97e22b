import { inject } from 'vitest'
import { copyTemplate, type PostgresKind } from './postgres.ts'

/** An empty, migrated database with the test people, for tests without a server. */
export const copyOfTemplate = async (kind: PostgresKind = 'packaged') => {
  const admin = inject('postgresUrls')[kind]
  if (!admin) throw new Error("Debian's PostgreSQL 15 is not installed here: skip this test")
  return copyTemplate(admin)
}
