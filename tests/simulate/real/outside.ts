import { Time } from '../world/time.ts'

/** A clock for simulations with a real server: it stands still until the server has answered. */
export class OutsideTime extends Time {
  override mostTurns = 2_000_000
  #awaited = 0
  #heard: () => void = () => undefined

  /** Waits for real work. `then` runs in a turn of its own, at the simulated time of the request. */
  outside<Value>(asked: Promise<Value>, then: (value: Value) => void): void {
    this.#awaited++
    void asked.then((value) => {
      this.#awaited--
      this.owner = null
      this.queue(() => then(value))
      this.#heard()
    })
  }

  override async pass(until: number, enough: () => boolean = () => false): Promise<void> {
    for (;;) {
      await super.pass(until, () => this.#awaited > 0 || enough())
      if (this.#awaited === 0) return
      await new Promise<void>((resolve) => {
        this.#heard = resolve
      })
    }
  }
}
