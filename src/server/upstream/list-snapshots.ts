import { UpstreamUnreachable } from './forward-request.ts'
import { API, bodyFields, type Forward, type KeyedWrite, pathOf } from './keyed-write.ts'
import { idsIn, type RecordList, recordListOf } from './record-list.ts'

/** How long a list that was read stays cached. Records created through this front are added to it meanwhile. */
const KNOWN_MS = 30_000
/** How long calls are refused whose list cannot be read. */
const FAILING_MS = 10 * 60_000
/** The most cached lists. */
const MOST_LISTS = 500

/** The contents of lists before calls were forwarded. They show later whether a call created its record. */
export class ListSnapshots {
  #forward: Forward
  #clock: () => Date
  /** Lists that answer with a failure, and since when. */
  #failing = new Map<string, number>()
  #known = new Map<string, { ids: Set<number>; at: number }>()

  constructor(forward: Forward, clock: () => Date) {
    this.#forward = forward
    this.#clock = clock
  }

  /**
   * The ids in the list in which the call's record would appear; null when there is no such list or it cannot be
   * parsed. A refusal of the caller is returned as a `Response`. Throws when the list cannot be read now.
   */
  async before(write: KeyedWrite): Promise<number[] | null | Response> {
    const list = await this.#listOf(write)
    if (!list) return null
    const known = this.#known.get(list.path)
    const age = known ? this.#clock().getTime() - known.at : Number.POSITIVE_INFINITY
    if (known && age >= 0 && age < KNOWN_MS) return [...known.ids]
    const answer = await this.#forward(questionOf(write, list), write.env)
    if (answer.status >= 500 && this.#failsNow(list.path))
      throw new UpstreamUnreachable(`A list answered ${answer.status}`)
    // A caller who may not read may not write either. A caller who is throttled waits before anything is sent.
    if ([401, 403, 429].includes(answer.status)) return answer
    // Some lists answer 404 when they are empty.
    const ids = answer.status === 404 ? [] : await idsOf(answer, list)
    if (ids) this.#know(list.path, ids)
    if (ids) this.#failing.delete(list.path)
    return ids
  }

  /** Adds a record that was created through this front. Drops the cached list when the answer does not name it. */
  async made(write: KeyedWrite, body: Buffer): Promise<void> {
    const list = await this.#listOf(write)
    const known = list && this.#known.get(list.path)
    if (!known) return
    const id: unknown = body.byteLength > 0 && Reflect.get(Object(JSON.parse(body.toString('utf8'))), 'id')
    if (Number.isSafeInteger(id)) known.ids.add(Number(id))
    else this.#known.delete(list.path)
  }

  /** Drops the cached list: a record with an unknown id may have been created. */
  async unsure(write: KeyedWrite): Promise<void> {
    const list = await this.#listOf(write)
    if (list) this.#known.delete(list.path)
  }

  /**
   * Whether calls still wait for a failing list. The wait is limited, so that a list that stays broken does not block
   * work for ever.
   */
  #failsNow(path: string): boolean {
    const now = this.#clock().getTime()
    const since = this.#failing.get(path)
    if (since === undefined && this.#failing.size >= MOST_LISTS) this.#failing.clear()
    if (since === undefined || now - since > FAILING_MS + KNOWN_MS) this.#failing.set(path, now)
    return now - (this.#failing.get(path) ?? now) < FAILING_MS
  }

  async #listOf(write: KeyedWrite): Promise<RecordList | null> {
    return write.endpoint ? recordListOf(write.endpoint, pathOf(write), await bodyFields(write)) : null
  }

  #know(path: string, ids: readonly number[]): void {
    this.#known.delete(path)
    this.#known.set(path, { ids: new Set(ids), at: this.#clock().getTime() })
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_LISTS) return
      this.#known.delete(oldest)
    }
  }
}

/** The list is requested with the caller's own token, so nobody reads more than they may. */
const questionOf = ({ url, headers }: KeyedWrite, { path }: RecordList): Request => {
  const asked = new Headers({ accept: 'application/json', 'accept-encoding': 'identity' })
  for (const name of ['authorization', 'user-agent', 'cookie']) {
    const value = headers.get(name)
    if (value !== null) asked.set(name, value)
  }
  return new Request(new URL(API + path, url), { headers: asked })
}

const idsOf = async (answer: Response, list: RecordList): Promise<number[] | null> => {
  const text = await answer.text()
  if (!answer.ok) return null
  try {
    return idsIn(list.rows(JSON.parse(text)))
  } catch {
    return null
  }
}
