import type { Words } from '../rules/letter.ts'
import { drawable, FontChoice, type PdfFonts, type Run } from './pdf-fonts.ts'

/** The space between two lines. */
export const lineGap = 1.5

/**
 * A word with the spaces after it, or its part up to a hyphen or stroke after which a line may end. A no-break space is
 * a part of the word.
 */
const word = /\n|[^\n \u2002\u2009]+?[-–—/](?=\p{L})|[^\n \u2002\u2009]*[ \u2002\u2009]+|[^\n \u2002\u2009]+/gu

/** After these a line may end. */
const end = /[\n \u2002\u2009–—/-]$/

interface Measure {
  size: number
  /** The width that lines may have. */
  room: number
}

/** A word as it is drawn, in as many fonts as its letters need. */
interface SetWord {
  runs: readonly Run[]
  width: number
  /** Without the spaces at its end, which need no room at the end of a line. */
  seen: number
}

const newLine: SetWord = { runs: [], width: 0, seen: 0 }

/**
 * Breaks text into lines, and draws them. The PDF library does so for a text in one font only: in a text of two fonts it
 * would break a name before each letter of the second font.
 */
export class PdfLines {
  /** How many letters could not be drawn. */
  lacking = 0
  readonly #pdf: PDFKit.PDFDocument
  readonly #fonts: FontChoice
  /** Most words of a letter come again, and each is measured before it is drawn. */
  readonly #known = new Map<string, SetWord>()

  constructor(pdf: PDFKit.PDFDocument, fonts: PdfFonts) {
    this.#pdf = pdf
    this.#fonts = new FontChoice(pdf, fonts)
  }

  /** Draws the words from here on, also on further pages, and goes below them. */
  draw(words: readonly Words[], { size, room, x, color }: Measure & { x: number; color: string }): void {
    const pdf = this.#pdf
    const height = this.lineHeight(size)
    pdf.fillColor(color)
    for (const line of this.#linesOf(words, { size, room })) {
      if (pdf.y + height - lineGap > pdf.page.maxY()) {
        // A tagged part goes on on the next page.
        pdf.continueOnNewPage()
        pdf.fillColor(color)
      }
      const { y } = pdf
      let from = x
      for (const { font, text, lacking } of line) {
        pdf.font(font).fontSize(size).text(text, from, y, { lineBreak: false })
        from = pdf.x
        this.lacking += lacking
      }
      pdf.y = y + height
    }
  }

  /** The width of a text in one line. */
  width(text: string, size: number): number {
    return this.#wordsOf([{ text }], size).reduce((sum, it) => sum + it.width, 0)
  }

  /** The height of a line with the space to the next one. All our fonts are of one family and have this height. */
  lineHeight(size: number): number {
    return this.#pdf.font('regular').fontSize(size).currentLineHeight(true) + lineGap
  }

  height(words: readonly Words[], measure: Measure): number {
    return this.#linesOf(words, measure).length * this.lineHeight(measure.size)
  }

  #linesOf(words: readonly Words[], { size, room }: Measure): Run[][] {
    const lines: Run[][] = []
    let line: Run[] | undefined
    let free = room
    for (const whole of this.#wordsOf(words, size))
      for (const piece of whole.seen > room ? this.#cut(whole, { size, room }) : [whole]) {
        if (!line || (piece.seen > 0 && piece.seen > free)) {
          line = []
          lines.push(line)
          free = room
        }
        for (const run of piece.runs) addTo(line, run)
        free -= piece.width
        if (piece === newLine) line = undefined
      }
    return lines
  }

  #wordsOf(words: readonly Words[], size: number): SetWord[] {
    const found: SetWord[] = []
    let mayEnd = true
    for (const { text, bold } of words)
      for (const [typed] of drawable(text).matchAll(word)) {
        const set = typed === '\n' ? newLine : this.#set(typed, bold ? 'bold' : 'regular', size)
        const last = found.at(-1)
        // A word may go on in other words, such as bold ones.
        if (mayEnd || !last || set === newLine) found.push(set)
        else found[found.length - 1] = together(last, set)
        mayEnd = end.test(typed)
      }
    return found
  }

  #set(typed: string, wanted: 'regular' | 'bold', size: number): SetWord {
    const key = `${wanted} ${size} ${typed}`
    const known = this.#known.get(key)
    if (known) return known
    const runs: Run[] = []
    for (const letter of this.#fonts.letters(typed, wanted)) addTo(runs, letter)
    const widthOf = (it: readonly Run[]) =>
      it.reduce((sum, { font, text }) => sum + this.#pdf.font(font).fontSize(size).widthOfString(text), 0)
    const inked = runs.map((it, at) => (at === runs.length - 1 ? { ...it, text: it.text.trimEnd() } : it))
    const set = { runs, width: widthOf(runs), seen: widthOf(inked) }
    this.#known.set(key, set)
    return set
  }

  /** A word that is longer than a line, in pieces that are not. */
  #cut({ runs }: SetWord, { size, room }: Measure): SetWord[] {
    const pieces: SetWord[] = []
    for (const { font, text, lacking } of runs)
      for (const [at, letter] of Array.from(text).entries()) {
        const width = this.#pdf.font(font).fontSize(size).widthOfString(letter)
        const run = { font, text: letter, lacking: at === 0 ? lacking : 0 }
        const set = { runs: [run], width, seen: letter === ' ' ? 0 : width }
        const last = pieces.at(-1)
        if (last && last.width + set.seen <= room) pieces[pieces.length - 1] = together(last, set)
        else pieces.push(set)
      }
    return pieces
  }
}

const together = (one: SetWord, next: SetWord): SetWord => ({
  runs: [...one.runs, ...next.runs],
  width: one.width + next.width,
  seen: next.seen > 0 ? one.width + next.seen : one.seen,
})

/** Adds a run to others; neighbours of one font are one run. */
function addTo(runs: Run[], { font, text, lacking }: Run): void {
  const last = runs.at(-1)
  if (last?.font === font) {
    last.text += text
    last.lacking += lacking
  } else runs.push({ font, text, lacking })
}
