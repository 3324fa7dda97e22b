import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'

/** A house, drawn for the tests and written by heif-enc (libheif 1.15), 480 x 360. */
export const heic = readFileSync('tests/harness/house.heic')

/** Pages with a number each; with a password nobody else reads them. */
export async function pdfOf(pages: number, userPassword?: string): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER', autoFirstPage: false, ...(userPassword && { userPassword }) })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => pdf.on('end', resolve))
  for (let n = 1; n <= pages; n++) {
    pdf.addPage()
    pdf.rect(0, 0, 612, 792).fill(n % 2 === 1 ? '#c02020' : '#2040c0')
    pdf.fillColor('#ffffff').fontSize(80).text(`Page ${n}`, 80, 300)
  }
  pdf.end()
  await ended
  return Buffer.concat(parts)
}
