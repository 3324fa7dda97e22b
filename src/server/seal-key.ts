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

/** The town's key for unsent work that devices encrypt at sign-out. */
interface TownSealKey {
  keyId: string
  /** SPKI, base64. */
  publicKey: string
  privateKey: KeyObject
}

/**
 * The town's key. It is made once, before the first backup, and kept in the database with the other secrets, so that a
 * restored town can still decrypt the work.
 */
export const sealKeyOf = async (db: Db | Tx): Promise<TownSealKey> => {
  const known = await readKey(db)
  if (known) return known
  // One promise for all callers: making a key is expensive.
  const making = beingMade.get(db) ?? makeKey(db).finally(() => beingMade.delete(db))
  beingMade.set(db, making)
  return making
}

const beingMade = new WeakMap<Db | Tx, Promise<TownSealKey>>()

const makeKey = async (db: Db | Tx): Promise<TownSealKey> => {
  const { privateKey } = await makePair('rsa', { modulusLength: 3072 })
  const value = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  // When several processes make one at once, the first wins.
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

/**
 * Decrypts a wrapped key for the person it was wrapped for; null when it belongs to another person or is not such a
 * key.
 */
export const unwrapFor = ({ privateKey }: TownSealKey, userId: number, wrapped: string): string | null => {
  try {
    const raw = privateDecrypt(
      {
        key: privateKey,
        padding: constants.RSA_PKCS1_OAEP_PADDING,
        oaepHash: 'sha256',
        // The device wrote the person's number into the wrap: see `sealLabel` in the app.
        oaepLabel: Buffer.from(`codesoft seal 1 user ${userId}`),
      },
      Buffer.from(wrapped, 'base64'),
    )
    return raw.byteLength === 32 ? raw.toString('base64') : null
  } catch (error) {
    // The key of another person, an altered one, or one of another length. OpenSSL does not tell which, and the caller
    // learns no more.
    if (error instanceof Error) return null
    throw error
  }
}
