import { RETRY_AFTER_SECONDS, Refused } from './errors.ts'

/** A limited resource and the limits of its queue. */
interface QueueLimits {
  /** Capacity: a number of places, or of bytes. */
  room: number
  /**
   * Requests that may wait. Further ones are refused at once with 503, because a refusal tells the caller more than a
   * long silence.
   */
  mostWaiting: number
  /** Requests of one person that may wait, so that one person cannot fill the queue. */
  mostWaitingEach?: number
}

interface Waiting {
  weight: number
  start(): void
}

/**
 * Runs as much work at once as fits; the rest waits. People take turns: a person with one request is not behind another
 * person's fifty.
 */
export class FairQueue {
  private taken = 0
  private waitingCount = 0
  private readonly waiting = new Map<string, Waiting[]>()
  private readonly limits: QueueLimits

  constructor(limits: QueueLimits) {
    this.limits = limits
  }

  /** Runs `work` when `weight` is free. Throws `Refused` 503 when too many wait already. */
  async run<T>(who: string, weight: number, work: () => Promise<T>): Promise<T> {
    // Work that is larger than the capacity runs alone.
    const share = Math.min(weight, this.limits.room)
    await this.enter(who, share)
    try {
      return await work()
    } finally {
      this.taken -= share
      this.startNext()
    }
  }

  private async enter(who: string, weight: number) {
    if (this.waitingCount === 0 && this.taken + weight <= this.limits.room) {
      this.taken += weight
      return
    }
    const mine = this.waiting.get(who) ?? []
    const { mostWaiting, mostWaitingEach = mostWaiting } = this.limits
    if (this.waitingCount >= mostWaiting || mine.length >= mostWaitingEach) throw busyRefusal()
    this.waitingCount++
    await new Promise<void>((start) => {
      this.waiting.set(who, [...mine, { weight, start }])
    })
  }

  private startNext() {
    for (const [who, mine] of this.waiting) {
      const [next, ...rest] = mine
      // The next one is waited for, however large it is. Otherwise smaller ones could delay it for ever.
      if (!next || this.taken + next.weight > this.limits.room) return
      this.waiting.delete(who)
      if (rest.length > 0) this.waiting.set(who, rest)
      this.waitingCount--
      this.taken += next.weight
      next.start()
    }
  }
}

/** The refusal of a request that may be retried later. */
export const busyRefusal = () =>
  new Refused(503, 'The server is busy just now. Nothing was changed.', { 'Retry-After': String(RETRY_AFTER_SECONDS) })
