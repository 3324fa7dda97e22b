/*
 * The platform's classes for requests and bytes, in memory and without threads. The engine and ky use them like a
 * browser's, and each of their steps runs in a turn of the simulated clock.
 */

export class LightHeaders {
  #all = new Map<string, string>()

  constructor(from: LightHeaders | Record<string, string> | [string, string][] = {}) {
    const pairs = from instanceof LightHeaders ? from.entries() : Array.isArray(from) ? from : Object.entries(from)
    for (const [name, value] of pairs) this.set(name, value)
  }

  get(name: string): string | null {
    return this.#all.get(name.toLowerCase()) ?? null
  }
  set(name: string, value: string): void {
    this.#all.set(name.toLowerCase(), String(value))
  }
  has(name: string): boolean {
    return this.#all.has(name.toLowerCase())
  }
  delete(name: string): void {
    this.#all.delete(name.toLowerCase())
  }
  entries(): IterableIterator<[string, string]> {
    return this.#all.entries()
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#all.entries()
  }
}

export class LightSignal {
  aborted = false
  reason: unknown
  #told: (() => void)[] = []

  addEventListener(_: string, tell: () => void): void {
    this.#told.push(tell)
  }
  removeEventListener(_: string, tell: () => void): void {
    this.#told = this.#told.filter((it) => it !== tell)
  }
  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }
  abort(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    for (const tell of this.#told) tell()
  }
  static any(signals: LightSignal[]): LightSignal {
    const both = new LightSignal()
    for (const it of signals) {
      if (it.aborted) both.abort(it.reason)
      it.addEventListener('abort', () => both.abort(it.reason))
    }
    return both
  }
}

/** One error for all: a stack trace for each abort would cost more than everything else. */
const givenUp = Object.assign(new Error('Given up'), { name: 'AbortError' })

export class LightController {
  signal = new LightSignal()
  abort(reason: unknown = givenUp): void {
    this.signal.abort(reason)
  }
}

type Part = string | ArrayBuffer | Uint8Array | LightBlob

export class LightBlob {
  bytes: Buffer
  type: string

  constructor(parts: Part[] = [], options: { type?: string } = {}) {
    this.bytes = Buffer.concat(parts.map(bytesOf))
    this.type = options.type ?? ''
  }
  get size(): number {
    return this.bytes.byteLength
  }
  async text(): Promise<string> {
    return this.bytes.toString('utf8')
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return Uint8Array.from(this.bytes).buffer
  }
  slice(from?: number, to?: number): LightBlob {
    return new LightBlob([this.bytes.subarray(from, to)])
  }
}

export class LightFile extends LightBlob {
  name: string
  lastModified: number
  constructor(parts: Part[], name: string, options: { type?: string; lastModified?: number } = {}) {
    super(parts, options)
    this.name = name
    this.lastModified = options.lastModified ?? 0
  }
}

const bytesOf = (part: Part): Uint8Array => {
  if (part instanceof LightBlob) return part.bytes
  if (typeof part === 'string') return Buffer.from(part, 'utf8')
  return part instanceof Uint8Array ? part : new Uint8Array(part)
}

interface RequestInit {
  method?: string
  headers?: LightHeaders | Record<string, string>
  body?: LightBlob | string
  signal?: LightSignal
}

export class LightRequest {
  url: string
  method: string
  headers: LightHeaders
  signal: LightSignal
  content: LightBlob | string | null
  body = null

  constructor(from: string | LightRequest, init: RequestInit = {}) {
    const base = from instanceof LightRequest ? from : null
    this.url = base ? base.url : String(from)
    this.method = (init.method ?? base?.method ?? 'GET').toUpperCase()
    this.headers = new LightHeaders(init.headers ?? base?.headers)
    this.signal = init.signal ?? base?.signal ?? new LightSignal()
    this.content = init.body ?? base?.content ?? null
  }
  clone(): LightRequest {
    return new LightRequest(this)
  }
}

export class LightResponse {
  status: number
  headers: LightHeaders
  redirected: boolean
  body = null
  #text: string

  constructor(text: string, init: { status?: number; headers?: Record<string, string>; redirected?: boolean } = {}) {
    this.#text = text
    this.status = init.status ?? 200
    this.headers = new LightHeaders(init.headers)
    this.redirected = init.redirected ?? false
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }
  async text(): Promise<string> {
    return this.#text
  }
  async json(): Promise<unknown> {
    return JSON.parse(this.#text)
  }
  clone(): LightResponse {
    return this
  }
}
