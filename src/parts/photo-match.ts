import type { CaptureFacts, Photo } from '../contract/photo.ts'
import type { PhotoRow } from '../db/photos.ts'
import { isPictureFile, mediaTypeOf } from '../rules/file-kind.ts'
import type { NoPreview, PreviewKind } from '../rules/preview.ts'

/** One picture of a record: this device's copy, the server's, or both. */
export interface ShownPhoto {
  key: string
  name: string
  own: PhotoRow | null
  server: Photo | null
}

/** A record's files, each once: this device's first, then those that only the server has (AR-09). */
export function shownPhotos(own: readonly PhotoRow[], server: readonly Photo[]): ShownPhoto[] {
  const left = [...server]
  const mine = own.map((photo): ShownPhoto => {
    const at = left.findIndex((it) => isSame(photo, it))
    return { key: photo.id, name: photo.name, own: photo, server: at < 0 ? null : (left.splice(at, 1)[0] ?? null) }
  })
  const taken = new Set<string>()
  const theirs = left.map((photo, index): ShownPhoto => {
    const key = keyOf(photo)
    const free = taken.has(key) ? `${key} ${index}` : key
    taken.add(free)
    return { key: free, name: photo.filename?.trim() || `Photo ${index + 1}`, own: null, server: photo }
  })
  return [...mine, ...theirs]
}

/** Without the query of the URL: the signature in it changes every half hour, and an open viewer must outlast that. */
const keyOf = ({ id, url }: Photo): string => `${id ?? url.split('?')[0]}`

/** The hash of the office's copy, or of the copy that will be sent; undefined if unknown. */
export const officeHash = ({ own, server }: Pick<ShownPhoto, 'own' | 'server'>): string | undefined =>
  own?.sends?.sha256 ?? server?.sha256 ?? undefined

/** When and where it was taken, as far as this device or the office knows. */
export const takenFacts = ({ own, server }: Pick<ShownPhoto, 'own' | 'server'>): CaptureFacts | null =>
  own?.facts ?? server?.capture ?? null

/** A file is sent with its id as its name, and our server reports the hash of the bytes it received. */
const isSame = (own: PhotoRow, server: Photo): boolean =>
  (server.sha256 && (server.sha256 === own.sends?.sha256 || server.sha256 === own.sha256)) ||
  (server.filename ?? '').includes(own.id) ||
  server.url.includes(own.id)

/** Whether it is shown as a picture. */
export function isPicture({ own, server }: Pick<ShownPhoto, 'own' | 'server'>): boolean {
  // This device could not decode it, so it is sent unchanged.
  if (own?.type === mediaTypeOf.heic && own.sends?.part === 'original') return false
  return isPictureFile(own?.type ?? server?.content_type, nameOf(server))
}

/** Whether it shows something: a picture, or a HEIC file from which a picture can be drawn. */
export const isPhoto = (of: Pick<ShownPhoto, 'own' | 'server'>): boolean => isPicture(of) || previewKind(of) === 'heic'

/** Whether a picture must be drawn from it first: a HEIC file of which neither this device nor the office has a JPEG. */
export const isToDraw = (of: Pick<ShownPhoto, 'own' | 'server'>): boolean =>
  previewKind(of) === 'heic' && !(of.own ? isPicture(of) : of.server?.poster_url)

/** The kind of preview for a file that browsers do not show themselves; null for any other kind of file. */
export function previewKind({ own, server }: Pick<ShownPhoto, 'own' | 'server'>): PreviewKind | null {
  const type = own?.type ?? server?.content_type ?? ''
  if (type === mediaTypeOf.pdf || (!type && /\.pdf($|\?)/i.test(nameOf(server)))) return 'pdf'
  return /^image\/hei[cf]$/.test(type) || /\.hei[cf]($|\?)/i.test(nameOf(server)) ? 'heic' : null
}

/** The text below a file that is not drawn as a picture; null if its name and "Open" are enough. */
export function fileNote(of: Pick<ShownPhoto, 'own' | 'server'>): string | null {
  const kind = previewKind(of)
  if (kind !== 'heic') return kind && 'PDF'
  return of.own ? heicKeptText : heicText
}

/** The result of a preview: shown, or the reason why not. */
export type PreviewState = 'shown' | NoPreview

/** The text below a file with this preview result (null while it is being made); nothing if it is shown. */
export function previewNote(of: Pick<ShownPhoto, 'own' | 'server'>, state: PreviewState | null): string | null {
  if (state === 'shown') return null
  return state ? noPreviewText(of, state) : fileNote(of)
}

/** The text below a file whose preview failed. */
export function noPreviewText(of: Pick<ShownPhoto, 'own' | 'server'>, why: NoPreview): string | null {
  if (previewKind(of) === 'pdf') return pdfTexts[why]
  return why === 'tooLarge' ? heicLargeText : fileNote(of)
}

const pdfTexts: Record<NoPreview, string> = {
  notHere: 'PDF: its pages are shown here with signal.',
  locked: 'PDF with a password: open it to read it.',
  tooLarge: 'PDF: too large to show its pages here. Open it to read it.',
  unreadable: 'PDF: its pages cannot be shown. It may be broken.',
}

/** For a HEIC picture that is too large for a phone to decode. */
const heicLargeText = 'HEIC picture: too large to be shown here. It is kept as it is.'

/** For a HEIC picture of the office that was not drawn: the browser cannot, or it could not be loaded. */
export const heicText = 'HEIC picture: it cannot be shown here now.'
/** The same for a picture of this device, whose inspector must know that it is not lost. */
export const heicKeptText = 'HEIC picture: saved and sent as it is, but this device cannot show it.'

const nameOf = (server: Photo | null): string => server?.filename ?? server?.url ?? ''
