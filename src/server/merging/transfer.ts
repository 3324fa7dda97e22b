import { inArray, type SQL, sql } from 'drizzle-orm'
import { type NewTransfer, type TransferKind, transferKinds, type Workload } from '../../contract/merge.ts'
import { startOfDay } from '../../rules/dates.ts'
import { personName } from '../../rules/person.ts'
import type { CallContext } from '../endpoint.ts'
import { found, Refused } from '../errors.ts'
import type { Tx } from '../store/core-tables.ts'
import { merges } from '../store/merge-tables.ts'
import { users } from '../store/town-tables.ts'
import { plainStatusOf } from '../store/visit-tables.ts'
import { moveReferences } from './moves.ts'
import { name } from './rows.ts'

type Ask = Pick<CallContext, 'tx' | 'user' | 'now' | 'config'>

const isComplaint = sql`lower(kept.source) = 'complaint'`

/** The columns of what can be transferred, and which rows are unfinished (G-03, C-32, VL-02). */
const places: Record<TransferKind, { table: string; column: string; where: SQL; open: SQL }> = {
  inspections: {
    table: 'inspections',
    column: 'inspector_id',
    where: sql`not ${isComplaint}`,
    open: sql`${plainStatusOf(sql`kept.status`)} in ('', 'pending', 'scheduled', 'in progress', 'under review')`,
  },
  complaints: {
    table: 'inspections',
    column: 'inspector_id',
    where: isComplaint,
    open: sql`${plainStatusOf(sql`kept.status`)}
      in ('', 'pending', 'open', 'unknown', 'scheduled', 'in progress', 'under review')`,
  },
  violations: { table: 'violations', column: 'user_id', where: sql`true`, open: sql`kept.status in (0, 2)` },
}

/**
 * The stamp of a transferred row. Finished records keep theirs, because figures take their end from it, and so do
 * complaints with a status: their last change is the response (C-04).
 */
export const transferStamp = (table: string, now: Date): SQL => {
  const isAnswered = sql`(${isComplaint} and ${plainStatusOf(sql`kept.status`)} <> '')`
  const isStamped =
    table === 'violations' ? places.violations.open : sql`${places.complaints.open} and not ${isAnswered}`
  return sql`case when ${isStamped} then ${now.toISOString()}::timestamptz else kept.updated_at end`
}

/**
 * Whether a row was finished after a moment, by the day in the field: work from before, sent later, was not. One without
 * that day was never finished here.
 */
export const finishedSince = (table: string, at: Date): SQL => {
  const since = sql`${at.toISOString()}::timestamptz`
  return table === 'violations'
    ? sql`not ${places.violations.open} and coalesce(kept.closed_at > ${since}, false)`
    : sql`not ${places.complaints.open} and coalesce(kept.status_at > ${since}, false)`
}

const madeSince = (day: string | null | undefined, zone: string): SQL =>
  day ? sql`kept.created_at >= ${startOfDay(day, zone).toISOString()}::timestamptz` : sql`true`

/** The number of a person's records of each kind. */
export const workloadOf = async (
  { tx, config }: Pick<Ask, 'tx' | 'config'>,
  { user, since }: { user: number; since?: string | null | undefined },
): Promise<Workload> => {
  const counted: Workload = []
  for (const kind of transferKinds) {
    const { table, column, where, open } = places[kind]
    const rows = await tx.execute<{ open: string; all: string }>(sql`
      select count(*) filter (where ${open}) as open, count(*) as all from ${name(table)} as kept
      where ${name(column)} = ${user} and ${where} and ${madeSince(since, config.townZone)}`)
    counted.push({ kind, open: Number(rows.rows[0]?.open), all: Number(rows.rows[0]?.all) })
  }
  return counted
}

/** Transfers all work of one person to another. */
export const transferWork = async ({ tx, user, now, config }: Ask, asked: NewTransfer): Promise<void> => {
  const { from_id, to_id, kinds, open_only, since } = asked
  if (from_id === to_id) throw new Refused(422, 'Choose two different people')
  const people = await lockedPeople(tx, [from_id, to_id])
  const from = found(
    people.find((it) => it.id === from_id),
    'User',
  )
  const to = found(
    people.find((it) => it.id === to_id),
    'User',
  )
  assertMayGetWork(to)
  const [made] = await tx
    .insert(merges)
    .values({
      kind: 'transfer',
      winner_id: to_id,
      loser_id: from_id,
      winner_name: personName(to),
      loser_name: personName(from),
      made_at: now,
      made_by: user.id,
      counts: {},
      taken: { rows: [], links: [], before: {}, after: {} },
    })
    .returning({ id: merges.id })
  if (!made) throw new Error('A transfer without a number')
  const move = { mergeId: made.id, from: from_id, to: to_id }
  const counts: Record<string, number> = {}
  for (const kind of new Set(kinds)) {
    const { where, open, ...place } = places[kind]
    const only = sql`${where} and ${open_only ? open : sql`true`} and ${madeSince(since, config.townZone)}`
    const count = await moveReferences(tx, move, place, { where: only, stamp: transferStamp(place.table, now) })
    if (count > 0) counts[kind] = count
  }
  if (Object.keys(counts).length === 0) throw new Refused(409, `${personName(from)} has nothing of this to transfer.`)
  await tx.execute(sql`update merges set counts = ${JSON.stringify(counts)}::jsonb where id = ${made.id}`)
}

/** These people, locked so that none of them becomes inactive or a Guest meanwhile. */
export const lockedPeople = (tx: Tx, ids: readonly number[]) =>
  tx
    .select({ id: users.id, name: users.name, email: users.email, active: users.active, role: users.role })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(users.id)
    .for('update')

/** 409 for a person who can do nothing with the work. */
export const assertMayGetWork = (person: Awaited<ReturnType<typeof lockedPeople>>[number]): void => {
  if (!person.active) throw new Refused(409, `${personName(person)} is inactive and cannot be given work.`)
  if (person.role === 0) throw new Refused(409, `${personName(person)} is a Guest and cannot be given work.`)
}
