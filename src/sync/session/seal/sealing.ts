import type { DeviceDatabase } from '../../../db/database.ts'

/* What every start needs to know about the key for unsent work. The code that makes and uses it is loaded later. */

type Bytes = Uint8Array<ArrayBuffer>

/** The key for sealing, wrapped so that only the person and the town can open it. */
export interface Wraps {
  /** With the person's password; null for a sign-in without one. */
  password: { salt: Bytes; rounds: number; nonce: Bytes; wrapped: ArrayBuffer } | null
  /** With the town's public key, whose name is `keyId`. */
  town: { keyId: string; wrapped: ArrayBuffer }
}

/** A key that is ready for sealing. It cannot be exported from the browser. */
export interface SealKey {
  key: CryptoKey
  wraps: Wraps
}

export const sealFact = 'sealKey'

/** The stored key: 'none' for a server that does not seal. */
export const keptKey = (db: DeviceDatabase) => db.fact<SealKey | 'none' | null>(sealFact, null)

/** How a sign-out would seal now: who could open it, or why it cannot. */
export async function sealingOf(db: DeviceDatabase): Promise<'password' | 'town' | 'documented' | 'notReady'> {
  const key = await keptKey(db)
  if (key === 'none') return 'documented'
  if (key === null) return 'notReady'
  return key.wraps.password ? 'password' : 'town'
}
