import { fileText } from '../rules/file-text.ts'

/** Said where `fileBytes` gives null. */
export const unreadableFileText = 'This file cannot be read. Choose it again.'

/** The bytes of a chosen file; null if it cannot be read any more: it was changed or moved since, or its drive is gone. */
export const fileBytes = (file: File): Promise<ArrayBuffer | null> => file.arrayBuffer().catch(() => null)

/** The text of a chosen file from a spreadsheet, or why there is none. */
export async function textOfFile(file: File): Promise<ReturnType<typeof fileText>> {
  const bytes = await fileBytes(file)
  return bytes ? fileText(new Uint8Array(bytes)) : { problem: unreadableFileText }
}
