import { RETRY_AFTER_SECONDS, Refused } from './errors.ts'

/** A limited resource, and how many may wait for it. */
interface QueueLimits {
  /** How much there is: a number of places, or of bytes. */
  room: number
  /** Waiting beyond this is refused at once, with 503: a caller learns more from that than from a long silence. */
  mostWaiting: number
  /** The same for one person, so that one cannot fill the queue of all. */
  mostWaitingEach?: number
}

interface Waiting {
  weight: number
  start(): void
}

/**
 * Does work in turn: as much at once as there is room for, the rest waits. People take turns, so that whoever sends
 * fifty waits for their own, and whoever sends one goes next.
 */
export class FairQueue {
  private taken = 0
  private waitingCount = 0
  private readonly waiting = new Map<string, Waiting[]>()
  private readonly limits: QueueLimits

  constructor(limits: QueueLimits) {
    this.limits = limits
  }

  /** Runs `work` when `weight` of the room is free for it; throws `Refused` 503 when too many wait already. */
  async run<T>(who: string, weight: number, work: () => Promise<T>): Promise<T> {
    // What is larger than the whole room goes alone.
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
      // Whoever is next is waited for, however much they need; smaller ones behind would keep them waiting for ever.
      if (!next || this.taken + next.weight > this.limits.room) return
      this.waiting.delete(who)
      if (rest.length > 0) this.waiting.set(who, rest)
      this.waitingCount--
      this.taken += next.weight
      next.start()
    }
  }
}

/** The refusal of what cannot be done now and may come again. */
export const busyRefusal = () =>
  new Refused(503, 'The server is busy just now. Nothing was changed.', { 'Retry-After': String(RETRY_AFTER_SECONDS) })
