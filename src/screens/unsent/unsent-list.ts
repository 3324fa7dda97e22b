import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { needsUser, type OutboxEntry, type RowName, rowName } from '../../db/outbox.ts'
import { commands } from '../../records/index.ts'

/** One line of the list: an entry, or the files of one record that are sent after it. */
export type UnsentItem =
  | { kind: 'entry'; id: number; entry: OutboxEntry }
  | { kind: 'files'; id: number; entries: OutboxEntry[] }

/** The outbox for people: oldest first, files of one record together. */
export function unsentItems(entries: readonly OutboxEntry[]): UnsentItem[] {
  const items: UnsentItem[] = []
  const files = new Map<string, OutboxEntry[]>()
  for (const entry of [...entries].sort((a, b) => a.seq - b.seq)) {
    if (entry.photo === null) {
      items.push({ kind: 'entry', id: entry.seq, entry })
      continue
    }
    const owner = `${entry.command} ${JSON.stringify(entry.params)}`
    const known = files.get(owner)
    if (known) known.push(entry)
    else {
      const group = [entry]
      files.set(owner, group)
      items.push({ kind: 'files', id: entry.seq, entries: group })
    }
  }
  return items
}

/** The entries of some lines: each file counts, as in the number of everything that waits. */
export const entriesIn = (items: readonly UnsentItem[]): number =>
  items.reduce((sum, it) => sum + (it.kind === 'entry' ? 1 : it.entries.length), 0)

/** The work on screen: the oldest, and everything that needs the user. */
export interface ShownWork {
  /** In the user's order. */
  entries: OutboxEntry[]
  /** The number of entries left out, all of them waiting and newer than those shown. */
  left: number
}

/**
 * Reads the oldest waiting entries, and those that need the user (up to `atMost` of each state), because nobody looks
 * at thousands at once. What an entry waits for is older than itself, so it is always included.
 */
export const shownWork = (db: DeviceDatabase, atMost: number): Promise<ShownWork> =>
  inTransaction(db, 'r', [db.outbox], async (db) => {
    const [oldest, count, ...stuck] = await Promise.all([
      db.outbox.orderBy('seq').limit(atMost).toArray(),
      db.outbox.count(),
      ...needsUser.map((state) => db.outbox.where('state').equals(state).limit(atMost).toArray()),
    ])
    const entries = [...new Map([...oldest, ...stuck.flat()].map((it) => [it.seq, it])).values()]
    return { entries: entries.sort((a, b) => a.seq - b.seq), left: count - entries.length }
  })

/** The items that only the user can end; they are shown first. */
export const itemsNeedingUser = (items: readonly UnsentItem[]): UnsentItem[] =>
  items.filter((it) => (it.kind === 'entry' ? [it.entry] : it.entries).some(({ state }) => needsUser.includes(state)))

/** What an entry waits for before it may be sent at all. */
export type WaitsFor =
  | { kind: 'nothing' }
  /** Another entry: the one that makes a record it refers to, or an earlier change of the same record. */
  | { kind: 'entry'; entry: OutboxEntry }
  /** A barrier: everything else of its inspection is sent first. */
  | { kind: 'group'; count: number }

/** The outbox, prepared for many questions about it. */
export interface OutboxView {
  makers: ReadonlyMap<RowName, OutboxEntry>
  rows: ReadonlyMap<RowName, readonly OutboxEntry[]>
  groups: ReadonlyMap<string, readonly OutboxEntry[]>
}

/** A damaged entry is shown before the next run of the engine repairs it, and may have no names. */
const namesIn = (names: readonly RowName[]): readonly RowName[] => (Array.isArray(names) ? names : [])

export function viewOf(entries: readonly OutboxEntry[]): OutboxView {
  const makers = new Map<RowName, OutboxEntry>()
  const rows = new Map<RowName, OutboxEntry[]>()
  const groups = new Map<string, OutboxEntry[]>()
  for (const entry of entries) {
    const makes = commands.get(entry.command)?.makes
    if (makes) makers.set(rowName(makes, entry.id), entry)
    for (const name of namesIn(entry.touches)) {
      const row = rows.get(name)
      if (row) row.push(entry)
      else rows.set(name, [entry])
    }
    if (entry.group !== '') {
      const group = groups.get(entry.group)
      if (group) group.push(entry)
      else groups.set(entry.group, [entry])
    }
  }
  return { makers, rows, groups }
}

/** Why an entry is not being sent, in the same order as in the engine's own plan (see sync/deliver/plan.ts). */
export function waitsFor(entry: OutboxEntry, { makers, rows, groups }: OutboxView): WaitsFor {
  for (const name of namesIn(entry.needs)) {
    const maker = makers.get(name)
    if (maker && maker.seq !== entry.seq) return { kind: 'entry', entry: maker }
  }
  for (const name of namesIn(entry.touches)) {
    const before = rows.get(name)?.find((it) => it.seq < entry.seq)
    if (before) return { kind: 'entry', entry: before }
  }
  const group = entry.group === '' ? [] : (groups.get(entry.group) ?? [])
  const barrier = group.find((it) => it.barrier && it.seq < entry.seq)
  if (barrier) return { kind: 'entry', entry: barrier }
  const count = entry.barrier ? group.filter((it) => it.seq < entry.seq).length : 0
  return count > 0 ? { kind: 'group', count } : { kind: 'nothing' }
}
