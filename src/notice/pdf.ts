import PDFDocument from 'pdfkit'
import { joined } from '../rules/bytes.ts'
import type { Letter } from '../rules/letter.ts'
import { FontChoice, type PdfFonts } from './pdf-fonts.ts'
import { PdfPages, paper } from './pdf-pages.ts'

/** The letter as a PDF, and how many of its letters the fonts could not draw. */
interface MadePdf {
  bytes: Uint8Array<ArrayBuffer>
  lacking: number
}

/**
 * The letter as a tagged PDF: headings, table cells and pictures are named, and its language, so that a screen reader
 * reads it as it reads the Word document. Its letters are in the file.
 */
export async function pdfOf(letter: Letter, fonts: PdfFonts): Promise<MadePdf> {
  const options: PDFKit.PDFDocumentOptions = {
    size: 'LETTER',
    margins: paper.margins,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    info: { Title: letter.title, Author: letter.townName, Subject: letter.description },
    // None of the library's own: its letters would not be in the file.
    font: '',
  }
  // The kind for readers (PDF/UA) is younger than the library's types.
  const document = new PDFDocument(Object.assign(options, { subset: 'PDF/UA' }))
  const bytes = collected(document)
  const choice = new FontChoice(document, fonts)
  new PdfPages(document, choice).write(letter)
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
