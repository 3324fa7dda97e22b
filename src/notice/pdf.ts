import PDFDocument from 'pdfkit'
import { joined } from '../rules/bytes.ts'
import type { Letter } from '../rules/letter.ts'
import type { PdfFonts } from './pdf-fonts.ts'
import { PdfLines } from './pdf-lines.ts'
import { PdfPages, paper } from './pdf-pages.ts'

/** The document, and how many characters its fonts could not draw. */
interface MadePdf {
  bytes: Uint8Array<ArrayBuffer>
  lacking: number
}

/**
 * One or several letters, each on a new page with its own page numbers, as a tagged PDF. Headings, table cells,
 * pictures and the language are tagged, so a screen reader reads it like the Word document. Its fonts are in the file.
 */
export async function pdfOf(letters: readonly Letter[], fonts: PdfFonts): Promise<MadePdf> {
  const [first] = letters
  if (!first) throw new Error('There is no letter to write')
  const options: PDFKit.PDFDocumentOptions = {
    size: 'LETTER',
    margins: paper.margins,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: letters.length === 1 ? first.title : `${letters.length} letters`,
      Author: first.townName,
      Subject: first.description,
    },
    // No built-in font of the library, because it would not be in the file.
    font: '',
  }
  // The standard for screen readers (PDF/UA) is newer than the library's types.
  const document = new PDFDocument(Object.assign(options, { subset: 'PDF/UA' }))
  const bytes = collected(document)
  const lines = new PdfLines(document, fonts)
  new PdfPages(document, lines).write(letters)
  document.end()
  return { bytes: await bytes, lacking: lines.lacking }
}

/** The library's output as one array. */
const collected = (document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = []
    document.on('data', (piece: Uint8Array) => pieces.push(piece))
    document.on('error', reject)
    document.on('end', () => resolve(joined(pieces)))
  })
