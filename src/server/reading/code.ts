import { asc, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CodeSection } from '../../contract/code.ts'
import { codes } from '../store/town-tables.ts'
import { type Reader, type Reading, readingOf } from './page.ts'

const { created_by_key: _key, ...columns } = getTableColumns(codes)

const fromCodes = readingOf(codes, [asc(codes.id)], (tx) => tx.select(columns).from(codes).$dynamic())

/** Code sections in the order of their ids; the route sorts them in the book's order (`inCodeOrder`). */
export const readCodes = ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => fromCodes(tx, reading)

/**
 * The code sections of each row as one JSON column, so that a list of any length needs one statement. `link` is the
 * join table, and `owner` its column that points to the row.
 */
export const codesOf = (link: SQL, owner: PgColumn) =>
  sql<Pick<CodeSection, 'id' | 'chapter' | 'section' | 'name' | 'description'>[]>`(
    select coalesce(json_agg(json_build_object('id', code.id, 'chapter', code.chapter, 'section', code.section,
      'name', code.name, 'description', code.description) order by code.chapter, code.section, code.id), '[]')
    from ${codes} code join ${link} on link.code_id = code.id and link.owner_id = ${owner})`
