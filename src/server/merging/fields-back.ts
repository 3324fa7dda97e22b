import type { DoubleKind } from '../../contract/merge.ts'
import type { Tx } from '../store/core-tables.ts'
import type { StoredRow } from '../store/merge-tables.ts'
import { forgetMoves, noteMoves } from './moves.ts'
import { setColumns, valuesIn } from './rows.ts'
import { type MergeRow, saveTaken } from './standing.ts'
import { rowOfNow, type Stored } from './survivors.ts'
import { fieldsOf, tableOfMerged } from './what-hangs.ts'

interface Undone {
  merge: MergeRow & { kind: DoubleKind }
  /** The standing merges into the same record since. */
  later: readonly MergeRow[]
  /** The survivor as it is now. */
  row: StoredRow
  now: Date
}

/**
 * Restores the survivor's former values, except those changed since. A field and its `with` are one: a business keeps
 * its address where its unit was changed, so that it is never in a unit of another address.
 */
export const fieldsBack = async (tx: Tx, { merge, later, row, now }: Undone): Promise<string[]> => {
  const { kind, winner_id, winner_name, taken } = merge
  // Addresses and units may have been merged since, or merges of them undone.
  const stored = (by: MergeRow, row: StoredRow): Stored => ({ type: kind, row, merge: by, id: winner_id })
  const before = await rowOfNow(tx, stored(merge, taken.before))
  const after = await rowOfNow(tx, stored(merge, taken.after))
  const back: string[] = []
  const changed: string[] = []
  for (const { name, with: more = [] } of fieldsOf[kind]) {
    const group = [name, ...more].filter((column) => column in taken.before)
    if (group.length === 0) continue
    const next = later.find((it) => group.some((column) => column in it.taken.before))
    if (next) {
      const found = await rowOfNow(tx, stored(next, next.taken.before))
      if (!isSame(group, found.row, after.row)) changed.push(...group)
      // The undo of the later merge restores what was there before both.
      else {
        next.taken.before = { ...next.taken.before, ...valuesIn(before.restored, group) }
        await saveTaken(tx, next)
      }
    } else (isSame(group, row, after.row) ? back : changed).push(...group)
  }
  await setColumns(tx, kind, { id: winner_id, values: valuesIn(before.row, back), now })
  const moved = { table: tableOfMerged[kind], id: winner_id }
  await forgetMoves(tx, { ...moved, steps: after.steps.filter(({ column }) => back.includes(column)) })
  await noteMoves(tx, { ...moved, steps: before.steps.filter(({ column }) => back.includes(column)) })
  return changed.length === 0 ? [] : [`${winner_name} kept what was changed since: ${changed.join(', ')}.`]
}

const isSame = (columns: readonly string[], one: StoredRow, other: StoredRow): boolean =>
  columns.every((column) => JSON.stringify(one[column] ?? null) === JSON.stringify(other[column] ?? null))
