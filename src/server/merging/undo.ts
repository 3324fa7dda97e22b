import { eq, sql } from 'drizzle-orm'
import { type DoubleKind, undoDays } from '../../contract/merge.ts'
import { dayMs } from '../../rules/dates.ts'
import { howMany } from '../../rules/merge-words.ts'
import type { CallContext } from '../endpoint.ts'
import { found, Refused } from '../errors.ts'
import type { Tx } from '../store/core-tables.ts'
import { mergedRecords, mergeMoves, merges } from '../store/merge-tables.ts'
import { fieldsBack } from './fields-back.ts'
import { followBack, leftInUnits } from './follow-back.ts'
import { linksBack } from './links-back.ts'
import { moveBack, noteMoves } from './moves.ts'
import { insertRow, lockedRows } from './rows.ts'
import { laterMerges, lockedMerge, type MergeRow } from './standing.ts'
import { rowOfNow, type Stored } from './survivors.ts'
import { assertMayGetWork, finishedSince, lockedPeople, transferStamp } from './transfer.ts'
import { type MergedType, tableOfMerged } from './what-hangs.ts'

type Ask = Pick<CallContext, 'tx' | 'user' | 'now'>

/**
 * Undoes a merge or a transfer. Everything that has not been moved since goes back, except finished work; the rest is
 * reported in words.
 */
export const undoMerge = async ({ tx, user, now }: Ask, id: number): Promise<void> => {
  await waitForOthers(tx)
  const merge = await lockedMerge(tx, id)
  if (merge.undone_at) throw new Refused(409, 'This was undone already.')
  if (now.getTime() - merge.made_at.getTime() > undoDays * dayMs)
    throw new Refused(409, `This was done more than ${undoDays} days ago and cannot be undone any more.`)
  const { kind } = merge
  const left = isOfRecords(kind) ? await separate(tx, { ...merge, kind }, now) : await handBack(tx, merge, now)
  await tx.update(merges).set({ undone_at: now, undone_by: user.id, left_words: left }).where(eq(merges.id, id))
}

/**
 * Undos wait for each other. Each changes what other merges have noted, those of the records at the other end of its
 * links too, so that no order of their locks suits all: two at once waited for each other until the database ended one.
 */
const waitForOthers = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('undo of a merge'))`)

const isOfRecords = (kind: string): kind is DoubleKind => kind !== 'transfer'

/** The places of a merge with moved rows. */
const placesOf = (tx: Tx, mergeId: number) =>
  tx
    .selectDistinct({ table: mergeMoves.in_table, column: mergeMoves.in_column })
    .from(mergeMoves)
    .where(eq(mergeMoves.merge_id, mergeId))
    .orderBy(mergeMoves.in_column, mergeMoves.in_table)

const handBack = async (tx: Tx, merge: MergeRow, now: Date): Promise<string[]> => {
  const [person] = await lockedPeople(tx, [merge.loser_id])
  assertMayGetWork(found(person, 'User'))
  const left: string[] = []
  for (const place of await placesOf(tx, merge.id)) {
    const stays = finishedSince(place.table, merge.made_at)
    const move = { mergeId: merge.id, stamp: transferStamp(place.table, now), stays }
    const { moved, back, stayed } = await moveBack(tx, move, place)
    if (stayed > 0) left.push(`${howMany(place.table, stayed)} stayed: finished since the transfer.`)
    const gone = moved - back - stayed
    if (gone > 0) left.push(`${howMany(place.table, gone)} stayed: somebody else has had the work since.`)
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
  await assertUnitsFree(tx, merge)
  await assertUnitsAlone(tx, merge)
  const later = await laterMerges(tx, merge)
  const records = await tx.delete(mergedRecords).where(eq(mergedRecords.merge_id, id)).returning()
  // The record itself before its units.
  for (const { type, row } of [...taken.rows].reverse())
    await insertBack(tx, { type: type as MergedType, row, merge, id: Number(row.id) }, now)
  const left = await fieldsBack(tx, { merge, later, row: winner.row, now })
  const places = await placesOf(tx, id)
  for (const place of places) {
    const { moved, back } = await moveBack(tx, { mergeId: id }, place)
    if (moved > back) left.push(`${howMany(place.table, moved - back)} stayed: changed or merged since.`)
  }
  left.push(...(await linksBack(tx, { kind, merge, later })))
  const units = records.filter(({ record_type }) => record_type === 'unit')
  const along = await followBack(
    tx,
    merge,
    units.map(({ record_id, into_id }) => ({ gone: record_id, stays: into_id })),
  )
  if (along.length > 0)
    left.push(`Written since the merge, and gone with what it belongs to: ${along.join(', ')} (now at #${loser_id}).`)
  const inUnits = kind === 'address' ? await leftInUnits(tx, merge) : []
  if (inUnits.length > 0) left.push(`Left in a unit of the other address: ${inUnits.join(', ')}.`)
  return left
}

/** A unit that goes back may have been given the number of one that comes back, and the address can have only one. */
const assertUnitsFree = async (tx: Tx, { id, taken, winner_id, winner_name, loser_name }: MergeRow) => {
  for (const { type, row } of taken.rows) {
    if (type !== 'unit') continue
    const number = String(row.number).trim()
    const same = await tx.execute(sql`
      select from units join merge_moves as move on move.record_id = units.id
      where move.merge_id = ${id} and move.in_table = 'units' and move.in_column = 'address_id'
        and units.address_id = ${winner_id} and lower(trim(units.number)) = lower(${number})`)
    if (same.rowCount)
      throw new Refused(409, `Rename unit ${number} of ${winner_name} first: ${loser_name} had another unit ${number}.`)
  }
}

/** A unit that goes back may have taken up one of an address that was merged later. Its records would go along. */
const assertUnitsAlone = async (tx: Tx, { id, winner_id, loser_name }: MergeRow) => {
  const { rows } = await tx.execute<{ number: string; name: string }>(sql`
    select trim(units.number) as number, later.loser_name as name from merge_moves as move
    join units on units.id = move.record_id and units.address_id = ${winner_id}
    join merged_records as taken on taken.record_type = 'unit' and taken.into_id = units.id and taken.merge_id > ${id}
    join merges as later on later.id = taken.merge_id
    where move.merge_id = ${id} and move.in_table = 'units' and move.in_column = 'address_id'
    order by later.id desc limit 1`)
  const [unit] = rows
  if (unit)
    throw new Refused(
      409,
      `Undo the merge of ${unit.name} first: its unit ${unit.number} is one with that of ${loser_name}.`,
    )
}

/** Inserts a row again; a record to which it refers may have been merged since, or a merge of it undone. */
const insertBack = async (tx: Tx, stored: Stored, now: Date): Promise<void> => {
  const { type, id } = stored
  const { row, steps } = await rowOfNow(tx, stored)
  await insertRow(tx, type, row, now)
  await noteMoves(tx, { table: tableOfMerged[type], id, steps })
}
