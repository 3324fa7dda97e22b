import type { Address } from '../contract/address.ts'
import type { Id } from '../contract/id.ts'
import { lineInBook } from '../db/address-book.ts'
import { addressById } from '../records/address.ts'
import type { AddressLine } from '../rules/packed-addresses.ts'
import { useRow } from '../sync/react/hooks.ts'
import { useLive } from '../sync/react/live.ts'
import type { Problem } from '../sync/transport/problem.ts'

/** An address as far as this device knows it. */
interface KnownAddress {
  /** Its record, else its line in the address book; null for neither, undefined while it is looked for. */
  row: Address | AddressLine | null | undefined
  /** Only the line of the book is here, which is no copy of the record: it is shown, and never stored as one. */
  isLine: boolean
  problem: Problem | undefined
  /** When the record was fetched, or the book of which the line is. */
  pulledAt: number | undefined
  pulling: boolean
}

/** An address of the town: one that was never opened here is read from the address book until its record is fetched. */
export function useKnownAddress(id: Id): KnownAddress {
  const { row, ...asked } = useRow(addressById(id))
  const isMissing = row === null
  const book = useLive(
    async (db) => (isMissing ? { line: await lineInBook(db, id), at: await db.fact('bookAt', 0) } : undefined),
    [id, isMissing],
  )
  // What the office has removed is not shown from an older book.
  const isGone = asked.problem?.kind === 'refused' && asked.problem.status === 404
  if (!isMissing || isGone) return { row, isLine: false, ...asked }
  if (!book?.line) return { row: book?.line, isLine: false, ...asked }
  return { row: book.line, isLine: true, ...asked, pulledAt: book.at || undefined }
}
