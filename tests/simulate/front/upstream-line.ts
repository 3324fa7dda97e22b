import type { CrashOffice } from '../real/office.ts'
import type { Random } from '../world/random.ts'
import type { FrontPart } from './bundle-front.ts'

/** What can happen between a front and the server behind it. */
const mishaps = ['away', 'lost', 'answerLost', 'late', 'failBefore', 'failAfter', 'gateway', 'gatewayAfter'] as const
type Mishap = (typeof mishaps)[number]

/** What the server itself, or something before it, answers as a failure; and how often to one call. */
const isFailure: ReadonlySet<Mishap> = new Set(['failBefore', 'failAfter', 'gateway', 'gatewayAfter'])
const mostFailures = 2

/** For how long after its sending a call may still be carried out (ms); below the time that a doubt waits. */
const latestMs = 100_000

/** The line from a front to the documented server, in the time of the phone. */
export class UpstreamLine {
  /** How often something befalls a request (0 to 1). */
  often = 0
  /** What befell requests that change something. */
  seen = new Set<string>()
  /** How many of them. */
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

  /** What was on its way for long arrives before what comes at this moment. */
  async arrive(now: number): Promise<void> {
    const due = this.#late.filter((it) => it.due <= now).sort((a, b) => a.due - b.due)
    this.#late = this.#late.filter((it) => it.due > now)
    for (const it of due) await this.#office.serve(it.request, it.due)
    this.now = now
  }

  async forward(request: Request): Promise<Response> {
    const { UpstreamUnreachable, UpstreamInterrupted } = this.#part
    const isWrite = request.method !== 'GET'
    // Whole, so that it can arrive after its sender has died.
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

  /** A server that fails on one action five times is shown to the inspector by the engine's own rule; no line does that. */
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
