import { setTimeout as pause } from 'node:timers/promises'
import type { Endpoint } from '../contract/endpoint.ts'
import { withPasswords } from './endpoint.ts'
import { Refused } from './errors.ts'

/**
 * Queues in front of the database. Changes go before reads. Sign-ins have their own lane because they cost the most.
 */
type Lane = 'read' | 'write' | 'signIn'

/** Requests of a lane that use the database at once. Their sum is below the number of connections. */
const PLACES: Record<Lane, number> = { read: 4, write: 6, signIn: 2 }
/** Reads at once while a save is running, so that the save does not queue behind many reads at each of its steps. */
const READS_BESIDE_WRITES = 1
/** Shortest time between the starts of two reads during saves: the work of a read delays the next step of a save. */
const READS_APART_MS = 25
/** Reads at once between saves that follow each other closely: more would still be running when the next save comes. */
const READS_BETWEEN_WRITES = 2
const CLOSELY_MS = 250
/** A short queue is always allowed. A long one is allowed only while its expected wait is short. */
const SHORT_QUEUE = 16
const LONGEST_QUEUE = 500
const LONGEST_WAIT_MS = 5_000
const RETRY_SECONDS = 3
/** Delay of a refusal, so that callers who ignore Retry-After do not keep the server busy with refusals. */
const REFUSED_AFTER_MS = 500

/**
 * A bounded queue in front of the database. Requests that cannot be served soon are refused at once with 503 and
 * Retry-After, instead of timing out after seconds.
 */
export class Admission {
  private readonly active: Record<Lane, number> = { read: 0, write: 0, signIn: 0 }
  private readonly waiting: Record<Lane, Waiting[]> = { read: [], write: [], signIn: [] }
  /**
   * Moving average (weight 1/10) of the time between two requests that leave the queue, in ms. It measures the current
   * throughput.
   */
  private readonly gapMs: Record<Lane, number> = { read: 2, write: 3, signIn: 50 }
  private readonly leftAt: Record<Lane, number> = { read: 0, write: 0, signIn: 0 }

  private saving = 0
  private savedAt = Number.NEGATIVE_INFINITY
  private readBeganAt = 0
  private again: NodeJS.Timeout | undefined

  /** Limits reads for the duration of a save, including the time between its steps, once its body has arrived. */
  async whileSaving<T>(work: () => Promise<T>): Promise<T> {
    this.saving++
    try {
      return await work()
    } finally {
      this.saving--
      this.savedAt = performance.now()
      this.startNext()
    }
  }

  /** Runs `work` when there is a place for it. Throws `Refused` 503 when the queue is too long. */
  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    await this.enter(lane)
    try {
      return await work()
    } finally {
      this.active[lane]--
      this.startNext()
    }
  }

  private async enter(lane: Lane) {
    const queue = this.waiting[lane]
    if (queue.length === 0 && this.hasPlace(lane)) return this.begin(lane)
    const first = queue[0]
    const waited = first ? performance.now() - first.since : 0
    const waitMs = Math.max(queue.length * this.gapMs[lane], waited)
    if (queue.length >= LONGEST_QUEUE || (queue.length >= SHORT_QUEUE && waitMs > LONGEST_WAIT_MS)) {
      await pause(REFUSED_AFTER_MS)
      throw tooMany()
    }
    await new Promise<void>((start) => {
      queue.push({ start, since: performance.now() })
      this.startNext()
    })
  }

  /**
   * Updates the average. The time counts from when the request was queued, because an empty queue says nothing about
   * throughput.
   */
  private leaves(lane: Lane, since: number) {
    const now = performance.now()
    this.gapMs[lane] += (now - Math.max(since, this.leftAt[lane]) - this.gapMs[lane]) / 10
    this.leftAt[lane] = now
  }

  private hasPlace(lane: Lane): boolean {
    const areWriting = this.saving > 0 || this.active.write > 0 || this.waiting.write.length > 0
    const now = performance.now()
    if (lane === 'read' && areWriting)
      return this.active.read < READS_BESIDE_WRITES && now - this.readBeganAt >= READS_APART_MS
    const isBetween = lane === 'read' && now - this.savedAt < CLOSELY_MS
    return this.active[lane] < (isBetween ? READS_BETWEEN_WRITES : PLACES[lane])
  }

  private begin(lane: Lane) {
    this.active[lane]++
    if (lane === 'read') this.readBeganAt = performance.now()
  }

  private startNext() {
    for (const lane of ['write', 'signIn', 'read'] as const)
      while (this.hasPlace(lane)) {
        const next = this.waiting[lane].shift()
        if (!next) break
        this.leaves(lane, next.since)
        this.begin(lane)
        next.start()
      }
    // While a long save runs, no request may end that would start the next read. This timer does.
    if (this.waiting.read.length > 0 && this.active.read === 0)
      this.again ??= setTimeout(() => {
        this.again = undefined
        this.startNext()
      }, READS_APART_MS).unref()
  }
}

interface Waiting {
  start: () => void
  /** When the request was queued (ms). */
  since: number
}

/** The lane of a call; undefined for a batch, whose calls are queued one by one. */
export const laneOf = ({ id, method }: Pick<Endpoint, 'id' | 'method'>): Lane | undefined => {
  if (id === 'X4') return undefined
  // Hashing a password costs more than a hundred reads.
  if (withPasswords.has(id)) return 'signIn'
  return method === 'GET' ? 'read' : 'write'
}

const tooMany = () =>
  new Refused(503, 'The server is busy just now. Nothing was changed.', { 'Retry-After': String(RETRY_SECONDS) })
