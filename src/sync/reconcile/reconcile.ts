import type { OutboxEntry } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import type { Command } from '../../records/command.ts'
import { commands } from '../../records/index.ts'
import { secondOne } from '../acknowledge/possible-duplicates.ts'
import { inDoubtFrom } from '../entry/answer-wait.ts'
import type { Drain, Flight } from '../entry/flight.ts'
import { askedOf } from '../entry/ids.ts'
import { repeatable } from '../entry/repeatable.ts'
import { done, isFileFound } from './confirm.ts'
import { change, contained, holdBack, stand } from './failure-handling.ts'
import { clearDoubtIn, filesListed, listFor, lookedInto, lostFiles, provesMiss } from './unknown-outcome.ts'

/** Looks whether an entry whose answer was lost has arrived: claims it, sends it again, or asks the user. */
export async function clearDoubt(drain: Drain, seq: number): Promise<void> {
  const { device } = drain
  const entry = await device.db.outbox.get(seq)
  const command = entry && commands.get(entry.command)
  if (!entry || !command || entry.state !== 'inDoubt') return
  await contained(drain, seq, () => clear(drain, entry, command))
}

async function clear(drain: Drain, entry: OutboxEntry, command: Command): Promise<void> {
  const { device } = drain
  const flight: Flight = { drain, entry, command, asked: await askedOf(device.db, command, entry) }
  if (entry.photo) return clearFileDoubt(flight, entry.photo)
  // Left in doubt by a version of the app that did not know the command.
  if (repeatable(entry)) return change(drain, entry, { state: 'waiting', nextAt: 0 }, 'is safe to send again')
  const rows = await listFor(device, command, flight.asked)
  if (!rows) return holdBack(drain, entry, { to: 'inDoubt', problem: 'noSignal', hold: 'backOff' })
  const cleared = await clearDoubtIn(device.db, entry, command, flight.asked, rows)
  if (cleared !== 'missing') return claim(flight, cleared)
  if (!(await provesMiss(device, entry))) return change(drain, entry, await inDoubtFrom(device), 'looked too early')
  const misses = entry.misses + 1
  // Who lives to tell when the line broke leaves nothing open after two looks.
  if (command.carefully && misses >= 2 && entry.doubtIn !== 'line') {
    return stand(drain, entry, 'conflict', {
      kind: 'doubt',
      detail: 'We cannot tell whether this arrived. Look at the office list before you send it again.',
    })
  }
  if (command.carefully && misses < 2)
    return change(drain, entry, { misses, ...(await inDoubtFrom(device)) }, 'missed once')
  const looked = lookedInto(entry)
  await change(drain, entry, { state: 'waiting', misses, looked, nextAt: 0 }, 'not found, goes again')
}

async function claim(flight: Flight, cleared: { found: AnyRow; several: boolean; sure: boolean }): Promise<void> {
  if (!cleared.sure) {
    return stand(flight.drain, flight.entry, 'conflict', {
      kind: 'doubt',
      detail: 'Something like this is there already. Is it yours?',
    })
  }
  const { drain, entry, command } = flight
  const lost = await lostFiles(drain.device, entry, command, cleared.found)
  if (lost === null) return holdBack(drain, entry, { to: 'inDoubt', problem: 'noSignal', hold: 'backOff' })
  const note = cleared.several ? { note: secondOne } : {}
  await done(flight, cleared.found, 'found', { ...note, lost })
}

async function clearFileDoubt(flight: Flight, photoId: string): Promise<void> {
  const { drain, entry, command, asked } = flight
  const listed = await filesListed(drain.device, command, asked)
  if (listed === null) return holdBack(drain, entry, { to: 'inDoubt', problem: 'noSignal', hold: 'backOff' })
  if (await isFileFound(flight, photoId, listed)) return
  if (!(await provesMiss(drain.device, entry)))
    return change(drain, entry, await inDoubtFrom(drain.device), 'looked too early')
  const looked = lookedInto(entry)
  await change(
    drain,
    entry,
    { state: 'waiting', misses: entry.misses + 1, looked, nextAt: 0 },
    'file not found, goes again',
  )
}
