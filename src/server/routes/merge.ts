import { desc, eq, inArray, type SQL } from 'drizzle-orm'
import { merges as calls, type Merge, undoDays } from '../../contract/merge.ts'
import { dayMs } from '../../rules/dates.ts'
import { type Route, route } from '../endpoint.ts'
import { found } from '../errors.ts'
import { doublesOf, sidesOf } from '../merging/doubles.ts'
import { mergeRecords } from '../merging/merge.ts'
import { transferWork, workloadOf } from '../merging/transfer.ts'
import { undoMerge } from '../merging/undo.ts'
import { userChip } from '../reading/user.ts'
import type { Tx } from '../store/core-tables.ts'
import { merges } from '../store/merge-tables.ts'
import { users } from '../store/town-tables.ts'

/** Doubles made one, work handed over, and both undone. */
export const mergeRoutes: readonly Route[] = [
  route(calls.doubles, async (ask) => {
    const { pairs, count } = await doublesOf(ask.tx, ask.search)
    ask.tell('X-Total-Count', String(count))
    return pairs
  }),

  route(calls.sides, (ask) => sidesOf(ask.tx, ask.search)),

  route(calls.list, async (ask) => {
    const { skip = 0, limit = 100 } = ask.search
    ask.tell('X-Total-Count', String(await ask.tx.$count(merges)))
    return mergesIn(ask.tx, { skip, limit })
  }),

  route(calls.merge, async (ask) => mergeOf(ask.tx, await mergeRecords(ask, ask.body))),

  route(calls.undo, async (ask) => {
    await undoMerge(ask, ask.body.id)
    return mergeOf(ask.tx, ask.body.id)
  }),

  route(calls.workload, (ask) => workloadOf(ask, ask.search)),

  route(calls.transfer, async (ask) => mergeOf(ask.tx, await transferWork(ask, ask.body))),
]

const mergesIn = async (
  tx: Tx,
  { where, skip = 0, limit = 1 }: { where?: SQL; skip?: number; limit?: number },
): Promise<Merge[]> => {
  const rows = await tx
    .select()
    .from(merges)
    .where(where)
    .orderBy(desc(merges.made_at), desc(merges.id))
    .limit(limit)
    .offset(skip)
  const ids = rows.flatMap(({ made_by, undone_by }) => [made_by, undone_by ?? made_by])
  const people = await tx.select(userChip).from(users).where(inArray(users.id, ids))
  const personOf = (id: number | null) => people.find((it) => it.id === id) ?? null
  return rows.map((merge) => ({
    id: merge.id,
    kind: merge.kind as Merge['kind'],
    winner_id: merge.winner_id,
    winner_name: merge.winner_name,
    loser_id: merge.loser_id,
    loser_name: merge.loser_name,
    made_at: merge.made_at.toISOString(),
    made_by: personOf(merge.made_by),
    undo_until: new Date(merge.made_at.getTime() + undoDays * dayMs).toISOString(),
    undone_at: merge.undone_at?.toISOString() ?? null,
    undone_by: personOf(merge.undone_by),
    moved: Object.entries(merge.counts).map(([what, count]) => ({ what, count })),
    left: merge.left_words,
  }))
}

const mergeOf = async (tx: Tx, id: number): Promise<Merge> =>
  found((await mergesIn(tx, { where: eq(merges.id, id) }))[0], 'Merge')
