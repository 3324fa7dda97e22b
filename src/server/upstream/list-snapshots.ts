import { UpstreamUnreachable } from './forward-request.ts'
import { API, bodyFields, type Forward, type KeyedWrite, pathOf } from './keyed-write.ts'
import { idsIn, type RecordList, recordListOf } from './record-list.ts'

/** For how long a list that was read is known: what is made through this front is added to it meanwhile. */
const KNOWN_MS = 30_000
/** For how long a list that fails keeps calls waiting that would add to it. */
const FAILING_MS = 10 * 60_000
/** The most lists that are known at once. */
const MOST_LISTS = 500

/** What stood in the lists before calls were passed on. */
export class ListSnapshots {
  #forward: Forward
  #clock: () => Date
  /** Lists that answer with a failure, since when. */
  #failing = new Map<string, number>()
  #known = new Map<string, { ids: Set<number>; at: number }>()

  constructor(forward: Forward, clock: () => Date) {
    this.#forward = forward
    this.#clock = clock
  }

  /**
   * The ids that stand in the list in which the call's record would appear; null where there is no such list, or it
   * cannot be understood. A refusal of the caller is answered as it came. Throws when the list cannot be read now.
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
    // Who may not read may not write either, and who asks too much waits before anything is sent.
    if ([401, 403, 429].includes(answer.status)) return answer
    // As some lists say that they are empty.
    const ids = answer.status === 404 ? [] : await idsOf(answer, list)
    if (ids) this.#know(list.path, ids)
    if (ids) this.#failing.delete(list.path)
    return ids
  }

  /** A record was made through this front. */
  async made(write: KeyedWrite, body: Buffer): Promise<void> {
    const list = await this.#listOf(write)
    const known = list && this.#known.get(list.path)
    if (!known) return
    const id: unknown = Reflect.get(Object(JSON.parse(body.toString('utf8'))), 'id')
    if (Number.isSafeInteger(id)) known.ids.add(Number(id))
  }

  /** Something may have been made of which nobody knows the id. */
  async unsure(write: KeyedWrite): Promise<void> {
    const list = await this.#listOf(write)
    if (list) this.#known.delete(list.path)
  }

  /** For a while it is asked for again; a list that stays broken must not keep work out for ever. */
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

/** Asked as the caller would ask: nobody reads here what they could not read themselves. */
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
