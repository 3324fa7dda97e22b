/** A PDF's fonts are in the file itself, so that every reader shows the same. Plain (TrueType) files of one family. */
export interface PdfFonts {
  regular: Uint8Array
  bold: Uint8Array
  /** Letters missing in the others, which occur in names too. */
  more: Uint8Array
}

type FontName = keyof PdfFonts

/** A piece of text that one font can draw. */
interface Run {
  font: FontName
  text: string
}

/** Replaces a letter that none of our fonts has. */
const stranger = '□'

/** Whether a font has a letter; this part of the library has no types. */
interface OpenFont {
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
}

/** Splits text into pieces by the font that has its letters, and counts missing letters. */
export class FontChoice {
  /** How many letters could not be drawn. */
  lacking = 0
  readonly #document: PDFKit.PDFDocument
  readonly #known = new Map<string, boolean>()

  constructor(document: PDFKit.PDFDocument, fonts: PdfFonts) {
    this.#document = document
    for (const [name, bytes] of Object.entries(fonts)) document.registerFont(name, new Uint8Array(bytes))
  }

  runs(text: string, wanted: 'regular' | 'bold'): Run[] {
    const runs: Run[] = []
    for (const letter of text) {
      const drawn = this.#drawn(letter, wanted)
      const run = runs.at(-1)
      if (run?.font === drawn.font) run.text += drawn.text
      else runs.push(drawn)
    }
    return runs
  }

  /**
   * A letter in the wanted font, else in the one with more letters. A missing letter is counted and replaced by a
   * sign.
   */
  #drawn(letter: string, wanted: 'regular' | 'bold'): Run {
    for (const font of [wanted, 'more'] as const) if (this.#has(font, letter)) return { font, text: letter }
    this.lacking += 1
    return this.#has('more', stranger) ? { font: 'more', text: stranger } : { font: wanted, text: '?' }
  }

  #has(font: FontName, letter: string): boolean {
    if (letter === '\n') return true
    const key = `${font} ${letter}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const { _font } = this.#document.font(font) as unknown as OpenFont
    const has = _font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
    this.#known.set(key, has)
    return has
  }
}
