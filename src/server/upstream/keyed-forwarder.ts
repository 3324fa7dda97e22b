import { keyUsedDetail, type UnknownOutcome } from '../../contract/sync.ts'
import { jsonAnswer } from '../answer.ts'
import { Refused } from '../errors.ts'
import type { Answer } from '../idempotency.ts'
import type { Log } from '../log.ts'
import { callOutcome } from './call-outcome.ts'
import { UpstreamInterrupted, UpstreamUnreachable } from './forward-request.ts'
import {
  type Forward,
  forwardedRequest,
  isFileCall,
  type KeyedWrite,
  makesOf,
  pathOf,
  readAnswer,
  resourceOf,
} from './keyed-write.ts'
import { ListSnapshots } from './list-snapshots.ts'
import type { KeyRow, KeyStore } from './store/key-store.ts'

/** What a forwarder needs. */
export interface KeyedForwarderOptions {
  keys: KeyStore
  forward: Forward
  clock(): Date
  /** Longer than the other server's longest request (ms). */
  doubtWaitMs: number
  log: Log
}

/** How long a retry waits for the first attempt before it is told to come back. */
const WAIT_MS = 15_000
/** Retry-After in seconds: for a call under way, and for one that may be retried at once. */
const UNDER_WAY_SECONDS = 5
const SOON_SECONDS = 2
/** Delay before an answer that could not be stored is stored again. */
const KEEP_AGAIN_MS = 5_000

/**
 * Forwards each call once per key. The key is stored before the call is sent, and the answer afterwards, even when the
 * caller has hung up. A retry gets the first answer. When the outcome is unknown the caller is told so, and nothing is
 * resent automatically.
 */
export class KeyedForwarder {
  #options: KeyedForwarderOptions
  #snapshots: ListSnapshots
  #inProgress = new Map<string, { hash: string; answer: Promise<Answer> }>()
  /** Answers that could not be stored yet. */
  #unsaved = new Map<string, { hash: string; answer: Answer }>()

  constructor(it: KeyedForwarderOptions) {
    this.#options = it
    this.#snapshots = new ListSnapshots(it.forward, it.clock)
  }

  /** Throws `Refused`, or `UpstreamUnreachable` when nothing was sent. */
  async answer(write: KeyedWrite): Promise<Answer> {
    const name = nameOf(write)
    const first = this.#inProgress.get(name) ?? this.#unsaved.get(name)
    if (first) {
      await write.assertAccepted()
      if (first.hash !== write.request_hash) throw otherRequest()
      return (await within(WAIT_MS, first.answer)) ?? stillUnderWay(UNDER_WAY_SECONDS)
    }
    const answer = this.#handle(write)
    this.#inProgress.set(name, { hash: write.request_hash, answer })
    const over = () => this.#inProgress.delete(name)
    answer.then(over, over)
    return answer
  }

  /** Resolves when no call is under way. */
  async idle(): Promise<void> {
    await Promise.allSettled([...this.#inProgress.values()].map((it) => it.answer))
  }

  async #handle(write: KeyedWrite): Promise<Answer> {
    const { keys } = this.#options
    const row = await keys.find(write)
    if (!row) return this.#forwardFirst(write)
    // What is kept is only for its person, and only that person's calls may change it.
    if (row.state !== 'free') await write.assertAccepted()
    if (row.state !== 'free' && row.request_hash !== write.request_hash) throw otherRequest()
    if (row.state === 'forwarding') return this.#resume(write)
    if (row.state === 'free') return this.#forwardAgain(write, row)
    // Only the sender can tell whether a file was kept: the other server answers success even when it lost the file.
    const isMissed = isFileCall(write) && write.looked > row.looked
    if (row.state === 'answered' && !isMissed) return replayed(row)
    // A sender that looked into an earlier doubt may have looked before the later attempt was carried out.
    if (row.state === 'unknown' && row.makes && write.looked !== row.doubts)
      return unknownAnswer(row, { failed: false })
    return this.#forwardAgain(write, row)
  }

  /** The call is not under way in this process: another front has it, or a front that died had it. */
  async #resume(write: KeyedWrite): Promise<Answer> {
    const { keys } = this.#options
    await keys.adopt(this.#lateUntil())
    const row = await keys.find(write)
    if (row?.state !== 'forwarding') return this.#handle(write)
    if (!keys.isOurs(row)) return stillUnderWay(UNDER_WAY_SECONDS)
    // This process knew the outcome but could not store it.
    await keys.unknown(write, row.makes ? null : this.#lateUntil())
    return this.#handle(write)
  }

  async #forwardFirst(write: KeyedWrite): Promise<Answer> {
    const late = await this.#waitForEarlierChange(write)
    if (late) return late
    const stood = await this.#snapshots.before(write)
    if (stood instanceof Response) return readAnswer(stood)
    const { who, key, request_hash, method, looked } = write
    const call = { who, key, request_hash, stood, looked, makes: makesOf(write), resource: resourceOf(write) }
    const taken = await this.#options.keys.take({ ...call, call: `${method} ${pathOf(write)}` }, this.#options.clock())
    return taken === 'taken' ? this.#forwardAndRecord(write, null, stood) : this.#handle(write)
  }

  async #forwardAgain(write: KeyedWrite, row: KeyRow): Promise<Answer> {
    const late = await this.#waitForEarlierChange(write)
    if (late) return late
    // In doubt, the comparison is still with the list before the first attempt.
    const stood = row.state === 'unknown' ? row.stood : await this.#snapshots.before(write)
    if (stood instanceof Response) return readAnswer(stood)
    const looked = Math.max(row.looked, write.looked)
    const changes = { stood, looked, request_hash: write.request_hash }
    const isTaken = await this.#options.keys.takeAgain(row, changes)
    return isTaken ? this.#forwardAndRecord(write, row, stood) : stillUnderWay(SOON_SECONDS)
  }

  /** A retried change must wait: an unanswered change of the same resource that is carried out late would undo it. */
  async #waitForEarlierChange(write: KeyedWrite): Promise<Answer | null> {
    const resource = resourceOf(write)
    if (resource === null) return null
    const now = this.#options.clock()
    const until = await this.#options.keys.lateUntil(resource, write, now)
    return until && stillUnderWay(Math.ceil((until.getTime() - now.getTime()) / 1000))
  }

  async #forwardAndRecord(write: KeyedWrite, before: KeyRow | null, stood: number[] | null): Promise<Answer> {
    const { keys, log } = this.#options
    let answer: Answer
    try {
      answer = await this.#forward(write)
    } catch (error) {
      if (error instanceof UpstreamUnreachable) {
        // Nothing was sent, so the key returns to its former state.
        if (before && before.state !== 'free') await this.#tryToRecord(() => keys.putBack(before))
        else await this.#tryToRecord(() => keys.release(write, this.#options.clock()))
        throw error
      }
      log.error({ err: error, path: pathOf(write) }, 'passing on failed')
      return this.#recordUnknown(write, stood, null)
    }
    const meaning = callOutcome(answer)
    if (meaning === 'unknown') return this.#recordUnknown(write, stood, answer)
    if (meaning === 'refused') {
      await this.#tryToRecord(() => keys.release(write, this.#options.clock()))
      return answer
    }
    await this.#snapshots.made(write, answer.body)
    await this.#recordAnswer(write, answer)
    return answer
  }

  async #forward(write: KeyedWrite): Promise<Answer> {
    const response = await this.#options.forward(forwardedRequest(write), write.env)
    try {
      return await readAnswer(response)
    } catch (error) {
      throw new UpstreamInterrupted('The answer broke off', { cause: error })
    }
  }

  /** `answer`: the failure that the other server sent, if any. */
  async #recordUnknown(write: KeyedWrite, stood: number[] | null, answer: Answer | null): Promise<Answer> {
    const makes = makesOf(write)
    await this.#snapshots.unsure(write)
    const lateUntil = resourceOf(write) === null ? null : this.#lateUntil()
    const doubts = await this.#tryToRecord(() => this.#options.keys.unknown(write, lateUntil))
    const failed = answer !== null && answer.status >= 500
    // A doubt that could not be stored has no number yet; the next attempt gets it.
    if (makes)
      return doubts === undefined
        ? stillUnderWay(SOON_SECONDS)
        : unknownAnswer({ stood, front_died: false, doubts }, { failed })
    // A change may be retried at once: setting the same value twice has the effect of setting it once.
    return answer && failed ? answer : stillUnderWay(SOON_SECONDS)
  }

  #lateUntil(): Date {
    return new Date(this.#options.clock().getTime() + this.#options.doubtWaitMs)
  }

  async #recordAnswer(write: KeyedWrite, answer: Answer): Promise<void> {
    const name = nameOf(write)
    try {
      await this.#options.keys.answered(write, answer)
      this.#unsaved.delete(name)
    } catch (error) {
      this.#options.log.error({ err: error, path: pathOf(write) }, 'an answer could not be written down')
      this.#unsaved.set(name, { hash: write.request_hash, answer })
      setTimeout(() => void this.#recordAnswer(write, answer), KEEP_AGAIN_MS).unref()
    }
  }

  /** An outcome that cannot be stored counts as unknown for the next attempt, whose sender then looks it up. */
  async #tryToRecord<Value>(write: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await write()
    } catch (error) {
      this.#options.log.error({ err: error }, 'the outcome of a call could not be written down')
      return undefined
    }
  }
}

const nameOf = ({ who, key }: Pick<KeyedWrite, 'who' | 'key'>) => `${who} ${key}`

const otherRequest = () => new Refused(422, keyUsedDetail)

const stillUnderWay = (seconds: number): Answer =>
  jsonAnswer(409, { detail: 'The same request is still under way' }, { 'Retry-After': String(seconds) })

const replayed = ({ status, answer, headers }: KeyRow): Answer => ({
  status: status ?? 200,
  body: answer ?? Buffer.alloc(0),
  headers: { ...headers, 'Idempotency-Replayed': 'true' },
})

const unknownAnswer = (
  { stood, front_died, doubts }: Pick<KeyRow, 'stood' | 'front_died' | 'doubts'>,
  { failed }: Pick<UnknownOutcome, 'failed'>,
): Answer => {
  const detail = 'Nobody knows whether this was carried out. Look for it before it is sent again.'
  const said: UnknownOutcome = { detail, outcome: 'unknown', stood, failed, frontDied: front_died, doubt: doubts }
  return jsonAnswer(409, said)
}

/** The result, or null after `ms`. */
const within = async <T>(ms: number, work: T | Promise<T>): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
