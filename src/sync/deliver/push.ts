import { batchLimit } from '../../contract/sync.ts'
import { filesOf, type OutboxEntry, type RowName } from '../../db/outbox.ts'
import { commands } from '../../records/index.ts'
import { performKept } from '../capture/perform-kept.ts'
import type { Device } from '../device/device.ts'
import { isDamage } from '../entry/damage.ts'
import { wholeOutbox } from '../entry/each-entry.ts'
import type { Drain } from '../entry/flight.ts'
import { knownIds, resolveIdsWith } from '../entry/ids.ts'
import { noInFlightRows } from '../entry/in-flight-rows.ts'
import { fenced, StaleLease } from '../entry/lease-fence.ts'
import { checkForDuplicates, duplicateCheckDueAt } from '../reconcile/duplicate-check.ts'
import { pauseForSignIn } from '../reconcile/failure-handling.ts'
import { inFlightUntil } from '../reconcile/in-flight-guard.ts'
import { reconcileEntry } from '../reconcile/reconcile.ts'
import { passOverWaits, recover } from '../reconcile/recover.ts'
import { recoverFromRestore } from '../reconcile/restored.ts'
import { checkDueAt, dedupeKey } from '../reconcile/unknown-outcome.ts'
import { watchLine } from '../transport/ask-signal.ts'
import { type Backoff, backOff, backoffLeftMs, recordRetryAfter, waitLeftMs } from '../transport/backoff.ts'
import { learnKind } from '../transport/server-kind.ts'
import { attempt } from './attempt.ts'
import { attemptBatch, batchOf, mayBatch } from './batch.ts'
import { freeFrom, type Planned, readyEntries } from './plan.ts'
import { turnsOf } from './turns.ts'

/** The result of a run. `nextAt`: when something that waits becomes due (ms); null if nothing does. */
export interface DrainResult {
  sent: number
  nextAt: number | null
}

/** Files in flight at once, in their own lane, so that they never delay data. */
const photoLane = 2
/** Batches in flight at once: while one is carried out at the office, the answers of the other are stored. */
const batchLane = 2
/** Calls in flight to a server that keeps no keys. */
const carefulLane = 2
/** Entries of a lane that are prepared or settled while others are in flight. */
const besideLane = { photos: 1, data: 2 }
/** If a list could not be read for the duplicate check, it is read again after this time (ms). */
const lookAgainMs = 60_000
/** How often a running drain writes its heartbeat (ms). */
const beatEveryMs = 5_000

/**
 * Sends everything that may be sent. The caller's lock allows one drain at a time; `epoch` fences a runner that lost
 * the lock. Refusals and unknown outcomes stay with their entries; a failure that concerns all entries ends the run.
 * `passesOverWaits`: the user asked for it, so the waits of single entries are skipped.
 */
export async function push(device: Device, epoch: number, passesOverWaits: boolean): Promise<DrainResult> {
  const turns = { photos: turnsOf(() => photoLane), data: turnsOf(() => dataLane(device)) }
  const drain: Drain = { device, epoch, baselines: new Map(), stopped: false, sent: 0, failed: 0, turns }
  const line = watchLine(device)
  try {
    await recover(drain)
    if (passesOverWaits) await passOverWaits(drain)
    if (!(await mayNotSend(device))) {
      const trouble = (await learnKind(device)) ?? (await recoverFromRestore(drain))
      // If the server did not answer this question, no other request is sent now.
      if (trouble === 'signedOut') await pauseForSignIn(drain)
      else if (trouble) await pauseAll(drain, trouble)
      else {
        await performKept(device)
        await sendAll(drain)
      }
    }
  } catch (error) {
    if (error instanceof StaleLease) return { sent: drain.sent, nextAt: null }
    throw error
  } finally {
    await line.end()
  }
  return { sent: drain.sent, nextAt: await nextMoment(device) }
}

async function pauseAll({ device, epoch }: Drain, trouble: Backoff): Promise<void> {
  await recordRetryAfter(device, trouble.wait)
  await fenced(device, epoch, ['meta'], (device) => backOff(device, trouble))
}

/** Nothing leaves without a token, or before a Retry-After or back-off has passed. */
async function mayNotSend(device: Device): Promise<boolean> {
  const { db } = device
  const paused = (await device.token()) === null ? 'signIn' : null
  const facts = await db.facts({ paused: null as string | null, holdUntil: 0 })
  if (facts.paused !== paused) await db.setFact('paused', paused)
  return paused !== null || waitLeftMs(device, facts.holdUntil) > 0
}

async function sendAll(drain: Drain): Promise<void> {
  const flying: Flying = new Map()
  try {
    await sendFrom(drain, flying)
  } finally {
    // Also when storage fails: the lock must not be released while a request is in flight.
    drain.stopped = true
    await Promise.allSettled([...flying.values()].map((it) => it.done))
  }
}

async function sendFrom(drain: Drain, flying: Flying): Promise<void> {
  const { device } = drain
  let queue: Planned[] = []
  let beaten = device.now()
  for (;;) {
    // Planning reads the whole outbox, so it is repeated only when all ready entries have left.
    if (queue.length === 0 && !drain.stopped) {
      const { planned, made } = await plan(device)
      queue = readyEntries(planned, made, device.now()).filter((it) => !flying.has(it.entry.seq))
    }
    if (!drain.stopped) queue = launch(drain, queue, flying)
    if (flying.size === 0) {
      if (drain.stopped) return
      if (await reconcileOne(drain)) continue
      return drain.stopped ? undefined : checkForDuplicates(drain)
    }
    await Promise.race([...flying.values()].map((it) => it.done))
    beaten = await beat(device, beaten)
    // A list read in this tab or another may have received a Retry-After.
    if ((await backoffLeftMs(device)) > 0) drain.stopped = true
  }
}

/** Writes a heartbeat now and then. A durable write for each answer would cost more than the answer. */
async function beat({ db, now }: Device, beaten: number): Promise<number> {
  if (Math.abs(now() - beaten) < beatEveryMs) return beaten
  await db.setFact('heartbeat', now())
  return now()
}

const dataLane = ({ keyed, inFlight }: Device): number => (keyed ? inFlight : carefulLane)

/** The entries in flight, by their number in the outbox. Those of one batch share its promise. */
type Flying = Map<number, { lane: 'photos' | 'data' | 'batches'; done: Promise<void> }>

/**
 * Starts as many entries as their lanes have room for; returns those that must wait. All entries of the queue are
 * independent of each other, so batches and single calls may overtake one another.
 */
function launch(drain: Drain, queue: Planned[], flying: Flying): Planned[] {
  const { device } = drain
  const requests = new Map([...flying.values()].map((it) => [it.done, it.lane]))
  const room = {
    photos: photoLane + besideLane.photos,
    // A server that keeps keys gets many calls at once, so that its line is busy anyway.
    data: dataLane(device) + (device.keyed ? 0 : besideLane.data),
    batches: batchLane,
  }
  const take = (lane: keyof typeof room) => {
    room[lane]--
    // A batch is also one of the requests for data.
    if (lane === 'batches') room.data--
  }
  for (const lane of requests.values()) take(lane)
  const fly = (lane: keyof typeof room, planned: readonly Planned[], done: Promise<void>) => {
    take(lane)
    const ended = done.finally(() => {
      for (const { entry } of planned) flying.delete(entry.seq)
    })
    for (const { entry } of planned) flying.set(entry.seq, { lane, done: ended })
  }
  let left = queue
  while (device.keyed && device.batches && room.batches > 0 && room.data > 0) {
    // Of a long backlog the first batch is short. That keeps the two out of step: the answers of one are stored while
    // the other is carried out.
    const size = device.batchSize ?? batchLimit
    const limit = flying.size === 0 && left.length > size ? Math.max(2, Math.floor(size / 4)) : size
    const together = batchOf(left, limit)
    if (together.length < 2) break
    const seqs = new Set(together.map((it) => it.entry.seq))
    left = left.filter((it) => !seqs.has(it.entry.seq))
    fly('batches', together, attemptBatch(drain, [...seqs]))
  }
  const waitsForBatch = device.keyed && device.batches && room.batches <= 0
  return left.filter((it) => {
    if (waitsForBatch && mayBatch(it)) return true
    const lane = filesOf(it.entry).length > 0 ? 'photos' : 'data'
    if (room[lane] <= 0) return true
    fly(lane, [it], attempt(drain, it.entry.seq))
    return false
  })
}

/**
 * The outbox in the user's order with the dedupe key of each entry, and which of the needed records exist at the
 * server.
 */
async function plan(device: Device): Promise<{ planned: Planned[]; made: Set<RowName> }> {
  const { db } = device
  const { late, clockOffsetMs } = await db.facts({ late: noInFlightRows, clockOffsetMs: 0 })
  const entries = await wholeOutbox(db)
  const hasFiles = (it: OutboxEntry) => filesOf(it).length > 0
  const filesUntil = entries.some(hasFiles) ? await db.fact('filesUntil', 0) : 0
  const filesFrom = waitLeftMs(device, filesUntil) > 0 ? filesUntil : 0
  const known = await knownIds(db, entries)
  const planned = entries.map((entry) => ({
    entry,
    dedupeKey: dedupeKeyIn(known, entry),
    notBefore: Math.max(inFlightUntil(device, late, clockOffsetMs, entry), hasFiles(entry) ? filesFrom : 0),
  }))
  return { planned, made: new Set(known.keys()) }
}

function dedupeKeyIn(known: ReadonlyMap<RowName, number>, entry: OutboxEntry): string {
  const command = commands.get(entry.command)
  if (command?.endpoint.repeat !== 'make' || entry.photo) return ''
  try {
    return dedupeKey(command, resolveIdsWith(known, command, entry))
  } catch (error) {
    // Its own attempt will find the damage and hold the entry.
    if (!isDamage(error)) throw error
    return ''
  }
}

/** Only the version of the app that made an entry can look for it; other versions leave its outcome unknown. */
const isKnown = (entry: OutboxEntry): boolean => commands.get(entry.command)?.version === entry.version

/** Reconciles one entry whose wait is over; false if there is none. */
async function reconcileOne(drain: Drain): Promise<boolean> {
  const { device } = drain
  const doubts = (await device.db.outbox.where('state').equals('inDoubt').sortBy('seq')).filter(isKnown)
  if (doubts.length === 0) return false
  const offset = await device.db.fact('clockOffsetMs', 0)
  const now = device.now()
  const due = doubts.find((it) => freeFrom(it, now) <= now && checkDueAt(device, it, offset) <= now)
  if (!due) return false
  await reconcileEntry(drain, due.seq)
  return !drain.stopped
}

/**
 * The next time at which something can be sent without the user (ms). An entry that depends on other work has no time
 * of its own: polling for it would only drain the battery.
 */
async function nextMoment(device: Device): Promise<number | null> {
  const { db } = device
  const { paused, holdUntil, clockOffsetMs } = await db.facts({
    paused: null as string | null,
    holdUntil: 0,
    clockOffsetMs: 0,
  })
  if (paused !== null) return null
  const backoffMs = waitLeftMs(device, holdUntil)
  // The end of the back-off is enough: a long outbox is not read again after each failure.
  if (backoffMs > 0) {
    const waits = await db.outbox.where('state').anyOf('waiting', 'inDoubt').count()
    return waits > 0 || (await duplicateCheckDueAt(device)) !== null ? device.now() + backoffMs : null
  }
  const { planned, made } = await plan(device)
  const now = device.now()
  const ready = readyEntries(planned, made, 'any').map((it) => Math.max(freeFrom(it.entry, now), it.notBefore ?? 0))
  const doubts = planned.map(({ entry }) => entry).filter((it) => it.state === 'inDoubt' && isKnown(it))
  const moments = [...ready, ...doubts.map((it) => Math.max(freeFrom(it, now), checkDueAt(device, it, clockOffsetMs)))]
  const look = await duplicateCheckDueAt(device)
  if (look !== null) moments.push(Math.max(look, device.now() + lookAgainMs))
  return moments.length === 0 ? null : Math.min(...moments)
}
