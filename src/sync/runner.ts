import type { Device } from './device.ts'

/** Runs the engine for as long as a page is open: after each save, when signal or sight returns, and by its own clock. */
export class Runner {
  #device: Device
  #timer: ReturnType<typeof setTimeout> | undefined
  #running = false
  #again: 'no' | 'poked' | 'tapped' = 'no'
  #ended = false
  /** Told of a bug inside a run, so that it is not lost; an expected failure never comes here. */
  onBug: (error: unknown) => void = () => undefined

  constructor(device: Device) {
    this.#device = device
  }

  /** Something may be sendable now. Calls during a run lead to one more run. */
  poke(tapped = false): void {
    if (this.#ended) return
    if (this.#running) {
      if (this.#again !== 'tapped') this.#again = tapped ? 'tapped' : 'poked'
      return
    }
    clearTimeout(this.#timer)
    this.#running = true
    void this.#once(tapped)
  }

  async #once(tapped: boolean): Promise<void> {
    let next: number | null = null
    try {
      // The sending half of the engine is fetched (from the precache) when there may be something to send: the first
      // screen does not wait for it.
      const { run } = await import('./run.ts')
      const ran = await run(this.#device, tapped)
      if (ran !== 'busy') void this.#tell()
      next = ran === 'busy' ? this.#device.now() + 2_000 : ran.nextAt
    } catch (error) {
      // A database that is closing while the page goes away is no bug.
      if (!this.#ended) this.onBug(error)
      next = this.#device.now() + 30_000
    } finally {
      this.#running = false
    }
    if (this.#ended) return
    if (this.#again !== 'no') {
      const wasTapped = this.#again === 'tapped'
      this.#again = 'no'
      this.poke(wasTapped)
    } else if (next !== null) {
      const wait = Math.min(Math.max(next - this.#device.now(), 250), 5 * 60_000)
      this.#timer = setTimeout(() => this.poke(), wait)
    }
  }

  /** Not waited for: on a line that takes and never answers, the next save must not stand behind it. */
  async #tell(): Promise<void> {
    try {
      const { tellOffice } = await import('./heartbeat.ts')
      await tellOffice(this.#device)
    } catch (error) {
      if (!this.#ended) this.onBug(error)
    }
  }

  /** Stops asking; a run under way ends by itself, fenced. */
  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }
}
