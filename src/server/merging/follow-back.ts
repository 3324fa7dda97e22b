import { sql } from 'drizzle-orm'
import type { DoubleKind } from '../../contract/merge.ts'
import { howMany, inOrder } from '../../rules/merge-words.ts'
import type { Tx } from '../store/core-tables.ts'
import { tellOfPlaced } from './moves.ts'
import { name } from './rows.ts'
import type { MergeRow } from './standing.ts'
import { followers, hangsOn, inUnits } from './what-hangs.ts'

/** A unit that both addresses had: the one that was gone, and the one that stayed. */
interface SameUnit {
  gone: number
  stays: number
}

/** Records added to the survivor since, about something that is now back at the other record, are moved too. */
export const followBack = async (
  tx: Tx,
  merge: MergeRow & { kind: DoubleKind },
  units: readonly SameUnit[],
): Promise<string[]> => {
  const { kind, winner_id, loser_id } = merge
  const column = name(`${kind}_id`)
  const counts = new Map<string, number>()
  const add = (table: string, { rowCount }: { rowCount: number | null }) => {
    if (rowCount) counts.set(table, (counts.get(table) ?? 0) + rowCount)
  }
  // Their own units first, because a record of another unit stays.
  for (const unit of units)
    for (const { by, parent, table } of inUnits) {
      const back = await unitBack(tx, { ...unit, loser_id }, { by, parent, table })
      if (withoutAddress.has(table)) add(table, back)
    }
  for (const { by, parent, tables } of followers[kind] ?? []) {
    // Everything at the other record is back there, or has followed.
    const isOfLoser = sql`exists (
      select from ${name(parent)} as parent where parent.id = kept.${name(by)} and parent.${column} = ${loser_id})`
    for (const table of tables) {
      // A unit of the survivor stays at its address.
      const staysWithUnit =
        kind === 'address' && by !== 'unit_id' && hasUnit.has(table)
          ? sql`and (kept.unit_id is null or exists (select from units where id = kept.unit_id and address_id = ${loser_id}))`
          : sql``
      const gone = await tx.execute(sql`
        update ${name(table)} as kept set ${column} = ${loser_id}
        where kept.${column} = ${winner_id} and ${isOfLoser} ${staysWithUnit}`)
      if (kind === 'address' && gone.rowCount) await tellOfPlaced(tx, table, sql`parent.address_id = ${loser_id}`)
      add(table, gone)
    }
  }
  const said = saysIn[kind]
  if (said) add(said.table, await commentsBack(tx, merge, said))
  return inWords(counts)
}

/** Where comments on records of a kind are. */
const saysIn: Partial<Record<DoubleKind, { table: string; text: string }>> = {
  address: { table: 'comments', text: 'content' },
  contact: { table: 'contact_comments', text: 'comment' },
}

/** How a comment begins that belongs to an inspection or complaint (rules/send-back.ts, rules/further-call.ts). */
const aboutInspection = '^(?:Sent back:|Further call about) (?:complaint|inspection) #([0-9]+)[: ]'

/**
 * Comments since the merge that name an inspection or complaint which is back: their readers look for them where it is.
 */
const commentsBack = (
  tx: Tx,
  { kind, winner_id, loser_id, made_at }: MergeRow & { kind: DoubleKind },
  { table, text }: { table: string; text: string },
) => {
  const column = name(`${kind}_id`)
  // A comment on a unit stays with the unit.
  const only = table === 'comments' ? sql`and kept.unit_id is null` : sql``
  return tx.execute(sql`
    update ${name(table)} as kept set ${column} = ${loser_id} from inspections as parent
    where kept.${column} = ${winner_id} and kept.created_at >= ${made_at.toISOString()}::timestamptz
      and parent.${column} = ${loser_id} and parent.id::text = substring(kept.${name(text)} from ${aboutInspection}) ${only}`)
}

/** The records at one of the two addresses that are in a unit of the other one. */
export const leftInUnits = async (tx: Tx, { winner_id, loser_id }: MergeRow): Promise<string[]> => {
  const both = sql`(${winner_id}, ${loser_id})`
  const counts = new Map<string, number>()
  for (const table of hangsOn.unit) {
    const placed = withoutAddress.has(table) ? inUnits.find((it) => it.table === table) : undefined
    const parent = placed ? sql`join ${name(placed.parent)} as parent on parent.id = kept.${name(placed.by)}` : sql``
    const address = placed ? sql`parent.address_id` : sql`kept.address_id`
    const found = await tx.execute<{ count: number }>(sql`
      select count(*)::int as count from units join ${name(table)} as kept on kept.unit_id = units.id ${parent}
      where units.address_id in ${both} and ${address} in ${both} and ${address} <> units.address_id`)
    counts.set(table, found.rows[0]?.count ?? 0)
  }
  return inWords(counts)
}

const inWords = (counts: ReadonlyMap<string, number>): string[] =>
  inOrder(Object.fromEntries(counts)).flatMap(({ what, count }) => (count > 0 ? [howMany(what, count)] : []))

const hasUnit = new Set(['businesses', 'inspections', 'violations'])
const withoutAddress = new Set(['areas', 'citations'])

/** Moves rows from the unit that stayed to the one that is back, if what they belong to is back. */
const unitBack = (
  tx: Tx,
  { gone, stays, loser_id }: SameUnit & { loser_id: number },
  { by, parent, table }: (typeof inUnits)[number],
) => {
  // A citation has no address; its violation is in the unit already.
  const isBack = parent === 'violations' ? sql`parent.unit_id = ${gone}` : sql`parent.address_id = ${loser_id}`
  return tx.execute(sql`
    update ${name(table)} as kept set unit_id = ${gone} from ${name(parent)} as parent
    where parent.id = kept.${name(by)} and kept.unit_id = ${stays} and ${isBack}`)
}
