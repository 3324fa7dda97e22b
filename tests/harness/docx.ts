import { inflateRawSync } from 'node:zlib'

/** An element of an XML document: its name with prefix, its attributes, its content in order. */
export interface Xml {
  name: string
  attributes: Record<string, string>
  children: (Xml | string)[]
}

/** The files of a zip archive by name; their sizes are checked. */
export const unzip = (bytes: Uint8Array): Map<string, Buffer> => {
  const zip = Buffer.from(bytes)
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  if (end < 0) throw new Error('No zip archive')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, size, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const place = zip.readUInt32LE(at + 42)
    const begin = place + 30 + zip.readUInt16LE(place + 26) + zip.readUInt16LE(place + 28)
    const stored = zip.subarray(begin, begin + packed)
    const file = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(stored) : stored
    if (file.length !== size) throw new Error(`${name} has ${file.length} bytes instead of ${size}`)
    files.set(name, file)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

const NAME = '[A-Za-z_][\\w.:-]*'
const token = new RegExp(
  `<\\?[^?]*\\?>|<!--.*?-->|</(${NAME})\\s*>|<(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>|[^<]+`,
  'gsy',
)
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Reads XML as strictly as a word processor does: throws on anything that is not well formed. */
export const parseXml = (text: string): Xml => {
  const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(text)
  if (forbidden) throw new Error(`A character that XML cannot hold at ${forbidden.index}`)
  const root: Xml = { name: '', attributes: {}, children: [] }
  const open = [root]
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const from = token.lastIndex
    const [whole, closes, opens, attributes = '', isEmpty] = token.exec(text) ?? []
    const parent = open.at(-1)
    if (whole === undefined || !parent) throw new Error(`Not well formed at ${from}: ${text.slice(from, from + 60)}`)
    if (closes !== undefined) {
      if (open.pop()?.name !== closes) throw new Error(`</${closes}> closes another element`)
    } else if (opens !== undefined) {
      const element: Xml = { name: opens, attributes: attributesIn(attributes), children: [] }
      parent.children.push(element)
      if (!isEmpty) open.push(element)
    } else if (!whole.startsWith('<')) parent.children.push(decoded(whole))
  }
  const [only, ...others] = root.children.filter((child) => typeof child !== 'string')
  if (open.length !== 1 || !only || others.length > 0) throw new Error('Not one closed element')
  return only
}

/** All elements of this name, in the order of the document. */
export const all = (element: Xml, name: string): Xml[] =>
  element.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(child.name === name ? [child] : []), ...all(child, name)],
  )

/** The text of an element of a Word document, with its line breaks and tabs. */
export const wordsOf = (element: Xml): string =>
  element.children
    .map((child) => {
      if (typeof child === 'string') return element.name === 'w:t' ? child : ''
      if (child.name === 'w:pPr') return ''
      return child.name === 'w:br' ? '\n' : child.name === 'w:tab' ? '\t' : wordsOf(child)
    })
    .join('')

const attributesIn = (text: string): Record<string, string> => {
  const found = [...text.matchAll(/([\w.:-]+)="([^"]*)"/g)]
  const names = found.map(([, name]) => name)
  if (new Set(names).size !== names.length) throw new Error(`An attribute stands twice:${text}`)
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, decoded(value)]))
}

const decoded = (text: string): string =>
  text.replaceAll(/&(#x?[\da-fA-F]+|\w+)?(;?)/g, (whole, name: string | undefined, end: string) => {
    if (name?.startsWith('#') && end)
      return String.fromCodePoint(Number(name.replace('#', '0').replace(/^0(?=\d)/, '')))
    const sign = name === undefined ? undefined : entities[name]
    if (!sign || !end) throw new Error(`${whole} is no character`)
    return sign
  })
