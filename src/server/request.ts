import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { Endpoint } from '../contract/endpoint.ts'
import { readLimited, tooLarge } from './body-limits.ts'
import { coerceTexts, coerceValues, takesNumber } from './coerce.ts'
import { type FieldProblem, Refused } from './errors.ts'
import type { SentFile } from './files/stored-file.ts'
import { MAX_FILE_BYTES } from './files/upload-check.ts'
import { readForm } from './form.ts'
import { isOpen } from './permissions.ts'
import type { Faults } from './profile.ts'
import { bodyInMemory, type ReceivedBody, receiveFiles } from './received-body.ts'
import { assertStorableText, parseStrictJson } from './strict-json.ts'

/** The most bytes of a call without files. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024
/** The most bytes of a call without a session: anybody may send one. */
const MAX_OPEN_BYTES = 64 * 1024
/** The most bytes of a request with files. The app sends one file per request, but the files of a comment together. */
const MAX_UPLOAD_BYTES = 2 * MAX_FILE_BYTES + 1024 * 1024

/** A request parsed by the contract, and the hash by which a retry is recognised. */
export interface ParsedRequest {
  params: Record<string, number>
  search: unknown
  body: unknown
  files: SentFile[]
  /**
   * Hash of method, path, query and content. Two uploads of the same content differ in their boundary only, and have
   * the same hash.
   */
  hash: string
}

/** Receives the body of this person, whatever it contains. Throws `Refused` 408, 413 or 503. */
export const receiveRequest = async (
  c: Context,
  endpoint: Endpoint,
  sender: { dataFolder: string; who: string },
): Promise<ReceivedBody> => {
  if (endpoint.method === 'GET') return bodyInMemory(Buffer.alloc(0))
  const limit = isOpen(endpoint.id) ? MAX_OPEN_BYTES : endpoint.files === '' ? MAX_BODY_BYTES : MAX_UPLOAD_BYTES
  if (Number(c.req.header('Content-Length') ?? 0) > limit) throw tooLarge(limit)
  if (endpoint.files !== '') return receiveFiles(c.req.raw.body, { limit, isUpload: true }, sender)
  return bodyInMemory(await readLimited(c.req.raw.body, { limit, isUpload: false }))
}

/** Checks a whole request. Throws `Refused` 413, 415 or 422. */
export const readRequest = async (
  c: Context,
  endpoint: Endpoint,
  body: ReceivedBody,
  faults: Faults,
): Promise<ParsedRequest> => {
  const params = readParams(c.req.param())
  const url = new URL(c.req.url)
  const search = parse(endpoint.search, readSearch(endpoint, url), 'query')
  const hash = createHash('sha256').update(`${endpoint.method} ${url.pathname.replace(/\/$/, '')}${url.search}\n`)
  const { raw, files, texts } = await readBody(c, endpoint, body)
  if (faults.emptyFieldIs422) refuseEmptyNumbers(endpoint, texts)
  if (endpoint.encoding === 'json') hash.update(await body.whole())
  else if (endpoint.encoding !== 'none') hashForm(hash, raw, files)
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
  const values = coerceTexts(endpoint.search, textsByName(url.searchParams))
  assertStorableText(values)
  // A call without declared query parameters ignores all of them.
  return endpoint.search.safeParse(undefined).success && Object.keys(values).length === 0 ? undefined : values
}

/** The texts of each name. One pass: a stranger may send thousands of them, of one name or of as many. */
const textsByName = (pairs: Iterable<[name: string, text: string]>): Map<string, string[]> => {
  const texts = new Map<string, string[]>()
  for (const [name, text] of pairs) {
    const same = texts.get(name)
    if (same) same.push(text)
    else texts.set(name, [text])
  }
  return texts
}

const readBody = async (
  c: Context,
  endpoint: Endpoint,
  body: ReceivedBody,
): Promise<{ raw: unknown; files: SentFile[]; texts: ReadonlyMap<string, string[]> }> => {
  const texts = new Map<string, string[]>()
  if (endpoint.encoding === 'none') return { raw: undefined, files: [], texts }
  const type = (c.req.header('Content-Type') ?? '').trim()
  if (endpoint.encoding === 'json')
    return { raw: coerceValues(endpoint.body, readJson(type, await body.whole())), files: [], texts }
  return readFields(endpoint, type, body)
}

const readJson = (type: string, bytes: Uint8Array): unknown => {
  if (bytes.byteLength === 0) return undefined
  if (type && !/^application\/([\w.+-]+\+)?json\b/i.test(type)) throw new Refused(415, 'This call takes JSON')
  const value = parseStrictJson(bytes)
  assertStorableText(value)
  return value
}

const readFields = async (endpoint: Endpoint, type: string, body: ReceivedBody) => {
  if (body.length === 0) return { raw: coerceTexts(endpoint.body, new Map()), files: [], texts: new Map() }
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type))
    throw new Refused(422, [{ type: 'form_expected', loc: ['body'], msg: 'This call takes a form' }])
  const form = await readForm(type, body.stream())
  // Writing a multipart form turns every line end into CR LF. The typed text had LF.
  const isMultipart = /^multipart/i.test(type)
  const typed = (sent: string) => (isMultipart ? sent.replaceAll('\r\n', '\n') : sent)
  const texts = textsByName(form.texts.map(([name, sent]) => [name, typed(sent)]))
  // A browser sends an empty part without a name for a file field without a chosen file.
  const files = form.files.filter(({ name, bytes }) => name !== '' || bytes.byteLength > 0)
  for (const { field } of files) assertFileField(endpoint, field)
  const raw = coerceTexts(endpoint.body, texts)
  assertStorableText(raw)
  return { raw, files, texts }
}

/** As on the documented server, an empty text is no number. */
const refuseEmptyNumbers = (endpoint: Endpoint, texts: ReadonlyMap<string, string[]>) => {
  for (const [name, [text]] of texts)
    if (text === '' && takesNumber(endpoint.body, name))
      throw new Refused(422, [{ type: 'int_parsing', loc: ['body', name], msg: 'Input should be a valid integer' }])
}

const assertFileField = (endpoint: Endpoint, field: string) => {
  if (endpoint.files === '' || field !== endpoint.files)
    throw new Refused(422, [{ type: 'unexpected_file', loc: ['body', field], msg: 'No file is taken in this field' }])
}

const hashForm = (hash: ReturnType<typeof createHash>, raw: unknown, files: SentFile[]) => {
  hash.update(JSON.stringify(raw ?? null))
  for (const { name, bytes } of files) {
    hash.update(`\n${JSON.stringify(name)} ${bytes.byteLength} `)
    hash.update(createHash('sha256').update(bytes).digest())
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

/** zod/mini without a locale says 'Invalid input' for everything. This names the expected type where it is known. */
const messageOf = (issue: z.core.$ZodIssue): string => {
  if (issue.message && issue.message !== 'Invalid input') return issue.message
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'Field required' : `Input should be ${issue.expected}`
  if (issue.code === 'invalid_value') return `Input should be one of ${issue.values.map(String).join(', ')}`
  return 'Invalid input'
}
