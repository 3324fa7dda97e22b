import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { pdfOf } from '../../src/notice/pdf.ts'
import { unpackedFont } from '../../src/notice/woff.ts'
import type { Letter, Part } from '../../src/rules/letter.ts'

const font = (name: string) => {
  const path = createRequire(import.meta.url).resolve(`@fontsource/arimo/files/arimo-${name}-normal.woff`)
  return unpackedFont(new Uint8Array(readFileSync(path)))
}
const fonts = { regular: await font('latin-400'), bold: await font('latin-700'), more: await font('latin-ext-400') }

const letterOf = (parts: Part[], more: Partial<Letter> = {}): Letter => ({
  ...{ title: 'Notice', subject: '', description: '', townName: 'Fernhill', office: 'Office', letterhead: [] },
  ...{ seal: null, recipient: [], parts, footer: 'Foot' },
  ...more,
})
const text = (words: string, bold = false): Part => ({ kind: 'text', words: [{ text: words, bold }] })
const facts = (label: string, value: string): Part => ({
  kind: 'facts',
  head: ['About', 'This'],
  rows: [[label, value]],
})

interface Drawn {
  text: string
  page: number
  left: number
  right: number
  base: number
}

/** The lines of a PDF as an eye sees them: what stands at one height, from left to right. */
const linesOf = async (letter: Letter) => {
  const { bytes, lacking } = await pdfOf([letter], fonts)
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const lines: Drawn[] = []
  for (let page = 1; page <= pdf.numPages; page++)
    for (const it of (await (await pdf.getPage(page)).getTextContent()).items) {
      if (!('str' in it) || it.str === '') continue
      const [left, base] = [Number(it.transform[4]), Number(it.transform[5])]
      const last = lines.at(-1)
      if (last?.page === page && Math.abs(last.base - base) < 1) {
        last.text += it.str
        if (it.str.trim() !== '') last.right = left + it.width
      } else lines.push({ text: it.str, page, left, right: left + it.width, base })
    }
  return { lines: lines.map((it) => ({ ...it, text: it.text.trimEnd() })), lacking }
}

const wordsOf = async (letter: Letter) => {
  const { lines, lacking } = await linesOf(letter)
  return { words: lines.map((it) => it.text), lacking }
}

/** The text column ends here, in points. */
const edge = 540

describe('G-21 signs of a pasted text in a PDF', () => {
  test('G-21 tabs and spaces of any width are spaces, and none is counted as lacking', async () => {
    const { words, lacking } = await wordsOf(
      letterOf([text('(a)\tGrass\u2003and\u202fweeds\u3000are\u2007cut')], { townName: 'Fern\thill' }),
    )
    expect(words.map((it) => it.replaceAll('\u00a0', ' '))).toEqual(
      expect.arrayContaining(['Fern hill', '(a) Grass and weeds are cut']),
    )
    expect(lacking).toBe(0)
  })

  test('G-21 the signs for a new line begin a new line, and a table leaves room for it', async () => {
    const { lines, lacking } = await linesOf(
      letterOf([facts('Owner', 'Ann\u2028Ben\u2029Cid\vDan\u0085Eve'), text('below the table')]),
    )
    const heights = lines.map((it) => it.base)
    expect(lines.map((it) => it.text)).toEqual(expect.arrayContaining(['Ben', 'Cid', 'Dan', 'Eve', 'below the table']))
    expect(heights.slice(0, -1)).toEqual([...heights.slice(0, -1)].sort((a, b) => b - a))
    expect(lacking).toBe(0)
  })

  test('G-21 hyphens that our fonts lack are hyphens, and signs without ink leave no trace', async () => {
    const { words, lacking } = await wordsOf(
      letterOf([text('non\u2011compliance is re\u00adpeat\u200bed, co\u2010owner\u2060s\u200d\ufe0f \ufeffpay')]),
    )
    expect(words).toContain('non-compliance is repeated, co-owners pay')
    expect(lacking).toBe(0)
  })

  test('G-21 a letter whose accent was typed apart is the letter with the accent', async () => {
    const { words, lacking } = await wordsOf(letterOf([text('Jos\u0065\u0301 S\u030cafa\u0159i\u0301k')]))
    expect(words).toContain('José Šafařík')
    expect(lacking).toBe(0)
  })

  test('G-21 letters without a sign in our fonts are still counted, each time they are drawn', async () => {
    const { words, lacking } = await wordsOf(letterOf([facts('日', '本'), text('日本 \u{1f469}\u200d\u{1f467}')]))
    expect(words).toContain('?? ??')
    expect(lacking).toBe(6)
  })
})

const names = ['Łukasz', 'Brzęczyszczykiewicz', 'Žižková', 'Dvořáčková', 'Šťastný', 'Čeněk', 'Wąchock', 'Ďábelská']

describe('G-21 lines of a PDF with letters of two fonts', () => {
  test('G-21 a name is never broken where its letters change the font', async () => {
    const shifts = Array.from({ length: 40 }, (_, shift) => 'i'.repeat(shift + 1))
    const parts = shifts.flatMap((shift, at) => {
      const words = Array.from({ length: 24 }, (_, place) => names[(place + at) % names.length])
      return [false, true].map((bold) => text([shift, ...words].join(' '), bold))
    })
    const { lines } = await linesOf(letterOf(parts))
    const body = lines.filter((it) => names.some((name) => it.text.includes(name.slice(1, 4))))
    expect(body.length).toBeGreaterThan(2 * parts.length)
    for (const line of body)
      for (const word of line.text.split(' ')) expect([...names, ...shifts], line.text).toContain(word)
  })

  test('G-21 no line runs off the column, however long its words and however mixed their letters', async () => {
    const long = 'Łódźžř'.repeat(60)
    const wide = 'w'.repeat(75)
    const mixed = `č${'w'.repeat(100)}č${'w'.repeat(150)}ž`
    const url = `www.example.org/${'aŁb'.repeat(80)}`
    const parts = [
      `${'word '.repeat(12)}Łukasz ${'word '.repeat(14)}${wide} žena`,
      `see ${url} and ${'x'.repeat(300)}`,
      mixed,
      long,
    ]
    const table = facts('Ł'.repeat(60), `Ł ${'w'.repeat(200)}`)
    const { lines } = await linesOf(
      letterOf([...parts.map((it) => text(it)), text(long, true), table], { townName: long }),
    )
    for (const line of lines) expect(line.right, line.text).toBeLessThanOrEqual(edge + 0.1)
    const all = lines.map((it) => (it.text.startsWith('Foot') ? '' : it.text)).join('')
    for (const part of [wide, url, 'x'.repeat(300), mixed, long])
      expect(all.split(part).length, part).toBeGreaterThan(1)
  })

  test('G-21 each line of an address is a line of its own, whatever its letters', async () => {
    const recipient = ['Łukasz Brzęczyszczykiewicz', 'ul. Świętokrzyska 12', 'Wąchock', 'Žižkov 3']
    const { lines } = await linesOf(letterOf([text('a  \nŁ \n\nb')], { recipient }))
    const at = (words: string) => lines.find((it) => it.text === words)
    for (const [place, line] of recipient.entries()) {
      expect(at(line)?.left, line).toBeCloseTo(72, 0)
      if (place > 0) expect((at(recipient[place - 1] ?? '')?.base ?? 0) - (at(line)?.base ?? 0)).toBeCloseTo(14.15, 1)
    }
    expect((at('a')?.base ?? 0) - (at('Ł')?.base ?? 0)).toBeCloseTo(14.15, 1)
    expect((at('Ł')?.base ?? 0) - (at('b')?.base ?? 0)).toBeCloseTo(28.3, 1)
  })

  test('G-21 spaces at the end of a full line make no further line', async () => {
    const { lines } = await linesOf(letterOf([text(`${'w'.repeat(58)}${' '.repeat(9)}\nnext`), text('last')]))
    const [full, next] = ['www', 'next'].map((words) => lines.find((it) => it.text.startsWith(words))?.base ?? 0)
    expect((full ?? 0) - (next ?? 0)).toBeCloseTo(14.15, 1)
  })

  test('G-21 a word goes to the next line whole, with the comma and the bold letters that belong to it', async () => {
    const filler = 'word '.repeat(15)
    const parts = Array.from(
      { length: 60 },
      (_, shift): Part => ({
        kind: 'text',
        words: [
          { text: `${'i'.repeat(shift)} ${filler}of (Ł` },
          { text: 'ukasz', bold: true },
          { text: '), and more' },
        ],
      }),
    )
    const { words } = await wordsOf(letterOf(parts))
    expect(words.join('\n').split('(Łukasz),')).toHaveLength(parts.length + 1)
  })

  test('G-21 rows of a table are high enough for names of two fonts, and no higher than their lines', async () => {
    const value = Array.from({ length: 30 }, (_, at) => names[at % names.length]).join(' ')
    const { lines } = await linesOf(letterOf([facts('Owner', value), text('below')]))
    const below = lines.find((it) => it.text === 'below')
    const row = lines.filter((it) => names.some((name) => it.text.includes(name)))
    const gaps = row.slice(1).map((it, at) => (row[at]?.base ?? 0) - it.base)
    expect(new Set(gaps.map((it) => it.toFixed(2))).size).toBe(1)
    const under = (row.at(-1)?.base ?? 0) - (below?.base ?? 0)
    expect(under).toBeGreaterThan(gaps[0] ?? 0)
    expect(under).toBeLessThan(2 * (gaps[0] ?? 0))
  })

  test('G-21 a long paragraph with letters of two fonts goes on over the pages without a gap', async () => {
    const words = Array.from({ length: 2500 }, (_, at) => names[at % names.length])
    const { lines } = await linesOf(letterOf([text(words.join(' ')), text('the end')]))
    const body = lines.filter((it) => names.some((name) => it.text.includes(name)))
    expect(
      body
        .map((it) => it.text)
        .join(' ')
        .split(' '),
    ).toEqual(words)
    expect(Math.max(...body.map((it) => it.page))).toBeGreaterThan(2)
    for (const [at, line] of body.slice(1).entries())
      if (line.page === body[at]?.page) expect(body[at].base - line.base).toBeLessThan(16)
  })
})
