import { takeIn } from '../../../src/sync/capture/take-in.ts'
import { smallPdf } from '../../harness/pdf.ts'
import type { Tab } from './tab.ts'

/** Three random numbers, drawn with the story, that choose the place and the words of an action. */
export interface Dice {
  a: number
  b: number
  c: number
}

export const pickFrom = (list: number[], die: number): number => list[die % list.length] ?? 0

export const observationTexts = ['Rotten step', 'Loose wire', 'Peeling paint']

/** Mostly one of a few words, so that equal records are common; now and then a unique one. */
export const word = (list: string[], die: number): string => {
  const said = list[die % list.length] ?? ''
  return die % 5 === 0 ? `${said} ${die}` : said
}

/** A file with unique bytes. */
const photoFile = (n: number): File =>
  new File([smallPdf(`picture ${n}`)], `photo ${n}.pdf`, { lastModified: n, type: 'application/pdf' })

/** Takes files in as a form does. */
export async function chosen(tab: Tab, count: number, form: string): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++)
    ids.push(
      await takeIn(
        tab.db,
        photoFile(Math.floor(Math.random() * 1e9)),
        { form },
        {
          now: () => tab.now(),
          shrink: async () => ({ kind: 'unchanged', why: 'notAPicture' }),
        },
      ),
    )
  return ids
}
