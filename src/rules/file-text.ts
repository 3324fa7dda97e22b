/** The text of a file that a person has chosen, or why it has none. */
type FileText = { text: string; problem?: undefined } | { problem: string; text?: undefined }

/** No list of a town has more (bytes). */
const mostBytes = 3_000_000

/**
 * Reads a file as the text that a spreadsheet has written: UTF-8, or UTF-16 by its mark. What is in another encoding keeps
 * a sign in place of each letter that cannot be read; the lines that have one are named before anything happens.
 */
export function fileText(bytes: Uint8Array): FileText {
  if (bytes.length === 0) return { problem: 'The file is empty.' }
  if (bytes.length > mostBytes) return { problem: 'The file is larger than 3 MB. Split it into several.' }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return { problem: 'This is a spreadsheet. Save it as "CSV UTF-8" first, then choose that file.' }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes) }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes) }
  if (bytes.includes(0)) return { problem: 'This is no text file. Choose a CSV file.' }
  return { text: new TextDecoder().decode(bytes) }
}
