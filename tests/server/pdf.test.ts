import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachments } from '../../src/server/store/core-tables.ts'
import { type Office, office } from '../harness/office.ts'
import { linearisedPdf, packedPdf, smallPdf } from '../harness/pdf.ts'
import { addObservation, uploadOf } from './visit.ts'

let town: Office
let visit: Awaited<ReturnType<typeof addObservation>>
beforeAll(async () => {
  town = await office()
  visit = await addObservation(town)
})
afterAll(() => town.close())

const send = (bytes: Uint8Array) =>
  town.fetch(`/api/observations/${visit.observationId}/photos`, {
    method: 'POST',
    body: uploadOf(new Uint8Array(bytes), 'letter.pdf'),
    as: town.people.ons,
  })

const plain = smallPdf()
const text = (words: string) => Buffer.from(words, 'latin1')

test.each([
  ['as every program writes it', plain],
  ['with its objects packed', packedPdf()],
  ['with its first page in front', linearisedPdf()],
  ['that is encrypted', packedPdf({ encrypted: true })],
  ['with blanks behind its end', Buffer.concat([plain, text('\r\n\r\n   \n')])],
  [
    'that was saved twice',
    Buffer.concat([plain, text('xref\n0 0\ntrailer\n<</Root 1 0 R/Prev 9>>\nstartxref\n12\n%%EOF\n')]),
  ],
])('CF-06 a PDF %s is taken in', async (_, bytes) => {
  expect((await send(bytes)).status).toBe(201)
})

/** A stream that unpacks to a gigabyte of blanks, with no page in it. */
const bomb = () => {
  const packed = deflateSync(Buffer.alloc(64 * 1024 * 1024, 32))
  const stream = Buffer.concat([
    text(`4 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`),
    packed,
    text('\nendstream\nendobj\n'),
  ])
  return Buffer.concat([
    text('%PDF-1.5\n'),
    ...Array.from({ length: 60 }, () => stream),
    text('xref\n0 1\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n'),
  ])
}

test.each([
  ['only its first line', text('%PDF-1.7\n')],
  ['a page of a web site behind its first line', text('%PDF-1.7\n<html><script>alert(1)</script></html>')],
  ['half of it', plain.subarray(0, plain.length / 2)],
  ['all but its end mark', text(plain.toString('latin1').replace('%%EOF', ''))],
  ['no place of its table', text(plain.toString('latin1').replace('startxref', 'startxxxx'))],
  ['a table beyond its end', text(plain.toString('latin1').replace(/startxref\n\d+/, 'startxref\n99999999'))],
  ['no table', text('%PDF-1.4\n1 0 obj<</Type/Page>>endobj\nstartxref\n9\n%%EOF\n')],
  ['no page', text(plain.toString('latin1').replace('/Type/Page/', '/Type/Xage/'))],
  ['no page among its packed objects', packedPdf({ pages: 0 })],
  ['parts that fill the memory when they are unpacked', bomb()],
])('a file that begins like a PDF and has %s is 422 in words, and nothing of it is stored', async (_, bytes) => {
  const before = await town.db.$count(attachments)
  const answer = await send(bytes)
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('PDF is damaged or cut short')])
  expect(await town.db.$count(attachments)).toBe(before)
})
