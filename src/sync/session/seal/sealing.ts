import type { DeviceDatabase } from '../../../db/database.ts'

/*
 * What every start asks of the key that unsent work is sealed with; the code that makes and uses it is fetched later.
 */

type Bytes = Uint8Array<ArrayBuffer>

/** The key under which work is sealed, wrapped so that the person and the town can open it, and nobody else. */
export interface Wraps {
  /** By the person's password; null for who signed in without one. */
  password: { salt: Bytes; rounds: number; nonce: Bytes; wrapped: ArrayBuffer } | null
  /** By the town's public key, of which `keyId` is the name. */
  town: { keyId: string; wrapped: ArrayBuffer }
}

/** A key ready to seal with. The key itself cannot be read out of the browser. */
export interface SealKey {
  key: CryptoKey
  wraps: Wraps
}

export const sealFact = 'sealKey'

/** The key as it is kept: 'none' for a server that does not seal. */
export const keptKey = (db: DeviceDatabase) => db.fact<SealKey | 'none' | null>(sealFact, null)

/** How a sign-out would seal now: by which wraps it could be opened, or why it cannot. */
export async function sealingOf(db: DeviceDatabase): Promise<'password' | 'town' | 'documented' | 'notReady'> {
  const key = await keptKey(db)
  if (key === 'none') return 'documented'
  if (key === null) return 'notReady'
  return key.wraps.password ? 'password' : 'town'
}
