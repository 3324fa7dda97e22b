import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { callerGone, Refused } from '../errors.ts'
import { busyRefusal, FairQueue } from '../fair-queue.ts'

/** The number of files checked at once. One core is left for everything else, and one slow picture runs besides. */
const DECODERS = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Longer than any picture takes on an otherwise idle machine. */
const DECODE_MS = 90_000
/** An idle process is ended, which frees its memory. */
const IDLE_MS = 30_000
/** The signals of a system that stops. All others, and an exit, are of the picture's own making; SIGKILL may be. */
const STOPPED: readonly (NodeJS.Signals | null)[] = ['SIGINT', 'SIGTERM']
/** After this many files a process is replaced, so that nothing can accumulate in it. */
const FILES_EACH = 200

const HeaderFields = z.object({
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

/** The header of a picture, as sharp reads it. */
export type Header = z.infer<typeof HeaderFields>

const Rendered = z.object({
  web: z.instanceof(Uint8Array),
  thumb: z.instanceof(Uint8Array),
  width: z.number(),
  height: z.number(),
})
const Reply = z.union([z.object({ done: z.unknown() }), z.object({ failed: z.string() })])

/** The picture cannot be decoded; the message is the decoder's, for the log. */
export class Undecodable extends Error {}

/** The picture took too much time or memory, on this machine or just now. */
export class TooHeavy extends Refused {}

/** The sender of a file. People take turns; work for a caller who went away is stopped. */
export interface Sender {
  who: string
  gone?: AbortSignal | undefined
}

/** Most files: those that are checked quickly. */
const quick = new FairQueue({ room: DECODERS, mostWaiting: 200, mostWaitingEach: 30 })
/** Pictures that take seconds: one at a time besides the others, with a short queue. */
const slow = new FairQueue({ room: 1, mostWaiting: 20, mostWaitingEach: 10 })
const idle: Decoder[] = []

interface Rendering {
  edges: { webEdge: number; thumbEdge: number }
  /** A library of its own reads HEIC. */
  isHeic: boolean
  paceOf(header: Header): 'quick' | 'slow'
}

/**
 * A picture re-encoded from its pixels: upright JPEGs without metadata. `paceOf` checks the header before a pixel is
 * decoded. Throws `Undecodable`, what `paceOf` throws, or `Refused` 499, 500 or 503.
 */
export const renderPicture = async (
  bytes: Uint8Array,
  sender: Sender,
  { edges, isHeic, paceOf }: Rendering,
): Promise<z.infer<typeof Rendered>> => {
  const renderIf = (mayBeSlow: boolean) => async (decoder: Decoder) => {
    const header = HeaderFields.parse(await decoder.ask({ kind: 'measure', bytes, isHeic }))
    if (paceOf(header) === 'slow' && !mayBeSlow) return undefined
    return Rendered.parse(await decoder.ask({ kind: 'render', ...edges }))
  }
  const rendered = await inTurn(quick, sender, renderIf(false))
  // Its place is free again while it waits in the queue of slow pictures.
  return rendered ?? Rendered.parse(await inTurn(slow, sender, renderIf(true)))
}

/**
 * Whether bytes are a complete PDF. Its parts are decompressed in the same processes as pictures. Throws `Refused` 499,
 * 500 or 503.
 */
export const judgePdf = (bytes: Uint8Array, sender: Sender): Promise<boolean> =>
  inTurn(quick, sender, async (decoder) => z.parse(z.boolean(), await decoder.ask({ kind: 'pdf', bytes })))

const inTurn = <T>(queue: FairQueue, { who, gone }: Sender, work: (decoder: Decoder) => Promise<T>): Promise<T> =>
  queue.run({ who, weight: 1, gone }, async () => {
    const decoder = idle.pop() ?? new Decoder()
    // A job that has begun cannot be taken back; the next one gets an idle process.
    const leave = () => decoder.end()
    gone?.addEventListener('abort', leave, { once: true })
    try {
      return await work(decoder)
    } catch (error) {
      throw gone?.aborted ? callerGone() : error
    } finally {
      gone?.removeEventListener('abort', leave)
      if (decoder.isWell()) decoder.rest()
    }
  })

type Job =
  | { kind: 'measure'; bytes: Uint8Array; isHeic: boolean }
  | { kind: 'pdf'; bytes: Uint8Array }
  | { kind: 'render'; webEdge: number; thumbEdge: number }

/**
 * The system ended the decoder, as it does when memory is short. A 503 with a time to wait would hold up all other work
 * of the phone.
 */
const outOfMemory = () => new TooHeavy(500, 'The server had too little memory to read this file. Nothing was changed.')

/** The machine may be busy with other work, so the file may be sent again, to another process. */
const outOfTime = () => {
  const { status, detail, headers } = busyRefusal()
  return new TooHeavy(status, detail, headers)
}

/** What the system itself needs to start a program. */
const systemEnvironment = () => Object.fromEntries(['PATH', 'SystemRoot'].map((name) => [name, process.env[name]]))

class Decoder {
  private readonly child: ChildProcess
  private files = 0
  private ended = false
  private sleep: NodeJS.Timeout | undefined

  constructor() {
    this.child = fork(fileURLToPath(new URL('picture-child.mjs', import.meta.url)), [], {
      // Without the server's settings and secrets. Few arenas keep the memory of the threads small.
      env: { ...systemEnvironment(), MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.child.once('close', () => this.forget())
    this.child.on('error', () => this.forget())
    // A lower priority, so that people who wait for an answer go first. It is optional where the system has no
    // priorities.
    if (this.child.pid !== undefined)
      try {
        setPriority(this.child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
      } catch {
        // It has already ended, which the next job will show.
      }
  }

  isWell = () => !this.ended

  /** Sends a job and waits. A process that does not answer in time, or dies, is ended for good. */
  async ask(job: Job) {
    clearTimeout(this.sleep)
    this.child.ref()
    this.child.channel?.ref()
    if (job.kind !== 'render') this.files++
    const reply = Reply.parse(await this.replyTo(job))
    if ('failed' in reply) throw new Undecodable(reply.failed)
    return reply.done
  }

  /** Ready for the next file, for a while. */
  rest() {
    if (this.files >= FILES_EACH) return this.end()
    // An idle process must not prevent the server from stopping.
    this.child.unref()
    this.child.channel?.unref()
    idle.push(this)
    this.sleep = setTimeout(() => this.end(), IDLE_MS)
    this.sleep.unref()
  }

  private replyTo(job: object) {
    return new Promise<unknown>((resolve, reject) => {
      const late = setTimeout(() => giveUp(outOfTime()), DECODE_MS)
      const stop = () => {
        clearTimeout(late)
        this.child.off('message', hear)
        this.child.off('close', close)
        this.child.off('error', fail)
      }
      const hear = (reply: unknown) => {
        stop()
        resolve(reply)
      }
      const giveUp = (refusal: Refused) => {
        stop()
        this.end()
        reject(refusal)
      }
      // Nothing is wrong with the picture, so it may be sent again, to another process.
      const fail = () => giveUp(busyRefusal())
      const close = (_code: number | null, signal: NodeJS.Signals | null) => {
        if (STOPPED.includes(signal)) return fail()
        stop()
        reject(signal === 'SIGKILL' ? outOfMemory() : new Undecodable('The decoder ended over it'))
      }
      this.child.once('message', hear)
      this.child.once('close', close)
      this.child.once('error', fail)
      this.child.send(job, (error) => error && fail())
    })
  }

  /** Ends it for good, whatever it is doing. */
  end() {
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
