import { takeIn } from '../../../src/sync/capture/take-in.ts'
import { smallPdf } from '../../harness/pdf.ts'
import type { Tab } from './tab.ts'

/** Three throws, made when the story was, by which a action finds its place and its words. */
export interface Dice {
  a: number
  b: number
  c: number
}

export const pickFrom = (list: number[], die: number): number => list[die % list.length] ?? 0

export const observationTexts = ['Rotten step', 'Loose wire', 'Peeling paint']

/** Mostly the same few words, so that twins are common; now and then a word of its own. */
export const word = (list: string[], die: number): string => {
  const said = list[die % list.length] ?? ''
  return die % 5 === 0 ? `${said} ${die}` : said
}

/** A file of its own bytes. */
const photoFile = (n: number): File =>
  new File([smallPdf(`picture ${n}`)], `photo ${n}.pdf`, { lastModified: n, type: 'application/pdf' })

/** Takes files in, as a form does. */
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
