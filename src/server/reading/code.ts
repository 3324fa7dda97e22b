import { asc, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CodeSection } from '../../contract/code.ts'
import { codes } from '../store/town-tables.ts'
import { type Reader, type Reading, readingOf } from './page.ts'

const { created_by_key: _key, ...columns } = getTableColumns(codes)

const fromCodes = readingOf(codes, [asc(codes.id)], (tx) => tx.select(columns).from(codes).$dynamic())

/** Sections of the code in the order of their ids; `inCodeOrder` of the route brings them into the book's. */
export const readCodes = ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => fromCodes(tx, reading)

/**
 * The code sections of each row as one JSON column, so that a list of any length is one statement. `link` names the
 * table between, with the column that points to the row.
 */
export const codesOf = (link: SQL, owner: PgColumn) =>
  sql<Pick<CodeSection, 'id' | 'chapter' | 'section' | 'name' | 'description'>[]>`(
    select coalesce(json_agg(json_build_object('id', code.id, 'chapter', code.chapter, 'section', code.section,
      'name', code.name, 'description', code.description) order by code.chapter, code.section, code.id), '[]')
    from ${codes} code join ${link} on link.code_id = code.id and link.owner_id = ${owner})`
