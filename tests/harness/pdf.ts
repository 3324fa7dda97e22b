import { deflateSync } from 'node:zlib'

/** A complete PDF with one empty page, as every program writes it. `words` make its bytes unique. */
export const smallPdf = (words = ''): Buffer<ArrayBuffer> => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>',
  ]
  let text = `%PDF-1.4\n%${words.replaceAll(/[^\x20-\x7e]/g, '?')}\n`
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const xref = text.length
  text += `xref\n0 4\n0000000000 65535 f \n${table}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** The same with compressed object streams and table, as newer programs write it (PDF 1.5). */
export const packedPdf = ({ pages = 1, encrypted = false } = {}): Buffer<ArrayBuffer> => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${pages ? '3 0 R' : ''}]/Count ${pages}>>`,
    ...(pages ? ['<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>'] : []),
  ]
  let at = 0
  const heads = objects.map((object, index) => {
    const head = `${index + 1} ${at}`
    at += object.length + 1
    return head
  })
  const first = `${heads.join(' ')} `
  const plain = Buffer.from(first + objects.join(' '), 'latin1')
  // The content of an encrypted file is random without its password.
  const packed = encrypted ? Buffer.alloc(90, 0x5a) : deflateSync(plain)
  const stream = (head: string, bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(`<<${head}/Length ${bytes.length}>>\nstream\r\n`),
      bytes,
      Buffer.from('\nendstream\nendobj\n'),
    ])
  const start = Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n4 0 obj\n', 'latin1')
  const head = `/Type/ObjStm/N ${objects.length}/First ${first.length}/Filter/FlateDecode`
  const objectStream = stream(head, packed)
  const xref = start.length + objectStream.length
  const crypt = encrypted ? '/Encrypt 9 0 R' : ''
  const table = stream(
    `/Type/XRef/Size 6/W[1 2 1]/Root 1 0 R${crypt}/Filter/FlateDecode`,
    deflateSync(Buffer.alloc(24)),
  )
  return Buffer.from(
    Buffer.concat([start, objectStream, Buffer.from('5 0 obj\n'), table, Buffer.from(`startxref\n${xref}\n%%EOF`)]),
  )
}

/** A linearised PDF: its first page comes first, for viewers that show it while the rest arrives. */
export const linearisedPdf = (): Buffer<ArrayBuffer> => {
  const rest = smallPdf().toString('latin1').split('\n').slice(2).join('\n')
  const front =
    '%PDF-1.4\n8 0 obj\n<</Linearized 1/L 900/O 3/E 700/N 1/T 800>>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 9/Root 1 0 R/Prev 400>>\nstartxref\n0\n%%EOF\n'
  return Buffer.from(front + rest.replace(/startxref\n\d+/, `startxref\n${front.indexOf('xref')}`), 'latin1')
}
