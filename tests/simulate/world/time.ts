/** Whose code runs: a tab of a phone. Its timers die and freeze with it. */
export interface Owner {
  dead: boolean
  /** Nothing reaches it before this moment; a page in the background. */
  frozenUntil: number
  /** Its device's clock against the true time. */
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
/** The platform's own way keeps books for each microtask; a promise's does not. */
const microtask = (run: () => void): void => void Reflect.apply(then, done, [run])

/**
 * Time and turns of everything in the world: no timer waits, no turn is left to chance. Tasks run in the order in which
 * they were queued, each followed by all its microtasks; only when none is left, time passes to the next timer.
 */
export class Time {
  now: number
  /** Whose code runs in this turn. */
  owner: Owner | null = null
  /** A failure outside all promises. */
  onError: (error: unknown) => void = () => undefined
  /** Turns so far: a story without end is a failure too. */
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
    // Sorted by moment, then by age: a short list, so that no heap is worth its lines.
    let at = this.#timers.length
    while (at > 0 && (this.#timers[at - 1]?.at ?? 0) > timer.at) at--
    this.#timers.splice(at, 0, timer)
  }

  /** Runs all that is due at this moment, until nothing is left to do in it. */
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

  /** Lets time pass to a moment, or until `enough`. */
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
