import * as z from 'zod/mini'
import type { EntryProblem, OutboxEntry } from '../db/outbox.ts'
import type { AnyRow } from '../db/rows.ts'
import type { Asked, Command } from '../records/command.ts'
import { queryUrl } from '../records/query.ts'
import type { Device } from './device.ts'
import { fingerprint } from './fingerprint.ts'
import { type Outcome, read } from './send.ts'

/** What a fresh look at the record says before a change to it is sent. */
export type Compared =
  | { to: 'send'; etag: string | null }
  /** The value stands there already. */
  | { to: 'stands'; row: AnyRow }
  /** Someone else's value wins; ours is given up, and the user is told. */
  | { to: 'theirs'; row: AnyRow }
  | { to: 'conflict'; problem: EntryProblem }
  /** The look itself failed. */
  | { to: 'failed'; outcome: Outcome }

/** Compares what the user saw with what the server has now, for commands that say so. */
export async function compareFresh(
  device: Device,
  entry: OutboxEntry,
  command: Command,
  asked: Asked,
): Promise<Compared> {
  const { compares } = command
  if (!compares || !entry.before) return { to: 'send', etag: null }
  const query = compares.fresh(asked)
  const outcome = await read(device, queryUrl(query))
  if (outcome.kind !== 'reply' || outcome.status >= 300) return { to: 'failed', outcome }
  const reply = z.safeParse(query.endpoint.reply, outcome.body)
  if (!reply.success) return { to: 'failed', outcome: { kind: 'foreign', status: outcome.status } }
  // The reply of a `one` query is its row.
  const row = reply.data as AnyRow
  const fields = compares.fields.map((name) => ({
    name,
    seen: entry.before?.[name] ?? null,
    mine: valueIn(asked.body, name),
    theirs: Reflect.get(row, name) ?? null,
  }))
  if (fields.every((it) => alike(it.mine, it.theirs))) return { to: 'stands', row }
  const changed = fields.filter((it) => !alike(it.seen, it.theirs) && !alike(it.mine, it.theirs))
  if (changed.length === 0 || compares.onConflict === 'ours') return { to: 'send', etag: outcome.etag }
  if (compares.onConflict === 'theirs') return { to: 'theirs', row }
  return {
    to: 'conflict',
    problem: { kind: 'conflict', detail: 'Somebody else has changed this since you saw it.', fields: changed },
  }
}

const valueIn = (body: unknown, field: string): unknown =>
  typeof body === 'object' && body !== null ? (Reflect.get(body, field) ?? null) : null

const alike = (a: unknown, b: unknown): boolean => fingerprint(a) === fingerprint(b)
