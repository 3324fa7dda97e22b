import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { auditChain, auditLog, auditUnsealed, type Db, type Tx } from './store/core-tables.ts'

/** What stands before the first seal. */
const BEGINNING = '0'.repeat(64)

/** Entries sealed in one transaction: others may seal between two of them. */
const SEALED_AT_ONCE = 1000

/** Entries read at once by a check: some megabytes. */
const READ_AT_ONCE = 5000

/** A place in the chain. Whoever keeps it elsewhere can prove later that nothing before it was changed. */
export interface Head {
  n: number
  hash: string
}

/** What is wrong with the chain, at the first place where something is. */
interface ChainBreak {
  n: number
  entryId: number | null
  words: string
}

/** Seals every entry of the log that waits. Several processes may do so at once. Answers how many it took. */
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

/** A row of the chain beside the text that it should seal; no text where the entry is gone. */
interface Link extends Record<string, unknown> {
  n: string
  entry_id: string
  hash: string
  text: string | null
}

/**
 * Computes the chain anew from the entries as they are now. `progress` hears how many were checked. `kept` is a head that
 * was kept elsewhere: the chain must still have it.
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
      head = { n: Number(link.n), hash: link.hash }
    }
    if (links.length < READ_AT_ONCE) break
    progress?.(head.n)
  }
  return { head, problem: missingHead(head, kept) ?? (await outsideChain(db)) }
}

const linksAfter = async (db: Db, n: number): Promise<Link[]> => {
  const found = await db.execute<Link>(sql`
    select audit_chain.n, audit_chain.entry_id, audit_chain.hash,
      case when audit_log.id is null then null
        else audit_entry_text(audit_chain.n, audit_chain.sealed_at, audit_log) end as text
    from audit_chain left join audit_log on audit_log.id = audit_chain.entry_id
    where audit_chain.n > ${n} order by audit_chain.n limit ${READ_AT_ONCE}`)
  return found.rows
}

const problemOf = (link: Link, before: Head, kept: Head | undefined): ChainBreak | null => {
  const at = { n: before.n + 1, entryId: Number(link.entry_id) }
  if (Number(link.n) !== at.n) return { ...at, entryId: null, words: 'this seal is missing' }
  if (link.text === null) return { ...at, words: `entry ${link.entry_id} was removed from the log` }
  const hash = createHash('sha256').update(before.hash).update(link.text).digest('hex')
  if (hash !== link.hash)
    return { ...at, words: `entry ${link.entry_id}, or its seal, is not what was sealed. It reads now: ${link.text}` }
  if (kept?.n === at.n && kept.hash !== hash)
    return { ...at, words: `the head that was kept is ${kept.hash}, and the chain has ${hash}: it was written anew` }
  return null
}

/** A chain that ends before a head that was kept has lost its end, by a restore from a backup or by force. */
const missingHead = (head: Head, kept: Head | undefined): ChainBreak | null =>
  kept && kept.n > head.n
    ? {
        n: head.n + 1,
        entryId: null,
        words: `the chain ends at ${head.n}, before the head that was kept (${kept.n}). A restore from an older backup does this, too`,
      }
    : null

/** An entry that neither is sealed nor waits for it: somebody took it out of the chain. */
const outsideChain = async (db: Db): Promise<ChainBreak | null> => {
  const found = await db.execute<{ id: string }>(sql`
    select id from ${auditLog}
    where not exists (select from ${auditChain} where entry_id = ${auditLog.id})
      and not exists (select from ${auditUnsealed} where entry_id = ${auditLog.id})
    order by id limit 1`)
  const id = found.rows[0]?.id
  return id === undefined ? null : { n: 0, entryId: Number(id), words: `entry ${id} stands in the log without a seal` }
}
