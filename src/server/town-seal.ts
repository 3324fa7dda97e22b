import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Hono } from 'hono'
import { sealBytes } from '../contract/town.ts'
import type { Config } from './config.ts'
import { StartFailure } from './store/failure.ts'

/** The town's seal as shown (any of the four kinds) and as used in letters (PNG). */
interface TownSeal {
  bytes: Uint8Array
  type: string
  /** '/town-seal/0f3a….svg': a new picture has a new URL, so each is cached for ever. */
  address: string
  /** Neither side larger than `LETTER_SIZE`. */
  letter: { png: Uint8Array; width: number; height: number }
}

/** Pixels of the longer side in a letter: sharp on paper at half an inch. */
const LETTER_SIZE = 256

/** The most pixels of a chosen picture: a few bytes can stand for so many that drawing them takes seconds. */
const MOST_PIXELS = 25_000_000

const types: Record<string, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
}

const read = new Map<string, Promise<TownSeal>>()
const own = new WeakMap<Uint8Array, Promise<TownSeal>>()

/** The seal in the settings, read once; null without one. Throws `StartFailure` if the file is not a picture. */
export const townSealOf = async ({
  townSeal,
  ownSeal,
}: Pick<Config, 'townSeal'> & Partial<Pick<Config, 'ownSeal'>>): Promise<TownSeal | null> => {
  if (ownSeal) {
    // It was judged when it was chosen, maybe by a version without this limit.
    const known = own.get(ownSeal) ?? sealOf(ownSeal, Number.POSITIVE_INFINITY)
    own.set(ownSeal, known)
    return known
  }
  if (townSeal === null) return null
  const known = read.get(townSeal) ?? readSeal(townSeal)
  read.set(townSeal, known)
  return known
}

const readSeal = async (path: string): Promise<TownSeal> => {
  const refuse = (why: string) => new StartFailure(`Settings: TOWN_SEAL: ${path} ${why}`)
  const size = await stat(path).then(
    (facts) => (facts.isFile() ? facts.size : null),
    () => null,
  )
  if (size === null) throw refuse('is no file that this program can read')
  if (size > sealBytes) throw refuse(`has ${Math.ceil(size / 1024)} kB; at most ${sealBytes / 1024} kB are taken`)
  const bytes = await readFile(path).catch((error: unknown) => {
    throw refuse(`cannot be read: ${error instanceof Error ? error.message : error}`)
  })
  try {
    return await sealOf(new Uint8Array(bytes))
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error))
  }
}

/** Refused before anything of it is drawn. */
export class TooManyPixels extends Error {}

/**
 * Reads a picture as a seal. Throws with the reason, without a subject: 'is no picture …'; `TooManyPixels` for more
 * than `most`.
 */
export const sealOf = async (bytes: Uint8Array, most = MOST_PIXELS): Promise<TownSeal> => {
  // Loaded here, so that a town without a seal does not wait for it.
  const { default: sharp } = await import('sharp')
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const type = types[format]
    if (!type) throw new Error(`It is of the kind ${format}`)
    // A drawing has no pixels, so it is rendered at the needed size.
    if (format !== 'svg' && width * height > most)
      throw new TooManyPixels(`has ${width} x ${height} pixels; at most ${MOST_PIXELS / 1_000_000} million are taken`)
    const density = Math.min(2400, Math.max(72, (72 * LETTER_SIZE) / Math.max(width, height)))
    const { data, info } = await sharp(bytes, format === 'svg' ? { density } : {})
      .rotate()
      .resize(LETTER_SIZE, LETTER_SIZE, { fit: 'inside', withoutEnlargement: format !== 'svg' })
      .png()
      .toBuffer({ resolveWithObject: true })
    const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${format}`
    const letter = { png: new Uint8Array(data), width: info.width, height: info.height }
    return { bytes, type, address: `/town-seal/${name}`, letter }
  } catch (error) {
    if (error instanceof TooManyPixels) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`is no picture that browsers show (PNG, JPEG, WebP or SVG). ${reason}`)
  }
}

/** A drawing (SVG) opened by itself may run nothing, load nothing and has no origin. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"

/** Serves the seal to everybody, because it is on the sign-in page. */
export const serveTownSeal = (app: Hono, config: () => Promise<Config>): void => {
  app.get('/town-seal/:name', async (c) => {
    const seal = await townSealOf(await config())
    if (seal?.address !== c.req.path) return c.json({ detail: 'Not Found' }, 404)
    return c.body(new Uint8Array(seal.bytes), 200, {
      'Content-Type': seal.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': policy,
    })
  })
}
