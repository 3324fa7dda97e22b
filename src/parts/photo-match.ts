import type { CaptureFacts, Photo } from '../contract/photo.ts'
import type { PhotoRow } from '../db/photos.ts'
import { isPictureFile, mediaTypeOf } from '../rules/file-kind.ts'
import type { NoPreview, PreviewKind } from '../rules/preview.ts'

/** One picture of a record: this device's copy, the server's, or both of the same. */
export interface ShownPhoto {
  key: string
  name: string
  own: PhotoRow | null
  server: Photo | null
}

/** A record's files, each once: those of this device first, then what only the server has (AR-09). */
export function shownPhotos(own: readonly PhotoRow[], server: readonly Photo[]): ShownPhoto[] {
  const left = [...server]
  const mine = own.map((photo): ShownPhoto => {
    const at = left.findIndex((it) => isSame(photo, it))
    return { key: photo.id, name: photo.name, own: photo, server: at < 0 ? null : (left.splice(at, 1)[0] ?? null) }
  })
  const theirs = left.map(
    (photo, index): ShownPhoto => ({
      key: `${photo.id ?? index} ${photo.url}`,
      name: photo.filename?.trim() || `Photo ${index + 1}`,
      own: null,
      server: photo,
    }),
  )
  return [...mine, ...theirs]
}

/** The hash of what the office has of it, or will have once it is sent; undefined where nobody knows. */
export const officeHash = ({ own, server }: Pick<ShownPhoto, 'own' | 'server'>): string | undefined =>
  own?.sends?.sha256 ?? server?.sha256 ?? undefined

/** When and where it was taken, as far as this device or the office knows. */
export const takenFacts = ({ own, server }: Pick<ShownPhoto, 'own' | 'server'>): CaptureFacts | null =>
  own?.facts ?? server?.capture ?? null

/** A file travels under its id as its name, and ours tells the hash of what it received. */
const isSame = (own: PhotoRow, server: Photo): boolean =>
  (server.sha256 && (server.sha256 === own.sends?.sha256 || server.sha256 === own.sha256)) ||
  (server.filename ?? '').includes(own.id) ||
  server.url.includes(own.id)

/** Is it shown as a picture? */
export function isPicture({ own, server }: Pick<ShownPhoto, 'own' | 'server'>): boolean {
  // Nothing on this device could read it, so it travels as it was taken in.
  if (own?.type === mediaTypeOf.heic && own.sends?.part === 'original') return false
  return isPictureFile(own?.type ?? server?.content_type, nameOf(server))
}

/** Which kind of preview shows this file where the browser itself does not; null for any other kind of file. */
export function previewKind({ own, server }: Pick<ShownPhoto, 'own' | 'server'>): PreviewKind | null {
  const type = own?.type ?? server?.content_type ?? ''
  if (type === mediaTypeOf.pdf || (!type && /\.pdf($|\?)/i.test(nameOf(server)))) return 'pdf'
  return /^image\/hei[cf]$/.test(type) || /\.hei[cf]($|\?)/i.test(nameOf(server)) ? 'heic' : null
}

/** What stands below a file that is not drawn as a picture; null where its name and "Open" say enough. */
export function fileNote(of: Pick<ShownPhoto, 'own' | 'server'>): string | null {
  const kind = previewKind(of)
  if (kind !== 'heic') return kind && 'PDF'
  return of.own ? heicKeptText : heicText
}

/** What a preview has come to: it is shown, or it cannot be for this reason. */
export type PreviewState = 'shown' | NoPreview

/** What stands below a file whose preview has come to this, null while it is made; nothing where it is shown. */
export function previewNote(of: Pick<ShownPhoto, 'own' | 'server'>, state: PreviewState | null): string | null {
  if (state === 'shown') return null
  return state ? noPreviewText(of, state) : fileNote(of)
}

/** What stands below a file of which no preview could be made. */
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

/** Said of a HEIC picture beyond what a phone can unpack. */
const heicLargeText = 'HEIC picture: too large to be shown here. It is kept as it is.'

/** Said of a HEIC picture of the office that was not drawn: the browser cannot, or it did not come. */
export const heicText = 'HEIC picture: it cannot be shown here now.'
/** The same of a picture of this device, whose inspector must know that it is not lost. */
export const heicKeptText = 'HEIC picture: saved and sent as it is, but this device cannot show it.'

const nameOf = (server: Photo | null): string => server?.filename ?? server?.url ?? ''
