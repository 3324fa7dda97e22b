import {
  BorderStyle,
  Footer,
  HorizontalPositionAlign,
  HorizontalPositionRelativeFrom,
  ImageRun,
  PageNumber,
  Paragraph,
  Tab,
  TabStopType,
  TextRun,
  VerticalPositionAlign,
  VerticalPositionRelativeFrom,
} from 'docx'
import type { Letter } from '../rules/letter.ts'
import { addressWindow, fitted, nameSize, sealBox } from './measures.ts'

/** Width of the text on a Letter page with margins of an inch, in twentieths of a point. */
export const TEXT_WIDTH = 9360
/** Colour of explanatory text. */
export const GREY = '595959'
export const hairline = { style: BorderStyle.SINGLE, size: 4, color: 'A6A6A6' }
export const noLine = { style: BorderStyle.NONE, size: 0, color: 'auto' }

/** The style of the line at the foot of each page. */
const FOOTER = 'Footer'
export const footerStyle = { id: FOOTER, name: 'footer', basedOn: 'Normal', run: { color: GREY, size: 18 } }

/** The characters of Word's usual size that fit beside the number of the page. */
const FOOT_LENGTH = 80

/** The letterhead of the town, with its seal at the right end, and the recipient. */
export const letterhead = ({ townName, office, letterhead: lines, seal, recipient }: Letter) => {
  // Three quarters of a point are a pixel, and the name ends before the seal.
  const right = seal ? fitted(seal, sealBox).width * 15 + 300 : 0
  const { size, more } = nameSize(townName, (TEXT_WIDTH - right) / 20)
  return [
    new Paragraph({
      children: [new TextRun({ text: townName, bold: true, size: 2 * size }), ...(seal ? [sealPicture(seal)] : [])],
      indent: { right },
      // The seal is higher than the two lines and is placed above the rule.
      spacing: { before: seal ? 240 : 0, after: 20 },
    }),
    new Paragraph({
      children: [office, ...lines].map(
        (text, at) => new TextRun({ text, color: GREY, ...(at > 0 ? { break: 1, size: 18 } : {}) }),
      ),
      border: { bottom: { style: BorderStyle.SINGLE, size: 12, color: '404040', space: 8 } },
      spacing: { after: recipient.length > 0 ? 0 : 120 },
    }),
    ...(recipient.length > 0 ? [recipientAt(recipient, (seal ? 105 : 93) + 10.4 * lines.length + more)] : []),
  ]
}

/** Height of a line of usual size, and the space over the title, in points. */
const LINE = 12.7
const TITLE_SPACE = 12

/** The recipient in the window of the envelope, below a letterhead that ends at `from` points. */
const recipientAt = (lines: readonly string[], from: number) => {
  const height = lines.length * LINE
  const before = Math.max(0, addressWindow.middle - height / 2 - from)
  const after = Math.max(0, addressWindow.end + TITLE_SPACE - from - before - height)
  return new Paragraph({
    children: lines.map((text, at) => new TextRun({ text, ...(at > 0 ? { break: 1 } : {}) })),
    indent: { right: TEXT_WIDTH - addressWindow.width * 20 },
    spacing: { before: Math.round(before * 20), after: Math.round(after * 20) },
  })
}

/** It takes no space from the lines, so that they are placed as in a letter without a seal. */
const sealPicture = ({ png, width, height, says }: NonNullable<Letter['seal']>) =>
  new ImageRun({
    type: 'png',
    data: png,
    transformation: fitted({ width, height }, sealBox),
    altText: { name: says, title: says, description: says },
    floating: {
      horizontalPosition: { relative: HorizontalPositionRelativeFrom.MARGIN, align: HorizontalPositionAlign.RIGHT },
      verticalPosition: { relative: VerticalPositionRelativeFrom.MARGIN, align: VerticalPositionAlign.TOP },
    },
  })

/** The footer of every page, so that a loose sheet can be put back; `isOne`: the document holds no other letter. */
export const footer = (words: string, isOne: boolean) =>
  new Footer({
    children: [
      new Paragraph({
        style: FOOTER,
        children: [
          // One line, whatever the names of the town and the street.
          new TextRun({ text: words, size: Math.min(18, Math.floor((18 * FOOT_LENGTH) / words.length)) }),
          new TextRun({
            children: [
              new Tab(),
              'Page ',
              PageNumber.CURRENT,
              ' of ',
              isOne ? PageNumber.TOTAL_PAGES : PageNumber.TOTAL_PAGES_IN_SECTION,
            ],
          }),
        ],
        tabStops: [{ type: TabStopType.RIGHT, position: TEXT_WIDTH }],
        border: { top: { ...hairline, space: 6 } },
      }),
    ],
  })
