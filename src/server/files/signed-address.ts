import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Config } from '../config.ts'
import { newSecret } from '../secrets.ts'
import { type Db, serverSettings } from '../store/core-tables.ts'

/**
 * `web`: the picture as shown; `thumb`: a small one; `original`: the bytes as received, which can only be downloaded.
 */
export type Part = 'web' | 'thumb' | 'original'

/** Makes a URL that opens one file for a while: '/api/files/<key>/<name>?part=…&until=…&sig=…'. */
export interface Signer {
  (key: string, part: Part, name: string): string
  /** For people who may not know where, and with which phone, a picture was taken. */
  readonly hidesOrigin?: true
}

/** The path of files, below the origin. It is under /api so that the app's page fallback ignores it. */
export const FILES_PATH = '/api/files'

/** A signer for URLs made at `now`. */
export const signerOf =
  (secret: string, config: Config, now: Date): Signer =>
  (key, part, name) => {
    const until = endOf(now, config.fileAddressSeconds)
    const query = new URLSearchParams({ part, until: String(until), sig: signatureOf(secret, key, part, until) })
    return `${FILES_PATH}/${key}/${encodeURIComponent(name)}?${query}`
  }

/**
 * For a Guest, who can only read: the re-encoded picture without its place, never the camera's bytes. A letter (PDF)
 * is sent unchanged.
 */
export const withoutOriginals = (sign: Signer): Signer =>
  Object.assign(
    (key: string, part: Part, name: string) => sign(key, part === 'original' && !isPdf(name) ? 'web' : part, name),
    { hidesOrigin: true } as const,
  )

/** Names keep the capitals that they were sent with. */
const isPdf = (name: string) => /\.pdf$/i.test(name)

/** Whether we made this URL and it is still valid at `now`. */
export const isSigned = (secret: string, key: string, query: URLSearchParams, now: Date): boolean => {
  const until = Number(query.get('until'))
  if (!Number.isSafeInteger(until) || until * 1000 < now.getTime()) return false
  const expected = Buffer.from(signatureOf(secret, key, query.get('part') ?? '', until))
  const given = Buffer.from(query.get('sig') ?? '')
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** The secret for the signatures: the town's own, or one made at first use and stored in the database. */
export const fileSecretOf = async (db: Db, config: Config): Promise<string> => {
  if (config.fileSecret) return config.fileSecret
  const name = 'file-address-secret'
  await db.insert(serverSettings).values({ name, value: newSecret(), secret: true }).onConflictDoNothing()
  const [row] = await db.select().from(serverSettings).where(eq(serverSettings.name, name))
  if (!row) throw new Error('The secret of file addresses is missing')
  return row.value
}

/**
 * Rounded up to halves of the lifetime. A list requested twice within that time has equal URLs, so its ETag is equal
 * and the browser can reuse its pictures.
 */
const endOf = (now: Date, lifetimeSeconds: number): number => {
  const step = Math.ceil(lifetimeSeconds / 2)
  return (Math.floor(now.getTime() / 1000 / step) + 2) * step
}

const signatureOf = (secret: string, key: string, part: string, until: number) =>
  createHmac('sha256', secret).update(`${key}\n${part}\n${until}`).digest('base64url')
