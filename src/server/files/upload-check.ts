import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { type FileKind, fileKindOf, isShownInPage, mediaTypeOf } from '../../rules/file-kind.ts'
import { Refused } from '../errors.ts'
import { MAX_FILE_BYTES } from '../request.ts'

/** Longest edge of the picture as shown, and of its thumbnail, in pixels. */
export const WEB_EDGE = 1600
export const THUMB_EDGE = 400

/** More pixels than any camera of a phone makes; decoding them would take the memory of everybody else. */
export const MAX_PIXELS = 120_000_000

/** What an upload turned out to be. `web` and `thumb` are made anew from the pixels: no metadata, upright, JPEG. */
export interface Checked {
  kind: FileKind
  contentType: string
  web: Uint8Array | null
  thumb: Uint8Array | null
  width: number | null
  height: number | null
}

// One picture at a time per process keeps the memory flat; honest requests stay fast beside it.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Looks at the bytes, never at the name or the claimed type: images and PDF are taken in (CF-06, CF-21, G-13), and a
 * picture must decode to the end. Throws `Refused` 413, 415 or 422.
 */
export const checkUpload = async (bytes: Uint8Array): Promise<Checked> => {
  if (bytes.byteLength === 0) throw new Refused(422, 'The file is empty')
  if (bytes.byteLength > MAX_FILE_BYTES)
    throw new Refused(413, `A file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`)
  const kind = fileKindOf(bytes)
  const sniffed = await fileTypeFromBuffer(bytes)
  if (!kind || !agrees(kind, sniffed?.mime)) throw new Refused(415, 'Only pictures and PDF files are taken in')
  const contentType = mediaTypeOf[kind]
  if (!isShownInPage(kind)) return { kind, contentType, web: null, thumb: null, width: null, height: null }
  return { kind, contentType, ...(await render(bytes)) }
}

/** Animated PNGs and the families of HEIC have several names. */
const agrees = (kind: FileKind, mime: string | undefined): boolean => {
  if (kind === 'heic') return mime !== undefined && /^image\/hei[cf](-sequence)?$/.test(mime)
  if (kind === 'png') return mime === 'image/png' || mime === 'image/apng'
  return mime === mediaTypeOf[kind]
}

const render = async (bytes: Uint8Array) => {
  try {
    const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient()
    const shown = upright.resize({ width: WEB_EDGE, height: WEB_EDGE, fit: 'inside', withoutEnlargement: true })
    const web = await shown
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    // Made from the small picture: the second decode is cheap.
    const thumb = await sharp(web.data)
      .resize({ width: THUMB_EDGE, height: THUMB_EDGE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 72 })
      .toBuffer()
    return { web: web.data, thumb, width: web.info.width, height: web.info.height }
  } catch (error) {
    const tooMany = error instanceof Error && /pixel limit/i.test(error.message)
    throw new Refused(422, tooMany ? 'The picture has too many pixels' : 'The picture is damaged and cannot be read')
  }
}
