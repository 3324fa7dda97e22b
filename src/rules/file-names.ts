import { extensionOf, type FileKind, kindOfMediaType } from './file-kind.ts'

/** The longest name that is kept of a file: enough to recognise it, short enough for every file system. */
export const fileNameLimit = 120

/** The name under which a photo travels: its own id, so that a list of names tells whether it has arrived. */
export const travelName = (photoId: string, type: string): string => {
  const kind = kindOfMediaType(type)
  return `${photoId}.${kind ? extensionOf[kind] : 'bin'}`
}

/**
 * A person's file name made fit to show, store and send: no folders, no control or direction marks, no characters that
 * a header or a file system reads as its own; never empty; the ending is kept when it is cut.
 */
export const tidyFileName = (name: string, otherwise = 'file'): string => {
  const bare = name.split(/[\\/]/).at(-1) ?? ''
  const clean = bare
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*;]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '')
  if (clean === '') return otherwise
  if (clean.length <= fileNameLimit) return clean
  const ending = /\.\w{1,8}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, fileNameLimit - ending.length) + ending
}

/** The name with the ending of what the bytes are: a shrunk IMG_1.HEIC is an IMG_1.jpg. */
export const withEndingOf = (name: string, kind: FileKind): string => {
  const tidy = tidyFileName(name)
  const endings = kind === 'jpeg' ? ['jpg', 'jpeg', 'jpe'] : [extensionOf[kind]]
  const ending = /\.(\w{1,8})$/.exec(tidy)?.[1]?.toLowerCase()
  if (ending && endings.includes(ending)) return tidy
  return `${ending ? tidy.slice(0, -ending.length - 1) : tidy}.${extensionOf[kind]}`
}

/** The file name in a Content-Disposition, fit to be saved under; null when there is none. */
export function fileNameIn(disposition: string | null): string | null {
  const name = /filename="([^"]+)"|filename=([^;\s"]+)/i.exec(disposition ?? '')
  const text = name?.[1] ?? name?.[2]
  return text ? tidyFileName(text) : null
}
