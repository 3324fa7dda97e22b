import { eq, sql } from 'drizzle-orm'
import { type DoubleKind, undoDays } from '../../contract/merge.ts'
import { dayMs } from '../../rules/dates.ts'
import { howMany } from '../../rules/merge-words.ts'
import type { CallContext } from '../endpoint.ts'
import { found, Refused } from '../errors.ts'
import type { Tx } from '../store/core-tables.ts'
import { mergedRecords, mergeMoves, merges, type StoredRow } from '../store/merge-tables.ts'
import { moveBack, type TakenLink } from './moves.ts'
import { insertRow, lockedRows, name, setColumns, valuesIn } from './rows.ts'
import { transferStamp } from './transfer.ts'
import { fieldsOf, followers, linksOf, type MergedType } from './what-hangs.ts'

type Ask = Pick<CallContext, 'tx' | 'user' | 'now'>
type MergeRow = typeof merges.$inferSelect

/** Undoes a merge or a transfer. Everything that has not been moved since goes back; the rest is reported in words. */
export const undoMerge = async ({ tx, user, now }: Ask, id: number): Promise<void> => {
  const [row] = await tx.select().from(merges).where(eq(merges.id, id)).for('update')
  const merge = found(row, 'Merge')
  if (merge.undone_at) throw new Refused(409, 'This was undone already.')
  if (now.getTime() - merge.made_at.getTime() > undoDays * dayMs)
    throw new Refused(409, `This was done more than ${undoDays} days ago and cannot be undone any more.`)
  const { kind } = merge
  const left = isOfRecords(kind) ? await separate(tx, { ...merge, kind }, now) : await handBack(tx, merge, now)
  await tx.update(merges).set({ undone_at: now, undone_by: user.id, left_words: left }).where(eq(merges.id, id))
}

const isOfRecords = (kind: string): kind is DoubleKind => kind !== 'transfer'

/** The places of a merge with moved rows. */
const placesOf = (tx: Tx, mergeId: number) =>
  tx
    .selectDistinct({ table: mergeMoves.in_table, column: mergeMoves.in_column })
    .from(mergeMoves)
    .where(eq(mergeMoves.merge_id, mergeId))
    .orderBy(mergeMoves.in_column, mergeMoves.in_table)

const handBack = async (tx: Tx, merge: MergeRow, now: Date): Promise<string[]> => {
  const left: string[] = []
  for (const place of await placesOf(tx, merge.id)) {
    const { moved, back } = await moveBack(tx, { mergeId: merge.id, stamp: transferStamp(place.table, now) }, place)
    if (moved > back) left.push(`${howMany(place.table, moved - back)} stayed: somebody else has had the work since.`)
  }
  return left
}

/**
 * Restores the two records, each with what it had. Returns in words what could not be restored, and what moved along.
 */
const separate = async (tx: Tx, merge: MergeRow & { kind: DoubleKind }, now: Date): Promise<string[]> => {
  const { kind, taken, winner_id, loser_id, id } = merge
  const winner = (await lockedRows(tx, kind, [winner_id])).get(winner_id)
  if (!winner) throw new Refused(409, `${merge.winner_name} was merged on since. Undo that first.`)
  await tx.delete(mergedRecords).where(eq(mergedRecords.merge_id, id))
  // The record itself before its units.
  for (const { type, row } of [...taken.rows].reverse())
    await insertRow(tx, type as MergedType, await withSurvivors(tx, row), now)
  const left = await fieldsBack(tx, merge, winner.row, now)
  const places = await placesOf(tx, id)
  for (const place of places) {
    const { moved, back } = await moveBack(tx, { mergeId: id }, place)
    if (moved > back) left.push(`${howMany(place.table, moved - back)} stayed: changed or merged since.`)
  }
  left.push(...(await linksBack(tx, kind, merge)))
  const along = await followBack(tx, merge)
  if (along.length > 0)
    left.push(`Written since the merge, and gone with what it belongs to: ${along.join(', ')} (now at #${loser_id}).`)
  return left
}

/** A record to which a stored row refers may have been merged since. */
const withSurvivors = async (tx: Tx, row: StoredRow): Promise<StoredRow> => {
  const named = ['address', 'unit'].filter((type) => typeof row[`${type}_id`] === 'number')
  const now = { ...row }
  for (const type of named) {
    const at = await tx.execute<{ id: string }>(sql`select merged_into(${type}, ${row[`${type}_id`]}::bigint) as id`)
    now[`${type}_id`] = Number(at.rows[0]?.id)
  }
  return now
}

/**
 * Restores the survivor's former values, except those changed since. A field and its `with` are one: a business keeps
 * its address where its unit was changed, so that it is never in a unit of another address.
 */
const fieldsBack = async (
  tx: Tx,
  { kind, winner_id, winner_name, taken }: MergeRow & { kind: DoubleKind },
  row: StoredRow,
  now: Date,
): Promise<string[]> => {
  const isAsMerged = (column: string) => JSON.stringify(row[column] ?? null) === JSON.stringify(taken.after[column])
  const groups = fieldsOf[kind]
    .map((field) => [field.name, ...(field.with ?? [])].filter((column) => column in taken.before))
    .filter((group) => group.length > 0)
  const back = groups.filter((group) => group.every(isAsMerged)).flat()
  await setColumns(tx, kind, { id: winner_id, values: valuesIn(taken.before, back), now })
  const changed = groups.flat().filter((column) => !back.includes(column))
  return changed.length === 0 ? [] : [`${winner_name} kept what was changed since: ${changed.join(', ')}.`]
}

const linksBack = async (tx: Tx, kind: DoubleKind, merge: MergeRow): Promise<string[]> => {
  let lost = 0
  for (const link of merge.taken.links) if (!(await linkBack(tx, kind, merge, link))) lost++
  return lost === 0 ? [] : [`${howMany('links', lost)} not put back: removed since the merge.`]
}

const linkBack = async (tx: Tx, kind: DoubleKind, { winner_id, loser_id }: MergeRow, link: TakenLink) => {
  const place = linksOf[kind].find(({ table }) => table === link.table)
  if (!place) return true
  const own = name(place.own)
  const other = name(place.other)
  const at = sql`merged_into(${place.otherType}, ${link.other_id}::bigint)`
  const stands = await tx.execute(sql`select from ${name(link.table)} where ${own} = ${winner_id} and ${other} = ${at}`)
  // A link removed since stays removed.
  if (link.isMade && stands.rowCount === 0) return false
  if (link.isMade)
    await tx.execute(sql`delete from ${name(link.table)} where ${own} = ${winner_id} and ${other} = ${at}`)
  await tx.execute(sql`
    insert into ${name(link.table)} (${own}, ${other}, created_at)
    values (${loser_id}, ${at}, ${link.created_at}::timestamptz) on conflict do nothing`)
  return true
}

/** Records added to the survivor since, about something that is now back at the other record, are moved too. */
const followBack = async (tx: Tx, merge: MergeRow & { kind: DoubleKind }): Promise<string[]> => {
  const { id, kind, winner_id, loser_id } = merge
  const column = name(`${kind}_id`)
  const counts = new Map<string, number>()
  for (const { by, parent, tables } of followers[kind] ?? []) {
    const isOfLoser = sql`exists (
      select from merge_moves as move join ${name(parent)} as parent on parent.id = move.record_id
      where move.merge_id = ${id} and move.in_table = ${parent} and move.in_column = ${`${kind}_id`}
        and parent.id = kept.${name(by)} and parent.${column} = ${loser_id})`
    for (const table of tables) {
      // A unit of the survivor stays at its address.
      const staysWithUnit =
        kind === 'address' && by !== 'unit_id' && hasUnit.has(table)
          ? sql`and (kept.unit_id is null or exists (select from units where id = kept.unit_id and address_id = ${loser_id}))`
          : sql``
      const gone = await tx.execute(sql`
        update ${name(table)} as kept set ${column} = ${loser_id}
        where kept.${column} = ${winner_id} and ${isOfLoser} ${staysWithUnit}`)
      if (gone.rowCount) counts.set(table, (counts.get(table) ?? 0) + gone.rowCount)
    }
  }
  return [...counts].map(([table, count]) => howMany(table, count))
}

const hasUnit = new Set(['businesses', 'inspections', 'violations'])
