import type { Device } from './device.ts'
import { note } from './journal.ts'
import { push, type Run } from './push.ts'

/** A runner silent for this long has died or hangs; its lock is taken from it, and its epoch fences it. */
const silenceMs = 90_000

/** Why nothing ran: another tab or the service worker is at it. */
export type Ran = Run | 'busy'

/**
 * One drain under the device's lock, so that tabs and the service worker never send the same entry. `tapped`: the
 * user asked for it, so waits of the back-off are passed over (never the server's own Retry-After).
 */
export async function run(device: Device, tapped = false): Promise<Ran> {
  const name = `codesoft-drain-${device.db.name}`
  const result = await device.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? await drain(device, tapped) : ('busy' as const),
  )
  if (result !== 'busy') return result
  const heartbeat = await device.db.fact('heartbeat', 0)
  const silent = Math.abs(device.now() - heartbeat)
  if (silent < silenceMs) return 'busy'
  await note(device.db, device.now(), 'took over', { silent })
  return device.locks.request(name, { steal: true }, () => drain(device, tapped))
}

async function drain(device: Device, tapped: boolean): Promise<Run> {
  const { db } = device
  const epoch = await db.transaction('rw', db.meta, db.outbox, async () => {
    const next = (await db.fact('epoch', 0)) + 1
    await db.setFact('epoch', next)
    await db.setFact('heartbeat', device.now())
    if (tapped && !(await db.fact('holdByServer', false))) {
      await db.setFact('holdUntil', 0)
      await db.outbox.where('state').equals('waiting').modify({ nextAt: 0 })
    }
    return next
  })
  await db.setFact('running', true)
  const beat = setInterval(() => void db.setFact('heartbeat', device.now()), 15_000)
  try {
    return await push(device, epoch)
  } finally {
    clearInterval(beat)
    await db.setFact('running', false)
  }
}

/** Runs the engine for as long as a page is open: after each save, when signal or sight returns, and by its own clock. */
export class Runner {
  #device: Device
  #timer: ReturnType<typeof setTimeout> | undefined
  #running = false
  #again = false
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
      this.#again = true
      return
    }
    clearTimeout(this.#timer)
    this.#running = true
    void this.#once(tapped)
  }

  async #once(tapped: boolean): Promise<void> {
    let next: number | null = null
    try {
      const ran = await run(this.#device, tapped)
      next = ran === 'busy' ? this.#device.now() + 2_000 : ran.nextAt
    } catch (error) {
      // A database that is closing while the page goes away is no bug.
      if (!this.#ended) this.onBug(error)
      next = this.#device.now() + 30_000
    } finally {
      this.#running = false
    }
    if (this.#ended) return
    if (this.#again) {
      this.#again = false
      this.poke()
    } else if (next !== null) {
      const wait = Math.min(Math.max(next - this.#device.now(), 250), 5 * 60_000)
      this.#timer = setTimeout(() => this.poke(), wait)
    }
  }

  /** Stops asking; a run under way ends by itself, fenced. */
  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }
}
