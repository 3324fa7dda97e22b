import type { Device } from '../device/device.ts'

/** A call in flight that may be given up and sent again at once: a read, or a sending whose key the server keeps. */
interface InFlightCall {
  kind: 'read' | 'sending'
  /** When it left (ms). */
  since: number
  giveUp: () => void
  /** A question asked after this call left got no answer, so its connection may be dead. */
  isMissed: boolean
}

/**
 * How often sendings may be given up until one is answered, since a browser may send on several dead connections
 * before it opens a new one. After that each sending gets its full time, in case the connection carries only questions
 * (I18).
 */
const chances = 3

/**
 * If a repeated call gets no answer for this long (ms) while questions are answered, it is on a dead connection too.
 */
const hangsAgainMs = 2_500

/**
 * Reads in flight at once. A browser opens six connections to a server; some are left for sendings and for a question.
 */
const readsAtOnce = 4

interface Line {
  calls: Set<InFlightCall>
  chances: number
  reading: number
  waiting: (() => void)[]
}

const lines = new WeakMap<Device, Line>()

function lineOf(device: Device): Line {
  const line = lines.get(device) ?? { calls: new Set(), chances, reading: 0, waiting: [] }
  lines.set(device, line)
  return line
}

/** Tracks a call that leaves now. Call `ended` when it is over. */
export function trackCall(
  device: Device,
  kind: InFlightCall['kind'],
  giveUp: () => void,
): { ended: (isAnswered: boolean) => void } {
  const line = lineOf(device)
  const call: InFlightCall = { kind, since: device.now(), giveUp, isMissed: false }
  line.calls.add(call)
  return {
    ended: (isAnswered) => {
      line.calls.delete(call)
      if (isAnswered && kind === 'sending') line.chances = chances
    },
  }
}

/** Runs `work` as soon as a read slot is free. */
export async function withReadSlot<T>(device: Device, work: () => Promise<T>): Promise<T> {
  const line = lineOf(device)
  if (line.reading >= readsAtOnce) await new Promise<void>((go) => line.waiting.push(go))
  else line.reading++
  try {
    return await work()
  } finally {
    // The next read gets the slot, or it becomes free.
    const next = line.waiting.shift()
    if (next) next()
    else line.reading--
  }
}

/** Whether a call has been in flight for this long (ms) without an answer. */
export function isCallStalled(device: Device, ms: number): boolean {
  const now = device.now()
  return [...lineOf(device).calls].some((it) => Math.abs(now - it.since) >= ms)
}

/** The question asked at `askedAt` (ms) got no answer. */
export function probeFailed(device: Device, askedAt: number): void {
  for (const it of lineOf(device).calls) if (it.since <= askedAt) it.isMissed = true
}

/** There is signal again: calls that hang on the old connection are given up and sent again. */
export function probeAnswered(device: Device): void {
  const line = lineOf(device)
  const calls = [...line.calls]
  for (const it of calls) if (it.kind === 'read' && it.isMissed) it.giveUp()
  const now = device.now()
  const isAgain = line.chances < chances
  const dead = calls.filter(
    (it) => it.kind === 'sending' && (it.isMissed || (isAgain && Math.abs(now - it.since) >= hangsAgainMs)),
  )
  if (dead.length === 0 || line.chances === 0) return
  line.chances--
  for (const it of dead) it.giveUp()
}
