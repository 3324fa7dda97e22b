import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Config } from '../config.ts'
import { newSecret } from '../secrets.ts'
import { type Db, serverSettings } from '../store/core-tables.ts'

/** `web`: the picture as shown; `thumb`: a small one; `original`: the bytes as received, only ever saved, never shown. */
export type Part = 'web' | 'thumb' | 'original'

/** Makes an address that opens one file for a while: '/api/files/<key>/<name>?part=…&until=…&sig=…'. */
export interface Signer {
  (key: string, part: Part, name: string): string
  /** For somebody who may not know where, and on which phone, a picture was taken. */
  readonly hidesOrigin?: true
}

/** Where files are served, below the origin; under /api so that the app's page fallback leaves them alone. */
export const FILES_PATH = '/api/files'

/** A signer for addresses made at `now`. */
export const signerOf =
  (secret: string, config: Config, now: Date): Signer =>
  (key, part, name) => {
    const until = endOf(now, config.fileAddressSeconds)
    const query = new URLSearchParams({ part, until: String(until), sig: signatureOf(secret, key, part, until) })
    return `${FILES_PATH}/${key}/${encodeURIComponent(name)}?${query}`
  }

/**
 * For a Guest, who reads only: the picture as shown, made anew without the place at which it was taken, never the bytes
 * as the camera wrote them. A letter (PDF) is what it is.
 */
export const withoutOriginals = (sign: Signer): Signer =>
  Object.assign(
    (key: string, part: Part, name: string) =>
      sign(key, part === 'original' && !name.endsWith('.pdf') ? 'web' : part, name),
    { hidesOrigin: true } as const,
  )

/** Whether the address was made by us and is still open at `now`. */
export const isSigned = (secret: string, key: string, query: URLSearchParams, now: Date): boolean => {
  const until = Number(query.get('until'))
  if (!Number.isSafeInteger(until) || until * 1000 < now.getTime()) return false
  const expected = Buffer.from(signatureOf(secret, key, query.get('part') ?? '', until))
  const given = Buffer.from(query.get('sig') ?? '')
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** The secret under the signatures: the town's own, or one made at the first use and kept in the database. */
export const fileSecretOf = async (db: Db, config: Config): Promise<string> => {
  if (config.fileSecret) return config.fileSecret
  const name = 'file-address-secret'
  await db.insert(serverSettings).values({ name, value: newSecret(), secret: true }).onConflictDoNothing()
  const [row] = await db.select().from(serverSettings).where(eq(serverSettings.name, name))
  if (!row) throw new Error('The secret of file addresses is missing')
  return row.value
}

/**
 * Rounded up to halves of the lifetime: lists asked for twice within a while carry equal addresses, and so equal ETags
 * and pictures that the browser still has.
 */
const endOf = (now: Date, lifetimeSeconds: number): number => {
  const step = Math.ceil(lifetimeSeconds / 2)
  return (Math.floor(now.getTime() / 1000 / step) + 2) * step
}

const signatureOf = (secret: string, key: string, part: string, until: number) =>
  createHmac('sha256', secret).update(`${key}\n${part}\n${until}`).digest('base64url')
