import PDFDocument from 'pdfkit'
import { joined } from '../rules/bytes.ts'
import type { Letter } from '../rules/letter.ts'
import { FontChoice, type PdfFonts } from './pdf-fonts.ts'
import { PdfPages, paper } from './pdf-pages.ts'

/** The document, and how many of its characters the fonts could not draw. */
interface MadePdf {
  bytes: Uint8Array<ArrayBuffer>
  lacking: number
}

/**
 * One letter or several, each from a new page on with page numbers of its own, as a tagged PDF: headings, table cells and pictures are named, and its language, so that a screen reader
 * reads it as it reads the Word document. Its letters are in the file.
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
    // None of the library's own: its letters would not be in the file.
    font: '',
  }
  // The kind for readers (PDF/UA) is younger than the library's types.
  const document = new PDFDocument(Object.assign(options, { subset: 'PDF/UA' }))
  const bytes = collected(document)
  const choice = new FontChoice(document, fonts)
  new PdfPages(document, choice).write(letters)
  document.end()
  return { bytes: await bytes, lacking: choice.lacking }
}

/** Everything that the library hands out, as one piece. */
const collected = (document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = []
    document.on('data', (piece: Uint8Array) => pieces.push(piece))
    document.on('error', reject)
    document.on('end', () => resolve(joined(pieces)))
  })
