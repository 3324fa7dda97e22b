// Runs in the process that decodes pictures, as plain JavaScript like `picture-child.mjs`, because decompressing takes
// processor time too.
import { constants, inflateSync } from 'node:zlib'

/** A file ends with this mark; some programs add a few spaces or a signature after it. */
const END_WITHIN = 2_048
/** The limits for decompressing while searching for a page: of one part, and of the number of parts. */
const MAX_PART_BYTES = 8 * 1024 * 1024
const MAX_PARTS = 64

/**
 * Whether bytes are a PDF as a whole, not only by their first line: an end mark, the place of its table of contents
 * before that, the table, and at least one page. Files with packed objects, linearised and encrypted ones are whole too;
 * of what cannot be looked into, because it is encrypted or packed in another way, a page is believed.
 *
 * @param {Uint8Array} bytes
 */
export const isWholePdf = (bytes) => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // One character for each byte, so that positions in the text are positions in the file.
  const text = buffer.toString('latin1')
  const tail = text.slice(-END_WITHIN)
  const end = tail.lastIndexOf('%%EOF')
  if (end < 0) return false
  const place = /startxref\s+(\d{1,10})\s*$/.exec(tail.slice(0, end))?.[1]
  if (place === undefined || Number(place) >= bytes.byteLength) return false
  // If the offset is slightly wrong, viewers search for the table themselves, so its existence is enough.
  if (!/\bxref\s+\d+\s+\d+|\/Type\s*\/XRef\b/.test(text) || !/\/Root\s+\d+\s+\d+\s+R/.test(text)) return false
  return isPageIn(text) || isPagePacked(buffer, text)
}

/**
 * `/Type /Page`, and neither `/Pages` nor `/PageLabel`.
 *
 * @param {string} text
 */
const isPageIn = (text) => /\/Type\s*\/Page(?![A-Za-z0-9])/.test(text)

/**
 * From PDF 1.5 on objects may stand packed in streams.
 *
 * @param {Buffer} buffer
 * @param {string} text
 */
const isPagePacked = (buffer, text) => {
  const isEncrypted = /\/Encrypt\s+\d+\s+\d+\s+R/.test(text)
  let part = 0
  for (const { index } of text.matchAll(/\/Type\s*\/ObjStm\b/g)) {
    if (isEncrypted) return true
    if (++part > MAX_PARTS) return false
    const begin = text.indexOf('stream', index)
    const end = text.indexOf('endstream', begin)
    if (begin < 0 || end < 0) return false
    const head = text.slice(text.lastIndexOf(' obj', index), begin)
    if (!/\/Filter\s*\[?\s*\/FlateDecode\s*\]?/.test(head) || head.includes('/DecodeParms')) return true
    if (isPageIn(unpacked(buffer.subarray(begin + lineAfter(text, begin), end)))) return true
  }
  return false
}

/**
 * The word `stream` is followed by LF or by CR LF.
 *
 * @param {string} text
 * @param {number} begin
 */
const lineAfter = (text, begin) => 'stream'.length + (text[begin + 'stream'.length] === '\r' ? 2 : 1)

/** @param {Buffer} bytes */
const unpacked = (bytes) => {
  try {
    const options = { maxOutputLength: MAX_PART_BYTES, finishFlush: constants.Z_SYNC_FLUSH }
    return inflateSync(bytes, options).toString('latin1')
  } catch {
    // Damaged, or far larger than any list of pages, so it contains no page.
    return ''
  }
}
