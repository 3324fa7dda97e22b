import type { OutboxEntry } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import type { Command } from '../../records/command.ts'
import { commands } from '../../records/index.ts'
import { possibleDuplicateText } from '../acknowledge/possible-duplicates.ts'
import { unknownSince } from '../entry/answer-wait.ts'
import type { Drain, Flight } from '../entry/flight.ts'
import { resolveIds } from '../entry/ids.ts'
import { repeatable } from '../entry/repeatable.ts'
import { confirmEntry, confirmIfListed } from './confirm.ts'
import { deferEntry, isolateDamage, parkEntry, updateEntry } from './failure-handling.ts'
import { filesListed, findClaim, lastDoubtChecked, listFor, lostFiles, provesAbsence } from './unknown-outcome.ts'

/** Finds out whether an entry without an answer has arrived. Claims the record, sends it again or asks the user. */
export async function reconcileEntry(drain: Drain, seq: number): Promise<void> {
  const { device } = drain
  const entry = await device.db.outbox.get(seq)
  const command = entry && commands.get(entry.command)
  if (!entry || !command || entry.state !== 'inDoubt') return
  await isolateDamage(drain, seq, () => reconcile(drain, entry, command))
}

async function reconcile(drain: Drain, entry: OutboxEntry, command: Command): Promise<void> {
  const { device } = drain
  const flight: Flight = { drain, entry, command, asked: await resolveIds(device.db, command, entry) }
  if (entry.photo) return reconcileFile(flight, entry.photo)
  // It was left in doubt by a version of the app that did not know the command.
  if (repeatable(entry)) return updateEntry(drain, entry, { state: 'waiting', nextAt: 0 }, 'is safe to send again')
  const rows = await listFor(device, command, flight.asked)
  if (!rows) return deferEntry(drain, entry, { to: 'inDoubt', problem: 'noSignal', backoff: 'backOff' })
  const cleared = await findClaim(device.db, entry, command, flight.asked, rows)
  if (cleared !== 'missing') return claim(flight, cleared)
  if (!(await provesAbsence(device, entry)))
    return updateEntry(drain, entry, await unknownSince(device), 'looked too early')
  const misses = entry.misses + 1
  // A front that reports a broken line itself leaves no doubt after two looks.
  if (command.carefully && misses >= 2 && entry.doubtIn !== 'line') {
    return parkEntry(drain, entry, 'conflict', {
      kind: 'doubt',
      detail: 'We cannot tell whether this arrived. Look at the office list before you send it again.',
    })
  }
  if (command.carefully && misses < 2)
    return updateEntry(drain, entry, { misses, ...(await unknownSince(device)) }, 'missed once')
  const looked = lastDoubtChecked(entry)
  await updateEntry(drain, entry, { state: 'waiting', misses, looked, nextAt: 0 }, 'not found, goes again')
}

async function claim(flight: Flight, cleared: { found: AnyRow; several: boolean; sure: boolean }): Promise<void> {
  if (!cleared.sure) {
    return parkEntry(flight.drain, flight.entry, 'conflict', {
      kind: 'doubt',
      detail: 'Something like this is there already. Is it yours?',
    })
  }
  const { drain, entry, command } = flight
  const lost = await lostFiles(drain.device, entry, command, cleared.found)
  if (lost === null) return deferEntry(drain, entry, { to: 'inDoubt', problem: 'noSignal', backoff: 'backOff' })
  const note = cleared.several ? { note: possibleDuplicateText } : {}
  await confirmEntry(flight, cleared.found, 'found', { ...note, lost })
}

async function reconcileFile(flight: Flight, photoId: string): Promise<void> {
  const { drain, entry, command, asked } = flight
  const listed = await filesListed(drain.device, command, asked)
  if (listed === null) return deferEntry(drain, entry, { to: 'inDoubt', problem: 'noSignal', backoff: 'backOff' })
  if (await confirmIfListed(flight, photoId, listed)) return
  if (!(await provesAbsence(drain.device, entry)))
    return updateEntry(drain, entry, await unknownSince(drain.device), 'looked too early')
  const looked = lastDoubtChecked(entry)
  await updateEntry(
    drain,
    entry,
    { state: 'waiting', misses: entry.misses + 1, looked, nextAt: 0 },
    'file not found, goes again',
  )
}
