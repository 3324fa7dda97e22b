import { desc, inArray } from 'drizzle-orm'
import { merges as calls, type Merge, undoDays } from '../../contract/merge.ts'
import { dayMs } from '../../rules/dates.ts'
import { inOrder } from '../../rules/merge-words.ts'
import { type Route, route } from '../endpoint.ts'
import { dismissedCount, dismissedPairs, dismissPair, restorePair } from '../merging/dismissed.ts'
import { doublesOf, sidesOf } from '../merging/doubles.ts'
import { mergeRecords } from '../merging/merge.ts'
import { transferWork, workloadOf } from '../merging/transfer.ts'
import { undoMerge } from '../merging/undo.ts'
import { readUnderReview } from '../reading/under-review.ts'
import { userChip } from '../reading/user.ts'
import type { Tx } from '../store/core-tables.ts'
import { merges } from '../store/merge-tables.ts'
import { users } from '../store/town-tables.ts'

/** Merging duplicates, transferring work, and undoing both. */
export const mergeRoutes: readonly Route[] = [
  route(calls.doubles, async (ask) => {
    const { pairs, count } = await doublesOf(ask.tx, ask.search)
    ask.tell('X-Total-Count', String(count))
    return pairs
  }),

  route(calls.sides, (ask) => sidesOf(ask.tx, ask.search)),

  route(calls.dismissed, async (ask) => {
    ask.tell('X-Total-Count', String(await dismissedCount(ask.tx)))
    return dismissedPairs(ask.tx, ask.search)
  }),

  route(calls.dismiss, async (ask) => {
    await dismissPair(ask, ask.body)
    return dismissedPairs(ask.tx)
  }),

  route(calls.restore, async ({ tx, body }) => {
    await restorePair(tx, body)
    return dismissedPairs(tx)
  }),

  route(calls.list, async (ask) => {
    ask.tell('X-Total-Count', String(await ask.tx.$count(merges)))
    return mergesIn(ask.tx, ask.search)
  }),

  route(calls.merge, async (ask) => {
    await mergeRecords(ask, ask.body)
    return mergesIn(ask.tx)
  }),

  route(calls.undo, async (ask) => {
    await undoMerge(ask, ask.body.id)
    return mergesIn(ask.tx)
  }),

  route(calls.workload, (ask) => workloadOf(ask, ask.search)),

  route(calls.underReview, ({ tx }) => readUnderReview(tx)),

  route(calls.transfer, async (ask) => {
    await transferWork(ask, ask.body)
    return mergesIn(ask.tx)
  }),
]

/** Default number of merges in an answer. */
const mergesAtOnce = 100

const mergesIn = async (
  tx: Tx,
  { skip = 0, limit = mergesAtOnce }: { skip?: number | undefined; limit?: number | undefined } = {},
): Promise<Merge[]> => {
  const rows = await tx.select().from(merges).orderBy(desc(merges.made_at), desc(merges.id)).limit(limit).offset(skip)
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
    moved: inOrder(merge.counts),
    left: merge.left_words,
  }))
}
