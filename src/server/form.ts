import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { mostTogether } from '../rules/file-kind.ts'
import { Refused } from './errors.ts'
import type { SentFile } from './files/stored-file.ts'
import { MAX_FILE_BYTES } from './files/upload-check.ts'

/** The most bytes of one text of a form, and the most texts. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024
const MAX_TEXTS = 1000

/** The fields and files of a form, in their order. */
interface Form {
  texts: [name: string, text: string][]
  /** The name of the field. */
  files: (SentFile & { field: string })[]
}

/** Reads a form of either kind. Throws `Refused` 413 above a limit, 422 when it does not parse. */
export const readForm = async (type: string, body: Readable): Promise<Form> => {
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return readUrlEncoded(body)
  return readMultipart(type, body)
}

const readUrlEncoded = async (body: Readable): Promise<Form> => {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  // Counted before they are parsed, so that a body of separators alone costs no time.
  let fields = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) fields += 1
  if (fields > MAX_TEXTS) throw tooManyTexts()
  return { texts: [...new URLSearchParams(text)], files: [] }
}

const readMultipart = (type: string, body: Readable): Promise<Form> =>
  new Promise((resolve, reject) => {
    const form: Form = { texts: [], files: [] }
    const refuse = (error: Refused) => {
      body.unpipe()
      body.destroy()
      reject(error)
    }
    const parser = parserOf(type)
    if (!parser) return refuse(unreadable())
    parser.on('field', (name, text, _, isCut) => {
      if (isCut) return refuse(new Refused(413, 'A text is too long'))
      form.texts.push([plainName(name), text])
    })
    parser.on('file', (field, stream, name) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      // A body that ends in the middle of a file raises this error. Without a listener it would end the server.
      stream.on('error', () => refuse(unreadable()))
      stream.on('limit', () => refuse(new Refused(413, `A file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`)))
      stream.on('end', () =>
        form.files.push({ field: plainName(field), name: plainName(name ?? ''), bytes: Buffer.concat(chunks) }),
      )
    })
    parser.on('filesLimit', () => refuse(new Refused(413, `At most ${mostTogether} files are taken in one request`)))
    parser.on('fieldsLimit', () => refuse(tooManyTexts()))
    // The parser's message names a position, not the mistake.
    parser.on('error', () => refuse(unreadable()))
    body.on('error', reject)
    parser.on('finish', () => resolve(form))
    body.pipe(parser)
  })

const parserOf = (type: string) => {
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type)
  const length = (boundary?.[1] ?? boundary?.[2] ?? '').length
  // RFC 2046: 1 to 70 characters.
  if (length < 1 || length > 70) return undefined
  try {
    return new Busboy({
      headers: { 'content-type': type },
      preservePath: true,
      // A field with a file name is a file, as browsers send it; the type does not decide.
      isPartAFile: (_, __, name) => name !== undefined,
      limits: {
        fieldNameSize: 200,
        fieldSize: MAX_TEXT_BYTES,
        fields: MAX_TEXTS,
        files: mostTogether,
        fileSize: MAX_FILE_BYTES,
      },
    })
  } catch {
    return undefined
  }
}

/** How browsers escape quotes and line ends in a name (HTML, multipart form data). */
const plainName = (name: string): string =>
  name.replaceAll(/%0A/gi, '\n').replaceAll(/%0D/gi, '\r').replaceAll('%22', '"')

const tooManyTexts = () => new Refused(413, `At most ${MAX_TEXTS} fields are taken in one request`)

const unreadable = () => new Refused(422, [{ type: 'form_invalid', loc: ['body'], msg: 'The form could not be read' }])
