import type { Address } from '../contract/address.ts'
import type { Id } from '../contract/id.ts'
import { lineInBook } from '../db/address-book.ts'
import { addressById } from '../records/address.ts'
import type { AddressLine } from '../rules/packed-addresses.ts'
import { useRow } from '../sync/react/hooks.ts'
import { useLive } from '../sync/react/live.ts'
import type { Problem } from '../sync/transport/problem.ts'

/** What this device knows about an address. */
interface KnownAddress {
  /** Its record, else its line in the address book; null if neither exists, undefined while reading. */
  row: Address | AddressLine | null | undefined
  /** Only the book's line is known. It is not a copy of the record, so it is shown but never stored as one. */
  isLine: boolean
  problem: Problem | undefined
  /** When the record was fetched, or the book that contains the line. */
  pulledAt: number | undefined
  pulling: boolean
}

/**
 * An address of the town. If it was never opened here, it is read from the address book until its record is fetched.
 */
export function useKnownAddress(id: Id): KnownAddress {
  const { row, ...asked } = useRow(addressById(id))
  const isMissing = row === null
  const book = useLive(
    async (db) => (isMissing ? { line: await lineInBook(db, id), at: await db.fact('bookAt', 0) } : undefined),
    [id, isMissing],
    `book line ${id} ${isMissing}`,
  )
  // An address that the office has deleted is not shown from an older book.
  const isGone = asked.problem?.kind === 'refused' && asked.problem.status === 404
  if (!isMissing || isGone) return { row, isLine: false, ...asked }
  if (!book?.line) return { row: book?.line, isLine: false, ...asked }
  return { row: book.line, isLine: true, ...asked, pulledAt: book.at || undefined }
}
