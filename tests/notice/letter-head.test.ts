import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pdfOf } from '../../src/notice/pdf.ts'
import { unpackedFont } from '../../src/notice/woff.ts'
import { wordOf } from '../../src/notice/word.ts'
import { type Letter, letterOf } from '../../src/rules/letter.ts'
import type { Notice } from '../../src/rules/notice.ts'
import { all, parseXml, unzip, wordsOf } from '../harness/docx.ts'

const font = (name: string) => {
  const path = createRequire(import.meta.url).resolve(`@fontsource/arimo/files/arimo-${name}-normal.woff`)
  return unpackedFont(new Uint8Array(readFileSync(path)))
}
const fonts = { regular: await font('latin-400'), bold: await font('latin-700'), more: await font('latin-ext-400') }

const notice: Notice = {
  number: 7,
  townName: 'Fernhill',
  letterhead: ['1 Main Street', 'Fernhill, DE 19901', '(301) 555-0100 · code@fernhill.example'],
  noticeText: '',
  seal: null,
  date: '11/20/2026',
  address: '12 FERN LANE',
  unit: null,
  owner: 'José Peña',
  mailingLines: ['PO Box 9', 'Dover, DE 19901'],
  inspectedOn: '11/18/2026',
  codes: [{ id: 1, number: '21-1', title: '21-1: Grass and weeds', description: 'Keep it low.' }],
  deadline: { date: '12/02/2026', choice: '14 days', extendedByDays: 0 },
  inspector: { name: 'Ona Sutter', phone: '(555) 010-0001' },
}
const longTown = `The Town of ${'Fernhill upon the Hill '.repeat(8)}`

const sealOf = async (width: number, height: number) => ({
  png: new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#446688' } })
      .png()
      .toBuffer(),
  ),
  width,
  height,
})

/** A piece of text on the first sheet, in points from its left and upper edges. */
interface Piece {
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

/** The texts and the sizes of the pictures on the first sheet. */
const sheetOf = async (letter: Letter) => {
  const { bytes } = await pdfOf([letter], fonts)
  const page = await (await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise).getPage(1)
  const pieces = (await page.getTextContent()).items.flatMap((it): Piece[] => {
    if (!('str' in it) || it.str.trim() === '') return []
    const [left, base] = [Number(it.transform[4]), Number(it.transform[5])]
    return [{ text: it.str, left, right: left + it.width, top: 792 - base - it.height, bottom: 792 - base }]
  })
  const { fnArray, argsArray } = await page.getOperatorList()
  const pictures = [...fnArray.entries()]
    .filter(([, name]) => name === OPS.paintImageXObject)
    .map(([at]) => {
      const [width = 0, , , height = 0] = Array.from(argsArray[fnArray.lastIndexOf(OPS.transform, at)] as number[])
      return { width: Math.abs(width), height: Math.abs(height) }
    })
  return { pieces, pictures }
}

describe('the seal at the head of a letter', () => {
  test('a wide seal is as high as a square one, and keeps its proportions on both kinds of paper', async () => {
    for (const [width, height, points] of [
      [256, 256, [45, 45]],
      [256, 128, [90, 45]],
      [256, 85, [135, 45]],
      // Wider than its box: never so wide that the town's name has no room.
      [256, 43, [135, 22.5]],
    ] as const) {
      const letter = letterOf({ ...notice, seal: await sealOf(width, height) })
      const { pictures } = await sheetOf(letter)
      expect(pictures[0]?.width).toBeCloseTo(points[0], 0)
      expect(pictures[0]?.height).toBeCloseTo(points[1], 0)
      const document = parseXml(
        unzip(await wordOf([letter]))
          .get('word/document.xml')
          ?.toString() ?? '',
      )
      const extent = all(document, 'wp:extent')[0]?.attributes
      // A point is 12,700 of Word's units.
      expect(Number(extent?.cx) / 12_700).toBeCloseTo(points[0], 0)
      expect(Number(extent?.cy) / 12_700).toBeCloseTo(points[1], 0)
    }
  })

  test('the name of the town ends where its wide seal begins', async () => {
    const letter = letterOf({ ...notice, townName: longTown, seal: await sealOf(256, 85) })
    const { pieces } = await sheetOf(letter)
    const name = pieces.filter((it) => it.bottom < 100 && /Town|Hill/.test(it.text))
    expect(Math.max(...name.map((it) => it.right))).toBeLessThan(540 - 135)
    const document = parseXml(
      unzip(await wordOf([letter]))
        .get('word/document.xml')
        ?.toString() ?? '',
    )
    const first = all(document, 'w:p')[0]
    expect(Number(first && all(first, 'w:ind')[0]?.attributes['w:right'])).toBeGreaterThan(135 * 20)
  })
})

describe('the foot of a letter', () => {
  test('a long name of the town leaves one line, with the number and the address of the matter', async () => {
    const letter = letterOf({ ...notice, townName: longTown, address: '12345 NORTH CHESAPEAKE BAY BOULEVARD' })
    const { pieces } = await sheetOf(letter)
    const foot = pieces.filter((it) => it.top > 720)
    expect(new Set(foot.map((it) => Math.round(it.bottom))).size).toBe(1)
    const said = foot.map((it) => it.text).join('')
    for (const words of ['The Town of', '…', 'Notice of Violation 7', '12345 NORTH CHESAPEAKE BAY BOULEVARD'])
      expect(said).toContain(words)
    const number = foot.find((it) => it.text.startsWith('Page'))
    expect(Math.max(...foot.filter((it) => it !== number).map((it) => it.right))).toBeLessThan(number?.left ?? 0)
  })

  test('the widest letters stay on one line too, in a smaller size', async () => {
    const letter = letterOf({ ...notice, townName: 'W'.repeat(255), address: 'W'.repeat(255) })
    const foot = (await sheetOf(letter)).pieces.filter((it) => it.top > 720)
    expect(new Set(foot.map((it) => Math.round(it.bottom))).size).toBe(1)
  })
})

/**
 * The window of a US envelope #10 (9.5 x 4.125 inches): 4.5 x 1.125 inches, 7/8 of an inch from the left and 1/2 of an
 * inch from the lower edge. The folded sheet can slide by an inch to the right and by 0.458 inches down.
 */
const window = { left: 0.875 * 72, top: 2.5 * 72, right: 5.375 * 72, bottom: 3.625 * 72 }
const slides = { right: (9.5 - 8.5) * 72, down: (4.125 - 11 / 3) * 72 }

describe('a letter in a window envelope', () => {
  test('the recipient alone is in the window, wherever the folded sheet slides', async () => {
    const { pieces } = await sheetOf(letterOf({ ...notice, seal: await sealOf(256, 85) }))
    const seen = pieces.filter(
      (it) => it.left < window.right && it.bottom > window.top - slides.down && it.top < window.bottom && it.right > 0,
    )
    expect(seen.map((it) => it.text)).toEqual(['José Peña', 'PO Box 9', 'Dover, DE 19901'])
    for (const it of seen) {
      expect(it.left).toBeGreaterThanOrEqual(window.left)
      expect(it.right).toBeLessThanOrEqual(window.right - slides.right)
      expect(it.top).toBeGreaterThanOrEqual(window.top)
      expect(it.bottom).toBeLessThanOrEqual(window.bottom - slides.down)
    }
  })

  test('a long name of the recipient is broken before the end of the window', async () => {
    const owner = 'The Incorporated Residents of the Upper Chesapeake Bay Shore Gardens'
    const { pieces } = await sheetOf(letterOf({ ...notice, owner }))
    const seen = pieces.filter((it) => it.bottom > window.top - slides.down && it.top < window.bottom)
    expect(seen.map((it) => it.text).join(' ')).toBe(`${owner} PO Box 9 Dover, DE 19901`)
    for (const it of seen) expect(it.right).toBeLessThanOrEqual(window.right - slides.right)
  })

  test('Word says the same lines between the letterhead and the title, and leaves the window free', async () => {
    const document = parseXml(
      unzip(await wordOf([letterOf(notice)]))
        .get('word/document.xml')
        ?.toString() ?? '',
    )
    const paragraphs = all(document, 'w:p')
    const at = paragraphs.findIndex((it) => wordsOf(it) === 'José Peña\nPO Box 9\nDover, DE 19901')
    expect(at).toBe(2)
    expect(wordsOf(paragraphs[3] ?? { name: '', attributes: {}, children: [] })).toBe('Notice of Violation')
  })

  test('a town with a very long name and a wide seal leaves the window to the recipient too', async () => {
    const letter = letterOf({ ...notice, townName: longTown, seal: await sealOf(256, 85) })
    const { pieces } = await sheetOf(letter)
    const seen = pieces.filter((it) => it.bottom > window.top - slides.down && it.top < window.bottom)
    expect(seen.map((it) => it.text)).toEqual(['José Peña', 'PO Box 9', 'Dover, DE 19901'])
    for (const it of seen) {
      expect(it.top).toBeGreaterThanOrEqual(window.top)
      expect(it.bottom).toBeLessThanOrEqual(window.bottom - slides.down)
    }
    /** Half points of the town's name, and twentieths of a point above the recipient. */
    const inWord = async (of: Letter) => {
      const document = parseXml(
        unzip(await wordOf([of]))
          .get('word/document.xml')
          ?.toString() ?? '',
      )
      const [name, , recipient] = all(document, 'w:p')
      return {
        size: Number(name && all(name, 'w:sz')[0]?.attributes['w:val']),
        above: Number(recipient && all(recipient, 'w:spacing')[0]?.attributes['w:before']),
      }
    }
    const usual = await inWord(letterOf({ ...notice, seal: await sealOf(256, 85) }))
    const long = await inWord(letter)
    expect(usual.size).toBe(28)
    expect(long.size).toBeLessThan(28)
    expect(long.above).toBeLessThan(usual.above)
    expect(long.above).toBeGreaterThan(0)
  })

  test('a letter without a mailing address leaves no room for one', async () => {
    const letter = letterOf({ ...notice, mailingLines: [] })
    expect(letter.recipient).toEqual([])
    const title = (await sheetOf(letter)).pieces.find((it) => it.text === 'Notice of Violation')
    expect(title?.top).toBeLessThan(200)
  })
})
