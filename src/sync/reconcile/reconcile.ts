import type { OutboxEntry } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import type { Command } from '../../records/command.ts'
import { commands } from '../../records/index.ts'
import { possibleDuplicateText } from '../acknowledge/possible-duplicates.ts'
import { unknownSince } from '../entry/answer-wait.ts'
import type { Drain, Flight, Unlisted } from '../entry/flight.ts'
import { resolveIds } from '../entry/ids.ts'
import { fenced } from '../entry/lease-fence.ts'
import { repeatable } from '../entry/repeatable.ts'
import { backOff, longestEntryDelayMs } from '../transport/backoff.ts'
import { confirmEntry, confirmIfListed } from './confirm.ts'
import { failuresAllowed, isolateDamage, parkEntry, updateEntry } from './failure-handling.ts'
import { askList, filesListed, findClaim, lastDoubtChecked, lostFiles, provesAbsence } from './unknown-outcome.ts'

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
  const rows = await askList(device, command, flight.asked)
  if (typeof rows === 'string') return stayInDoubt(drain, entry, rows)
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
  await notThere(drain, entry, 'not found, goes again')
}

/** It has not arrived. It is sent again, or the server has failed on it too often and the user must look. */
function notThere(drain: Drain, entry: OutboxEntry, what: string): Promise<void> {
  const state = entry.failures < failuresAllowed ? 'waiting' : 'refused'
  const looked = lastDoubtChecked(entry)
  return updateEntry(drain, entry, { state, misses: entry.misses + 1, looked, nextAt: 0 }, what)
}

/** The shortest pause between two attempts to read the list of an unknown outcome (ms): at most 2 a minute (I18). */
const shortestPauseMs = 30_000

/** Its list is not known. Only if no list can be read now, everything waits (I7); else this one, ever longer. */
function stayInDoubt(drain: Drain, entry: OutboxEntry, why: Unlisted): Promise<void> {
  const { device, epoch } = drain
  if (why === 'notNow') {
    drain.stopped = true
    return fenced(device, epoch, ['meta'], (device) => backOff(device, { problem: 'noSignal', wait: 'backOff' }))
  }
  const now = device.now()
  const { sentAt, failedAt = 0 } = entry
  // A failure after the sending is the first of these attempts.
  const since = failedAt > (sentAt ?? 0) ? failedAt : now
  const pause = Math.min(Math.max(now - since, shortestPauseMs), longestEntryDelayMs)
  return updateEntry(drain, entry, { failedAt: since, nextAt: now + pause }, 'list not read')
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
  if (typeof lost === 'string') return stayInDoubt(drain, entry, lost)
  const note = cleared.several ? { note: possibleDuplicateText } : {}
  await confirmEntry(flight, cleared.found, 'found', { ...note, lost })
}

async function reconcileFile(flight: Flight, photoId: string): Promise<void> {
  const { drain, entry, command, asked } = flight
  const listed = await filesListed(drain.device, command, asked)
  if (typeof listed === 'string') return stayInDoubt(drain, entry, listed)
  if (await confirmIfListed(flight, photoId, listed)) return
  if (!(await provesAbsence(drain.device, entry)))
    return updateEntry(drain, entry, await unknownSince(drain.device), 'looked too early')
  await notThere(drain, entry, 'file not found, goes again')
}
