import { fileTypeFromBuffer } from 'file-type'
import { type FileKind, fileKindOf, mediaTypeOf } from '../../rules/file-kind.ts'
import { mayUnpack } from '../../rules/preview.ts'
import { Refused } from '../errors.ts'
import { type Header, renderPicture, type Sender, Undecodable } from './decoder.ts'
import { isWholePdf } from './pdf-check.ts'
import { MAX_DECODED_BYTES, MAX_FRAMES, MAX_HELD_BYTES, MAX_QUICK_BYTES, pictureCost } from './picture-cost.ts'

/** The size limit of one file (G-13). */
export const MAX_FILE_BYTES = 25 * 1024 * 1024

/** The longest edge of the displayed picture and of its thumbnail, in pixels. */
const WEB_EDGE = 1600
const THUMB_EDGE = 400
const edges = { webEdge: WEB_EDGE, thumbEdge: THUMB_EDGE }

/**
 * The result of checking an upload. `web` and `thumb` are re-encoded from the pixels: no metadata, upright, JPEG. A PDF
 * has none, nor a HEIC picture that cannot be unpacked here.
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
 * picture other than HEIC must decode completely. People take turns. Throws `Refused` 413, 415, 422, 499, 500 or 503.
 */
export const checkUpload = async (bytes: Uint8Array, sender: Sender): Promise<Checked> => {
  if (bytes.byteLength === 0) throw new Refused(422, 'The file is empty')
  if (bytes.byteLength > MAX_FILE_BYTES)
    throw new Refused(413, `A file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`)
  const kind = fileKindOf(bytes)
  const sniffed = await fileTypeFromBuffer(bytes)
  if (!kind || !agrees(kind, sniffed?.mime)) throw new Refused(415, 'Only pictures and PDF files are taken in')
  if (kind === 'pdf' && !(await isWholePdf(bytes, sender)))
    throw new Refused(422, 'The PDF is damaged or cut short: it has no page that can be read')
  const contentType = mediaTypeOf[kind]
  if (kind === 'pdf') return { kind, contentType, ...noCopies }
  return { kind, contentType, ...(await (kind === 'heic' ? renderHeic : render)(bytes, kind, sender)) }
}

/** Animated PNGs and HEIC variants have several type names. */
const agrees = (kind: FileKind, mime: string | undefined): boolean => {
  if (kind === 'heic') return mime !== undefined && /^image\/hei[cf](-sequence)?$/.test(mime)
  if (kind === 'png') return mime === 'image/png' || mime === 'image/apng'
  return mime === mediaTypeOf[kind]
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
