/** Faults of the network. Besides time, the only thing that tests of the engine fake. */
export interface Signal {
  fetch(request: Request): Promise<Response>
  /** No request gets through. */
  off(): void
  on(): void
  /** The next `count` matching requests reach the server, and their answers are lost. */
  loseAnswers(count: number, matching?: (request: Request) => boolean): void
  /**
   * The next `count` matching requests are sent twice and only the second is answered, as browsers do on a broken
   * connection.
   */
  repeat(count: number, matching?: (request: Request) => boolean): void
  /** The next `count` matching requests get this answer without reaching the server. */
  answerWith(count: number, answer: () => Response, matching?: (request: Request) => boolean): void
  /** Called before each request that reaches the server. */
  before(hook: ((request: Request) => void | Promise<void>) | null): void
  /** 'POST /api/areas/7/observations' for each request that reached the server. */
  seen: string[]
  /** Keys and bodies of all changing requests that reached the server. */
  sent: { key: string | null; line: string; body: string }[]
}

/** A network connection between a device and a server. */
export function signal(): Signal {
  let down = false
  let hook: ((request: Request) => void | Promise<void>) | null = null
  const lost: { left: number; matching(request: Request): boolean }[] = []
  const repeated: { left: number; matching(request: Request): boolean }[] = []
  const instead: { left: number; matching(request: Request): boolean; answer(): Response }[] = []
  const all = () => true
  const writes = (request: Request) => request.method !== 'GET'
  const it: Signal = {
    seen: [],
    sent: [],
    off: () => {
      down = true
    },
    on: () => {
      down = false
    },
    loseAnswers: (left, matching = writes) => void lost.push({ left, matching }),
    repeat: (left, matching = writes) => void repeated.push({ left, matching }),
    answerWith: (left, answer, matching = all) => void instead.push({ left, matching, answer }),
    before: (next) => {
      hook = next
    },
    async fetch(request) {
      if (down) throw new TypeError('Failed to fetch')
      const other = instead.find((rule) => rule.left > 0 && rule.matching(request))
      if (other) {
        other.left--
        return other.answer()
      }
      await hook?.(request)
      const line = `${request.method} ${new URL(request.url).pathname}`
      it.seen.push(line)
      const copy = request.clone()
      if (writes(request)) it.sent.push({ key: request.headers.get('Idempotency-Key'), line, body: await copy.text() })
      const again = repeated.find((each) => each.left > 0 && each.matching(request))
      if (again) {
        again.left--
        await (await fetch(request.clone())).arrayBuffer()
      }
      const answer = await fetch(request)
      const rule = lost.find((each) => each.left > 0 && each.matching(request))
      if (!rule) return answer
      rule.left--
      await answer.arrayBuffer()
      throw new TypeError('Failed to fetch')
    },
  }
  return it
}
