import { judgePdf, type Sender, Undecodable } from './decoder.ts'

/** Whether bytes are a complete PDF (checked by `whole-pdf.mjs`). A file that crashes the check is not. */
export const isWholePdf = async (bytes: Uint8Array, sender: Sender): Promise<boolean> => {
  try {
    return await judgePdf(bytes, sender)
  } catch (error) {
    if (error instanceof Undecodable) return false
    throw error
  }
}
