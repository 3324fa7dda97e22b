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
import { fitted } from './measures.ts'

/** Width of the text on a Letter page with margins of an inch, in twentieths of a point. */
export const TEXT_WIDTH = 9360
/** Colour of explanatory text. */
export const GREY = '595959'
export const hairline = { style: BorderStyle.SINGLE, size: 4, color: 'A6A6A6' }
export const noLine = { style: BorderStyle.NONE, size: 0, color: 'auto' }

/** The style of the line at the foot of each page. */
const FOOTER = 'Footer'
export const footerStyle = { id: FOOTER, name: 'footer', basedOn: 'Normal', run: { color: GREY, size: 18 } }

/** The largest seal in document pixels (96 per inch): as high as the two lines beside it. */
const SEAL_SIZE = 60

/** The letterhead of the town, with its seal at the right end. */
export const letterhead = ({ townName, office, letterhead: lines, seal }: Letter) => [
  new Paragraph({
    children: [new TextRun({ text: townName, bold: true, size: 28 }), ...(seal ? [sealPicture(seal)] : [])],
    // The seal is higher than the two lines and is placed above the rule.
    spacing: { before: seal ? 240 : 0, after: 20 },
  }),
  new Paragraph({
    children: [office, ...lines].map(
      (text, at) => new TextRun({ text, color: GREY, ...(at > 0 ? { break: 1, size: 18 } : {}) }),
    ),
    border: { bottom: { style: BorderStyle.SINGLE, size: 12, color: '404040', space: 8 } },
  }),
]

/** It takes no space from the lines, so that they are placed as in a letter without a seal. */
const sealPicture = ({ png, width, height, says }: NonNullable<Letter['seal']>) =>
  new ImageRun({
    type: 'png',
    data: png,
    transformation: fitted({ width, height }, { width: SEAL_SIZE, height: SEAL_SIZE }),
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
          new TextRun(words),
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
