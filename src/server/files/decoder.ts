import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { busyRefusal, FairQueue } from '../fair-queue.ts'

/** How pictures are unpacked: so many at once, one core left for everybody else. */
const DECODERS = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Longer than any picture takes on a machine that does nothing else. */
const DECODE_MS = 90_000
/** A process that has nothing to do is ended, and its memory with it. */
const IDLE_MS = 30_000
/** Pictures after which a process is replaced, so that nothing can pile up in it. */
const PICTURES_EACH = 200

const Header = z.object({
  format: z.string(),
  width: z.number(),
  height: z.number(),
  channels: z.number(),
  depth: z.string(),
  pages: z.optional(z.number()),
  pageHeight: z.optional(z.number()),
  isProgressive: z.optional(z.boolean()),
  chromaSubsampling: z.optional(z.string()),
  orientation: z.optional(z.number()),
})
const Rendered = z.object({
  web: z.instanceof(Uint8Array),
  thumb: z.instanceof(Uint8Array),
  width: z.number(),
  height: z.number(),
})
const Reply = z.union([z.object({ done: z.unknown() }), z.object({ failed: z.string() })])

/** The picture cannot be unpacked; the message is the decoder's, for the log. */
export class Undecodable extends Error {}

/** A picture in a process of its own. */
export interface OpenPicture {
  /** What its header says. */
  header: z.infer<typeof Header>
  /** Made anew from its pixels: upright JPEGs without metadata. */
  render(edges: { webEdge: number; thumbEdge: number }): Promise<z.infer<typeof Rendered>>
}

const turns = new FairQueue({ room: DECODERS, mostWaiting: 200, mostWaitingEach: 30 })
const idle: Decoder[] = []

/** Opens a picture when it is this person's turn, for as long as `work` takes. Throws `Undecodable`, or `Refused` 503. */
export const withPicture = <T>(
  who: string,
  bytes: Uint8Array,
  work: (picture: OpenPicture) => Promise<T>,
): Promise<T> =>
  turns.run(who, 1, async () => {
    const decoder = idle.pop() ?? new Decoder()
    try {
      const header = Header.parse(await decoder.ask({ kind: 'measure', bytes }))
      const render: OpenPicture['render'] = async (edges) =>
        Rendered.parse(await decoder.ask({ kind: 'render', ...edges }))
      return await work({ header, render })
    } finally {
      if (decoder.isWell()) decoder.rest()
    }
  })

/** What the system itself needs to start a program. */
const systemEnvironment = () => Object.fromEntries(['PATH', 'SystemRoot'].map((name) => [name, process.env[name]]))

class Decoder {
  private readonly child: ChildProcess
  private pictures = 0
  private ended = false
  private sleep: NodeJS.Timeout | undefined

  constructor() {
    this.child = fork(fileURLToPath(new URL('picture-child.mjs', import.meta.url)), [], {
      // None of the server's settings and secrets; few arenas keep the memory of threads together.
      env: { ...systemEnvironment(), MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.child.once('close', () => this.forget())
    this.child.on('error', () => this.forget())
    // The people who wait for an answer go first. Where the system knows no order, none is needed.
    if (this.child.pid !== undefined)
      try {
        setPriority(this.child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
      } catch {
        // Ended already, which the next question shows.
      }
  }

  isWell = () => !this.ended

  /** Asks and waits; a process that says nothing in time, or ends over it, is ended for good. */
  async ask(job: { kind: 'measure'; bytes: Uint8Array } | { kind: 'render'; webEdge: number; thumbEdge: number }) {
    clearTimeout(this.sleep)
    this.child.ref()
    this.child.channel?.ref()
    if (job.kind === 'measure') this.pictures++
    const reply = Reply.parse(await this.replyTo(job))
    if ('failed' in reply) throw new Undecodable(reply.failed)
    return reply.done
  }

  /** Ready for the next picture, for a while. */
  rest() {
    if (this.pictures >= PICTURES_EACH) return this.end()
    // A resting process keeps nobody from stopping.
    this.child.unref()
    this.child.channel?.unref()
    idle.push(this)
    this.sleep = setTimeout(() => this.end(), IDLE_MS)
    this.sleep.unref()
  }

  private replyTo(job: object) {
    return new Promise<unknown>((resolve, reject) => {
      const late = setTimeout(() => {
        this.end()
        // The machine may be busy with other things: the picture may come again.
        reject(busyRefusal())
      }, DECODE_MS)
      const stop = () => {
        clearTimeout(late)
        this.child.off('message', hear)
        this.child.off('close', fail)
        this.child.off('error', fail)
      }
      const hear = (reply: unknown) => {
        stop()
        resolve(reply)
      }
      const fail = () => {
        stop()
        reject(new Undecodable('The decoder ended over it'))
      }
      this.child.once('message', hear)
      this.child.once('close', fail)
      this.child.once('error', fail)
      this.child.send(job, (error) => error && fail())
    })
  }

  private end() {
    this.forget()
    this.child.kill('SIGKILL')
  }

  private forget() {
    this.ended = true
    clearTimeout(this.sleep)
    const at = idle.indexOf(this)
    if (at >= 0) idle.splice(at, 1)
  }
}
