import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { type Db, serverSettings, type Tx } from './store/core-tables.ts'

const SETTING = 'seal-private-key'
const makePair = promisify(generateKeyPair)

/** The town's key for work that devices seal at sign-out. */
interface TownSealKey {
  keyId: string
  /** SPKI, base64. */
  publicKey: string
  privateKey: KeyObject
}

/**
 * The town's key: made once, before the first backup, and kept in the database with the town's other secrets, so that a
 * restored town still opens what was sealed for it.
 */
export const sealKeyOf = async (db: Db | Tx): Promise<TownSealKey> => {
  const known = await readKey(db)
  if (known) return known
  // One for all who ask at once: making it takes a processor for a while.
  const making = beingMade.get(db) ?? makeKey(db).finally(() => beingMade.delete(db))
  beingMade.set(db, making)
  return making
}

const beingMade = new WeakMap<Db | Tx, Promise<TownSealKey>>()

const makeKey = async (db: Db | Tx): Promise<TownSealKey> => {
  const { privateKey } = await makePair('rsa', { modulusLength: 3072 })
  const value = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  // Of several processes that make one at once the first wins.
  await db.insert(serverSettings).values({ name: SETTING, value, secret: true }).onConflictDoNothing()
  const made = await readKey(db)
  if (!made) throw new Error('The key for sealed work is missing')
  return made
}

const readKey = async (db: Db | Tx): Promise<TownSealKey | null> => {
  const [row] = await db.select().from(serverSettings).where(eq(serverSettings.name, SETTING))
  if (!row) return null
  const privateKey = createPrivateKey(row.value)
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return {
    keyId: createHash('sha256').update(spki).digest('hex').slice(0, 16),
    publicKey: spki.toString('base64'),
    privateKey,
  }
}

/** Opens a wrapped key for the person it was wrapped for; null when it was wrapped for another, or is no such key. */
export const unwrapFor = ({ privateKey }: TownSealKey, userId: number, wrapped: string): string | null => {
  try {
    const raw = privateDecrypt(
      {
        key: privateKey,
        padding: constants.RSA_PKCS1_OAEP_PADDING,
        oaepHash: 'sha256',
        // The device wrote the person's number into the wrap: see `sealLabel` of the app.
        oaepLabel: Buffer.from(`codesoft seal 1 user ${userId}`),
      },
      Buffer.from(wrapped, 'base64'),
    )
    return raw.byteLength === 32 ? raw.toString('base64') : null
  } catch (error) {
    // Another person's, altered, or of another length: OpenSSL says no more, and neither is more told.
    if (error instanceof Error) return null
    throw error
  }
}
