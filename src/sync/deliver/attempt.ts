import * as z from 'zod/mini'
import { schemasOf } from '../../contract/schemas.ts'
import { filesOf, type OutboxEntry, type RowName, rowName } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import type { Asked, Command } from '../../records/command.ts'
import { commands } from '../../records/index.ts'
import { queryName } from '../../records/query.ts'
import { sentBytes } from '../capture/ready.ts'
import { type Device, isOurs } from '../device/device.ts'
import type { Drain, Flight, Turn, Unlisted } from '../entry/flight.ts'
import { resolveIds } from '../entry/ids.ts'
import { fenced } from '../entry/lease-fence.ts'
import { repeatable } from '../entry/repeatable.ts'
import { readToNow } from '../pull/feed.ts'
import { confirmEntry, confirmIfListed } from '../reconcile/confirm.ts'
import { wasUnanswered } from '../reconcile/duplicate-check.ts'
import {
  applyVerdict,
  deferEntry,
  holdFiles,
  isolateDamage,
  lookAfterLostKey,
  mayStandUnkeyed,
  parkEntry,
  recordRefused,
  updateEntry,
} from '../reconcile/failure-handling.ts'
import { nothingInFlight } from '../reconcile/in-flight-guard.ts'
import { askList, filesListed, hashesIn, lostFiles } from '../reconcile/unknown-outcome.ts'
import { backoffLeftMs } from '../transport/backoff.ts'
import { limitOf } from '../transport/problem.ts'
import { type Outcome, send } from '../transport/send.ts'
import { isAway, type Verdict, verdict } from '../transport/verdict.ts'
import { frozenWire, loadOf, wireOf } from '../transport/wire.ts'
import { compareFresh, type Merged } from './compare.ts'

/** Sends one entry once and records the result. Never throws because of a network or server. */
export async function attempt(drain: Drain, seq: number): Promise<void> {
  const entry = await drain.device.db.outbox.get(seq)
  if (entry?.state !== 'waiting' || drain.stopped) return
  await isolateDamage(drain, seq, () => attemptIt(drain, entry))
}

async function attemptIt(drain: Drain, entry: OutboxEntry): Promise<void> {
  const { device } = drain
  const command = commands.get(entry.command)
  if (!command || command.version !== entry.version) {
    return parkEntry(drain, entry, 'held', {
      kind: 'unknownCommand',
      detail: 'This was saved by another version of the app.',
    })
  }
  const flight: Flight = { drain, entry, command, asked: await resolveIds(device.db, command, entry) }
  if (lostItsKey(device, entry, command)) return lookAfterLostKey(flight)
  const turn = drain.turns[filesOf(entry).length > 0 ? 'photos' : 'data'].open()
  try {
    await compareAndSend(flight, turn)
  } finally {
    void turn.end()
  }
}

async function compareAndSend(flight: Flight, turn: Turn): Promise<void> {
  const { drain, entry, command } = flight
  const { device } = drain
  // Nothing waits between the comparison and the sending: somebody else could change the record meanwhile.
  if (command.compares) {
    await turn.take()
    // No answer waits to be stored until the comparison has been read.
    turn.left()
  }
  if (drain.stopped) return
  const free = await nothingInFlight(device, entry)
  if (free === 'tooEarly') return
  if (free !== true)
    return applyVerdict(
      flight,
      verdict(free, true, () => false, new Date(device.now())),
    )
  const compared = await compareFresh(device, entry, command, flight.asked)
  if (command.compares && entry.before && compared.to !== 'failed') await tellConnection(device, 'online')
  switch (compared.to) {
    case 'failed':
      return applyVerdict(
        flight,
        verdict(compared.outcome, true, () => false, new Date(device.now())),
      )
    case 'misread':
      // The server answers, but this record is not what the contract says: everything else goes on.
      return deferEntry(drain, entry, { to: 'waiting', problem: 'serverDown', backoff: 'none', counted: true })
    case 'conflict':
      return parkEntry(drain, entry, 'conflict', compared.problem)
    case 'stands':
      return confirmEntry(flight, compared.row, 'found')
    case 'theirs':
      return confirmEntry(flight, compared.row, 'serverWon', {
        note: 'Somebody else changed this meanwhile; the change at the office was kept.',
      })
    case 'send':
      return dispatch(merging(flight, compared.merged), compared.etag, turn)
  }
}

/**
 * A proxy has begun to remove keys since this entry, or its text before a repair, left under its key. It may have
 * arrived, and a repeat could double it, so its list is checked first, as with any server without keys.
 */
const lostItsKey = ({ keyed }: Device, { wire, sentAs, ...entry }: OutboxEntry, { endpoint }: Command): boolean =>
  keyed === false && endpoint.repeat === 'make' && (wire ? entry.keyed && entry.attempts > 0 : sentAs !== undefined)

/** From here on the entry holds the body that is sent, and the values on which it is based (I13). */
function merging(flight: Flight, merged: Merged | undefined): Flight {
  if (!merged) return flight
  const { body, before, withTheirs } = merged
  return {
    ...flight,
    entry: { ...flight.entry, body, before },
    asked: { ...flight.asked, body, before },
    ...(withTheirs ? { note: 'Somebody else changed this meanwhile as well; both changes are kept.' } : {}),
  }
}

async function tellConnection({ db }: Device, connection: 'online' | 'serverDown'): Promise<void> {
  if ((await db.fact<string>('connection', 'unknown')) !== connection) await db.setFact('connection', connection)
}

async function dispatch(flight: Flight, etag: string | null, turn: Turn): Promise<void> {
  const { drain, entry, command, asked } = flight
  const { device } = drain
  const load = await loadOf(device, entry, command)
  if (!load) {
    return parkEntry(drain, entry, 'refused', {
      kind: 'photoGone',
      detail: 'The bytes of this file are no longer on this device.',
    })
  }
  const keyed = device.keyed === true
  const baseline = await baselineFor(flight, keyed)
  if (baseline === 'notNow')
    return deferEntry(drain, entry, { to: 'waiting', problem: 'noSignal', backoff: 'backOff', counted: false })
  // The server answers, but not for this list: everything else goes on.
  if (baseline === 'down')
    return deferEntry(drain, entry, { to: 'waiting', problem: 'serverDown', backoff: 'none', counted: false })
  const note = flight.note ? { note: flight.note } : {}
  const wire = frozenWire(entry) ?? {
    ...wireOf(command, asked, isOurs(device), keyed ? etag : null, load.fields),
    ...note,
  }
  await turn.take()
  // An answer to another call may have changed what is known of the server: then it is prepared anew.
  if (drain.stopped || keyed !== (device.keyed === true)) return
  const left: OutboxEntry = {
    ...entry,
    wire,
    baseline,
    keyed: entry.wire ? entry.keyed : keyed,
    alone: true,
    attempts: entry.attempts + 1,
    sentAt: device.now(),
    state: 'sending',
  }
  // The token is read beside it, not after it: storing another answer would come between.
  const [started, token] = await Promise.all([markSending(drain, entry, left), device.token()])
  if (!started) return
  turn.left()
  // Only a front needs it. It may have reported the unknown outcome before this session knew that it is a front.
  const looked = device.upstream !== null || entry.doubtIn ? (entry.looked ?? 0) : 0
  const beside = { looked, token, as: device.learntWith, former: formerName(entry, command) }
  const outcome = await send(device, wire, entry.key, {
    ...beside,
    files: load.parts,
    hasty: keyed && left.keyed,
  })
  if (outcome.kind === 'reply' && outcome.status < 300) {
    if (device.keyed && !outcome.keyed) device.keyed = false
    // After anything else the next one waits until it is known whether that concerns all calls.
    await turn.end()
  }
  await handleResponse({ ...flight, entry: left }, outcome)
}

/** Marks an entry as being sent; false if it must not be sent any more. */
const markSending = (drain: Drain, entry: OutboxEntry, left: OutboxEntry): Promise<boolean> =>
  fenced(drain.device, drain.epoch, ['outbox'], async (device) => {
    // Another answer may have brought a Retry-After since.
    if ((await backoffLeftMs(device, filesOf(entry).length > 0)) > 0) return false
    const now = await device.db.outbox.get(entry.seq)
    // The user may have discarded or changed the entry while its list was read.
    if (now?.state !== 'waiting' || now.key !== entry.key) return false
    const readTo = entry.wire ? {} : await readToNow(device.db)
    await device.db.outbox.put({ ...left, ...readTo, touches: now.touches, group: now.group })
    return true
  })

/** The record's name in the lost town; undefined if it had none. */
export const formerName = ({ former }: OutboxEntry, { makes }: Command): RowName | undefined =>
  former !== undefined && makes ? rowName(makes, former) : undefined

/**
 * The ids in the list before the first sending to a server without keys. Later attempts keep them. null if there is no
 * such list or it is refused: then the user decides about an answer that is lost.
 */
async function baselineFor(
  { drain, entry, command, asked }: Flight,
  keyed: boolean,
): Promise<number[] | null | Exclude<Unlisted, 'none'>> {
  if (entry.baseline || entry.wire || keyed || command.endpoint.repeat !== 'make' || !command.listedIn)
    return entry.baseline
  const query = await command.listedIn(drain.device.db, asked)
  if (!query) return null
  const scope = queryName(query)
  // Its first entries leave together, and one reading is enough for all of them.
  const reading = drain.baselines.get(scope) ?? idsListed(drain, command, asked)
  drain.baselines.set(scope, reading)
  const ids = await reading
  if (typeof ids === 'string') drain.baselines.delete(scope)
  return ids === 'none' ? null : ids
}

async function idsListed({ device }: Drain, command: Command, asked: Asked): Promise<number[] | Unlisted> {
  const rows = await askList(device, command, asked)
  return typeof rows === 'string' ? rows : rows.map((row) => row.id)
}

/** Applies the response to the entry. */
export async function handleResponse(sent: Flight, outcome: Outcome): Promise<void> {
  const { drain, entry, command } = sent
  const flight: Flight = { ...sent, keyGone: outcome.kind === 'reply' && !outcome.keyed && entry.keyed }
  if (isAway(outcome)) await tellConnection(drain.device, 'serverDown')
  if (filesOf(entry).length > 0 && limitOf(outcome) !== null) return holdFiles(flight, outcome)
  const fits = (body: unknown) => z.safeParse(schemasOf(command.endpoint).reply, body).success
  const next = verdict(outcome, repeatable(entry), fits, new Date(drain.device.now()))
  if (next.to === 'settle' && entry.photo) return confirmFile(flight, next.body)
  if (next.to === 'settle' && filesOf(entry).length > 0) return confirmFiles(flight, next.body)
  if (next.to === 'settle') return confirmEntry(flight, z.parse(schemasOf(command.endpoint).reply, next.body), 'answer')
  if (next.to === 'refused') return refused(flight, next)
  await applyVerdict(flight, next)
}

/** A refusal may only mean that the office already has it; the list shows it. */
async function refused(flight: Flight, next: Extract<Verdict, { to: 'refused' }>): Promise<void> {
  const { drain, entry, command, asked } = flight
  const maker = next.status === 400 || next.status === 409 ? command.standsAlready : undefined
  const remover = next.status === 404 ? command.goneAlready : undefined
  // An earlier sending may still arrive and be carried out.
  if (entry.attempts > 1 || remover) await recordRefused(drain, entry)
  if (mayStandUnkeyed(flight)) return lookAfterLostKey(flight)
  if (!maker && !remover) return applyVerdict(flight, next)
  const rows = await askList(drain.device, command, asked)
  // It is sent again once the list can be read. That changes nothing and gets the same refusal.
  if (rows === 'notNow')
    return applyVerdict(flight, { to: 'waiting', problem: 'noSignal', backoff: 'backOff', counted: true })
  if (rows === 'down')
    return applyVerdict(flight, { to: 'waiting', problem: 'serverDown', backoff: 'none', counted: true })
  if (rows === 'none') return applyVerdict(flight, next)
  const row = maker?.(rows, asked)
  const joined = command.makes ? { note: 'It was there already, so yours was joined to it.' } : {}
  if (row) return confirmEntry(flight, row, 'found', joined)
  if (remover?.(rows, asked)) return confirmEntry(flight, null, 'found', { note: 'It was gone already.' })
  await applyVerdict(flight, next)
}

/**
 * A 200 does not prove that a documented server kept the file. Its hash in the answer proves it, or its name in the
 * owner's list. Only the list shows a second copy.
 */
async function confirmFile(flight: Flight, body: unknown): Promise<void> {
  const { drain, entry, command, asked } = flight
  const { device } = drain
  const photo = entry.photo ? await device.db.photos.get(entry.photo) : undefined
  if (!photo) return confirmEntry(flight, null, 'answer')
  const sends = sentBytes(photo)
  const isKept = hashesIn(body).includes(sends.sha256)
  // Without a key, the browser may have repeated the request by itself.
  const isSingle = entry.keyed && !flight.keyGone && !wasUnanswered(entry)
  if (isKept && isSingle) return confirmEntry(flight, null, 'answer')
  const listed = await filesListed(device, command, asked)
  if (typeof listed === 'string') return applyVerdict(flight, { to: 'inDoubt', problem: 'noSignal', backoff: 'none' })
  if (await confirmIfListed(flight, photo.id, listed)) return
  if (isKept) return confirmEntry(flight, null, 'answer')
  await updateEntry(drain, entry, { looked: Math.max(entry.looked ?? 0, entry.doubt ?? 0) + 1 }, 'file not listed')
  return applyVerdict(flight, { to: 'waiting', problem: 'serverDown', backoff: 'none', counted: true })
}

/** The record is made. It counts as sent only after a check which of its files the server kept. */
async function confirmFiles(flight: Flight, body: unknown): Promise<void> {
  const { drain, entry, command } = flight
  // The answer was checked against the contract; a command with files makes a record, so it has an id.
  const saved = z.parse(schemasOf(command.endpoint).reply, body) as AnyRow
  const lost = await lostFiles(drain.device, entry, command, saved)
  if (typeof lost !== 'string') return confirmEntry(flight, saved, 'answer', { lost })
  const problem = 'noSignal'
  await applyVerdict(
    flight,
    repeatable(entry)
      ? { to: 'waiting', problem, backoff: 'none', counted: true }
      : { to: 'inDoubt', problem, backoff: 'none' },
  )
}
