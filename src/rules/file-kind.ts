import { hasBytesAt, latin } from './bytes.ts'
import { sizeText } from './size.ts'

/** The kinds of file that the app and the server accept (CF-06, CF-21, AD-22; HEIC for gap G-13). */
const fileKinds = ['jpeg', 'png', 'gif', 'webp', 'heic', 'pdf'] as const
export type FileKind = (typeof fileKinds)[number]

/** The media type with which a kind is sent, whatever the phone called it. */
export const mediaTypeOf: Record<FileKind, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  pdf: 'application/pdf',
}

/** The file name extension of a kind, without the dot. */
export const extensionOf: Record<FileKind, string> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  heic: 'heic',
  pdf: 'pdf',
}

/**
 * The `accept` value of file inputs (CF-06, CF-21: images and PDF). The extensions are for systems without a type for
 * HEIC.
 */
export const acceptedFiles = 'image/*,.heic,.heif,application/pdf'

/** The size limit of one file at the server (bytes, G-13). */
export const fileLimit = 25 * 1024 * 1024

/** The total size limit for the files of one call (bytes); the server accepts a little more. */
const togetherLimit = 50_000_000

/** The most files of one call; the server takes no more. */
export const mostTogether = 60

/** Why so many files cannot go in one call, in words; null if they can. `call`: 'one comment'. */
export function togetherProblem(files: number, bytes: number, call: string): string | null {
  if (files > mostTogether) return `These are ${files} files; ${call} carries ${mostTogether}.`
  if (bytes > togetherLimit) return `These are ${sizeText(bytes)} together; ${call} carries ${sizeText(togetherLimit)}.`
  return null
}

/** How many leading bytes are enough to detect a kind. */
export const kindBytes = 64

/** A file's kind, detected from its first bytes, never from its name or claimed type; null if it is not accepted. */
export const fileKindOf = (bytes: Uint8Array): FileKind | null => {
  if (hasBytesAt(bytes, 0, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (hasBytesAt(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  const start = latin(bytes, 0, 12)
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif'
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp'
  if (start.startsWith('%PDF-')) return 'pdf'
  if (start.slice(4, 8) === 'ftyp' && isHeic(bytes)) return 'heic'
  return null
}

/** The kind for a media type, ignoring parameters; null for any other type. */
export const kindOfMediaType = (type: string): FileKind | null => {
  const bare = type.split(';', 1)[0]?.trim().toLowerCase()
  if (bare === 'image/heif') return 'heic'
  return fileKinds.find((kind) => mediaTypeOf[kind] === bare) ?? null
}

/** Whether a file is a picture, by its type, or else by its name or URL. If neither tells, it counts as one. */
export const isPictureFile = (type: string | null | undefined, name: string): boolean =>
  type ? type.startsWith('image/') : !/\.(pdf|mp4|mov|webm)($|\?)/i.test(name)

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']

/** An ISO media file whose brands mean HEVC pictures. The general brand `mif1` alone could also be AVIF. */
const isHeic = (bytes: Uint8Array): boolean => {
  const boxLength = ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)
  const brands = [latin(bytes, 8, 4)]
  for (let at = 16; at + 4 <= Math.min(boxLength, bytes.length); at += 4) brands.push(latin(bytes, at, 4))
  return brands.some((brand) => heicBrands.includes(brand))
}
