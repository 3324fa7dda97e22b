import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pdfOf } from '../../src/notice/pdf.ts'
import { unpackedFont } from '../../src/notice/woff.ts'
import type { Letter, Part } from '../../src/rules/letter.ts'
import { readPdf } from '../harness/pdf-words.ts'

const font = (name: string) => {
  const path = createRequire(import.meta.url).resolve(`@fontsource/arimo/files/arimo-${name}-normal.woff`)
  return unpackedFont(new Uint8Array(readFileSync(path)))
}
const fonts = { regular: await font('latin-400'), bold: await font('latin-700'), more: await font('latin-ext-400') }

const letterOf = (parts: Part[]): Letter => ({
  title: 'Notice',
  subject: '',
  description: '',
  townName: 'Fernhill',
  office: 'Code Enforcement',
  letterhead: [],
  seal: null,
  recipient: [],
  parts,
  footer: 'Fernhill, Notice 7',
})

/** The lines of each sheet, without its foot. */
const sheetsOf = async (parts: Part[]): Promise<string[][]> => {
  const { lines } = readPdf((await pdfOf([letterOf(parts)], fonts)).bytes)
  const sheets: string[][] = [[]]
  for (const line of lines) {
    if (/^Page \d+ of \d+$/.test(line)) sheets.push([])
    else if (line !== 'Fernhill, Notice 7') sheets.at(-1)?.push(line)
  }
  return sheets.slice(0, -1)
}

const heading = (level: 2 | 3, text: string): Part => ({ kind: 'heading', level, text })
/** A paragraph of so many lines. */
const lines = (name: string, count: number): Part => ({
  kind: 'text',
  words: [{ text: Array.from({ length: count }, (_, at) => `${name} ${at + 1}`).join('\n') }],
  keepsNext: true,
})
const action: Part = { kind: 'text', words: [{ text: 'Corrective action: ', bold: true }, { text: 'Cut it.' }] }

test('G-21 no line of a notice stands alone at the head or foot of a sheet, nor a section without its text', async () => {
  for (const count of [4, 6, 60])
    for (let above = 25; above <= 42; above++) {
      const sheets = await sheetsOf([
        lines('above', above),
        heading(2, 'Violations'),
        heading(3, '21-1: Grass'),
        lines('law', count),
        action,
        heading(2, 'Questions'),
        lines('question', 2),
      ])
      const told = `${count} lines below ${above}: ${JSON.stringify(sheets.map((it) => [it[0], it.at(-1)]))}`
      expect(
        sheets.flat().filter((it) => it.startsWith('law')),
        told,
      ).toHaveLength(count)
      for (const sheet of sheets) {
        expect(sheet[0], told).not.toMatch(/^Corrective/)
        expect(sheet.at(-1), told).not.toMatch(/^(Violations|21-1|Questions)/)
        for (const name of ['above', 'law', 'question'])
          expect(sheet.filter((it) => it.startsWith(name)).length, told).not.toBe(1)
      }
    }
})

test('G-21 the title of a group of photos stands on the sheet of its first photo', async () => {
  const jpeg = new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#446688' } })
      .jpeg()
      .toBuffer(),
  )
  const picture = (name: string, width: number, height: number): Part => ({
    kind: 'picture',
    jpeg,
    width,
    height,
    name,
    says: name,
  })
  const sheets = await sheetsOf([
    lines('above', 2),
    picture('tall.jpg', 900, 1200),
    heading(3, '21-2: Weeds'),
    picture('wide.jpg', 1600, 1200),
    heading(3, 'Other photos'),
    picture(`${'long '.repeat(60)}end`, 1600, 1200),
  ])
  const sheetWith = (words: string) => sheets.findIndex((sheet) => sheet.some((it) => it.includes(words)))
  expect(sheetWith('21-2: Weeds')).toBe(sheetWith('wide.jpg'))
  expect(sheetWith('Other photos')).toBe(sheetWith('end'))
  expect(sheets).toHaveLength(2)
})
