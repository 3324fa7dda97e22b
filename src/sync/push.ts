import { filesOf, type OutboxEntry, type RowName, rowName } from '../db/outbox.ts'
import { commands } from '../records/index.ts'
import { attempt } from './attempt.ts'
import { attemptBatch, batchOf } from './batch.ts'
import { clearDoubt } from './clear-doubt.ts'
import type { Device } from './device.ts'
import { twinOf } from './doubt.ts'
import { askedWith } from './ids.ts'
import { note } from './journal.ts'
import { type Planned, readyEntries } from './plan.ts'
import { repeatable } from './repeatable.ts'
import { learnKind } from './server-kind.ts'
import { fenced, TakenOver } from './settle.ts'
import { type Drain, hold } from './troubles.ts'

/** Why a run ended. `nextAt`: when something waits for its time (ms), null when nothing does. */
export interface Run {
  sent: number
  nextAt: number | null
}

/** Files on their way at once, in a lane of their own: they never hold data back. */
const photoLane = 2
/** Calls in flight to a server that keeps no keys. */
const carefulLane = 2
/** How often a runner at work writes down that it lives (ms). */
const beatEveryMs = 5_000
/** A hold longer than this is a clock that jumped, not a server's wish (I22). */
const longestHoldMs = 24 * 60 * 60 * 1000

/**
 * Sends what may be sent, until nothing may. One drain at a time, by the caller's lock; `epoch` fences a runner that
 * lost it. Refusals and doubts stay with their entries; an engine-wide trouble ends the run.
 */
export async function push(device: Device, epoch: number): Promise<Run> {
  const drain: Drain = { device, epoch, baselines: new Map(), stopped: false, sent: 0 }
  try {
    await recover(drain)
    if (!(await mayNotSend(device))) {
      const trouble = await learnKind(device)
      // A server that does not even say what it is gets no second request now.
      if (trouble) await fenced(device, epoch, () => hold(device, trouble, 'backOff'))
      else await sendAll(drain)
    }
  } catch (error) {
    if (error instanceof TakenOver) return { sent: drain.sent, nextAt: null }
    throw error
  }
  return { sent: drain.sent, nextAt: await nextMoment(device) }
}

/** What a killed runner left on its way goes again where that is safe, else it is in doubt. Known again: held entries. */
async function recover({ device, epoch }: Drain): Promise<void> {
  const { db } = device
  await fenced(device, epoch, async () => {
    for (const entry of await db.outbox.where('state').equals('sending').toArray()) {
      const state = repeatable(entry) ? 'waiting' : 'inDoubt'
      await db.outbox.update(entry.seq, { state })
      await note(db, device.now(), 'recovered', { key: entry.key, state })
    }
    for (const entry of await db.outbox.where('state').equals('held').toArray()) {
      if (commands.get(entry.command)?.version !== entry.version) continue
      await db.outbox.update(entry.seq, { state: 'waiting', problem: null })
    }
  })
}

/** Nothing leaves without a token, nor before the moment that the server or a run of failures set. */
async function mayNotSend(device: Device): Promise<boolean> {
  const { db } = device
  const hold = (await db.fact('holdUntil', 0)) - device.now()
  if (hold > 0 && hold <= longestHoldMs) return true
  const paused = (await device.token()) === null ? 'signIn' : null
  if ((await db.fact<string | null>('paused', null)) !== paused) await db.setFact('paused', paused)
  return paused !== null
}

async function sendAll(drain: Drain): Promise<void> {
  const { device } = drain
  const flying: Flying = new Map()
  let queue: Planned[] = []
  let beaten = device.now()
  for (;;) {
    // Planning reads the whole outbox, so it is done again only when what was ready has left.
    if (queue.length === 0 && !drain.stopped) {
      const known = await knownNames(device)
      queue = readyEntries(await plan(device, known), new Set(known.keys()), device.now()).filter(
        (it) => !flying.has(it.entry.seq),
      )
    }
    if (!drain.stopped) queue = launch(drain, queue, flying)
    if (flying.size === 0) {
      if (drain.stopped || !(await clearOneDoubt(drain))) return
      continue
    }
    await Promise.race([...flying.values()].map((it) => it.done))
    beaten = await beat(device, beaten)
  }
}

/** Says now and then that this runner lives; a durable write for each answer would cost more than the answer. */
async function beat({ db, now }: Device, beaten: number): Promise<number> {
  if (Math.abs(now() - beaten) < beatEveryMs) return beaten
  await db.setFact('heartbeat', now())
  return now()
}

type Flying = Map<number, { photo: boolean; done: Promise<void> }>

/** Starts as many entries as their lanes take; answers those that must wait for room. */
function launch(drain: Drain, queue: Planned[], flying: Flying): Planned[] {
  const { device } = drain
  const room = { photos: photoLane, data: device.keyed ? device.inFlight : carefulLane }
  for (const it of flying.values()) room[it.photo ? 'photos' : 'data']--
  const fly = (planned: readonly Planned[], done: Promise<void>) => {
    const ended = done.finally(() => {
      for (const { entry } of planned) flying.delete(entry.seq)
    })
    for (const { entry } of planned) flying.set(entry.seq, { photo: filesOf(entry).length > 0, done: ended })
  }
  const together = device.keyed && device.batches && room.data > 0 ? batchOf(queue) : []
  const batched = together.length > 1 ? new Set(together.map((it) => it.entry.seq)) : new Set<number>()
  if (batched.size > 0) {
    room.data = 0
    const seqs = [...batched]
    fly(together, attemptBatch(drain, seqs))
  }
  return queue.filter((it) => {
    if (batched.has(it.entry.seq)) return false
    const lane = filesOf(it.entry).length > 0 ? 'photos' : 'data'
    if (room[lane] <= 0) return true
    room[lane]--
    fly([it], attempt(drain, it.entry.seq))
    return false
  })
}

/** The outbox in the user's order, with what tells twins. */
async function plan({ db }: Device, known: ReadonlyMap<RowName, number>): Promise<Planned[]> {
  const entries = await db.outbox.orderBy('seq').toArray()
  return entries.map((entry) => {
    const command = commands.get(entry.command)
    const canDouble = command?.endpoint.repeat === 'make' && !entry.photo
    return { entry, twin: command && canDouble ? twinOf(command, askedWith(known, command, entry)) : '' }
  })
}

/** The server's ids of everything that was made here, by local name. */
async function knownNames({ db }: Device): Promise<Map<RowName, number>> {
  return new Map((await db.ids.toArray()).map((it) => [rowName(it.type, it.local), it.server]))
}

/** Looks after one entry whose wait is over; false when there is none. */
async function clearOneDoubt(drain: Drain): Promise<boolean> {
  const { device } = drain
  const doubts = await device.db.outbox.where('state').equals('inDoubt').sortBy('seq')
  const due = doubts.find((it) => it.nextAt <= device.now() && doubtEndsAt(device, it) <= device.now())
  if (!due) return false
  await clearDoubt(drain, due.seq)
  return !drain.stopped
}

/** Before this moment the server may still be at work on the call, and a look would prove nothing. */
export const doubtEndsAt = (device: Device, entry: OutboxEntry): number => {
  const sentAt = entry.sentAt ?? 0
  // A device clock set back must not make the doubt last: from a `sentAt` in the future the wait starts anew.
  return Math.min(sentAt, device.now()) + device.doubtWaitMs
}

/** The next moment at which something may go on by itself. */
async function nextMoment(device: Device): Promise<number | null> {
  const { db } = device
  if ((await db.fact<string | null>('paused', null)) !== null) return null
  const doubts = await db.outbox.where('state').equals('inDoubt').toArray()
  const moments = doubts.map((it) => Math.max(it.nextAt, doubtEndsAt(device, it)))
  const soonest = await soonestWaiting(device)
  if (soonest !== null) moments.push(soonest)
  if (moments.length === 0) return null
  return Math.max(Math.min(...moments), await db.fact('holdUntil', 0))
}

/** When the first waiting entry may go (ms), null when none waits. Mostly one may go already, and no other is read. */
async function soonestWaiting({ db, now }: Device): Promise<number | null> {
  const waiting = db.outbox.where('state').equals('waiting')
  const ready = await waiting.filter((it) => it.nextAt <= now()).first()
  if (ready) return ready.nextAt
  const all = await db.outbox.where('state').equals('waiting').toArray()
  return all.length === 0 ? null : Math.min(...all.map((it) => it.nextAt))
}
