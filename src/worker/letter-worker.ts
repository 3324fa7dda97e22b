import regular from '@fontsource/arimo/files/arimo-latin-400-normal.woff?url'
import bold from '@fontsource/arimo/files/arimo-latin-700-normal.woff?url'
import more from '@fontsource/arimo/files/arimo-latin-ext-400-normal.woff?url'
import { pdfOf } from '../notice/pdf.ts'
import { wordOf } from '../notice/word.ts'
import type { LetterJob, LetterReply } from '../sync/device/letter-job.ts'

declare const self: DedicatedWorkerGlobalScope

/** Writes the letter that the page sends: the page stays free for the finger meanwhile. */
self.addEventListener('message', ({ data }: MessageEvent<LetterJob>) => {
  void answer(data)
})

const answer = async ({ letter, kind }: LetterJob): Promise<void> => {
  try {
    const made = kind === 'pdf' ? await pdfOf(letter, await fonts()) : { bytes: await wordOf(letter), lacking: 0 }
    post(made, [made.bytes.buffer])
  } catch (error) {
    post({ failed: String(error) }, [])
  }
}

const post = (reply: LetterReply, transfer: Transferable[]) => self.postMessage(reply, transfer)

const fonts = async () => {
  const [regularFont, boldFont, moreFont] = await Promise.all([regular, bold, more].map(bytesAt))
  if (!regularFont || !boldFont || !moreFont) throw new Error('A font is missing')
  return { regular: regularFont, bold: boldFont, more: moreFont }
}

const bytesAt = async (url: string): Promise<Uint8Array> => {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}
