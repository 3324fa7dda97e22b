import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type DismissedPair, type DoubleKind, doubleKinds, type NamedPair } from '../../contract/merge.ts'
import type { CallContext } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { userChip } from '../reading/user.ts'
import type { Tx } from '../store/core-tables.ts'
import { dismissedDoubles, type StoredRow } from '../store/merge-tables.ts'
import { users } from '../store/town-tables.ts'
import { sideOf } from './doubles.ts'
import { name, wholeRows } from './rows.ts'
import { tableOfMerged, wordFor } from './what-hangs.ts'

type Ask = Pick<CallContext, 'tx' | 'user' | 'now'>

/** Stores that the two are not the same; no effect if that is already stored. */
export const dismissPair = async ({ tx, user, now }: Ask, pair: NamedPair): Promise<void> => {
  const { kind } = pair
  const { first_id, second_id } = idsInOrder(pair)
  const rows = await wholeRows(tx, kind, [first_id, second_id])
  if (rows.size < 2) throw new Refused(404, `${wordFor[kind]} not found`)
  await tx
    .insert(dismissedDoubles)
    .values({ kind, first_id, second_id, made_at: now, made_by: user.id })
    .onConflictDoNothing()
}

/** Lets the pair be proposed again; no effect if it already can be. */
export const restorePair = async (tx: Tx, pair: NamedPair): Promise<void> => {
  const { first_id, second_id } = idsInOrder(pair)
  const { kind, first_id: first, second_id: second } = dismissedDoubles
  await tx.delete(dismissedDoubles).where(and(eq(kind, pair.kind), eq(first, first_id), eq(second, second_id)))
}

const idsInOrder = ({ first, second }: NamedPair) => {
  if (first === second) throw new Refused(422, 'Choose two different records')
  return { first_id: Math.min(first, second), second_id: Math.max(first, second) }
}

/** Default number of pairs in an answer. */
const pairsAtOnce = 200

/** Pairs of which neither record has been merged since. */
const areBothThere = or(
  ...doubleKinds.map((kind) => {
    const isThere = (id: AnyPgColumn) =>
      sql`exists (select from ${name(tableOfMerged[kind])} as it where it.id = ${id})`
    return and(eq(dismissedDoubles.kind, kind), isThere(dismissedDoubles.first_id), isThere(dismissedDoubles.second_id))
  }),
)

/** How many pairs the whole list has. */
export const dismissedCount = (tx: Tx): Promise<number> => tx.$count(dismissedDoubles, areBothThere)

/** Newest first. A pair with a record that has been merged since is left out, before the list is cut into parts. */
export const dismissedPairs = async (
  tx: Tx,
  { skip = 0, limit = pairsAtOnce }: { skip?: number | undefined; limit?: number | undefined } = {},
): Promise<DismissedPair[]> => {
  const { made_at, kind, second_id } = dismissedDoubles
  const found = await tx
    .select()
    .from(dismissedDoubles)
    .where(areBothThere)
    .orderBy(desc(made_at), kind, desc(second_id))
    .limit(limit)
    .offset(skip)
  const makers = found.map(({ made_by }) => made_by)
  const people = await tx.select(userChip).from(users).where(inArray(users.id, makers))
  const rows = new Map<string, Map<number, StoredRow>>()
  for (const kind of new Set(found.map((it) => it.kind as DoubleKind))) {
    const mine = found.filter((it) => it.kind === kind)
    rows.set(
      kind,
      await wholeRows(
        tx,
        kind,
        mine.flatMap((it) => [it.first_id, it.second_id]),
      ),
    )
  }
  return found.flatMap((it) => {
    const kind = it.kind as DoubleKind
    const [first, second] = [rows.get(kind)?.get(it.first_id), rows.get(kind)?.get(it.second_id)]
    if (!first || !second) return []
    const made_by = people.find(({ id }) => id === it.made_by) ?? null
    return [
      { kind, first: sideOf(kind, first), second: sideOf(kind, second), made_at: it.made_at.toISOString(), made_by },
    ]
  })
}
