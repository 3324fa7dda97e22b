import { callerGone, RETRY_AFTER_SECONDS, Refused } from './errors.ts'

/** A limited resource and the limits of its queue. */
interface QueueLimits {
  /** Capacity: a number of places, or of bytes. */
  room: number
  /** The most that one person may hold at once (default: all). A person who holds nothing may always take one. */
  roomEach?: number
  /**
   * Requests that may wait. Further ones are refused at once with 503, because a refusal tells the caller more than a
   * long silence.
   */
  mostWaiting: number
  /** Requests of one person that may wait, so that one person cannot fill the queue. */
  mostWaitingEach?: number
}

/** Whose work it is, how much room it needs, and a signal that its caller has gone away. */
interface Turn {
  who: string
  weight: number
  gone?: AbortSignal | undefined
}

interface Waiting {
  weight: number
  start(): void
}

/**
 * Runs as much work at once as fits; the rest waits. People take turns: a person with one request is not behind another
 * person's fifty. A caller who goes away gives the place back.
 */
export class FairQueue {
  private taken = 0
  private readonly takenBy = new Map<string, number>()
  private waitingCount = 0
  private readonly waiting = new Map<string, Waiting[]>()
  private readonly limits: QueueLimits

  constructor(limits: QueueLimits) {
    this.limits = limits
  }

  /** Runs `work` when there is room for it. Throws `Refused` 503 if too many wait, 499 if the caller went away. */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    // Work that is larger than the capacity runs alone.
    const share = Math.min(turn.weight, this.limits.room)
    await this.enter({ ...turn, weight: share })
    try {
      return await work()
    } finally {
      this.take(turn.who, -share)
      this.startNext()
    }
  }

  private async enter({ who, weight, gone }: Turn) {
    if (gone?.aborted) throw callerGone()
    if (this.waitingCount === 0 && this.hasRoom(weight) && this.mayTake(who, weight)) return this.take(who, weight)
    const mine = this.waiting.get(who) ?? []
    const { mostWaiting, mostWaitingEach = mostWaiting } = this.limits
    if (this.waitingCount >= mostWaiting || mine.length >= mostWaitingEach) throw busyRefusal()
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.forget(who, turn)
        reject(callerGone())
        // The requests behind it may be smaller.
        this.startNext()
      }
      const start = () => {
        gone?.removeEventListener('abort', leave)
        resolve()
      }
      const turn = { weight, start }
      gone?.addEventListener('abort', leave, { once: true })
      this.waiting.set(who, [...mine, turn])
      this.waitingCount++
      // The requests in front may all be waiting for their own share.
      this.startNext()
    })
  }

  private hasRoom = (weight: number) => this.taken + weight <= this.limits.room

  private mayTake(who: string, weight: number): boolean {
    const { room, roomEach = room } = this.limits
    const has = this.takenBy.get(who) ?? 0
    return has === 0 || has + weight <= roomEach
  }

  private take(who: string, weight: number) {
    this.taken += weight
    const has = (this.takenBy.get(who) ?? 0) + weight
    if (has > 0) this.takenBy.set(who, has)
    else this.takenBy.delete(who)
  }

  private forget(who: string, turn: Waiting) {
    const rest = (this.waiting.get(who) ?? []).filter((it) => it !== turn)
    if (rest.length > 0) this.waiting.set(who, rest)
    else this.waiting.delete(who)
    this.waitingCount--
  }

  private startNext() {
    for (const [who, [next]] of this.waiting) {
      if (!next || !this.mayTake(who, next.weight)) continue
      // The next one gets its turn, however large it is. Otherwise smaller ones could delay it for ever.
      if (!this.hasRoom(next.weight)) return
      const rest = this.waiting.get(who)?.slice(1) ?? []
      // To the end of the line: others come before this person's next one.
      this.waiting.delete(who)
      if (rest.length > 0) this.waiting.set(who, rest)
      this.waitingCount--
      this.take(who, next.weight)
      next.start()
    }
  }
}

/** The refusal of a request that may be retried later. */
export const busyRefusal = () =>
  new Refused(503, 'The server is busy just now. Nothing was changed.', { 'Retry-After': String(RETRY_AFTER_SECONDS) })
