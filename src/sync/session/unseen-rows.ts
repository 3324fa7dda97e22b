import { type RecordType, recordTypes } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { type RowName, rowName } from '../../db/outbox.ts'
import { parentsOf } from './dependent-rows.ts'

/** Lists shared by all work, with no records of a case. They are fetched again at each preparation. */
const shared: readonly RecordType[] = ['code', 'room', 'prompt', 'user']

/** Rows read, or compared in memory, before the page may do something else. */
const atOnce = 300

/** What was found in one reading of all records. It takes seconds, so records may have changed since. */
interface Unseen {
  /** Rows that nobody has looked at since `limit`, and neither at their parents nor at the rows that belong to them. */
  old: RowName[]
  /** Rows that were never looked at, with no parent that was. */
  met: RowName[]
  /** Looks from before `limit` at rows that this device no longer has. */
  idle: RowName[]
  /** The rows of which a look keeps one of these old rows: their parents, what belongs to them, and its parents. */
  keepersOf(names: readonly RowName[]): Set<RowName>
}

type Names = Map<RowName, RowName[]>

/**
 * Finds the rows last looked at before the day `limit`. A look at a record counts for what belongs to it too, and its
 * parents stay with it. Reads and compares a few rows at a time, because a town's office holds hundreds of thousands
 * and somebody is working meanwhile.
 */
export async function unseenRows(db: DeviceDatabase, limit: number): Promise<Unseen> {
  const looks = await allLooks(db)
  const parents = await allParents(db)
  const latest = latestLooks(looks, parents)
  const met: RowName[] = []
  const stale = new Set<RowName>()
  const kept = new Set<RowName>()
  await eachInTurn(parents.keys(), (name) => {
    const day = latest(name)
    if (day === never) met.push(name)
    if (day !== never && day <= limit) stale.add(name)
    else for (const it of upFrom([name], parents)) kept.add(it)
  })
  const old = [...stale].filter((name) => !kept.has(name))
  const idle = [...looks].flatMap(([name, day]) => (day <= limit && !parents.has(name) ? [name] : []))
  return { old, met, idle, keepersOf: keepers(old, parents) }
}

const never = Number.NEGATIVE_INFINITY

async function allLooks(db: DeviceDatabase): Promise<Map<RowName, number>> {
  const looks = new Map<RowName, number>()
  const next = (after: string) => db.looks.where('row').above(after).limit(atOnce).toArray()
  await eachRow(next, '', ({ row, day }) => {
    looks.set(row, day)
    return row
  })
  return looks
}

/** The parents of every row that the office knows. */
async function allParents(db: DeviceDatabase): Promise<Names> {
  const given = new Map((await db.ids.toArray()).map((it) => [rowName(it.type, it.local), rowName(it.type, it.server)]))
  const parents: Names = new Map()
  for (const type of recordTypes.filter((it) => !shared.includes(it))) {
    const next = (after: number) => db.anyRows(type).where('id').above(after).limit(atOnce).toArray()
    await eachRow(next, 0, (row) => {
      const named = parentsOf(row).map((it) => given.get(it) ?? it)
      parents.set(rowName(type, row.id), named)
      return row.id
    })
  }
  return parents
}

/** The last look at a row or any of its parents. */
function latestLooks(looks: ReadonlyMap<RowName, number>, parents: Names): (name: RowName) => number {
  const latest = (name: RowName, depth = 0): number =>
    Math.max(
      looks.get(name) ?? never,
      // Records belong to each other over a few steps at most.
      ...(depth < 6 ? (parents.get(name) ?? []).map((it) => latest(it, depth + 1)) : []),
    )
  return latest
}

function keepers(old: readonly RowName[], parents: Names): Unseen['keepersOf'] {
  const children: Names = new Map()
  for (const name of old)
    for (const parent of parents.get(name) ?? []) {
      const known = children.get(parent)
      if (known) known.push(name)
      else children.set(parent, [name])
    }
  return (names) => upFrom(upFrom(names, children), parents)
}

/** These names and all that are reached from them. */
function upFrom(names: Iterable<RowName>, next: Names): Set<RowName> {
  const reached = new Set(names)
  // A set that grows while it is walked is walked to its end.
  for (const name of reached) for (const it of next.get(name) ?? []) reached.add(it)
  return reached
}

/** Calls `act`, which returns the row's key, for each row; `next` reads those after a key. With pauses. */
async function eachRow<Row, Key>(
  next: (after: Key) => PromiseLike<Row[]>,
  first: Key,
  act: (row: Row) => Key,
): Promise<void> {
  for (let last = first; ; ) {
    const rows = await next(last)
    for (const row of rows) last = act(row)
    if (rows.length < atOnce) return
    await pause()
  }
}

/** Calls `act` for each name, with pauses. */
async function eachInTurn<Name>(names: Iterable<Name>, act: (name: Name) => void): Promise<void> {
  let count = 0
  for (const name of names) {
    act(name)
    if (++count % (atOnce * 10) === 0) await pause()
  }
}

/** Lets the page do what is waiting. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
