/** The text of a chosen file, or why it cannot be read. */
type FileText = { text: string; problem?: undefined } | { problem: string; text?: undefined }

/** The size limit (bytes): no list of a town is larger. */
const mostBytes = 3_000_000

/**
 * Reads a file as text from a spreadsheet: UTF-8, or UTF-16 if it has a byte order mark. In another encoding,
 * unreadable letters become replacement characters, and lines with these are reported before anything happens.
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
