import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { S3Place } from '../config.ts'
import { isFileKey, makeFileKey } from './file-key.ts'
import { type FileStore, FileStoreDown, ownersWith } from './file-store.ts'

/** Longer than 25 MB take on a slow office line; an upload waits for it. */
const ANSWER_WITHIN_MS = 60_000
/** Further attempts if the store itself says "not now" (429 or 5xx). */
const RETRIES = 2
const FIRST_RETRY_MS = 100

/** An object store with its check at start. */
interface S3Store extends FileStore {
  /** Stores and removes a small object; throws with the reason in words if that fails. */
  tryOut(): Promise<void>
}

/** Files in an S3-compatible object store; every call throws `FileStoreDown` if the store fails. */
export const createS3Store = (place: S3Place): S3Store => {
  const askAt = askerAt(place)
  const ask = (method: string, key: string, bytes?: Uint8Array) => askAt(method, nameOf(key), bytes)

  const put = async (bytes: Uint8Array, key = makeFileKey()): Promise<string> => {
    const answer = await ask('PUT', key, bytes)
    if (!answer.ok) throw await refusedBy(place, answer)
    await leaveUnread(answer)
    return key
  }

  const remove = async (key: string): Promise<void> => {
    if (!isFileKey(key)) return
    const answer = await ask('DELETE', key)
    if (!answer.ok && !(await isMissing(place, answer))) throw await refusedBy(place, answer)
    await leaveUnread(answer)
  }

  /** The answer with the bytes; undefined if there is no such key. */
  const get = async (key: string, signal?: AbortSignal): Promise<Response | undefined> => {
    if (!isFileKey(key)) return undefined
    const answer = await askAt('GET', nameOf(key), undefined, signal)
    if (await isMissing(place, answer)) return undefined
    if (!answer.ok) throw await refusedBy(place, answer)
    return answer
  }

  return {
    put,
    remove,
    async open(key) {
      const answer = await get(key)
      return answer && new Uint8Array(await whole(place, answer.arrayBuffer()))
    },
    async stream(key) {
      // The limit is for the store. A phone may read for longer.
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), ANSWER_WITHIN_MS)
      const answer = await get(key, limit.signal).finally(() => clearTimeout(timer))
      if (!answer) return undefined
      if (!answer.body) throw await refusedBy(place, answer)
      return { body: answer.body, bytes: answer.headers.get('Content-Length') }
    },
    async *before(moment) {
      for (let next = ''; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: place.prefix, 'max-keys': '1000' })
        if (next) query.set('continuation-token', next)
        const answer = await askAt('GET', `?${query}`)
        if (!answer.ok) throw await refusedBy(place, answer)
        const page = await whole(place, answer.text())
        yield olderKeys(page, place.prefix, moment)
        next = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
        if (!next) return
      }
    },
    async belongsTo(owner) {
      const answer = await askAt('GET', OWNER)
      const isFirst = await isMissing(place, answer)
      if (!answer.ok && !isFirst) throw await refusedBy(place, answer)
      const recorded = isFirst ? '' : (await whole(place, answer.text())).trim()
      const owners = ownersWith(recorded, owner)
      if (owners === recorded) return owners
      const made = await askAt('PUT', OWNER, new TextEncoder().encode(owners))
      if (!made.ok) throw await refusedBy(place, made)
      await leaveUnread(made)
      return owners
    },
    async tryOut() {
      await remove(await put(new TextEncoder().encode('May files be stored here?')))
    },
  }
}

/** Sends a signed request for an object; by default the whole answer must arrive within the limit. */
const askerAt = (place: S3Place) => {
  const { accessKeyId, secretAccessKey, region } = place
  const client = new AwsClient({
    ...{ accessKeyId, secretAccessKey, region, service: 's3' },
    ...{ retries: RETRIES, initRetryMs: FIRST_RETRY_MS },
  })
  return async (
    method: string,
    name: string,
    bytes?: Uint8Array,
    signal = AbortSignal.timeout(ANSWER_WITHIN_MS),
  ): Promise<Response> => {
    const url = name.startsWith('?')
      ? `${place.endpoint}/${place.bucket}${name}`
      : `${place.endpoint}/${place.bucket}/${place.prefix}${name}`
    try {
      if (!bytes) return await client.fetch(url, { method, signal })
      // Signed with the hash of the bytes, so that the store itself refuses damaged data.
      const headers = { 'X-Amz-Content-Sha256': createHash('sha256').update(bytes).digest('hex') }
      return await client.fetch(url, { method, signal, headers, body: new Uint8Array(bytes) })
    } catch (error) {
      throw new FileStoreDown(`The object store at ${place.endpoint} does not answer`, { cause: error })
    }
  }
}

const nameOf = (key: string) => `${key.slice(0, 2)}/${key}`

/** Beside the files: the towns that own them. */
const OWNER = 'town'

/** From the XML of a list. Keys are hex and times are ISO, so nothing in them is escaped. */
const olderKeys = (page: string, prefix: string, moment: Date): string[] =>
  [...page.matchAll(/<Contents>.*?<\/Contents>/gs)].flatMap(([entry]) => {
    const name = /<Key>([^<]*)</.exec(entry)?.[1] ?? ''
    const stored = new Date(/<LastModified>([^<]*)</.exec(entry)?.[1] ?? Number.NaN)
    const key = name.startsWith(prefix) ? name.slice(prefix.length).replace(/^[0-9a-f]{2}\//, '') : ''
    return isFileKey(key) && stored < moment ? [key] : []
  })

/** The object does not exist; a missing bucket is a different problem, and so is an answer that breaks off. */
const isMissing = async (place: S3Place, answer: Response): Promise<boolean> =>
  answer.status === 404 && (await whole(place, codeIn(answer))) !== 'NoSuchBucket'

const refusedBy = async ({ endpoint, bucket }: S3Place, answer: Response): Promise<FileStoreDown> => {
  const code = await codeOf(answer)
  if (code === 'NoSuchBucket') return new FileStoreDown(`There is no bucket ${bucket} at ${endpoint}`)
  return new FileStoreDown(`The object store at ${endpoint} answered ${answer.status}${code && ` (${code})`}`)
}

/** S3's code of the problem; '' if the answer has none, or breaks off. */
const codeOf = (answer: Response): Promise<string> => codeIn(answer).catch(() => '')

const codeIn = async (answer: Response): Promise<string> => {
  if (answer.ok) return ''
  const words = await answer.clone().text()
  return /<Code>(\w+)<\/Code>/.exec(words)?.[1] ?? ''
}

/** The body of an answer, which may break off. */
const whole = async <Body>({ endpoint }: S3Place, body: Promise<Body>): Promise<Body> => {
  try {
    return await body
  } catch (error) {
    throw new FileStoreDown(`The object store at ${endpoint} broke off`, { cause: error })
  }
}

/** The status says everything. A body that breaks off changes nothing. */
const leaveUnread = async (answer: Response): Promise<void> => {
  if (!answer.bodyUsed) await answer.body?.cancel().catch(() => undefined)
}
