import type { CrashOffice } from '../real/office.ts'
import type { Random } from '../world/random.ts'
import type { FrontPart } from './bundle-front.ts'

/** Faults between a front and the upstream server. */
const mishaps = ['away', 'lost', 'answerLost', 'late', 'failBefore', 'failAfter', 'gateway', 'gatewayAfter'] as const
type Mishap = (typeof mishaps)[number]

/** Failures that the upstream server or a proxy answers, and their number per call. */
const isFailure: ReadonlySet<Mishap> = new Set(['failBefore', 'failAfter', 'gateway', 'gatewayAfter'])
const mostFailures = 2

/** How late after its sending a call may still be carried out (ms); less than the wait of a doubt. */
const latestMs = 100_000

/** The connection from a front to the documented server, in the phone's time. */
export class UpstreamLine {
  /** Rate of faults (0 to 1). */
  often = 0
  /** Faults of changing requests. */
  seen = new Set<string>()
  /** Number of such requests. */
  cuts = 0
  now = 0
  #office: CrashOffice
  #part: FrontPart
  #chance: Random
  #failures = new Map<string, number>()
  #late: { due: number; request: Request }[] = []

  constructor(office: CrashOffice, part: FrontPart, chance: Random) {
    this.#office = office
    this.#part = part
    this.#chance = chance
  }

  /** Delayed requests arrive before those of this moment. */
  async arrive(now: number): Promise<void> {
    const due = this.#late.filter((it) => it.due <= now).sort((a, b) => a.due - b.due)
    this.#late = this.#late.filter((it) => it.due > now)
    for (const it of due) await this.#office.serve(it.request, it.due)
    this.now = now
  }

  async forward(request: Request): Promise<Response> {
    const { UpstreamUnreachable, UpstreamInterrupted } = this.#part
    const isWrite = request.method !== 'GET'
    // The body is read completely, so that the request can arrive after its sender has died.
    const whole = await copyOf(request)
    const mishap = this.#mishapOf(`${request.method} ${request.url}`)
    if (mishap && isWrite) {
      this.seen.add(mishap)
      this.cuts++
    }
    const carryOut = () => this.#office.serve(whole, this.now)
    switch (mishap) {
      case null:
        return carryOut()
      case 'away':
        throw new UpstreamUnreachable('It is not there')
      case 'lost':
        throw new UpstreamInterrupted('The line broke')
      case 'answerLost':
        await carryOut()
        throw new UpstreamInterrupted('The line broke')
      case 'late':
        this.later(whole)
        throw new UpstreamInterrupted('The line broke')
      case 'failBefore':
        return failure(500)
      case 'failAfter':
        await carryOut()
        return failure(500)
      case 'gateway':
        return failure(502)
      case 'gatewayAfter':
        this.later(whole)
        return failure(502)
    }
  }

  /**
   * The fault of a call. Failures per call are limited: after five the engine would show the action to the inspector.
   */
  #mishapOf(call: string): Mishap | null {
    const mishap = this.#chance.chance(this.often) ? this.#chance.pick(mishaps) : null
    if (mishap === null || !isFailure.has(mishap)) return mishap
    const failures = (this.#failures.get(call) ?? 0) + 1
    this.#failures.set(call, failures)
    return failures <= mostFailures ? mishap : null
  }

  later(request: Request): void {
    this.#late.push({ due: this.now + this.#chance.whole(0, latestMs), request })
  }
}

export const copyOf = async (request: Request): Promise<Request> => {
  const { method, url, headers } = request
  const body = method === 'GET' ? null : await request.arrayBuffer()
  const own = new Headers(headers)
  own.delete('content-length')
  return new Request(url, { method, headers: own, ...(body && body.byteLength > 0 ? { body } : {}) })
}

const failure = (status: number) =>
  new Response(status === 500 ? 'Internal Server Error' : '<html>Bad Gateway</html>', {
    status,
    headers: { 'Content-Type': status === 500 ? 'text/plain' : 'text/html' },
  })
