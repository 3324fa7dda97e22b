import { world } from '../world/platform.ts'
import type { Tab } from '../world/tab.ts'
import { type LightBlob, type LightRequest, LightResponse, type LightSignal } from '../world/web.ts'
import type { OutsideTime } from './outside.ts'
import type { Call, LineFault, Reply } from './point.ts'

interface Asked {
  method: string
  url: string
  headers: Record<string, string>
  content: LightBlob | string | null
  signal: LightSignal | null
}

/**
 * A good connection between a simulated phone and a real server. Each request has three steps at which the process can
 * die: before it leaves, after it has left, and before its answer is received.
 */
export class RealLine {
  /** The fault of the next request; a good connection has none. */
  mishap: () => LineFault | null = () => null
  broken: { id: string; says: string }[] = []
  /** Requests that reached the office so far. */
  delivered = 0
  trace: string[] = []
  #time: OutsideTime
  #ask: (call: Call) => Promise<Reply>

  constructor(time: OutsideTime, ask: (call: Call) => Promise<Reply>) {
    this.#time = time
    this.#ask = ask
  }

  fetch(tab: Tab, { method, url, headers, content, signal }: LightRequest): Promise<LightResponse> {
    return this.#go(tab, { method, url, headers: Object.fromEntries(headers.entries()), content, signal })
  }

  upload(
    tab: Tab,
    url: string,
    headers: Record<string, string>,
    content: LightBlob,
    signal: LightSignal,
    moved: () => void,
  ): Promise<LightResponse> {
    moved()
    return this.#go(tab, { method: 'POST', url, headers, content, signal })
  }

  #go(tab: Tab, asked: Asked): Promise<LightResponse> {
    return new Promise((resolve, reject) => {
      if (tab.dead) return
      tab.onNetworkStep()
      if (tab.dead) return
      asked.signal?.addEventListener('abort', () => reject(asked.signal?.reason))
      const { method, url, headers } = asked
      const path = new URL(url).pathname + new URL(url).search
      this.trace.push(`${this.#time.now} ${method} ${path}`)
      const body = bytesOf(asked.content)
      const { chance } = world
      const up = body && body.byteLength > 500 ? chance.whole(500, 9_000) : chance.whole(20, 250)
      const down = chance.whole(20, 250)
      const mishap = this.mishap()
      const fail = (ms: number) => this.#after(tab, ms, () => reject(new TypeError('Failed to fetch')))
      if (mishap) this.trace.push(`${this.#time.now} ${mishap}`)
      if (mishap === 'requestLost') fail(up + down)
      if (mishap === 'late') fail(chance.whole(500, 20_000))
      const late = mishap === 'late' ? chance.whole(1_000, 100_000) : 0
      if (mishap !== 'requestLost')
        this.#after(null, up + late, () => {
          this.delivered++
          const call = { method, path, headers, body, now: this.#time.now, times: mishap === 'repeated' ? 2 : 1 }
          this.#time.outside(this.#ask(call), ({ status, headers: said, text, broken }) => {
            if (mishap === 'late') return
            if (mishap === 'answerLost' || broken) return fail(down)
            this.#after(tab, down, () => {
              if (asked.signal?.aborted) return
              tab.onNetworkStep()
              // The office uses the phone's clock.
              const date = new Date(this.#time.now).toUTCString()
              if (!tab.dead) resolve(new LightResponse(text, { status, headers: { ...said, date } }))
            })
          })
        })
      tab.onNetworkStep()
    })
  }

  /** A request on its way continues when the phone dies. Only a living phone receives the answer. */
  #after(owner: Tab | null, ms: number, what: () => void): void {
    const before = this.#time.owner
    this.#time.owner = owner
    this.#time.after(ms, what)
    this.#time.owner = before
  }
}

const bytesOf = (content: LightBlob | string | null): Uint8Array | null => {
  if (content === null) return null
  return typeof content === 'string' ? Buffer.from(content) : content.bytes
}
