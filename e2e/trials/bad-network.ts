import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pause } from './trial.ts'

/** The properties of a line. */
export interface LineQuality {
  /** Bits per second in each direction, shared by all connections. */
  bitsPerSecond: number
  /** Delay in one direction (ms). */
  latencyMs: number
  /** The share of requests that is cut at a random byte of the request or of the answer. */
  cuts: number
  /** The share of requests that stalls for `stallMs` at a random byte and then goes on. */
  stalls: number
  stallMs: number
}

/** The faults of the line so far. */
export interface LineStats {
  requests: number
  /** Cut before the server had the whole request. */
  cutThere: number
  /** Cut when the server had the request: before the answer or inside it. */
  cutBack: number
  stalled: number
}

/** A bad network between browser and server. The browser uses its address in place of the server's. */
export interface BadNetwork {
  url: string
  /** It may be changed at any time. */
  quality: LineQuality
  told: LineStats
  /** The number of writing requests that have no answer yet. */
  underWay(): number
  close(): Promise<void>
}

/** A line without faults. */
export const clearLine: LineQuality = {
  bitsPerSecond: 1_000_000_000,
  latencyMs: 0,
  cuts: 0,
  stalls: 0,
  stallMs: 0,
}

/** Opens a line to a server. `chance` decides what is cut and where. */
export async function openLine(to: string, quality: LineQuality, chance: () => number): Promise<BadNetwork> {
  const told: LineStats = { requests: 0, cutThere: 0, cutBack: 0, stalled: 0 }
  const calls = new Set<Calls>()
  const underWay = () => [...calls].filter((it) => it.isUnderWay).length
  const network: BadNetwork = { url: '', quality, told, underWay, close }
  const ways = { there: new Way(network), back: new Way(network) }
  const open = new Set<Socket>()
  const target = new URL(to)
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: target.hostname, port: Number(target.port), noDelay: true })
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      // A cut connection fails on both sides, as intended.
      socket.on('error', () => undefined)
    }
    const call = new Calls(network, chance, () => {
      // A reset, as on a lost line, instead of an orderly end.
      near.resetAndDestroy()
      far.resetAndDestroy()
    })
    calls.add(call)
    near.on('close', () => calls.delete(call))
    void carry(near, far, ways.there, (bytes) => call.there(bytes))
    void carry(far, near, ways.back, (bytes) => call.back(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  network.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  async function close() {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return network
}

/** One direction of the line. All connections share it: pieces go one after the other. */
class Way {
  #network: BadNetwork
  #free = 0

  constructor(network: BadNetwork) {
    this.#network = network
  }

  /** Resolves when the line has carried this many bytes. */
  async take(bytes: number): Promise<void> {
    const now = performance.now()
    this.#free = Math.max(now, this.#free) + (bytes * 8000) / this.#network.quality.bitsPerSecond
    // A timer is not exact to the millisecond, so shorter waits are added up.
    if (this.#free - now > 2) await pause(this.#free - now)
  }

  get latencyMs(): number {
    return this.#network.quality.latencyMs
  }
}

/** The size of a piece: about one radio frame of a phone. */
const pieceBytes = 4096

/** The outcome for a piece: the bytes that are forwarded, and whether the line is cut after them. */
type Fate = { passes: number; stallMs?: number; isCut?: boolean }

async function carry(from: Socket, to: Socket, way: Way, fateOf: (bytes: Buffer) => Fate & { cut(): void }) {
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes)
        const fate = fateOf(piece)
        if (fate.stallMs) await pause(fate.stallMs)
        const passes = piece.subarray(0, fate.passes)
        await way.take(passes.length)
        setTimeout(() => {
          if (!to.destroyed) to.write(passes)
          if (fate.isCut) fate.cut()
        }, way.latencyMs)
        if (fate.isCut) return
      }
      if (to.writableNeedDrain) await once(to, 'drain')
    }
    setTimeout(() => to.end(), way.latencyMs)
  } catch {
    // When one side closes, the other closes too.
    to.destroy()
  }
}

/** The requests of one connection in order, each with its fault. */
class Calls {
  #network: BadNetwork
  #chance: () => number
  #cut: () => void
  #isAnswering = true
  #isChange = false
  /** The fault of this request and the byte of the request or answer at which it occurs. Null: none. */
  #trouble: { way: 'there' | 'back'; at: number; kind: 'cut' | 'stall' } | null = null
  #passed = 0

  constructor(network: BadNetwork, chance: () => number, cut: () => void) {
    this.#network = network
    this.#chance = chance
    this.#cut = cut
  }

  get isUnderWay(): boolean {
    return this.#isChange && !this.#isAnswering
  }

  /** Bytes of a request. Browsers do not pipeline, so the first bytes after an answer begin a new request. */
  there(piece: Buffer) {
    if (this.#isAnswering) this.#begin(piece)
    this.#isAnswering = false
    return this.#fate('there', piece)
  }

  back(piece: Buffer) {
    if (!this.#isAnswering) this.#passed = 0
    // The place in an answer is chosen at its first bytes, because most answers fit into one piece.
    if (!this.#isAnswering && this.#trouble?.way === 'back') this.#trouble.at = this.#chance() * piece.length
    this.#isAnswering = true
    return this.#fate('back', piece)
  }

  #begin(piece: Buffer): void {
    const { quality, told } = this.#network
    told.requests++
    this.#isChange = /^(POST|PUT|PATCH|DELETE) /.test(piece.toString('latin1', 0, 8))
    this.#passed = 0
    this.#trouble = null
    const dice = this.#chance()
    const way = this.#chance() < 0.5 ? 'there' : 'back'
    const kind = dice < quality.cuts ? 'cut' : dice < quality.cuts + quality.stalls ? 'stall' : null
    if (kind) this.#trouble = { way, kind, at: this.#chance() * lengthOf(piece) }
  }

  #fate(way: 'there' | 'back', piece: Buffer): Fate & { cut(): void } {
    const { quality, told } = this.#network
    const trouble = this.#trouble
    const start = this.#passed
    this.#passed += piece.length
    if (trouble?.way !== way || trouble.at >= this.#passed) return { passes: piece.length, cut: this.#cut }
    this.#trouble = null
    if (trouble.kind === 'stall') {
      told.stalled++
      return { passes: piece.length, stallMs: quality.stallMs, cut: this.#cut }
    }
    if (way === 'there') told.cutThere++
    else told.cutBack++
    return { passes: Math.floor(trouble.at - start), isCut: true, cut: this.#cut }
  }
}

/** The length of a request by its headers. */
function lengthOf(first: Buffer): number {
  const head = first.toString('latin1')
  const end = head.indexOf('\r\n\r\n')
  const body = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  return (end < 0 ? head.length : end + 4) + Number(body ?? 0)
}
