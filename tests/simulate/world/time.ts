/** The tab whose code runs. Its timers die and freeze with it. */
export interface Owner {
  dead: boolean
  /** A page in the background gets nothing before this time. */
  frozenUntil: number
  /** How far the clock of its device is ahead of the true time (ms). */
  skew: number
}

interface Timer {
  id: number
  at: number
  run: () => void
  every: number | null
  owner: Owner | null
}

const nextTick = process.nextTick.bind(process)
const TruePromise = Promise
const done = TruePromise.resolve()
const { then } = TruePromise.prototype
/** Node's queueMicrotask creates a resource for async_hooks each time. A promise does not. */
export const microtask = (run: () => void): void => void Reflect.apply(then, done, [run])

/**
 * The clock and task queue of the world. No timer really waits, and the order is always the same. Tasks run in the
 * order in which they were queued, each followed by its microtasks. When none is left, time jumps to the next timer.
 */
export class Time {
  now: number
  /** The tab whose code runs in this turn. */
  owner: Owner | null = null
  /** Called for an error that no promise catches. */
  onError: (error: unknown) => void = () => undefined
  /** Turns so far. A story that does not end is a failure too. */
  turns = 0
  mostTurns = 200_000
  #turns: { run: () => void; owner: Owner | null }[] = []
  #head = 0
  #timers: Timer[] = []
  #ids = 0

  constructor(start: number) {
    this.now = start
  }

  queue(run: () => void): void {
    this.#turns.push({ run, owner: this.owner })
  }

  after(ms: number, run: () => void, every: number | null = null): number {
    const id = ++this.#ids
    this.#add({ id, at: this.now + Math.max(0, Number(ms) || 0), run, every, owner: this.owner })
    return id
  }

  clear(id: unknown): void {
    const at = this.#timers.findIndex((it) => it.id === id)
    if (at >= 0) this.#timers.splice(at, 1)
  }

  #add(timer: Timer): void {
    // Sorted by time, then by age. The list is short, so it needs no heap.
    let at = this.#timers.length
    while (at > 0 && (this.#timers[at - 1]?.at ?? 0) > timer.at) at--
    this.#timers.splice(at, 0, timer)
  }

  /** Runs all tasks that are due now, and those that they queue. */
  settle(): Promise<void> {
    return new TruePromise((done) => {
      const turn = () => {
        const next = this.#turns[this.#head]
        if (!next) {
          this.#turns = []
          this.#head = 0
          this.owner = null
          done()
          return
        }
        this.#head++
        if (++this.turns > this.mostTurns) {
          this.onError(new Error('This story has no end'))
          this.#turns = []
          this.#head = 0
          this.#timers = []
          done()
          return
        }
        this.owner = next.owner
        try {
          next.run()
        } catch (error) {
          this.onError(error)
        }
        microtask(() => nextTick(turn))
      }
      microtask(() => nextTick(turn))
    })
  }

  /** Lets time pass until a moment, or until `enough` is true. */
  async pass(until: number, enough: () => boolean = () => false): Promise<void> {
    await this.settle()
    while (!enough()) {
      const next = this.#timers[0]
      if (!next || next.at > until) {
        this.now = Math.max(this.now, until)
        return
      }
      this.#timers.shift()
      this.now = Math.max(this.now, next.at)
      if (next.owner?.dead) continue
      if (next.owner && next.owner.frozenUntil > this.now) {
        this.#add({ ...next, at: next.owner.frozenUntil })
        continue
      }
      if (next.every !== null) this.#add({ ...next, at: this.now + Math.max(1, next.every) })
      this.owner = next.owner
      this.queue(next.run)
      await this.settle()
    }
  }
}
