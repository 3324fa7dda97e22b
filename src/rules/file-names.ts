import { extensionOf, type FileKind, kindOfMediaType } from './file-kind.ts'
import { cutText } from './text.ts'

/** The longest file name: enough to recognise it, short enough for every file system. */
export const fileNameLimit = 120

/** The name with which a photo is sent: its own id, so that a list of names shows whether it has arrived. */
export const travelName = (photoId: string, type: string): string => {
  const kind = kindOfMediaType(type)
  return `${photoId}.${kind ? extensionOf[kind] : 'bin'}`
}

/**
 * Makes a user's file name safe to show, store and send: no folders, no control or direction marks, no characters with
 * a meaning in headers or file systems. It is never empty, and keeps its extension when cut.
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
  return cutText(clean, fileNameLimit - ending.length, '') + ending
}

/** The name with the extension of its actual content: a shrunk IMG_1.HEIC becomes IMG_1.jpg. */
export const withEndingOf = (name: string, kind: FileKind): string => {
  const tidy = tidyFileName(name)
  const endings = kind === 'jpeg' ? ['jpg', 'jpeg', 'jpe'] : [extensionOf[kind]]
  const ending = /\.(\w{1,8})$/.exec(tidy)?.[1]?.toLowerCase()
  if (ending && endings.includes(ending)) return tidy
  return `${ending ? tidy.slice(0, -ending.length - 1) : tidy}.${extensionOf[kind]}`
}

/** The file name in a Content-Disposition, made safe; null if there is none. */
export function fileNameIn(disposition: string | null): string | null {
  const name = /filename="([^"]+)"|filename=([^;\s"]+)/i.exec(disposition ?? '')
  const text = name?.[1] ?? name?.[2]
  return text ? tidyFileName(text) : null
}
