import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { S3Place } from '../config.ts'
import { isFileKey, makeFileKey } from './file-key.ts'
import { type FileStore, FileStoreDown } from './file-store.ts'

/** Longer than 25 MB take on a slow line of an office; an upload waits for it. */
const ANSWER_WITHIN_MS = 60_000
/** Further attempts where the store itself says "not now" (429 or 5xx). */
const RETRIES = 2
const FIRST_RETRY_MS = 100

/** An object store beside its check at start. */
export interface S3Store extends FileStore {
  /** Stores and removes a small object; throws with the reason in words where that does not work. */
  tryOut(): Promise<void>
}

/** Files in an S3-compatible object store; every call throws `FileStoreDown` when the store does not do its part. */
export const createS3Store = (place: S3Place): S3Store => {
  const { accessKeyId, secretAccessKey, region } = place
  const client = new AwsClient({
    ...{ accessKeyId, secretAccessKey, region, service: 's3' },
    ...{ retries: RETRIES, initRetryMs: FIRST_RETRY_MS },
  })

  const ask = async (method: string, key: string, bytes?: Uint8Array): Promise<Response> => {
    const url = `${place.endpoint}/${place.bucket}/${place.prefix}${key.slice(0, 2)}/${key}`
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    try {
      if (!bytes) return await client.fetch(url, { method, signal })
      // Signed with the hash of the bytes, so that the store itself refuses what was damaged on the way.
      const headers = { 'X-Amz-Content-Sha256': createHash('sha256').update(bytes).digest('hex') }
      return await client.fetch(url, { method, signal, headers, body: new Uint8Array(bytes) })
    } catch (error) {
      throw new FileStoreDown(`The object store at ${place.endpoint} does not answer`, { cause: error })
    }
  }

  const put = async (bytes: Uint8Array, key = makeFileKey()): Promise<string> => {
    const answer = await ask('PUT', key, bytes)
    if (!answer.ok) throw await refusedBy(place, answer)
    await answer.body?.cancel()
    return key
  }

  const remove = async (key: string): Promise<void> => {
    if (!isFileKey(key)) return
    const answer = await ask('DELETE', key)
    if (!answer.ok && !(await isMissing(answer))) throw await refusedBy(place, answer)
    if (!answer.bodyUsed) await answer.body?.cancel()
  }

  return {
    put,
    remove,
    async open(key) {
      if (!isFileKey(key)) return undefined
      const answer = await ask('GET', key)
      if (await isMissing(answer)) return undefined
      if (!answer.ok) throw await refusedBy(place, answer)
      try {
        return new Uint8Array(await answer.arrayBuffer())
      } catch (error) {
        throw new FileStoreDown(`The object store at ${place.endpoint} broke off`, { cause: error })
      }
    },
    async tryOut() {
      await remove(await put(new TextEncoder().encode('May files be stored here?')))
    },
  }
}

/** The object is not there; a bucket that is not there is something else. */
const isMissing = async (answer: Response): Promise<boolean> =>
  answer.status === 404 && (await codeOf(answer)) !== 'NoSuchBucket'

const refusedBy = async ({ endpoint, bucket }: S3Place, answer: Response): Promise<FileStoreDown> => {
  const code = await codeOf(answer)
  if (code === 'NoSuchBucket') return new FileStoreDown(`There is no bucket ${bucket} at ${endpoint}`)
  return new FileStoreDown(`The object store at ${endpoint} answered ${answer.status}${code && ` (${code})`}`)
}

/** What S3 calls the problem; '' where the answer does not say. */
const codeOf = async (answer: Response): Promise<string> => {
  if (answer.ok) return ''
  const words = await answer.clone().text()
  return /<Code>(\w+)<\/Code>/.exec(words)?.[1] ?? ''
}
