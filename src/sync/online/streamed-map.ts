import type { TownMapFile } from '../../contract/town-map.ts'
import type { StreamEnd } from '../device/map-jobs.ts'

/** What a map that is read in ranges needs from outside. */
interface World {
  /** The origin of the offer's URL, e.g. 'https://town.example'. */
  base: string
  fetch(request: Request): Promise<Response>
  /** A new offer of the town with a valid URL; null if the town no longer has a map. */
  renew(): Promise<TownMapFile | null>
  /** Called once, at the first piece that fails. Nothing is requested afterwards. */
  ended(why: StreamEnd): void
}

interface Piece {
  bytes: Promise<ArrayBuffer>
  size: number
}

/** Pieces that were read stay in memory up to this size (bytes): a few screens of tiles. */
const keptBytes = 8 * 1024 * 1024
/** The time limit for a piece (ms). */
const patienceMs = 20_000

/**
 * The town's map file, read from the server one piece at a time. A piece in memory is not fetched again, and an
 * expired URL is renewed once for all pieces that wait.
 */
export class StreamedMap {
  readonly #world: World
  readonly #offer: TownMapFile
  #address: string
  #renewing: Promise<void> | null = null
  #end: StreamEnd | null = null
  /** The least recently used piece is first. */
  readonly #pieces = new Map<string, Piece>()
  #heldBytes = 0

  constructor(offer: TownMapFile, world: World) {
    this.#offer = offer
    this.#address = offer.url
    this.#world = world
  }

  /** The bytes from `offset`, fewer than `length` at the end of the file. Throws once the map has ended. */
  bytes(offset: number, length: number): Promise<ArrayBuffer> {
    const name = `${offset} ${length}`
    const held = this.#pieces.get(name)
    if (!held) return this.#fetched(name, offset, length)
    this.#pieces.delete(name)
    this.#pieces.set(name, held)
    return held.bytes
  }

  #fetched(name: string, offset: number, length: number): Promise<ArrayBuffer> {
    const size = Math.min(length, this.#offer.bytes - offset)
    const bytes = this.#read(offset, size)
    const piece = { bytes, size }
    this.#pieces.set(name, piece)
    this.#heldBytes += size
    this.#makeRoom(name)
    bytes.catch(() => this.#forget(name, piece))
    return bytes
  }

  #makeRoom(newest: string): void {
    for (const [name, piece] of this.#pieces) {
      if (this.#heldBytes <= keptBytes) return
      if (name !== newest) this.#forget(name, piece)
    }
  }

  #forget(name: string, piece: Piece): void {
    if (this.#pieces.get(name) !== piece) return
    this.#pieces.delete(name)
    this.#heldBytes -= piece.size
  }

  async #read(offset: number, length: number): Promise<ArrayBuffer> {
    const used = this.#address
    const first = await this.#ask(used, offset, length)
    if (first.status !== 403) return this.#piece(first, length)
    await first.body?.cancel()
    await this.#renewed(used)
    return this.#piece(await this.#ask(this.#address, offset, length), length)
  }

  async #ask(address: string, offset: number, length: number): Promise<Response> {
    if (this.#end) throw new Error(`The town's map has ended: ${this.#end}`)
    const headers = { Range: `bytes=${offset}-${offset + length - 1}`, 'If-Range': `"${this.#offer.version}"` }
    const signal = AbortSignal.timeout(patienceMs)
    const request = new Request(new URL(address, this.#world.base), { headers, signal, cache: 'no-store' })
    return this.#world.fetch(request).catch(() => this.#stop('noSignal'))
  }

  async #piece(answer: Response, length: number): Promise<ArrayBuffer> {
    if (answer.status !== 206) {
      await answer.body?.cancel()
      // 200: the file was replaced, and the whole new file would be sent.
      return this.#stop(answer.status === 200 || answer.status === 404 ? 'changed' : 'serverDown')
    }
    const bytes = await answer.arrayBuffer().catch(() => this.#stop('noSignal'))
    return bytes.byteLength === length ? bytes : this.#stop('noSignal')
  }

  /** If another piece has already renewed the URL, that one is used. */
  async #renewed(used: string): Promise<void> {
    if (this.#address !== used) return
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null
    })
    await this.#renewing
  }

  async #renew(): Promise<void> {
    const offer = await this.#world.renew().catch(() => this.#stop('noSignal'))
    if (offer?.version !== this.#offer.version) this.#stop('changed')
    else this.#address = offer.url
  }

  #stop(why: StreamEnd): never {
    const isFirst = this.#end === null
    this.#end ??= why
    if (isFirst) this.#world.ended(why)
    throw new Error(`The town's map has ended: ${this.#end}`)
  }
}
