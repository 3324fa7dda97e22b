import { HeadingLevel, ImageRun, Paragraph, TextRun } from 'docx'
import { plural } from '../../rules/text.ts'
import { writable } from './document-text.ts'
import type { Notice } from './notice-facts.ts'
import type { NoticePhoto } from './notice-photos.ts'

/** Largest picture in document pixels (96 per inch): 4.5 inches wide, and low enough to leave room for the caption. */
const PHOTO_WIDTH = 432
const PHOTO_HEIGHT = 576

/** The evidence on a new page: photos grouped by the code section that they prove, then the others. */
export const photoPage = (
  notice: Notice,
  { photos, leftOut }: { photos: NoticePhoto[]; leftOut: number },
): Paragraph[] => {
  const named = new Set(notice.codes.map(({ id }) => id))
  const groups = [
    ...notice.codes.map(({ id, title }) => ({ title, photos: photos.filter(({ codeIds }) => codeIds.includes(id)) })),
    { title: 'Other photos', photos: photos.filter(({ codeIds }) => !codeIds.some((id) => named.has(id))) },
  ].filter((group) => group.photos.length > 0)
  const isPlain = groups.length === 1 && groups[0]?.title === 'Other photos'
  return [
    new Paragraph({ heading: HeadingLevel.HEADING_2, pageBreakBefore: true, text: 'Photo Evidence' }),
    ...(photos.length === 0 ? [new Paragraph('There are no photos of this violation.')] : []),
    ...groups.flatMap((group) => [
      ...(isPlain
        ? []
        : [new Paragraph({ heading: HeadingLevel.HEADING_3, keepNext: true, text: writable(group.title) })]),
      ...group.photos.flatMap((photo) => pictureWithName(photo, notice)),
    ]),
    ...(leftOut === 0
      ? []
      : [new Paragraph(`Not shown here: ${plural(leftOut, 'further file')} in the record of the town.`)]),
  ]
}

const pictureWithName = ({ jpeg, filename, width, height }: NoticePhoto, { id }: Notice): Paragraph[] => {
  const scale = Math.min(PHOTO_WIDTH / width, PHOTO_HEIGHT / height)
  const words = `Photo of violation ${id}: ${writable(filename)}`
  return [
    new Paragraph({
      keepNext: true,
      children: [
        new ImageRun({
          type: 'jpg',
          data: jpeg,
          transformation: {
            width: Math.max(1, Math.round(width * scale)),
            height: Math.max(1, Math.round(height * scale)),
          },
          altText: { name: writable(filename), title: words, description: words },
        }),
      ],
    }),
    new Paragraph({
      children: [new TextRun({ text: writable(filename), color: '595959', size: 20 })],
      spacing: { after: 240 },
    }),
  ]
}
