import { and, eq, gt, isNull } from 'drizzle-orm'
import { found } from '../errors.ts'
import type { Tx } from '../store/core-tables.ts'
import { merges } from '../store/merge-tables.ts'

export type MergeRow = typeof merges.$inferSelect

/** A merge, locked until the end of the transaction. Throws 404 for one that there is not. */
export const lockedMerge = async (tx: Tx, id: number): Promise<MergeRow> => {
  const [merge] = await tx.select().from(merges).where(eq(merges.id, id)).for('update')
  return found(merge, 'Merge')
}

/** The merges into the same record after this one that are not undone. */
export const laterMerges = (
  tx: Tx,
  { id, kind, winner_id }: Pick<MergeRow, 'id' | 'kind' | 'winner_id'>,
): Promise<MergeRow[]> =>
  tx
    .select()
    .from(merges)
    .where(and(eq(merges.kind, kind), eq(merges.winner_id, winner_id), gt(merges.id, id), isNull(merges.undone_at)))
    .orderBy(merges.id)
    .for('update')

/** Stores what the undo of a merge will restore, after a change of it. */
export const saveTaken = (tx: Tx, { id, taken }: MergeRow) => tx.update(merges).set({ taken }).where(eq(merges.id, id))
