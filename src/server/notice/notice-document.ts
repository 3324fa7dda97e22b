import {
  Document,
  HeadingLevel,
  LeaderType,
  Packer,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx'
import { plural } from '../../rules/text.ts'
import { linesOf, writable } from './document-text.ts'
import type { Notice } from './notice-facts.ts'
import { footer, footerStyle, GREY, hairline, letterhead, noLine, TEXT_WIDTH } from './notice-frame.ts'
import type { NoticePhoto } from './notice-photos.ts'
import { photoPage } from './photo-page.ts'

const LABEL_WIDTH = 2700
const FONT = 'Arial'

/**
 * The notice as a Word document (VD-13) with real headings, a language, and a table with a header row, so that a screen
 * reader can read it. `photos` adds one page of evidence.
 */
export const noticeDocument = async (
  notice: Notice,
  photos?: { photos: NoticePhoto[]; leftOut: number },
): Promise<Uint8Array> => {
  const title = `Notice of Violation ${notice.id}`
  const document = new Document({
    title,
    subject: writable(notice.address),
    creator: writable(notice.townName),
    lastModifiedBy: writable(notice.townName),
    description: `${title}, ${notice.date}`,
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
    sections: [
      {
        properties: { page: { size: { width: 12_240, height: 15_840 }, margin: margins } },
        footers: { default: footer(notice) },
        children: [...letter(notice), ...(photos ? photoPage(notice, photos) : [])],
      },
    ],
  })
  return new Uint8Array(await Packer.toBuffer(document))
}

const margins = { top: 1080, right: 1440, bottom: 1080, left: 1440 }

const letter = (notice: Notice) => [
  ...letterhead(notice),
  heading(HeadingLevel.HEADING_1, 'Notice of Violation'),
  factsTable(notice),
  heading(HeadingLevel.HEADING_2, 'To the owner'),
  new Paragraph({
    children: [
      ...runs(
        `An inspection of the property named above on ${notice.inspectedOn} found the following violations of the municipal code.`,
      ),
      new TextRun(' '),
      // Bold, because the reader must not miss the deadline.
      ...runs(whenToCorrect(notice), true),
    ],
  }),
  heading(HeadingLevel.HEADING_2, 'Violations'),
  ...(notice.codes.length === 0 ? [text('No section of the code is named in this violation.')] : []),
  ...notice.codes.flatMap(({ title, description }) => [
    heading(HeadingLevel.HEADING_3, title),
    ...(writable(description) === '' ? [] : [text(description, true)]),
    correctiveAction(),
  ]),
  heading(HeadingLevel.HEADING_2, 'Questions'),
  text(
    `If you have questions about this notice, or when the work is done and ready to be seen again, please contact ${notice.inspector.name}${notice.inspector.phone === '' ? '' : ` at ${notice.inspector.phone}`}.`,
  ),
]

const whenToCorrect = ({ deadline }: Notice): string =>
  deadline.choice === 'Immediate' && deadline.extendedByDays === 0
    ? `They must be corrected immediately, on ${deadline.date}.`
    : `They must be corrected by ${deadline.date}.`

/** The facts of the letter, one per row. The header row repeats on a second page and is read out with every cell. */
const factsTable = (notice: Notice) => {
  const { deadline } = notice
  const extended = deadline.extendedByDays === 0 ? '' : `, extended by ${plural(deadline.extendedByDays, 'day')}`
  const facts: [string, string][] = [
    ['Notice number', String(notice.id)],
    ['Date', notice.date],
    ['Address of the violation', notice.unit ? `${notice.address}\nUnit ${notice.unit}` : notice.address],
    ['Owner', notice.owner],
    ['Mailing address', notice.mailingLines.length === 0 ? 'Not on file' : notice.mailingLines.join('\n')],
    ['Deadline', `${deadline.date} (${deadline.choice}${extended})`],
    ['Inspector', notice.inspector.name],
    ['Phone', notice.inspector.phone === '' ? 'Not on file' : notice.inspector.phone],
  ]
  return new Table({
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
        children: [cell('About', LABEL_WIDTH, { color: GREY }), cell('This notice', 0, { color: GREY })],
      }),
      ...facts.map(
        ([label, value]) =>
          new TableRow({ cantSplit: true, children: [cell(label, LABEL_WIDTH, { bold: true }), cell(value, 0, {})] }),
      ),
    ],
  })
}

const cell = (value: string, width: number, look: { bold?: boolean; color?: string }) =>
  new TableCell({
    width: { size: width || TEXT_WIDTH - LABEL_WIDTH, type: WidthType.DXA },
    margins: { top: 70, bottom: 70, left: 0, right: 100 },
    children: [new Paragraph({ children: runs(value, look.bold, look.color), spacing: { after: 0 } })],
  })

const heading = (level: (typeof HeadingLevel)[keyof typeof HeadingLevel], words: string) =>
  new Paragraph({ heading: level, children: runs(words), keepNext: true })

const text = (words: string, keepNext = false) => new Paragraph({ children: runs(words), keepNext })

/** A text with its own line breaks. */
const runs = (words: string, bold = false, color?: string) =>
  linesOf(words).map(
    (line, at) =>
      new TextRun({
        text: line,
        ...(at > 0 ? { break: 1 } : {}),
        ...(bold ? { bold } : {}),
        ...(color ? { color } : {}),
      }),
  )

/** The line on which the inspector or the owner writes the corrective action by hand. */
const correctiveAction = () =>
  new Paragraph({
    children: [new TextRun({ text: 'Corrective action: ', bold: true }), new TextRun({ children: [new Tab()] })],
    tabStops: [{ type: TabStopType.RIGHT, position: TEXT_WIDTH, leader: LeaderType.UNDERSCORE }],
    spacing: { before: 200, after: 200 },
  })
