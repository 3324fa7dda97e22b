import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fileKindOf, kindOfMediaType, mediaTypeOf } from '../../src/rules/file-kind.ts'
import { fileNameIn, fileNameLimit, tidyFileName, travelName, withEndingOf } from '../../src/rules/file-names.ts'

const text = (it: string) => new TextEncoder().encode(it)
const picture = () => sharp({ create: { width: 8, height: 6, channels: 3, background: '#446' } })

/** The first box of an ISO media file with these brands. */
const ftyp = (major: string, ...compatible: string[]) => {
  const length = 16 + compatible.length * 4
  return new Uint8Array([0, 0, 0, length, ...text(`ftyp${major}`), 0, 0, 0, 0, ...text(compatible.join(''))])
}

test('CF-06 CF-21 AD-22 pictures and PDF are recognised by their first bytes', async () => {
  expect(fileKindOf(await picture().jpeg().toBuffer())).toBe('jpeg')
  expect(fileKindOf(await picture().png().toBuffer())).toBe('png')
  expect(fileKindOf(await picture().gif().toBuffer())).toBe('gif')
  expect(fileKindOf(await picture().webp().toBuffer())).toBe('webp')
  expect(fileKindOf(text('%PDF-1.7\n%âãÏÓ'))).toBe('pdf')
})

test('G-13 HEIC is known by its brands, also if a general brand comes first', () => {
  expect(fileKindOf(ftyp('heic', 'mif1'))).toBe('heic')
  expect(fileKindOf(ftyp('mif1', 'miaf', 'heic'))).toBe('heic')
  expect(fileKindOf(ftyp('avif', 'mif1'))).toBeNull()
  expect(fileKindOf(ftyp('isom', 'mp42'))).toBeNull()
})

test('CF-21 a web page named .jpg, an SVG, a program and nothing at all are no pictures', () => {
  for (const bytes of [
    '<!DOCTYPE html><script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'MZ\u0090',
    'PK\u0003\u0004',
    '',
  ])
    expect(fileKindOf(text(bytes)), bytes).toBeNull()
})

test('CF-21 a file cut short anywhere in its header is never mistaken', async () => {
  const whole = await picture().webp().toBuffer()
  for (let length = 0; length < 12; length++) expect(fileKindOf(whole.subarray(0, length))).toBeNull()
})

test('AD-22 a media type names its kind whatever its case and parameters', () => {
  expect(kindOfMediaType('IMAGE/JPEG; charset=binary')).toBe('jpeg')
  expect(kindOfMediaType('image/heif')).toBe('heic')
  expect(kindOfMediaType('text/html')).toBeNull()
  expect(kindOfMediaType(mediaTypeOf.pdf)).toBe('pdf')
})

test('AR-14 a photo is sent under its own id, with the ending of its type', () => {
  const id = '3f2b8c1e-9d4a-4c77-8a10-0b6f5d2e9a41'
  expect(travelName(id, 'image/jpeg')).toBe(`${id}.jpg`)
  expect(travelName(id, 'image/heif')).toBe(`${id}.heic`)
  expect(travelName(id, 'application/pdf')).toBe(`${id}.pdf`)
})

test('CP-12 a file name is fit to show: no folders, no hidden turning marks, never empty, never endless', () => {
  expect(tidyFileName('C:\\photos\\stairs  broken.jpg')).toBe('stairs broken.jpg')
  expect(tidyFileName('../../etc/passwd')).toBe('passwd')
  expect(tidyFileName('bill\u202Egpj.exe')).toBe('billgpj.exe')
  expect(tidyFileName('a"b<c>|?*;\r\n.pdf')).toBe('abc.pdf')
  expect(tidyFileName('...', 'photo')).toBe('photo')
  const long = tidyFileName(`${'a'.repeat(400)}.jpeg`)
  expect(long).toHaveLength(fileNameLimit)
  expect(long.endsWith('.jpeg')).toBe(true)
})

test('CP-12 a long file name is never cut within a character', () => {
  for (const start of ['', 'a']) {
    const cut = tidyFileName(`${start}${'🏚'.repeat(200)}.jpg`)
    expect(cut).toMatch(/^a?🏚{57,58}\.jpg$/u)
    expect(cut.length).toBeLessThanOrEqual(fileNameLimit)
  }
})

test('G-13 the ending follows the bytes', () => {
  expect(withEndingOf('IMG_1.HEIC', 'jpeg')).toBe('IMG_1.jpg')
  expect(withEndingOf('IMG_1.JPEG', 'jpeg')).toBe('IMG_1.JPEG')
  expect(withEndingOf('notice', 'pdf')).toBe('notice.pdf')
})

test('VD-13 the name that a server gives a download, without folders; none where it gives none', () => {
  expect(fileNameIn('attachment; filename="violation_notice_7.docx"')).toBe('violation_notice_7.docx')
  expect(fileNameIn('attachment; filename=violation_notice_7.docx; size=3')).toBe('violation_notice_7.docx')
  expect(fileNameIn('attachment; filename="../../etc/passwd"')).toBe('passwd')
  for (const nothing of [null, '', 'attachment', 'attachment; filename=""']) expect(fileNameIn(nothing)).toBeNull()
})
