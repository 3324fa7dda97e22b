import regular from '@fontsource/arimo/files/arimo-latin-400-normal.woff?url'
import bold from '@fontsource/arimo/files/arimo-latin-700-normal.woff?url'
import more from '@fontsource/arimo/files/arimo-latin-ext-400-normal.woff?url'
import { pdfOf } from '../notice/pdf.ts'
import type { PdfFonts } from '../notice/pdf-fonts.ts'
import { unpackedFont } from '../notice/woff.ts'
import { wordOf } from '../notice/word.ts'
import type { LetterJob, LetterReply } from '../sync/device/letter-job.ts'

declare const self: DedicatedWorkerGlobalScope

/** Writes the page's letters as one document, so that the page stays responsive meanwhile. */
self.addEventListener('message', ({ data }: MessageEvent<LetterJob>) => {
  void answer(data)
})

const answer = async ({ letters, kind }: LetterJob): Promise<void> => {
  try {
    const made = kind === 'pdf' ? await pdfOf(letters, await fonts()) : { bytes: await wordOf(letters), lacking: 0 }
    post(made, [made.bytes.buffer])
  } catch (error) {
    post({ failed: String(error) }, [])
  }
}

const post = (reply: LetterReply, transfer: Transferable[]) => self.postMessage(reply, transfer)

let unpacked: Promise<PdfFonts> | null = null

/** Loaded once, from the start, because most letters become a PDF. */
const fonts = (): Promise<PdfFonts> => {
  unpacked ??= readFonts()
  // If they could not be loaded, the next letter tries again.
  void unpacked.catch(() => {
    unpacked = null
  })
  return unpacked
}

const readFonts = async (): Promise<PdfFonts> => {
  const [regularFont, boldFont, moreFont] = await Promise.all([regular, bold, more].map(bytesAt))
  if (!regularFont || !boldFont || !moreFont) throw new Error('A font is missing')
  return { regular: regularFont, bold: boldFont, more: moreFont }
}

const bytesAt = async (url: string): Promise<Uint8Array> => {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  return unpackedFont(new Uint8Array(await answer.arrayBuffer()))
}

void fonts().catch(() => undefined)
