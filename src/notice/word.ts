import {
  Document,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { Letter, Part, Words } from '../rules/letter.ts'
import { fitted, photoBox } from './measures.ts'
import { footer, footerStyle, GREY, hairline, letterhead, noLine, TEXT_WIDTH } from './word-frame.ts'

const LABEL_WIDTH = 2700
const FONT = 'Arial'

/**
 * One or several letters, each on a new page with its own page numbers, as a Word document (VD-13). It has real
 * headings, a language, and a table with a header row, so that a screen reader can read it.
 */
export const wordOf = async (letters: readonly Letter[]): Promise<Uint8Array<ArrayBuffer>> => {
  const [first] = letters
  if (!first) throw new Error('There is no letter to write')
  const isOne = letters.length === 1
  const document = new Document({
    title: isOne ? first.title : `${letters.length} letters`,
    subject: isOne ? first.subject : '',
    creator: first.townName,
    lastModifiedBy: first.townName,
    description: first.description,
    styles: {
      paragraphStyles: [footerStyle],
      default: {
        document: {
          run: { font: FONT, size: 22, language: { value: 'en-US', eastAsia: 'en-US', bidirectional: 'ar-SA' } },
          paragraph: { spacing: { after: 120 } },
        },
        heading1: { run: { font: FONT, size: 40, bold: true }, paragraph: { spacing: { before: 240, after: 200 } } },
        heading2: { run: { font: FONT, size: 26, bold: true }, paragraph: { spacing: { before: 280, after: 120 } } },
        heading3: { run: { font: FONT, size: 22, bold: true }, paragraph: { spacing: { before: 200, after: 80 } } },
      },
    },
    sections: letters.map((letter) => ({
      properties: {
        page: {
          size: { width: 12_240, height: 15_840 },
          margin: margins,
          ...(isOne ? {} : { pageNumbers: { start: 1 } }),
        },
      },
      footers: { default: footer(letter.footer, isOne) },
      children: [...letterhead(letter), ...letter.parts.flatMap(drawn)],
    })),
  })
  return new Uint8Array(await packed(document))
}

/** The packer's internals, which its types do not show. */
interface OpenPacker {
  compiler?: {
    compile(document: Document): {
      files: Record<string, { name: string; options: { compression: string | null } }>
      generateAsync(how: { type: 'arraybuffer'; compression: 'DEFLATE' }): Promise<ArrayBuffer>
    }
  }
}

/**
 * Packs the document. Its pictures are already compressed, and compressing them again would take most of the time for
 * nothing.
 */
const packed = async (document: Document): Promise<ArrayBuffer> => {
  const { compiler } = Packer as unknown as OpenPacker
  if (!compiler) return Packer.toArrayBuffer(document)
  const archive = compiler.compile(document)
  for (const file of Object.values(archive.files))
    if (/^word\/media\/./.test(file.name)) file.options.compression = 'STORE'
  return archive.generateAsync({ type: 'arraybuffer', compression: 'DEFLATE' })
}

const margins = { top: 1080, right: 1440, bottom: 1080, left: 1440 }

const levels = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 } as const

const drawn = (part: Part): (Paragraph | Table)[] => {
  switch (part.kind) {
    case 'heading':
      return [
        new Paragraph({
          heading: levels[part.level],
          children: runs({ text: part.text }),
          keepNext: true,
          ...(part.startsPage ? { pageBreakBefore: true } : {}),
        }),
      ]
    case 'text':
      return [new Paragraph({ children: part.words.flatMap((it) => runs(it)), keepNext: part.keepsNext ?? false })]
    case 'facts':
      return [factsTable(part)]
    case 'picture':
      return pictureWithName(part)
  }
}

/**
 * The facts of the letter, one per row. The header row repeats on a second page, and screen readers read it with every
 * cell.
 */
const factsTable = ({ head, rows }: Extract<Part, { kind: 'facts' }>) =>
  new Table({
    width: { size: TEXT_WIDTH, type: WidthType.DXA },
    columnWidths: [LABEL_WIDTH, TEXT_WIDTH - LABEL_WIDTH],
    borders: {
      top: hairline,
      bottom: hairline,
      insideHorizontal: hairline,
      left: noLine,
      right: noLine,
      insideVertical: noLine,
    },
    tableLook: { firstRow: true, firstColumn: true, noHBand: true, noVBand: true },
    rows: [
      new TableRow({
        tableHeader: true,
        children: [cell({ text: head[0] }, LABEL_WIDTH, GREY), cell({ text: head[1] }, 0, GREY)],
      }),
      ...rows.map(
        ([label, value]) =>
          new TableRow({
            cantSplit: true,
            children: [cell({ text: label, bold: true }, LABEL_WIDTH), cell({ text: value }, 0)],
          }),
      ),
    ],
  })

const cell = (words: Words, width: number, color?: string) =>
  new TableCell({
    width: { size: width || TEXT_WIDTH - LABEL_WIDTH, type: WidthType.DXA },
    margins: { top: 70, bottom: 70, left: 0, right: 100 },
    children: [new Paragraph({ children: runs(words, color), spacing: { after: 0 } })],
  })

/** A text with its own line breaks. */
const runs = ({ text, bold }: Words, color?: string) =>
  text.split('\n').map(
    (line, at) =>
      new TextRun({
        text: line,
        ...(at > 0 ? { break: 1 } : {}),
        ...(bold ? { bold } : {}),
        ...(color ? { color } : {}),
      }),
  )

const pictureWithName = ({ jpeg, width, height, name, says }: Extract<Part, { kind: 'picture' }>): Paragraph[] => [
  new Paragraph({
    keepNext: true,
    children: [
      new ImageRun({
        type: 'jpg',
        data: jpeg,
        transformation: fitted({ width, height }, photoBox),
        altText: { name, title: says, description: says },
      }),
    ],
  }),
  new Paragraph({
    children: [new TextRun({ text: name, color: GREY, size: 20 })],
    spacing: { after: 240 },
  }),
]
