import * as z from 'zod/mini'
import { schemasOf } from '../../contract/schemas.ts'
import type { EntryProblem, OutboxEntry } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import type { Asked, Command } from '../../records/command.ts'
import { queryUrl } from '../../records/query.ts'
import { isAlike } from '../../rules/alike.ts'
import type { Device } from '../device/device.ts'
import { type Outcome, read } from '../transport/send.ts'

/** The result of reading the record just before a change to it is sent. */
type Compared =
  /**
   * `merged`: a body made of the user's changes and the office's current values, with the values on which it is based.
   */
  | { to: 'send'; etag: string | null; merged?: Merged }
  /** The office already has this value. */
  | { to: 'stands'; row: AnyRow }
  /** Somebody else's value wins. Ours is dropped and the user is told. */
  | { to: 'theirs'; row: AnyRow }
  | { to: 'conflict'; problem: EntryProblem }
  /** The server answered something else than such a record. */
  | { to: 'misread' }
  /** The record could not be read. */
  | { to: 'failed'; outcome: Outcome }

export interface Merged {
  body: unknown
  /** The compared fields at the time the body was made. */
  before: Record<string, unknown>
  /** True if somebody else changed other fields since the user saw them; both changes are kept. */
  withTheirs: boolean
}

/** One compared field: as the user saw it, as the user left it, and as the office has it now. */
interface Field {
  name: string
  seen: unknown
  mine: unknown
  theirs: unknown
}

/** Compares what the user saw with what the server has now, for commands that ask for it. */
export async function compareFresh(
  device: Device,
  entry: OutboxEntry,
  command: Command,
  asked: Asked,
): Promise<Compared> {
  const { compares } = command
  if (!compares || !entry.before || isSafeAsItIs(device, entry)) return { to: 'send', etag: null }
  const query = compares.fresh(asked)
  const outcome = await read(device, queryUrl(query))
  if (outcome.kind !== 'reply' || outcome.status >= 300) return { to: 'failed', outcome }
  const reply = z.safeParse(schemasOf(query.endpoint).reply, outcome.body)
  if (!reply.success) return { to: 'misread' }
  // The reply of a `one` query is its row.
  const row = reply.data as AnyRow
  const fields = compares.fields.map((name) => fieldOf(name, entry, asked, row))
  const mine = fields.filter((it) => !compares.merge || !isAlike(it.seen, it.mine))
  // An addition that never left cannot be at the office yet, even if somebody else's change gave the same sum.
  const mayStand = !compares.adds || entry.wire !== null
  if (mayStand && mine.every((it) => isAlike(it.mine, it.theirs))) return { to: 'stands', row }
  // The request was frozen with older values and would silently overwrite a newer one, so the user is asked.
  const compared = entry.wire && compares.merge ? fields : mine
  const changed = compared.filter((it) => !isAlike(it.seen, it.theirs) && !isAlike(it.mine, it.theirs))
  const countsAnyway = compares.onConflict === 'ours' || (compares.adds && !entry.wire)
  if (changed.length > 0 && !countsAnyway)
    return compares.onConflict === 'theirs' ? { to: 'theirs', row } : { to: 'conflict', problem: conflictOf(changed) }
  if (!compares.merge || entry.wire) return { to: 'send', etag: outcome.etag }
  const withTheirs = fields.some((it) => !isAlike(it.seen, it.theirs))
  const before = Object.fromEntries(fields.map((it) => [it.name, it.theirs]))
  return { to: 'send', etag: outcome.etag, merged: { body: compares.merge(row, asked), before, withTheirs } }
}

/** A frozen request to a server that keeps its key can neither double nor overwrite a newer version. */
const isSafeAsItIs = (device: Device, { wire, keyed }: OutboxEntry): boolean =>
  device.keyed === true && keyed && wire?.ifMatch !== undefined

const conflictOf = (fields: Field[]): EntryProblem => ({
  kind: 'conflict',
  detail: 'Somebody else has changed this since you saw it.',
  fields,
})

const fieldOf = (name: string, { before }: OutboxEntry, { body }: Asked, row: AnyRow): Field => {
  const seen = before?.[name] ?? null
  // A field that the body leaves out was not changed.
  const mine = typeof body === 'object' && body !== null && name in body ? (Reflect.get(body, name) ?? null) : seen
  return { name, seen, mine, theirs: Reflect.get(row, name) ?? null }
}
