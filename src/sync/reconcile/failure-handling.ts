import { keyUsedDetail, type UnknownOutcome } from '../../contract/sync.ts'
import type { EntryProblem, OutboxEntry } from '../../db/outbox.ts'
import { retryDelayMs } from '../../rules/retry.ts'
import type { Device } from '../device/device.ts'
import { unknownSince } from '../entry/answer-wait.ts'
import { isDamage } from '../entry/damage.ts'
import type { Drain, Flight } from '../entry/flight.ts'
import { recordInFlight } from '../entry/in-flight-rows.ts'
import { note } from '../entry/journal.ts'
import { fenced } from '../entry/lease-fence.ts'
import { held } from '../entry/repair-entry.ts'
import { type Backoff, backOff, backoffLeftMs, longestEntryDelayMs, recordRetryAfter } from '../transport/backoff.ts'
import { isServerDown, limitOf } from '../transport/problem.ts'
import type { Outcome } from '../transport/send.ts'
import { pauseWithoutToken } from '../transport/token.ts'
import { type Deferral, type Verdict, waitAskedMs } from '../transport/verdict.ts'
import { askUser } from './ask-user.ts'

/**
 * After this many 5xx answers or pages to one entry, while the server takes other work, it will not take this one and
 * the user must look.
 */
export const failuresAllowed = 5
/** A server that fails on this many entries in a row is down for all of them. */
const failedInARow = 3

type Refusal = Extract<Verdict, { to: 'refused' }>

/** Applies a verdict that is not a success: the entry or the whole engine waits, or the entry is parked. */
export async function applyVerdict(flight: Flight, next: Verdict): Promise<void> {
  const { drain, entry } = flight
  switch (next.to) {
    case 'settle':
      throw new Error('A settled answer is not a failure')
    case 'refused':
      return parkEntry(drain, entry, 'refused', refusalOf(entry, next))
    case 'changedMeanwhile':
      // Refused because of its version, so surely not applied. The next attempt reads the record again and freezes new
      // bytes.
      return updateEntry(
        drain,
        entry,
        {
          state: 'waiting',
          wire: null,
          nextAt: drain.device.now() + retryDelayMs(entry.attempts, drain.device.random()),
        },
        'changed meanwhile',
      )
    case 'askSession':
      return askSession(flight, next.detail)
    case 'askServer':
      return applyVerdict(flight, await ofThisOrAll(drain.device, next))
    case 'signIn':
      await updateEntry(drain, entry, { state: 'waiting', attempts: Math.max(0, entry.attempts - 1) }, 'signed out')
      return pauseForSignIn(drain)
    case 'waiting':
    case 'inDoubt':
      return deferEntry(drain, entry, next)
  }
}

/** Our own server takes no more of this person's files for a while (`limitOf`). They all wait; everything else leaves. */
export async function holdFiles({ drain, entry }: Flight, limit: Outcome): Promise<void> {
  const { device } = drain
  await device.db.setFact('filesUntil', device.now() + waitAskedMs(limit, new Date(device.now())))
  const problem: EntryProblem = { kind: 'serverDown', detail: limitOf(limit) ?? '' }
  await updateEntry(drain, entry, { state: 'waiting', attempts: entry.attempts - 1, problem }, 'files wait')
}

/** Nothing leaves until this person signs in. */
export async function pauseForSignIn(drain: Drain): Promise<void> {
  drain.stopped = true
  await pauseWithoutToken(drain.device)
}

/** A page instead of an answer: does this call alone get it, or every call? Leaves other verdicts as they are. */
export async function ofThisOrAll(device: Device, next: Verdict): Promise<Verdict> {
  if (next.to !== 'askServer') return next
  const answer = await askUser(device)
  if (answer.kind !== 'reply') return next.ofAll
  return answer.status === 401 ? { to: 'signIn' } : next.ofThis
}

/** 403: is this call forbidden, or the whole session? Only the first is a refusal of the entry. */
async function askSession(flight: Flight, detail: string): Promise<void> {
  const { drain, entry } = flight
  const token = await drain.device.token()
  const profile = await askUser(drain.device)
  if (profile.kind === 'reply' && (profile.status === 401 || profile.status === 403)) {
    if (token) await drain.device.tokenRefused(token)
    await updateEntry(drain, entry, { state: 'waiting' }, 'session refused')
    return pauseForSignIn(drain)
  }
  if (profile.kind !== 'reply' || isServerDown(profile.status)) {
    return deferEntry(drain, entry, { to: 'waiting', problem: 'serverDown', backoff: 'none', counted: true })
  }
  drain.device.forbidden?.()
  if (mayStandUnkeyed(flight)) return lookAfterLostKey(flight)
  if (entry.attempts > 1) await recordRefused(drain, entry)
  return parkEntry(drain, entry, 'refused', { kind: 'refused', status: 403, detail })
}

/**
 * The entry was sent before under its key, and this refusal shows that its key is kept no more. Each earlier sending may
 * have made a record, so the list is looked at before the entry counts as refused.
 */
export const mayStandUnkeyed = ({ keyGone, entry, command }: Flight): boolean =>
  keyGone === true && entry.attempts > 1 && command.endpoint.repeat === 'make'

/**
 * From here on the entry is treated as on a server without keys. A repaired text that has not left waits for the user,
 * because only the earlier one can be looked for.
 */
export const lookAfterLostKey = ({ drain, entry }: Flight): Promise<void> =>
  entry.sentAs && entry.wire === null
    ? parkEntry(drain, entry, 'refused', { kind: 'keyUsed', detail: mayHaveEarlierText })
    : updateEntry(drain, entry, { state: 'inDoubt', keyed: false }, 'its key is kept no more')

/** The server's own words, except for a repaired entry whose earlier text was carried out. */
const refusalOf = ({ sentAs }: OutboxEntry, { status, detail }: Refusal): EntryProblem =>
  sentAs && status === 422 && detail === keyUsedDetail
    ? { kind: 'keyUsed', status, detail: hasEarlierText }
    : { kind: 'refused', status, detail }

const hasEarlierText =
  'The office already has this, as it was before your repair. “Try again” takes over what the office has. Change it there after that.'
const mayHaveEarlierText =
  'The office may already have this, as it was before your repair. “Try again” looks for it. Change it there after that.'

/** Makes an entry wait after a failure, and the whole engine if the failure concerns all entries. */
export async function deferEntry(drain: Drain, entry: OutboxEntry, next: Deferral): Promise<void> {
  const { device } = drain
  const after = next.to === 'waiting' ? next.after : undefined
  // A server that is down for every call, or still busy with this one, says nothing about this entry.
  const isOwn = next.problem === 'serverDown' && next.backoff === 'none' && after === undefined
  const counts = isOwn && (await isAnsweringOthers(device, entry, next.away ?? false))
  const failures = counts ? entry.failures + 1 : entry.failures
  if (isOwn) drain.failed++
  const isDown = isOwn && drain.failed >= failedInARow
  const problem = problemAfter(counts ? failures : 0, next)
  // One in doubt is looked for first: the last sending may have been carried out.
  if (counts && failures >= failuresAllowed && next.to === 'waiting') {
    await recordRefused(drain, entry)
    return parkEntry(drain, { ...entry, failures }, 'refused', problem)
  }
  const delay =
    after ??
    Math.min(retryDelayMs(Math.max(1, entry.attempts), device.random()) * Math.max(1, failures), longestEntryDelayMs)
  const attempts =
    next.to === 'waiting' && !next.counted ? entry.attempts - (entry.state === 'sending' ? 1 : 0) : entry.attempts
  const wait = isDown ? 'backOff' : next.backoff
  const allWait: Backoff | null = wait === 'none' ? null : { problem: next.problem, wait }
  if (allWait) {
    drain.stopped = true
    await recordRetryAfter(device, allWait.wait)
  }
  await fenced(device, drain.epoch, 'all', async (device) => {
    const { db } = device
    const now = await db.outbox.get(entry.seq)
    if (!now) return
    // Of several in flight that fail together only one makes the back-off longer.
    if (allWait && (!isDown || drain.failed === failedInARow)) await backOff(device, allWait)
    // If it is down for these only, others go first after the back-off.
    const own = isDown ? Math.max(delay, 2 * (await backoffLeftMs(device)) + 1000) : delay
    const nextAt = allWait && !isDown ? 0 : device.now() + own
    await db.outbox.put({
      ...now,
      state: next.to,
      attempts,
      failures,
      ...(isOwn ? { failedAt: device.now() } : {}),
      nextAt,
      problem,
      // Sending a file may have taken long, so the wait begins when the answer was given up.
      ...(next.to === 'inDoubt' && now.state === 'sending' ? await unknownSince(device) : {}),
      ...(next.to === 'inDoubt' && next.told ? doubtedBy(next.told, now) : {}),
    })
    if (next.to === 'waiting' && next.counted) await recordInFlight(device, now)
    await note(db, device.now(), next.to, { key: entry.key, problem: next.problem, hold: next.backoff })
  })
}

/** `failures`: how often the server has failed on the entry. */
function problemAfter(failures: number, { problem, page }: Deferral): EntryProblem {
  const kind = problem === 'serverDown' ? problem : 'noSignal'
  if (failures < failuresAllowed) return { kind, detail: '' }
  const detail = `The server failed on this ${failures} times`
  return page
    ? { kind, status: page, detail: `${detail} (status ${page}, perhaps of a firewall).` }
    : { kind, detail: `${detail}.` }
}

/**
 * Whether a 5xx answer concerns this entry: the server has accepted other work since it last failed on it, or answered a
 * question. One that is restarted fails on every entry, and none of them is to blame.
 */
async function isAnsweringOthers({ db }: Device, entry: OutboxEntry, isAway: boolean): Promise<boolean> {
  const { lastSentAt, connection } = await db.facts({ lastSentAt: 0, connection: 'unknown' })
  return lastSentAt > (entry.failedAt ?? entry.sentAt ?? 0) || (!isAway && connection === 'online')
}

/**
 * From now on the entry is looked for as on a server without keys. The front knows which ids were in the list before.
 */
const doubtedBy = ({ stood, frontDied, doubt }: UnknownOutcome, entry: OutboxEntry): Partial<OutboxEntry> => ({
  keyed: false,
  alone: true,
  baseline: entry.baseline ?? stood,
  doubtIn: frontDied ? 'front' : 'line',
  doubt,
})

/** Works on one entry. If the entry is damaged, it is held and everything else goes on (I7). */
export async function isolateDamage(drain: Drain, seq: number, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isDamage(error)) throw error
    const { device } = drain
    await fenced(device, drain.epoch, 'all', async (device) => {
      const entry = await device.db.outbox.get(seq)
      if (entry) await device.db.outbox.put(held(entry, device.now(), error.message))
      await note(device.db, device.now(), 'damaged, held', { seq, error: error.name })
    })
  }
}

/** Puts an entry into a state that only the user can end. */
export async function parkEntry(
  drain: Drain,
  entry: OutboxEntry,
  state: 'refused' | 'conflict' | 'held',
  problem: EntryProblem,
): Promise<void> {
  await updateEntry(drain, entry, { state, problem, failures: entry.failures }, state)
}

/** Records that a sending of a refused entry may still be carried out. Before it is parked, so a kill forgets nothing. */
export const recordRefused = ({ device, epoch }: Drain, entry: OutboxEntry): Promise<void> =>
  fenced(device, epoch, ['meta'], (device) => recordInFlight(device, entry, { refused: true }))

export async function updateEntry(
  drain: Drain,
  entry: OutboxEntry,
  changes: Partial<OutboxEntry>,
  what: string,
): Promise<void> {
  const { device } = drain
  await fenced(device, drain.epoch, 'all', async (device) => {
    await device.db.outbox.update(entry.seq, changes)
    await note(device.db, device.now(), what, { key: entry.key, status: changes.problem?.status })
  })
}
