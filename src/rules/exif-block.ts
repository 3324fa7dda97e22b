import { latin, uint } from './bytes.ts'
import type { FileKind } from './file-kind.ts'
import { heicExif } from './heic-exif.ts'
import { exifHeader, exifSegment } from './jpeg.ts'

/** The EXIF block of a file, which is a TIFF, from where this kind of file has it; null if there is none. */
export const exifBlock = (bytes: Uint8Array, kind: FileKind): Uint8Array | null => finders[kind]?.(bytes) ?? null

const ofJpeg = (bytes: Uint8Array): Uint8Array | null => {
  const markerAndLength = 4
  return exifSegment(bytes)?.subarray(markerAndLength + exifHeader.length) ?? null
}

const ofPng = (bytes: Uint8Array): Uint8Array | null => {
  const [signature, around] = [8, 12]
  for (let at = signature; at + around <= bytes.length; ) {
    const length = uint(bytes, at, 4)
    if (latin(bytes, at + 4, 4) === 'eXIf') return whole(bytes, at + 8, length)
    at += around + length
  }
  return null
}

const ofWebp = (bytes: Uint8Array): Uint8Array | null => {
  const [signature, head] = [12, 8]
  for (let at = signature; at + head <= bytes.length; ) {
    const length = uint(bytes, at + 4, 4, true)
    if (latin(bytes, at, 4) === 'EXIF') {
      const block = whole(bytes, at + head, length)
      // Against the standard, some writers put the JPEG's mark before it.
      return block && latin(block, 0, exifHeader.length) === exifHeader ? block.subarray(exifHeader.length) : block
    }
    at += head + length + (length % 2)
  }
  return null
}

const finders: Partial<Record<FileKind, (bytes: Uint8Array) => Uint8Array | null>> = {
  jpeg: ofJpeg,
  png: ofPng,
  webp: ofWebp,
  heic: heicExif,
}

const whole = (bytes: Uint8Array, at: number, length: number) =>
  at + length <= bytes.length ? bytes.subarray(at, at + length) : null
