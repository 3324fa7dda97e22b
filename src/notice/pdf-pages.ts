import type { Letter, Part, Words } from '../rules/letter.ts'
import { addressWindow, fitted, nameSize, photoBox, sealBox } from './measures.ts'
import { lineGap, type PdfLines } from './pdf-lines.ts'

/** A Letter page in points (72 per inch). */
export const paper = { margins: { top: 54, right: 72, bottom: 60, left: 72 } }
const { left, right, top, bottom } = paper.margins
const width = 612 - left - right
const floor = 792 - bottom

/** Points per document pixel (96 per inch). */
const point = 0.75
const labelWidth = 135
const cellGap = 3
const grey = '#595959'
const black = '#000000'
const textSize = 11
const captionSize = 10
const footSize = 9

const headings = {
  1: { size: 20, before: 12, after: 8, tag: 'H1' },
  2: { size: 13, before: 12, after: 4, tag: 'H2' },
  3: { size: textSize, before: 8, after: 2, tag: 'H3' },
} as const

/** The space after a paragraph. */
const paragraphGap = 6
/** A heading stays together with at least this much of a table or a long text. */
const keptBelow = 48
/** A paragraph of more lines may be broken, with at least two lines on each page. */
const unbrokenLines = 5

interface Style {
  size: number
  color?: string
  /** Its start and maximum width; the whole text column if absent. */
  x?: number
  room?: number
}

/** Draws the parts of a letter on the pages of a PDF, each part tagged for screen readers. */
export class PdfPages {
  readonly #pdf: PDFKit.PDFDocument
  readonly #lines: PdfLines
  readonly #root

  constructor(pdf: PDFKit.PDFDocument, lines: PdfLines) {
    this.#pdf = pdf
    this.#lines = lines
    this.#root = pdf.struct('Document')
    pdf.addStructure(this.#root)
  }

  write(letters: readonly Letter[]): void {
    const written = letters.map((letter, at) => {
      if (at > 0) this.#pdf.addPage()
      const from = this.#pdf.bufferedPageRange().count - 1
      this.#letterhead(letter)
      for (const [place, part] of letter.parts.entries()) this.#part(part, letter.parts.slice(place + 1))
      return { footer: letter.footer, from, count: this.#pdf.bufferedPageRange().count - from }
    })
    this.#root.end()
    for (const it of written) this.#footers(it)
  }

  #part(part: Part, next: readonly Part[]): void {
    if (part.kind === 'heading') this.#heading(part, next)
    else if (part.kind === 'facts') this.#facts(part)
    else if (part.kind === 'picture') this.#picture(part)
    else {
      this.#breakWell(part, next)
      this.#named('P', () => this.#text(part.words, { size: textSize }))
      this.#pdf.y += paragraphGap
    }
  }

  /** Leaves no line of the paragraph alone at the head or foot of a page, nor what follows without its last lines. */
  #breakWell(part: Extract<Part, { kind: 'text' }>, next: readonly Part[]): void {
    const pdf = this.#pdf
    const whole = this.#heightOf(part.words, textSize)
    const line = this.#lines.lineHeight(textSize)
    const count = Math.round(whole / line)
    if (count <= unbrokenLines) {
      this.#ensure(this.#together([part, ...next]))
      return
    }
    const after = part.keepsNext ? paragraphGap + this.#together(next) : 0
    this.#ensure(2 * line)
    if (pdf.y + whole + after <= floor) return
    // The last line of a page needs no space below it.
    const linesFrom = (y: number) => Math.floor((floor - y + lineGap) / line)
    const here = linesFrom(pdf.y)
    const full = linesFrom(top)
    const last = (count - here) % full || full
    // Two lines at least go to the last page, a further page if what follows would not fit there.
    const isFull = top + last * line + after > floor
    const kept = count <= here ? count - 2 : isFull ? here - (full - last) - 2 : last === 1 ? here - 1 : here
    if (kept < 2) pdf.addPage()
    else pdf.page.margins.bottom = pdf.page.height - pdf.y - (kept + 0.5) * line
  }

  /** The height that the first of these parts needs on a page, with what may not be parted from it. */
  #together([part, ...next]: readonly Part[]): number {
    if (!part) return 0
    if (part.kind === 'facts') return keptBelow
    if (part.kind === 'picture') return this.#pictureHeight(part)
    if (part.kind === 'heading') {
      const { size, before, after } = headings[part.level]
      return before + this.#heightOf([{ text: part.text, bold: true }], size) + after + this.#together(next)
    }
    const height = this.#heightOf(part.words, textSize)
    if (height > unbrokenLines * this.#lines.lineHeight(textSize) + 1) return keptBelow
    return height + (part.keepsNext ? paragraphGap + this.#together(next) : 0)
  }

  #letterhead({ townName, office, letterhead, seal, recipient }: Letter): void {
    const pdf = this.#pdf
    const box = seal && pointsIn(fitted(seal, sealBox))
    if (seal && box)
      // Each picture that screen readers name has its own structure.
      this.#root.add(
        pdf.struct('Figure', { alt: seal.says }, () => {
          pdf.image(inMemory(seal.png), left + width - box.width, top - 6, box)
        }),
      )
    pdf.x = left
    pdf.y = top + (seal ? 8 : 0)
    const room = box ? width - box.width - 15 : width
    const { size } = nameSize(townName, room)
    this.#named('P', () => this.#text([{ text: townName, bold: true }], { size, room }))
    this.#named('P', () => this.#text([{ text: office }], { size: textSize, color: grey }))
    for (const line of letterhead) this.#named('P', () => this.#text([{ text: line }], { size: 9, color: grey }))
    pdf.y += 6
    this.#rule(1.5, '#404040')
    pdf.y += 8
    if (recipient.length > 0) this.#recipient(recipient.join('\n'))
  }

  /** The recipient, and nothing else, is in the window of the envelope. */
  #recipient(text: string): void {
    const pdf = this.#pdf
    const room = addressWindow.width
    pdf.y = Math.max(pdf.y, addressWindow.middle - this.#heightOf([{ text }], textSize, room) / 2)
    this.#named('P', () => this.#text([{ text }], { size: textSize, room }))
    pdf.y = Math.max(pdf.y, addressWindow.end)
  }

  #heading(part: Extract<Part, { kind: 'heading' }>, next: readonly Part[]): void {
    const { level, text, startsPage } = part
    const { size, before, after, tag } = headings[level]
    const pdf = this.#pdf
    if (startsPage) pdf.addPage()
    else {
      this.#ensure(this.#together([part, ...next]))
      if (pdf.y > top) pdf.y += before
    }
    this.#named(tag, () => this.#text([{ text, bold: true }], { size }))
    pdf.y += after
  }

  /** The facts of the letter, one per row, with page breaks only between rows. */
  #facts({ head, rows }: Extract<Part, { kind: 'facts' }>): void {
    const pdf = this.#pdf
    const table = pdf.struct('Table')
    this.#root.add(table)
    this.#rule(0.5)
    for (const [at, [label, value]] of [head, ...rows].entries()) {
      const room = width - labelWidth
      const [name, fact] = [{ text: label, bold: at > 0 }, { text: value }]
      const height = Math.max(this.#heightOf([name], textSize, labelWidth), this.#heightOf([fact], textSize, room))
      this.#ensure(height + 2 * cellGap)
      const y = pdf.y + cellGap
      const color = at === 0 ? grey : black
      const cell = (words: Words, x: number, wide: number) => () => {
        pdf.y = y
        this.#text([words], { size: textSize, color, x, room: wide })
      }
      const row = pdf.struct('TR')
      table.add(row)
      row.add(pdf.struct('TH', {}, cell(name, left, labelWidth)))
      row.add(pdf.struct(at === 0 ? 'TH' : 'TD', {}, cell(fact, left + labelWidth, room)))
      row.end()
      pdf.x = left
      pdf.y = y + height + cellGap
      this.#rule(0.5)
    }
    table.end()
  }

  #pictureHeight({ width: wide, height, name }: Extract<Part, { kind: 'picture' }>): number {
    return fitted({ width: wide, height }, photoBox).height * point + 3 + this.#heightOf([{ text: name }], captionSize)
  }

  #picture(part: Extract<Part, { kind: 'picture' }>): void {
    const { jpeg, width: wide, height, name, says } = part
    const pdf = this.#pdf
    const size = pointsIn(fitted({ width: wide, height }, photoBox))
    this.#ensure(this.#pictureHeight(part))
    const { y } = pdf
    this.#root.add(pdf.struct('Figure', { alt: says }, () => void pdf.image(inMemory(jpeg), left, y, size)))
    pdf.x = left
    pdf.y = y + size.height + 3
    this.#named('Caption', () => this.#text([{ text: name }], { size: captionSize, color: grey }))
    pdf.y += 12
  }

  /** The footer of every page; screen readers skip it. */
  #footers({ footer: words, from, count }: { footer: string; from: number; count: number }): void {
    const pdf = this.#pdf
    const { start } = pdf.bufferedPageRange()
    for (let at = 0; at < count; at++) {
      pdf.switchToPage(start + from + at)
      // Without this the footer would start another page.
      pdf.page.margins.bottom = 0
      pdf.y = floor + 14
      this.#rule(0.5)
      pdf.y += 6
      const { y } = pdf
      const number = `Page ${at + 1} of ${count}`
      pdf.markContent('Artifact', { type: 'Pagination' })
      pdf.font('regular').fontSize(footSize).fillColor(grey)
      const room = width - pdf.widthOfString(number) - 12
      // One line, whatever the names of the town and the street.
      const size = Math.floor(10 * Math.min(footSize, (footSize * room) / this.#lines.width(words, footSize))) / 10
      // On the line of the number, which is in the usual size.
      pdf.y += 0.9 * (footSize - size)
      this.#text([{ text: words }], { size, color: grey, room: Number.POSITIVE_INFINITY })
      pdf.font('regular').fontSize(footSize).text(number, left, y, { width, align: 'right', lineBreak: false })
      pdf.endMarkedContent()
    }
  }

  /** A part of the letter, tagged for screen readers with this name. */
  #named(tag: string, draw: () => void): void {
    this.#root.add(this.#pdf.struct(tag, {}, draw))
  }

  #text(words: readonly Words[], { size, color = black, x = left, room = width }: Style): void {
    this.#lines.draw(words, { size, color, x, room })
    this.#pdf.x = left
  }

  #heightOf(words: readonly Words[], size: number, room = width): number {
    return this.#lines.height(words, { size, room })
  }

  /** Starts a new page if this height does not fit any more. */
  #ensure(height: number): void {
    if (this.#pdf.y + height > floor) this.#pdf.addPage()
  }

  /** A line across the column; screen readers skip it. */
  #rule(thickness: number, color = '#A6A6A6'): void {
    const pdf = this.#pdf
    pdf.markContent('Artifact', { type: 'Layout' })
    pdf
      .moveTo(left, pdf.y)
      .lineTo(left + width, pdf.y)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke()
    pdf.endMarkedContent()
  }
}

const pointsIn = (box: { width: number; height: number }) => ({ width: box.width * point, height: box.height * point })

/** The library takes bytes as an ArrayBuffer; the buffer of a view could contain other bytes. */
const inMemory = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer
