import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { DeviceDatabase } from '../../src/db/database.ts'
import type { AnyRow } from '../../src/db/rows.ts'
import { type Query, queryName, rowsOf } from '../../src/records/query.ts'

type Read = (db: DeviceDatabase) => Promise<unknown>

/**
 * The hooks that read from the device, for pages that are rendered as a text. A rendering gets what was read after the
 * one before it.
 */
export function deviceReads() {
  const results = new Map<string, unknown>()
  const reads = new Map<string, Read>()
  /** Why the office does not answer, if it does not. */
  const office: { problem: { kind: 'noSignal' } | undefined } = { problem: undefined }

  const useLive = (read: Read, deps: unknown[], name = String(deps)) => {
    if (!results.has(name)) reads.set(name, read)
    return results.get(name)
  }
  const usePull = (query: Query) => {
    const name = queryName(query)
    const pulledAt = useLive(async (db) => (await db.pulls.get(name))?.at, [], `age of ${name}`)
    return { problem: office.problem, pulledAt, pulling: false }
  }
  const useRows = (query: Query<AnyRow>) => ({
    rows: useLive((db) => rowsOf(db, query), [], `rows of ${queryName(query)}`) as AnyRow[] | undefined,
    ...usePull(query),
  })
  /** A page's HTML, once everything was read. */
  const shown = async (db: DeviceDatabase, page: ReactNode): Promise<string> => {
    for (results.clear(); ; ) {
      const html = renderToStaticMarkup(page)
      if (reads.size === 0) return html
      for (const [name, read] of reads) results.set(name, await read(db))
      reads.clear()
    }
  }
  return { office, useLive, usePull, useRows, shown }
}

/** Stores that the office has answered these lists. */
export const hear = (db: DeviceDatabase, ...lists: Query[]) =>
  db.pulls.bulkPut(lists.map((it) => ({ url: queryName(it), at: 1, etag: null })))
