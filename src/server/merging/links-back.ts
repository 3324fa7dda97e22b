import { sql } from 'drizzle-orm'
import type { DoubleKind } from '../../contract/merge.ts'
import { howMany } from '../../rules/merge-words.ts'
import type { Tx } from '../store/core-tables.ts'
import type { TakenLink } from './moves.ts'
import { name } from './rows.ts'
import { laterMerges, lockedMerge, type MergeRow, saveTaken } from './standing.ts'
import { type Step, stepsOf } from './survivors.ts'
import { type LinkTable, linksOf } from './what-hangs.ts'

interface Undone {
  kind: DoubleKind
  merge: MergeRow
  /** The standing merges into the same record since. */
  later: readonly MergeRow[]
}

/** Gives the merged record its links back. Returns in words how many were not put back. */
export const linksBack = async (tx: Tx, undone: Undone): Promise<string[]> => {
  let lost = 0
  for (const place of linksOf[undone.kind]) {
    const kept: FoundLink[] = []
    for (const link of undone.merge.taken.links.filter(({ table }) => table === place.table)) {
      const it = { link, steps: await stepsOf(tx, place.otherType, link.other_id) }
      if (await isRemoved(tx, { ...undone, place }, it)) lost++
      else kept.push(it)
    }
    for (const it of kept) if (it.link.isMade) await takeFromWinner(tx, { ...undone, place }, it)
    await giveToLoser(tx, { ...undone, place }, kept)
  }
  return lost === 0 ? [] : [`${howMany('links', lost)} not put back: removed since the merge.`]
}

interface FoundLink {
  link: TakenLink
  /** The record at the other end may have been merged since. */
  steps: readonly Step[]
}

type AtPlace = Undone & { place: LinkTable }

const linkOf = ({ place, merge }: AtPlace, { link, steps }: FoundLink) =>
  sql`${name(place.own)} = ${merge.winner_id} and ${name(place.other)} = ${steps.at(-1)?.to ?? link.other_id}`

/** A link removed since stays removed. */
const isRemoved = async (tx: Tx, undone: AtPlace, it: FoundLink): Promise<boolean> => {
  const { place, merge } = undone
  if (!it.link.isMade) return false
  const stands = await tx.execute(sql`select from ${name(place.table)} where ${linkOf(undone, it)}`)
  if (stands.rowCount === 0) return true
  const [first] = it.steps
  if (!first) return false
  const { taken } = await lockedMerge(tx, first.mergeId)
  return !taken.links.some(isLink(place, merge.winner_id))
}

/**
 * The survivor loses the link if it has it by this merge alone; else it has it by the next merge that brought it. What
 * the merges of the record at the other end have noted of the link is put right.
 */
const takeFromWinner = async (tx: Tx, undone: AtPlace, it: FoundLink): Promise<void> => {
  const { merge, place } = undone
  const { link, steps } = it
  let heir = await inherited(tx, undone, { other_id: link.other_id, since: merge.id })
  for (const { mergeId, to } of steps) {
    const note = await lockedMerge(tx, mergeId)
    const entry = note.taken.links.find(isLink(place, merge.winner_id))
    if (!entry) return
    if (heir) entry.created_at = heir.created_at
    else note.taken.links.splice(note.taken.links.indexOf(entry), 1)
    await saveTaken(tx, note)
    // The survivor had a link with that record already.
    if (!entry.isMade) return
    heir ??= await inherited(tx, undone, { other_id: to, since: mergeId })
  }
  // A link made by hand since has another time.
  const isSame = sql`${linkOf(undone, it)} and created_at = ${link.created_at}::timestamptz`
  await tx.execute(
    heir
      ? sql`update ${name(place.table)} set created_at = ${heir.created_at}::timestamptz where ${isSame}`
      : sql`delete from ${name(place.table)} where ${isSame}`,
  )
}

/** The first merge since, at either end, that brought the same link. From now on the survivor has the link by it. */
const inherited = async (
  tx: Tx,
  { merge: { winner_id }, later, place }: AtPlace,
  { other_id, since }: { other_id: number; since: number },
): Promise<TakenLink | undefined> => {
  const atOther = await laterMerges(tx, { id: since, kind: place.otherType, winner_id: other_id })
  const found = [
    ...later.map((it) => ({ it, link: it.taken.links.find(isLink(place, other_id)) })),
    ...atOther.map((it) => ({ it, link: it.taken.links.find(isLink(place, winner_id)) })),
  ].sort((one, next) => one.it.id - next.it.id)
  for (const { it, link } of found) {
    if (!link) continue
    link.isMade = true
    await saveTaken(tx, it)
    return link
  }
}

/** The links go where the merges since have taken the records at the other end, and those merges note them. */
const giveToLoser = async (
  tx: Tx,
  { merge: { loser_id }, place }: AtPlace,
  links: readonly FoundLink[],
): Promise<void> => {
  const times = new Map(links.map(({ link }) => [link.other_id, link.created_at]))
  const steps = new Map(links.flatMap((it) => it.steps.map((step) => [step.mergeId, step])))
  for (const { mergeId, from, to } of [...steps.values()].sort((one, next) => one.mergeId - next.mergeId)) {
    const created_at = times.get(from)
    if (created_at === undefined) continue
    const note = await lockedMerge(tx, mergeId)
    note.taken.links.push({ table: place.table, other_id: loser_id, created_at, isMade: !times.has(to) })
    await saveTaken(tx, note)
    times.delete(from)
    if (!times.has(to)) times.set(to, created_at)
  }
  for (const [other_id, created_at] of times)
    await tx.execute(sql`
      insert into ${name(place.table)} (${name(place.own)}, ${name(place.other)}, created_at)
      values (${loser_id}, ${other_id}, ${created_at}::timestamptz) on conflict do nothing`)
}

const isLink =
  ({ table }: LinkTable, otherId: number) =>
  (it: TakenLink) =>
    it.table === table && it.other_id === otherId
