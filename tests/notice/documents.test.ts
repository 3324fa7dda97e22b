import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pdfOf } from '../../src/notice/pdf.ts'
import { unpackedFont } from '../../src/notice/woff.ts'
import { wordOf } from '../../src/notice/word.ts'
import { type Letter, letterOf } from '../../src/rules/letter.ts'
import type { Notice } from '../../src/rules/notice.ts'
import { all, parseXml, unzip, wordsOf } from '../harness/docx.ts'
import { readPdf } from '../harness/pdf-words.ts'

const font = (name: string) => {
  const path = createRequire(import.meta.url).resolve(`@fontsource/arimo/files/arimo-${name}-normal.woff`)
  return unpackedFont(new Uint8Array(readFileSync(path)))
}
const fonts = { regular: await font('latin-400'), bold: await font('latin-700'), more: await font('latin-ext-400') }

const notice: Notice = {
  number: 7,
  townName: 'Fernhill',
  letterhead: ['1 Main Street', '(301) 555-0100 · code@fernhill.example'],
  noticeText: 'You may appeal within 15 days.\n\nBring this letter.',
  seal: null,
  date: '11/20/2026',
  address: '12 FERN LANE',
  unit: '2B',
  owner: 'José Peña',
  mailingLines: ['PO Box 9', 'Dover, DE 19901'],
  inspectedOn: '11/18/2026',
  codes: [1, 2, 3, 4, 5].map((id) => ({
    id,
    number: `21-${id}`,
    title: `21-${id}: Grass and weeds`,
    description: 'Grass and weeds shall not stand higher than ten inches, up to the middle of the alley.',
  })),
  deadline: { date: '12/02/2026', choice: '14 days', extendedByDays: 1 },
  inspector: { name: 'Ona Sutter', phone: '(555) 010-0001' },
}

const picture = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#446688' } })
      .jpeg()
      .toBuffer(),
  )

const photosOf = async (count: number) => ({
  photos: await Promise.all(
    Array.from({ length: count }, async (_, at) => ({
      jpeg: await picture(400 + at, 300),
      filename: `front ${at + 1}.jpg`,
      width: 400 + at,
      height: 300,
      codeIds: [],
    })),
  ),
  leftOut: 2,
})

/** All that a letter says, without the spaces between its pieces. */
const bare = (texts: readonly string[]) => texts.join('').replaceAll(/\s/g, '')

const wordsIn = async (letter: Letter) => {
  const files = unzip(await wordOf([letter]))
  const body = parseXml(files.get('word/document.xml')?.toString() ?? '')
  return all(body, 'w:p').map(wordsOf)
}

const pdfIn = async (letter: Letter) => {
  const made = await pdfOf([letter], fonts)
  return { ...readPdf(made.bytes), lacking: made.lacking }
}

describe('a notice as a document', () => {
  test('G-21 the PDF says every word that the Word document says, in the same order', async () => {
    const letter = letterOf(notice, await photosOf(3))
    const pdf = await pdfIn(letter)
    const feet = new RegExp(`${bare([letter.footer]).replaceAll('.', '\\.')}Page\\d+of${pdf.pages}`, 'g')
    expect(bare(pdf.lines).replaceAll(feet, '')).toBe(bare(await wordsIn(letter)))
  })

  test('G-21 the PDF is read aloud well: its parts have names, its pictures words, its text a language', async () => {
    const seal = {
      png: new Uint8Array(
        await sharp(Buffer.from(await picture(40, 40)))
          .png()
          .toBuffer(),
      ),
      width: 40,
      height: 40,
    }
    const pdf = await pdfIn(letterOf({ ...notice, seal }, await photosOf(2)))
    for (const tag of ['Document', 'H1', 'H2', 'H3', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure', 'Caption'])
      expect(pdf.tags, tag).toContain(tag)
    expect(pdf.described).toEqual([
      'Seal of Fernhill',
      'Photo of violation 7: front 1.jpg',
      'Photo of violation 7: front 2.jpg',
    ])
    expect(pdf.catalog).toContain('/Lang (en-US)')
    expect(pdf.catalog).toContain('/StructTreeRoot')
  })

  test('G-21 names with accents of all of Europe are in the PDF as they were typed', async () => {
    const owner = 'Doña Ñúñez-Őrsi, Žižková & Łukasz Ğ'
    const pdf = await pdfIn(letterOf({ ...notice, owner }))
    expect(bare(pdf.lines)).toContain(bare([owner]))
    expect(pdf.lacking).toBe(0)
  })

  test('G-21 letters that the PDF cannot draw are counted, and nothing else is lost', async () => {
    const pdf = await pdfIn(letterOf({ ...notice, owner: 'Ona 日本 Sutter' }))
    // The owner is named in the facts and as the recipient.
    expect(pdf.lacking).toBe(4)
    expect(bare(pdf.lines)).toMatch(/Ona..Sutter/)
  })

  test('G-21 a long letter goes on over pages, each with its foot', async () => {
    const codes = Array.from({ length: 30 }, (_, at) => ({
      id: at,
      number: '',
      title: `Section ${at}`,
      description: 'x '.repeat(900),
    }))
    const pdf = await pdfIn(letterOf({ ...notice, codes }))
    expect(pdf.pages).toBeGreaterThan(5)
    for (let page = 1; page <= pdf.pages; page++) expect(bare(pdf.lines)).toContain(`Page${page}of${pdf.pages}`)
  })

  test('many letters are one document: each begins a page and counts its own pages', async () => {
    const letters = [
      letterOf(notice),
      letterOf({ ...notice, number: 8, address: '48 QUARRY ROAD', codes: manyCodes(30) }),
      letterOf({ ...notice, number: 9 }),
    ]
    const alone = await Promise.all(letters.map((it) => pdfIn(it)))
    const together = readPdf((await pdfOf(letters, fonts)).bytes)
    expect(together.pages).toBe(alone.reduce((sum, it) => sum + it.pages, 0))
    expect(bare(together.lines)).toBe(alone.map((it) => bare(it.lines)).join(''))
    const files = unzip(await wordOf(letters))
    const body = files.get('word/document.xml')?.toString() ?? ''
    expect(body.match(/<w:sectPr/g)).toHaveLength(3)
    expect(body.match(/<w:pgNumType w:start="1"/g)).toHaveLength(3)
    expect([...files.keys()].filter((it) => /footer\d+\.xml$/.test(it))).toHaveLength(3)
    expect(files.get('word/footer1.xml')?.toString()).toContain('SECTIONPAGES')
  })
})

const manyCodes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: at,
    number: '',
    title: `Section ${at}`,
    description: 'x '.repeat(900),
  }))
