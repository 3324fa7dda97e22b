import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { type FileKind, fileKindOf, fileLimit, mediaTypeOf } from '../../rules/file-kind.ts'
import { mayUnpack } from '../../rules/preview.ts'
import { Refused } from '../errors.ts'
import { type Header, renderPicture, type Sender, TooHeavy, Undecodable } from './decoder.ts'
import { isWholePdf } from './pdf-check.ts'
import { MAX_DECODED_BYTES, MAX_FRAMES, MAX_HELD_BYTES, MAX_QUICK_BYTES, pictureCost } from './picture-cost.ts'

/** The size limit of one file (G-13). */
export const MAX_FILE_BYTES = fileLimit

/** The longest edge of the displayed picture and of its thumbnail, in pixels. */
const WEB_EDGE = 1600
const THUMB_EDGE = 400
const edges = { webEdge: WEB_EDGE, thumbEdge: THUMB_EDGE }

/**
 * The result of checking an upload. `web` and `thumb` are re-encoded from the pixels: no metadata, upright, JPEG. A PDF
 * has none, nor a HEIC picture that cannot be unpacked here, nor a file that was too heavy for this machine each time.
 */
export interface Checked {
  kind: FileKind
  contentType: string
  web: Uint8Array | null
  thumb: Uint8Array | null
  width: number | null
  height: number | null
}

/**
 * Checks the bytes, never the name or the claimed type. Pictures and PDF are accepted (CF-06, CF-21, G-13), and a
 * picture other than HEIC must decode completely, unless it is too heavy each time. People take turns. Throws `Refused`
 * 413, 415, 422, 499, 500 or 503.
 */
export const checkUpload = async (bytes: Uint8Array, sender: Sender): Promise<Checked> => {
  if (bytes.byteLength === 0) throw new Refused(422, 'The file is empty')
  if (bytes.byteLength > MAX_FILE_BYTES)
    throw new Refused(413, `A file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`)
  const kind = fileKindOf(bytes)
  const sniffed = await fileTypeFromBuffer(bytes)
  if (!kind || !agrees(kind, sniffed?.mime)) throw new Refused(415, 'Only pictures and PDF files are taken in')
  if (kind === 'pdf' && !(await unlessTooHeavy(bytes, () => isWholePdf(bytes, sender), true)))
    throw new Refused(422, 'The PDF is damaged or cut short: it has no page that can be read')
  const contentType = mediaTypeOf[kind]
  if (kind === 'pdf') return { kind, contentType, ...noCopies }
  const draw = () => (kind === 'heic' ? renderHeic : render)(bytes, kind, sender)
  return { kind, contentType, ...(await unlessTooHeavy(bytes, draw, noCopies)) }
}

/** Animated PNGs and HEIC variants have several type names. */
const agrees = (kind: FileKind, mime: string | undefined): boolean => {
  if (kind === 'heic') return mime !== undefined && /^image\/hei[cf](-sequence)?$/.test(mime)
  if (kind === 'png') return mime === 'image/png' || mime === 'image/apng'
  return mime === mediaTypeOf[kind]
}

/** A file that was too heavy so often is stored as it came: evidence that is refused for ever would be lost. */
const TRIES = 3
/** The most files that are remembered. */
const REMEMBERED = 1000

/** How often each file was too heavy for this process, by its hash, the oldest first. */
const tooHeavy = new Map<string, number>()

/** The result of the work, or `instead` if the file has been too heavy for it several times. */
const unlessTooHeavy = async <Result>(bytes: Uint8Array, work: () => Promise<Result>, instead: Result) => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TooHeavy)) throw error
    const hash = createHash('sha256').update(bytes).digest('hex')
    const tries = (tooHeavy.get(hash) ?? 0) + 1
    tooHeavy.delete(hash)
    if (tries >= TRIES) return instead
    tooHeavy.set(hash, tries)
    for (const oldest of [...tooHeavy.keys()].slice(0, -REMEMBERED)) tooHeavy.delete(oldest)
    throw error
  }
}

const noCopies = { web: null, thumb: null, width: null, height: null }

/**
 * Copies of a HEIC picture. It is accepted without them if it cannot be unpacked: phones write variants that the
 * library does not know, and the original is what counts.
 */
const renderHeic = async (bytes: Uint8Array, _kind: FileKind, sender: Sender) => {
  try {
    const paceOf = (size: Header) => {
      if (!mayUnpack(size)) throw new Undecodable(`It has ${size.width} x ${size.height} pixels`)
      return 'slow' as const
    }
    return await renderPicture(bytes, sender, { edges, isHeic: true, paceOf })
  } catch (error) {
    if (error instanceof Undecodable) return noCopies
    throw error
  }
}

const render = async (bytes: Uint8Array, kind: FileKind, sender: Sender) => {
  try {
    return await renderPicture(bytes, sender, {
      edges,
      isHeic: false,
      paceOf: (header) => paceOf(header, kind, bytes),
    })
  } catch (error) {
    if (error instanceof Undecodable) throw new Refused(422, 'The picture is damaged and cannot be read')
    throw error
  }
}

/**
 * Decided from the header, before a pixel is decoded, because a small file can decode to more than a server's memory.
 * A picture that is allowed but slow goes to a separate queue.
 */
const paceOf = (header: Header, kind: FileKind, bytes: Uint8Array) => {
  if (header.format !== kind) throw new Undecodable(`It is ${header.format}`)
  const { frames, decoded, held } = pictureCost(header, bytes)
  if (frames > MAX_FRAMES)
    throw new Refused(422, `The picture has ${frames} frames; at most ${MAX_FRAMES} are taken in`)
  if (decoded > MAX_DECODED_BYTES || held > MAX_HELD_BYTES)
    throw new Refused(
      422,
      `The picture comes to ${Math.ceil(decoded / 1_000_000)} MB when it is unpacked, which is too much. Save it smaller, or as an ordinary JPEG.`,
    )
  return decoded > MAX_QUICK_BYTES ? 'slow' : 'quick'
}
