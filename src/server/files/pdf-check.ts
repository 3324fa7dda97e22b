import { judgePdf, type Sender, Undecodable } from './decoder.ts'

/** Whether bytes are a PDF as a whole (`whole-pdf.mjs` looks). One over which the looking itself breaks is none. */
export const isWholePdf = async (bytes: Uint8Array, sender: Sender): Promise<boolean> => {
  try {
    return await judgePdf(bytes, sender)
  } catch (error) {
    if (error instanceof Undecodable) return false
    throw error
  }
}
