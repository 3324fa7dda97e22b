import { inflateSync } from 'node:zlib'

/** What a reader finds in a PDF of ours. */
export interface ReadPdf {
  pages: number
  /** The words of all pages in their order, a line for each piece that was drawn. */
  lines: string[]
  /** The names of its parts in the tree for screen readers, in the order of the file. */
  tags: string[]
  /** What is said of its pictures. */
  described: string[]
  /** Its dictionary of the whole file. */
  catalog: string
}

interface PdfObject {
  head: string
  body: Buffer
}

/** Reads a PDF as our library writes it: plain objects, packed streams, fonts with a table of their letters. */
export const readPdf = (bytes: Uint8Array): ReadPdf => {
  const objects = objectsIn(Buffer.from(bytes))
  const heads = [...objects.values()].map(({ head }) => head)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head))
  const lines = pages.flatMap(({ head }) => {
    const fonts = fontsOf(head, objects)
    const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(head)?.[1]))
    return content ? linesIn(content.body.toString('latin1'), fonts) : []
  })
  return {
    pages: pages.length,
    lines,
    tags: heads
      .filter((it) => /\/Type \/StructElem\b|\/S \//.test(it))
      .flatMap((it) => /\/S \/(\w+)/.exec(it)?.[1] ?? []),
    described: heads.flatMap((it) => (/\/Alt \(/.test(it) ? [stringIn(it, 'Alt')] : [])),
    catalog: heads.find((it) => /\/Type \/Catalog/.test(it)) ?? '',
  }
}

const objectsIn = (file: Buffer): Map<number, PdfObject> => {
  const text = file.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const match of text.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const from = match.index + match[0].length
    const stream = text.indexOf('stream\n', from)
    const end = text.indexOf('endobj', from)
    const isStream = stream >= 0 && stream < end
    const head = text.slice(from, isStream ? stream : end)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const raw = isStream ? file.subarray(stream + 7, stream + 7 + length) : Buffer.alloc(0)
    const body = isStream && /FlateDecode/.test(head) && !/\/Image/.test(head) ? inflateSync(raw) : raw
    objects.set(Number(match[1]), { head, body })
  }
  return objects
}

type Letters = Map<number, string>

/** The letters of each font that a page names, by the numbers under which the page draws them. */
const fontsOf = (page: string, objects: Map<number, PdfObject>): Map<string, Letters> => {
  const resources = objects.get(Number(/\/Resources (\d+) 0 R/.exec(page)?.[1]))?.head ?? page
  const fonts = new Map<string, Letters>()
  for (const [, name = '', font] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = Number(/\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(font))?.head ?? '')?.[1])
    fonts.set(name, lettersIn(objects.get(table)?.body.toString('latin1') ?? ''))
  }
  return fonts
}

const lettersIn = (table: string): Letters => {
  const letters: Letters = new Map()
  for (const [, first = '0', list = ''] of table.matchAll(/<([\da-f]+)> <[\da-f]+> \[([^\]]*)\]/gi))
    for (const [at, [, code = '']] of [...list.matchAll(/<([\da-f ]*)>/gi)].entries())
      letters.set(
        Number.parseInt(first, 16) + at,
        Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
  return letters
}

const linesIn = (content: string, fonts: Map<string, Letters>): string[] => {
  const lines: string[] = []
  let letters: Letters = new Map()
  for (const [, font, pieces] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<[\da-f]*>|[\s\d.-])*)\] TJ/gi)) {
    if (font) letters = fonts.get(font) ?? new Map()
    if (pieces === undefined) continue
    const codes = [...pieces.matchAll(/<([\da-f]*)>/gi)].map(([, hex = '']) => hex).join('')
    const words = (codes.match(/.{4}/g) ?? []).map((code) => letters.get(Number.parseInt(code, 16)) ?? '\ufffd')
    lines.push(words.join(''))
  }
  return lines
}

const stringIn = (head: string, name: string): string => {
  const from = head.indexOf(`/${name} (`) + name.length + 3
  const raw = head.slice(from, head.indexOf(')\n', from))
  const bytes = Buffer.from(raw, 'latin1')
  return bytes[0] === 0xfe && bytes[1] === 0xff ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le') : raw
}
