import { createHash } from 'node:crypto'
import { asc, eq, gt, sql } from 'drizzle-orm'
import { auditChain, auditLog, auditUnsealed, type Db, type Tx } from './store/core-tables.ts'

/** The hash before the first seal. */
export const BEGINNING = '0'.repeat(64)

/** Entries sealed in one transaction: others may seal between two of them. */
const SEALED_AT_ONCE = 1000

/** Entries read at once by a check: some megabytes. */
const READ_AT_ONCE = 5000

/** A position in the chain. If it is kept elsewhere, it can prove later that nothing before it was changed. */
export interface Head {
  n: number
  hash: string
}

/** The first position where the chain is broken, and why. */
interface ChainBreak {
  n: number
  words: string
}

/** Seals every waiting entry of the log. Several processes may do so at once. Returns how many it sealed. */
export const sealLog = async (tx: Tx, now: Date): Promise<number> => {
  let sealed = 0
  for (;;) {
    const answer = await tx.execute<{ done: number }>(
      sql`select seal_audit_log(${SEALED_AT_ONCE}::int, ${now.toISOString()}::timestamptz) as done`,
    )
    const done = answer.rows[0]?.done ?? 0
    sealed += done
    if (done < SEALED_AT_ONCE) return sealed
  }
}

/**
 * Recomputes the chain from the current entries. `progress` gets the number checked. `kept` is a head that was kept
 * elsewhere: it must still be in the chain.
 */
export const checkChain = async (
  db: Db,
  { kept, progress }: { kept?: Head | undefined; progress?: (checked: number) => void } = {},
): Promise<{ head: Head; problem: ChainBreak | null }> => {
  let head: Head = { n: 0, hash: BEGINNING }
  for (;;) {
    const links = await linksAfter(db, head.n)
    for (const link of links) {
      const problem = problemOf(link, head, kept)
      if (problem) return { head, problem }
      head = { n: link.n, hash: link.hash }
    }
    if (links.length < READ_AT_ONCE) break
    progress?.(head.n)
  }
  return { head, problem: missingHead(head, kept) ?? (await outsideChain(db)) }
}

/** Rows of the chain, each with the text that it should seal; no text if the entry is gone. */
const linksAfter = (db: Db, n: number) =>
  db
    .select({
      n: auditChain.n,
      entryId: auditChain.entry_id,
      hash: auditChain.hash,
      text: sql<string | null>`case when ${auditLog.id} is not null
        then audit_entry_text(${auditChain.n}, ${auditChain.sealed_at}, ${auditLog}) end`,
    })
    .from(auditChain)
    .leftJoin(auditLog, eq(auditLog.id, auditChain.entry_id))
    .where(gt(auditChain.n, n))
    .orderBy(asc(auditChain.n))
    .limit(READ_AT_ONCE)

type Link = Awaited<ReturnType<typeof linksAfter>>[number]

const problemOf = (link: Link, before: Head, kept: Head | undefined): ChainBreak | null => {
  const n = before.n + 1
  if (link.n !== n) return { n, words: 'this seal is missing' }
  if (link.text === null) return { n, words: `entry ${link.entryId} was removed from the log` }
  const hash = createHash('sha256').update(before.hash).update(link.text).digest('hex')
  if (hash !== link.hash)
    return { n, words: `entry ${link.entryId}, or its seal, is not what was sealed. It reads now: ${link.text}` }
  if (kept?.n === n && kept.hash !== hash)
    return { n, words: `the head that was kept is ${kept.hash}, and the chain has ${hash}: it was written anew` }
  return null
}

/** A chain that ends before a kept head has lost its end, by a restore from a backup or by force. */
const missingHead = (head: Head, kept: Head | undefined): ChainBreak | null =>
  kept && kept.n > head.n
    ? {
        n: head.n + 1,
        words: `the chain ends at ${head.n}, before the head that was kept (${kept.n}). A restore from an older backup does this, too`,
      }
    : null

/** An entry that is neither sealed nor waiting: somebody removed it from the chain. */
const outsideChain = async (db: Db): Promise<ChainBreak | null> => {
  const found = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      sql`not exists (select from ${auditChain} where ${auditChain.entry_id} = ${auditLog.id})
        and not exists (select from ${auditUnsealed} where ${auditUnsealed.entry_id} = ${auditLog.id})`,
    )
    .orderBy(asc(auditLog.id))
    .limit(1)
  const id = found[0]?.id
  return id === undefined ? null : { n: 0, words: `entry ${id} stands in the log without a seal` }
}
