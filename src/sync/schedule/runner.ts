import { hadNoRoom, isFull } from '../../db/storage-error.ts'
import type { Device } from '../device/device.ts'
import type { RunResult } from './lease.ts'

/** How often a page that waits for the lease checks whether the sending tab is still alive (ms). */
const lookAgainMs = 5_000

/**
 * Runs the engine while a page is open: after each save, when signal returns or the page is shown again, and on its
 * own timer.
 */
export class Runner {
  #device: Device
  #timer: ReturnType<typeof setTimeout> | undefined
  #running = false
  #again: 'no' | 'scheduled' | 'tapped' = 'no'
  #ended = false
  /** Cancels the wait for the lease while another tab or the service worker has it. */
  #line: AbortController | null = null
  /** Called with a bug inside a run, so that it is not lost; never with an expected failure. */
  onBug: (error: unknown) => void = () => undefined
  /** Called after each run of this page. */
  onRan: () => void = () => undefined

  constructor(device: Device) {
    this.#device = device
  }

  /** Something may be ready to send. Calls during a run lead to one more run. */
  schedule(tapped = false): void {
    // Without locks nothing may be sent from here, and the banner says so.
    if (this.#ended || !this.#device.locks) return
    if (this.#running) {
      if (this.#again !== 'tapped') this.#again = tapped ? 'tapped' : 'scheduled'
      return
    }
    void this.#once(tapped)
  }

  async #once(tapped: boolean): Promise<void> {
    this.#begin()
    try {
      // The sending half of the engine is loaded (from the precache) only when there may be something to send, so the
      // first screen does not wait for it.
      const { runUnderLease } = await import('./lease.ts')
      this.#ranWith(await runUnderLease(this.#device, tapped))
    } catch (error) {
      this.#failedWith(error)
    }
  }

  /** Waits for the lease, so that this page continues at once when the sending tab dies. */
  async #standInLine(): Promise<void> {
    if (this.#line || this.#ended) return
    const line = new AbortController()
    this.#line = line
    let isGranted = false
    try {
      const { runWhenLeased } = await import('./lease.ts')
      await runWhenLeased(this.#device, line.signal, (running) => {
        isGranted = true
        if (this.#line === line) this.#line = null
        this.#begin()
        running.then(
          (ran) => this.#ranWith(ran),
          (error) => this.#failedWith(error),
        )
      })
    } catch (error) {
      if (!isGranted) this.#failedWith(error)
    }
    if (this.#line === line) this.#line = null
  }

  #begin(): void {
    clearTimeout(this.#timer)
    this.#running = true
  }

  #ranWith(ran: RunResult): void {
    if (ran === 'busy') {
      void this.#standInLine()
      this.#goOn(this.#device.now() + lookAgainMs)
      return
    }
    this.#leaveLine()
    this.onRan()
    void this.#tell()
    this.#goOn(ran.nextAt)
  }

  #failedWith(error: unknown): void {
    if (hadNoRoom(error)) return void this.#makeRoom(error)
    // A database that closes while the page is being left is no bug.
    if (!this.#ended) this.onBug(error)
    this.#goOn(this.#device.now() + 30_000)
  }

  /** A full device cannot even store an answer, so room is made first. */
  async #makeRoom(cause: unknown): Promise<void> {
    const { db, now } = this.#device
    let wait = 1_000
    try {
      const [{ hasNoRoom, makeRoom }, { releaseReserve }] = await Promise.all([
        import('../capture/make-room.ts'),
        import('../capture/reserve.ts'),
      ])
      if (!(await hasNoRoom(db, cause))) throw cause
      await makeRoom(db)
      if (!(await releaseReserve(db))) {
        wait = 30_000
        await db.setFact('paused', 'storage')
      }
    } catch (error) {
      if (!this.#ended && !isFull(error)) this.onBug(error)
    }
    this.#goOn(now() + wait)
  }

  /** After a run: starts the next one at once if it was requested meanwhile, else at the given time. */
  #goOn(next: number | null): void {
    this.#running = false
    if (this.#ended) return
    if (this.#again !== 'no') {
      const wasTapped = this.#again === 'tapped'
      this.#again = 'no'
      this.schedule(wasTapped)
    } else if (next !== null) {
      clearTimeout(this.#timer)
      const wait = Math.min(Math.max(next - this.#device.now(), 250), 5 * 60_000)
      this.#timer = setTimeout(() => this.schedule(), wait)
    }
  }

  #leaveLine(): void {
    this.#line?.abort()
    this.#line = null
  }

  /** Not awaited: on a connection that never answers, the next save must not wait for it. */
  async #tell(): Promise<void> {
    try {
      const { tellOffice } = await import('./heartbeat.ts')
      await tellOffice(this.#device)
    } catch (error) {
      if (!this.#ended) this.onBug(error)
    }
  }

  /** Stops the runner. A run in progress is fenced and ends by itself. */
  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    this.#leaveLine()
  }
}
