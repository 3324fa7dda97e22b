import { newLines } from '../rules/document-text.ts'

/** A PDF's fonts are in the file itself, so that every reader shows the same. Plain (TrueType) files of one family. */
export interface PdfFonts {
  regular: Uint8Array
  bold: Uint8Array
  /** Letters missing in the others, which occur in names too. It has nothing else, not even a to z. */
  more: Uint8Array
}

type FontName = keyof PdfFonts

/** A piece of text that one font can draw. */
export interface Run {
  font: FontName
  text: string
  /** How many of its letters no font has. */
  lacking: number
}

/** Replaces a letter that none of our fonts has. */
const stranger = '□'

/** Whether a font has a letter; this part of the library has no types. */
interface OpenFont {
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
}

/**
 * A text as it is drawn. A text that was pasted from Word has signs that no font draws: tabs, several signs for a new
 * line, and signs without ink. An accent that was typed apart is joined to its letter.
 */
export const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(newLines, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')

/** Spaces and hyphens that our fonts lack are drawn as the usual ones. Spaces that hold words together still do. */
const instead: readonly (readonly [RegExp, string])[] = [
  [/[\u2007\u202f]/, '\u00a0'],
  [/\p{Zs}/u, ' '],
  [/[\u2010\u2011]/, '-'],
]

/** Finds the font for each letter. */
export class FontChoice {
  readonly #document: PDFKit.PDFDocument
  readonly #known = new Map<string, boolean>()

  constructor(document: PDFKit.PDFDocument, fonts: PdfFonts) {
    this.#document = document
    for (const [name, bytes] of Object.entries(fonts)) document.registerFont(name, new Uint8Array(bytes))
  }

  /** The letters of a drawable text, each in the wanted font, else in the one with more letters, else as a sign. */
  letters(text: string, wanted: 'regular' | 'bold'): Run[] {
    return Array.from(text, (typed) => {
      const drawn = [typed, ...instead.flatMap(([sign, usual]) => (sign.test(typed) ? usual : []))]
      for (const letter of drawn)
        for (const font of [wanted, 'more'] as const)
          if (this.#has(font, letter)) return { font, text: letter, lacking: 0 }
      const [font, sign] = this.#has('more', stranger) ? (['more', stranger] as const) : ([wanted, '?'] as const)
      return { font, text: sign, lacking: 1 }
    })
  }

  #has(font: FontName, letter: string): boolean {
    const key = `${font} ${letter}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const { _font } = this.#document.font(font) as unknown as OpenFont
    const has = _font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
    this.#known.set(key, has)
    return has
  }
}
