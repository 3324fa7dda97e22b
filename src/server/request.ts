import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { Endpoint } from '../contract/endpoint.ts'
import { coerceTexts, coerceValues, takesNumber } from './coerce.ts'
import { type FieldProblem, Refused } from './errors.ts'
import { readPatiently, tooLarge } from './patience.ts'
import type { Faults } from './profile.ts'
import { assertStorableText, parseStrictJson } from './strict-json.ts'

/** The most that a call without files may send. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024
/** The most that one file may weigh (G-13). */
export const MAX_FILE_BYTES = 25 * 1024 * 1024
/** The most that one request with files may send; the app sends one file each, but those of a comment together. */
export const MAX_UPLOAD_BYTES = 2 * MAX_FILE_BYTES + 1024 * 1024

/** What a request said, parsed by the contract, and the hash by which a repetition is known. */
export interface Read {
  params: Record<string, number>
  search: unknown
  body: unknown
  files: File[]
  /** Of method, path, query and content: two sendings of one multipart body differ in their boundary and are the same. */
  hash: string
}

/** Reads and checks a whole request; throws `Refused` 413, 415 or 422. */
export const readRequest = async (c: Context, endpoint: Endpoint, faults: Faults): Promise<Read> => {
  const params = readParams(c.req.param())
  const url = new URL(c.req.url)
  const search = parse(endpoint.search, readSearch(endpoint, url), 'query')
  const hash = createHash('sha256').update(`${endpoint.method} ${url.pathname.replace(/\/$/, '')}${url.search}\n`)
  const bytes = endpoint.method === 'GET' ? new Uint8Array() : await readBytes(c, endpoint)
  const { raw, files, texts } = await readBody(c, endpoint, bytes)
  if (faults.emptyFieldIs422) refuseEmptyNumbers(endpoint, texts)
  if (endpoint.encoding === 'json') hash.update(bytes)
  else if (endpoint.encoding !== 'none') await hashForm(hash, raw, files)
  return { params, search, body: parse(endpoint.body, raw, 'body'), files, hash: hash.digest('base64url') }
}

/** Every parameter of a documented path is an id. */
const readParams = (texts: Record<string, string>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
      if (!Number.isSafeInteger(id))
        throw new Refused(422, [{ type: 'int_parsing', loc: ['path', name], msg: 'Input should be a valid id' }])
      return [name, id]
    }),
  )

const readSearch = (endpoint: Endpoint, url: URL): unknown => {
  const texts = new Map([...new Set(url.searchParams.keys())].map((name) => [name, url.searchParams.getAll(name)]))
  const values = coerceTexts(endpoint.search, texts)
  assertStorableText(values)
  // A call that lists no query parameters ignores all of them.
  return endpoint.search.safeParse(undefined).success && Object.keys(values).length === 0 ? undefined : values
}

const readBytes = async (c: Context, endpoint: Endpoint): Promise<Uint8Array> => {
  const limit = endpoint.files === '' ? MAX_BODY_BYTES : MAX_UPLOAD_BYTES
  if (Number(c.req.header('Content-Length') ?? 0) > limit) throw tooLarge(limit)
  return readPatiently(c.req.raw.body, { limit, isUpload: endpoint.files !== '' })
}

const readBody = async (
  c: Context,
  endpoint: Endpoint,
  bytes: Uint8Array,
): Promise<{ raw: unknown; files: File[]; texts: ReadonlyMap<string, string[]> }> => {
  const texts = new Map<string, string[]>()
  if (endpoint.encoding === 'none') return { raw: undefined, files: [], texts }
  const type = (c.req.header('Content-Type') ?? '').trim()
  if (endpoint.encoding === 'json') return { raw: coerceValues(endpoint.body, readJson(type, bytes)), files: [], texts }
  return readForm(endpoint, type, bytes)
}

const readJson = (type: string, bytes: Uint8Array): unknown => {
  if (bytes.byteLength === 0) return undefined
  if (type && !/^application\/([\w.+-]+\+)?json\b/i.test(type)) throw new Refused(415, 'This call takes JSON')
  const value = parseStrictJson(bytes)
  assertStorableText(value)
  return value
}

const readForm = async (endpoint: Endpoint, type: string, bytes: Uint8Array) => {
  if (bytes.byteLength === 0)
    return { raw: coerceTexts(endpoint.body, new Map()), files: [], texts: new Map<string, string[]>() }
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type))
    throw new Refused(422, [{ type: 'form_expected', loc: ['body'], msg: 'This call takes a form' }])
  const form = await parseForm(type, bytes)
  const isMultipart = /^multipart/i.test(type)
  const texts = new Map<string, string[]>()
  const files: File[] = []
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') {
      // Whoever writes a multipart form turns every line end into CR LF: what was typed has LF.
      const text = isMultipart ? value.replaceAll('\r\n', '\n') : value
      texts.set(name, [...(texts.get(name) ?? []), text])
    }
    // A browser sends an empty part without a name for a file field in which nothing was chosen.
    else if (value.name !== '' || value.size > 0) files.push(fileOfField(endpoint, name, value))
  }
  const raw = coerceTexts(endpoint.body, texts)
  assertStorableText(raw)
  return { raw, files, texts }
}

/** As the documented server does it: an empty text is no number. */
const refuseEmptyNumbers = (endpoint: Endpoint, texts: ReadonlyMap<string, string[]>) => {
  for (const [name, [text]] of texts)
    if (text === '' && takesNumber(endpoint.body, name))
      throw new Refused(422, [{ type: 'int_parsing', loc: ['body', name], msg: 'Input should be a valid integer' }])
}

const fileOfField = (endpoint: Endpoint, name: string, file: File): File => {
  if (endpoint.files === '' || name !== endpoint.files)
    throw new Refused(422, [{ type: 'unexpected_file', loc: ['body', name], msg: 'No file is taken in this field' }])
  if (file.size > MAX_FILE_BYTES) throw new Refused(413, `A file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`)
  return file
}

const parseForm = async (type: string, bytes: Uint8Array): Promise<FormData> => {
  try {
    return await new Response(Buffer.from(bytes), { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw new Refused(422, [{ type: 'form_invalid', loc: ['body'], msg: 'The form could not be read' }])
  }
}

const hashForm = async (hash: ReturnType<typeof createHash>, raw: unknown, files: File[]) => {
  hash.update(JSON.stringify(raw ?? null))
  for (const file of files) {
    hash.update(`\n${JSON.stringify(file.name)} ${file.size} `)
    hash.update(
      createHash('sha256')
        .update(Buffer.from(await file.arrayBuffer()))
        .digest(),
    )
  }
}

const parse = (schema: z.ZodMiniType, value: unknown, where: string): unknown => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Refused(
    422,
    parsed.error.issues.map(
      (issue): FieldProblem => ({
        type: issue.code ?? 'value_error',
        loc: [where, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))],
        msg: messageOf(issue),
      }),
    ),
  )
}

/** zod/mini without a locale says 'Invalid input' for everything; say what was expected where it is known. */
const messageOf = (issue: z.core.$ZodIssue): string => {
  if (issue.message && issue.message !== 'Invalid input') return issue.message
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'Field required' : `Input should be ${issue.expected}`
  if (issue.code === 'invalid_value') return `Input should be one of ${issue.values.map(String).join(', ')}`
  return 'Invalid input'
}
