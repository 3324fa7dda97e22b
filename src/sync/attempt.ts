import * as z from 'zod/mini'
import type { EntryProblem, OutboxEntry } from '../db/outbox.ts'
import type { AnyRow } from '../db/rows.ts'
import type { Asked, Command } from '../records/command.ts'
import { commands } from '../records/index.ts'
import { travelName } from '../rules/file-names.ts'
import { retryDelayMs } from '../rules/retry.ts'
import { compareFresh } from './compare.ts'
import type { Device } from './device.ts'
import { clearDoubtIn, filesListed, listFor } from './doubt.ts'
import { askedOf } from './ids.ts'
import { note } from './journal.ts'
import { repeatable } from './repeatable.ts'
import { type Outcome, read, send } from './send.ts'
import { fenced, type Settled, settle } from './settle.ts'
import { type Verdict, verdict } from './verdict.ts'
import { loadOf, wireOf } from './wire.ts'

/** One runner's view of a drain. */
export interface Drain {
  device: Device
  /** Fences a runner whose lock was taken. */
  epoch: number
  /** Ids that stood in each parent's list, read once for all creates of a scope. */
  baselines: Map<string, number[]>
  /** Set when the whole engine must wait: no signal, sign-in, the server's own wish. */
  stopped: boolean
  sent: number
}

/** A server that answers 5xx to one entry this often, while it answers others, will not take it: the user must look. */
const failuresAllowed = 5
/** The longest wait of one troubled entry. */
const longestEntryDelayMs = 30 * 60_000

/** One entry on its way. */
export interface Flight {
  drain: Drain
  entry: OutboxEntry
  command: Command
  asked: Asked
}

/** Sends one entry once, and writes down what became of it. Never throws for what a network or server does. */
export async function attempt(drain: Drain, seq: number): Promise<void> {
  const { device } = drain
  const entry = await device.db.outbox.get(seq)
  if (entry?.state !== 'waiting' || drain.stopped) return
  const command = commands.get(entry.command)
  if (!command || command.version !== entry.version) {
    return stand(drain, entry, 'held', {
      kind: 'unknownCommand',
      detail: 'This was saved by another version of the app.',
    })
  }
  const flight: Flight = { drain, entry, command, asked: await askedOf(device.db, command, entry) }
  const compared = await compareFresh(device, entry, command, flight.asked)
  switch (compared.to) {
    case 'failed':
      return apply(
        flight,
        verdict(compared.outcome, true, () => false, new Date(device.now())),
      )
    case 'conflict':
      return stand(drain, entry, 'conflict', compared.problem)
    case 'stands':
      return done(flight, compared.row, 'found')
    case 'theirs':
      return done(
        flight,
        compared.row,
        'serverWon',
        'Somebody else changed this meanwhile; the change at the office stands.',
      )
    case 'send':
      return dispatch(flight, compared.etag)
  }
}

async function dispatch(flight: Flight, etag: string | null): Promise<void> {
  const { drain, entry, command, asked } = flight
  const { device } = drain
  const load = await loadOf(device, entry, command)
  if (entry.photo && !load) {
    return stand(drain, entry, 'refused', {
      kind: 'photoGone',
      detail: 'The bytes of this file are no longer on this device.',
    })
  }
  const keyed = device.keyed === true
  const baseline = await baselineFor(flight, keyed)
  if (baseline === 'unreadable')
    return holdBack(drain, entry, { to: 'waiting', problem: 'noSignal', hold: 'backOff', counted: false })
  const wire = entry.wire ?? wireOf(command, asked, keyed, keyed ? etag : null, load?.fields)
  const left: OutboxEntry = {
    ...entry,
    wire,
    baseline,
    keyed: entry.wire ? entry.keyed : keyed,
    attempts: entry.attempts + 1,
    sentAt: device.now(),
    state: 'sending',
  }
  const started = await fenced(drain.device, drain.epoch, async () => {
    const now = await device.db.outbox.get(entry.seq)
    // The user may have discarded or changed it while its list was read.
    if (now?.state !== 'waiting' || now.key !== entry.key) return false
    await device.db.outbox.put({ ...left, touches: now.touches, group: now.group })
    return true
  })
  if (!started) return
  const outcome = await send(device, wire, entry.key, load?.part)
  if (outcome.kind === 'reply' && outcome.status < 300 && device.keyed && !outcome.keyed) device.keyed = false
  await landed({ ...flight, entry: left }, outcome)
}

/** Known before the first sending to a server without keys; later attempts keep the first one. */
async function baselineFor(
  { drain, entry, command, asked }: Flight,
  keyed: boolean,
): Promise<number[] | null | 'unreadable'> {
  if (entry.baseline || entry.wire || keyed || command.endpoint.repeat !== 'make' || !command.listedIn)
    return entry.baseline
  const scope = `${command.name} ${JSON.stringify(asked.params)} ${JSON.stringify(Reflect.get(Object(asked.body), 'address_id') ?? '')}`
  const cached = drain.baselines.get(scope)
  if (cached) return cached
  const rows = await listFor(drain.device, command, asked)
  if (!rows) return 'unreadable'
  const ids = rows.map((row) => row.id)
  drain.baselines.set(scope, ids)
  return ids
}

/** Writes down what one answer makes of one entry. */
export async function landed(flight: Flight, outcome: Outcome): Promise<void> {
  const { drain, entry, command, asked } = flight
  const { device } = drain
  const fits = (body: unknown) => z.safeParse(command.endpoint.reply, body).success
  const next = verdict(outcome, repeatable(entry), fits, new Date(device.now()))
  if (next.to === 'settle' && entry.photo) return confirmFile(flight, next.body)
  if (next.to === 'settle') return done(flight, z.parse(command.endpoint.reply, next.body), 'answer')
  if (next.to === 'refused' && (next.status === 400 || next.status === 409) && command.standsAlready) {
    const rows = await listFor(device, command, asked)
    const row = rows ? command.standsAlready(rows, asked) : undefined
    if (row) return done(flight, row, 'found', 'It was there already, so yours was joined with it.')
  }
  await apply(flight, next)
}

/** A 200 does not mean that a documented server kept the file: its hash, or its name in the owner's list, does. */
async function confirmFile(flight: Flight, body: unknown): Promise<void> {
  const { drain, entry, command, asked } = flight
  const { device } = drain
  const photo = entry.photo ? await device.db.photos.get(entry.photo) : undefined
  if (!photo) return done(flight, null, 'answer')
  const sends = photo.sends ?? { type: photo.type, sha256: photo.sha256 }
  if (hashesIn(body).includes(sends.sha256)) return done(flight, null, 'answer')
  const listed = await filesListed(device, command, asked)
  if (listed === null) return apply(flight, { to: 'inDoubt', problem: 'noSignal', hold: 'none' })
  if (listed.some((it) => it.includes(photo.id) || it.includes(travelName(photo.id, sends.type))))
    return done(flight, null, 'found')
  return apply(flight, { to: 'waiting', problem: 'serverDown', hold: 'none', counted: true })
}

const hashesIn = (body: unknown): unknown[] => {
  const list: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'uploaded') : null
  return Array.isArray(list) ? list.map((it: unknown) => Reflect.get(Object(it), 'sha256')) : []
}

/** The server has it: out of the outbox, in one transaction. */
async function done(flight: Flight, saved: unknown, how: Settled['how'], words?: string): Promise<void> {
  const { drain, entry, command, asked } = flight
  const { device } = drain
  await fenced(device, drain.epoch, async () => {
    // A hand may have taken it out meanwhile; what the server made is then shown by the next pull.
    const now = await device.db.outbox.get(entry.seq)
    if (!now) return
    await settle(device, [{ entry: now, command, asked, saved, how, ...(words ? { note: words } : {}) }])
    await device.db.setFact('troubles', 0)
    await device.db.setFact('connection', 'online')
  })
  drain.sent++
}

/** Writes down a trouble: who must wait, and for what. */
export async function apply(flight: Flight, next: Verdict): Promise<void> {
  const { drain, entry } = flight
  switch (next.to) {
    case 'settle':
      throw new Error('A settled answer is not a trouble')
    case 'refused':
      return stand(drain, entry, 'refused', { kind: 'refused', status: next.status, detail: next.detail })
    case 'changedMeanwhile':
      // Refused for its version, so surely not applied: the next attempt looks anew and freezes new bytes.
      return change(
        drain,
        entry,
        { state: 'waiting', wire: null, nextAt: drain.device.now() + 1000 },
        'changed meanwhile',
      )
    case 'askSession':
      return askSession(flight, next.detail)
    case 'signIn':
      await change(drain, entry, { state: 'waiting', attempts: Math.max(0, entry.attempts - 1) }, 'signed out')
      return signInNeeded(drain)
    case 'waiting':
    case 'inDoubt':
      return holdBack(drain, entry, next)
  }
}

async function signInNeeded(drain: Drain): Promise<void> {
  drain.stopped = true
  await drain.device.tokenRefused()
  await drain.device.db.setFact('paused', 'signIn')
}

/** Forbidden for this call, or for everything? Only the first is a refusal of the entry. */
async function askSession(flight: Flight, detail: string): Promise<void> {
  const { drain, entry } = flight
  const profile = await read(drain.device, '/user')
  if (profile.kind === 'reply' && (profile.status === 401 || profile.status === 403)) {
    await change(drain, entry, { state: 'waiting' }, 'session refused')
    return signInNeeded(drain)
  }
  if (profile.kind !== 'reply' || profile.status >= 500) {
    return holdBack(drain, entry, { to: 'waiting', problem: 'serverDown', hold: 'none', counted: true })
  }
  return stand(drain, entry, 'refused', { kind: 'refused', status: 403, detail })
}

/** Writes a trouble down, with the time before which nothing more is tried. */
async function holdBack(
  drain: Drain,
  entry: OutboxEntry,
  next: Extract<Verdict, { to: 'waiting' | 'inDoubt' }>,
): Promise<void> {
  const { device } = drain
  const { db } = device
  const failures = next.problem === 'serverDown' ? entry.failures + 1 : entry.failures
  if (failures >= failuresAllowed && next.hold === 'none') {
    return stand(drain, { ...entry, failures }, 'refused', {
      kind: 'serverDown',
      detail: `The server failed on this ${failures} times.`,
    })
  }
  const delay = Math.min(
    retryDelayMs(Math.max(1, entry.attempts), device.random()) * Math.max(1, failures),
    longestEntryDelayMs,
  )
  const attempts =
    next.to === 'waiting' && !next.counted ? entry.attempts - (entry.state === 'sending' ? 1 : 0) : entry.attempts
  if (next.hold !== 'none') drain.stopped = true
  await fenced(device, drain.epoch, async () => {
    const now = await db.outbox.get(entry.seq)
    if (!now) return
    const nextAt = next.hold === 'none' ? device.now() + delay : 0
    await db.outbox.put({
      ...now,
      state: next.to,
      attempts,
      failures,
      nextAt,
      problem: { kind: next.problem === 'serverDown' ? 'serverDown' : 'noSignal', detail: '' },
    })
    if (next.hold !== 'none') {
      const troubles = (await db.fact('troubles', 0)) + 1
      await db.setFact('troubles', troubles)
      const wait = typeof next.hold === 'number' ? next.hold : retryDelayMs(troubles, device.random())
      await db.setFact('holdUntil', device.now() + wait)
      await db.setFact('holdByServer', typeof next.hold === 'number')
      await db.setFact('connection', next.problem === 'noSignal' ? 'noSignal' : 'serverDown')
    }
    await note(db, device.now(), next.to, { key: entry.key, problem: next.problem, hold: next.hold })
  })
}

/** Puts an entry into a state that only the user ends. */
async function stand(
  drain: Drain,
  entry: OutboxEntry,
  state: 'refused' | 'conflict' | 'held',
  problem: EntryProblem,
): Promise<void> {
  await change(drain, entry, { state, problem, failures: entry.failures }, state)
}

async function change(drain: Drain, entry: OutboxEntry, changes: Partial<OutboxEntry>, what: string): Promise<void> {
  const { device } = drain
  await fenced(device, drain.epoch, async () => {
    await device.db.outbox.update(entry.seq, changes)
    await note(device.db, device.now(), what, { key: entry.key, status: changes.problem?.status })
  })
}

/** Looks whether an entry whose answer was lost has arrived: claims it, sends it again, or asks the user. */
export async function clearDoubt(drain: Drain, seq: number): Promise<void> {
  const { device } = drain
  const entry = await device.db.outbox.get(seq)
  const command = entry && commands.get(entry.command)
  if (!entry || !command || entry.state !== 'inDoubt') return
  const flight: Flight = { drain, entry, command, asked: await askedOf(device.db, command, entry) }
  if (entry.photo) return clearFileDoubt(flight)
  const rows = await listFor(device, command, flight.asked)
  if (!rows) return holdBack(drain, entry, { to: 'inDoubt', problem: 'noSignal', hold: 'backOff' })
  const cleared = await clearDoubtIn(device.db, entry, command, flight.asked, rows)
  if (cleared !== 'missing') return claim(flight, cleared)
  const misses = entry.misses + 1
  if (command.carefully && misses >= 2) {
    return stand(drain, entry, 'conflict', {
      kind: 'doubt',
      detail: 'We cannot tell whether this arrived. Look at the office list before you send it again.',
    })
  }
  if (command.carefully) return change(drain, entry, { misses, sentAt: device.now() }, 'missed once')
  await change(drain, entry, { state: 'waiting', misses, nextAt: 0 }, 'not found, goes again')
}

async function claim(flight: Flight, cleared: { found: AnyRow; several: boolean; sure: boolean }): Promise<void> {
  if (!cleared.sure) {
    return stand(flight.drain, flight.entry, 'conflict', {
      kind: 'doubt',
      detail: 'Something like this is there already. Is it yours?',
    })
  }
  await done(flight, cleared.found, 'found', cleared.several ? 'There may be a second one like it.' : undefined)
}

async function clearFileDoubt(flight: Flight): Promise<void> {
  const { drain, entry, command, asked } = flight
  const listed = await filesListed(drain.device, command, asked)
  if (listed === null) return holdBack(drain, entry, { to: 'inDoubt', problem: 'noSignal', hold: 'backOff' })
  if (listed.some((it) => it.includes(entry.photo ?? '-'))) return done(flight, null, 'found')
  await change(drain, entry, { state: 'waiting', misses: entry.misses + 1, nextAt: 0 }, 'file not found, goes again')
}
