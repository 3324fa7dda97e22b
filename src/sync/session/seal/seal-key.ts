import type { DeviceDatabase } from '../../../db/database.ts'
import { keptKey, type SealKey, sealFact, type Wraps } from './sealing.ts'

/** Rounds of PBKDF2. Each guess of a password costs a phone about a second. */
const passwordRounds = 600_000

type Bytes = Uint8Array<ArrayBuffer>

/** The public half of the town's key (SPKI, base64), from the server. */
export interface TownKey {
  keyId: string
  publicKey: string
}

/** Binds both wrapped keys to the person, so that they open nothing under another person's name. */
const sealLabel = (userId: number): string => `codesoft seal 1 user ${userId}`

const text = (words: string): Bytes => new TextEncoder().encode(words)

/** Makes a key for a person on this device. `password`: null for a sign-in without one. */
export async function makeSealKey(userId: number, password: string | null, town: TownKey): Promise<SealKey> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const publicKey = await crypto.subtle.importKey(
    'spki',
    fromBase64(town.publicKey),
    { name: 'RSA-OAEP', hash: 'SHA-256' },
    false,
    ['encrypt'],
  )
  const label = text(sealLabel(userId))
  const wrapped = await crypto.subtle.encrypt({ name: 'RSA-OAEP', label }, publicKey, raw)
  return {
    key: await keyFrom(raw),
    wraps: {
      password: password === null ? null : await wrapByPassword(userId, password, raw),
      town: { keyId: town.keyId, wrapped },
    },
  }
}

async function wrapByPassword(userId: number, password: string, raw: Bytes): Promise<Wraps['password']> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const key = await stretched(password, salt, passwordRounds)
  const additionalData = text(sealLabel(userId))
  const wrapped = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData }, key, raw)
  return { salt, rounds: passwordRounds, nonce, wrapped }
}

/** The key, unwrapped with the password; null if the password is wrong. */
export async function keyByPassword({ password: wrap }: Wraps, userId: number, password: string) {
  if (!wrap) return null
  const key = await stretched(password, wrap.salt, wrap.rounds)
  const additionalData = text(sealLabel(userId))
  try {
    const raw = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: wrap.nonce, additionalData }, key, wrap.wrapped)
    return await keyFrom(new Uint8Array(raw))
  } catch (error) {
    // The platform reports a wrong password with this error; anything else is a bug.
    if (error instanceof DOMException && error.name === 'OperationError') return null
    throw error
  }
}

/** A key from these bytes that cannot be exported again. */
export const keyFrom = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])

async function stretched(password: string, salt: Bytes, iterations: number): Promise<CryptoKey> {
  // Normalised, because keyboards compose accented letters in different ways.
  const typed = await crypto.subtle.importKey('raw', text(password.normalize('NFKC')), 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    typed,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** Stores the key for the sign-out, which asks for no password. */
export const keepSealKey = (db: DeviceDatabase, key: SealKey): Promise<void> => db.setFact(sealFact, key)

/** Stores that this person's server does not seal, because it has only the documented calls. */
export const keepNoSeal = (db: DeviceDatabase): Promise<void> => db.setFact(sealFact, 'none')

/** The key for sealing; null if none was made: the server does not seal, or there was no signal since the sign-in. */
export async function sealKeyOf(db: DeviceDatabase): Promise<SealKey | null> {
  const key = await keptKey(db)
  return key === 'none' ? null : key
}

/** Deletes the key after the sign-out. From now on only a wrapped copy can restore it. */
export const forgetSealKey = (db: DeviceDatabase): Promise<void> => db.meta.delete(sealFact)

export const toBase64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))

export const fromBase64 = (words: string): Bytes => Uint8Array.from(atob(words), (it) => it.charCodeAt(0))
