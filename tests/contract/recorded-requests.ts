import { readFileSync } from 'node:fs'
import type { Recorded } from './recorded.ts'

/** One request that a documented server was sent, in the order of the recording, and the status of its answer. */
export interface RecordedRequest {
  name: string
  method: string
  /** With its query, without '/api'. */
  path: string
  status: number
  json?: unknown
  form?: Record<string, string | number>
  /** Fields in their order; a text that begins with '@' is a file, '@plain.jpg;type=image/jpeg'. */
  multipart?: [string, string][]
  /** The role of the token; an Admin's if left out, though the recorded server asked for none (C-11). */
  token?: 'none' | 'garbage' | 'expired' | 'inactive' | 'guest'
  /** The id of the record that it made there. */
  id?: number
}

/** Every recorded request of a documented call, refused ones too. */
export const recordedRequests: readonly RecordedRequest[] = readFileSync(
  new URL('recorded-requests.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line): RecordedRequest => JSON.parse(line))

/** Where an answer is something else than a client of the recorded one was told: '[].codes[].name: missing'. */
export const unreadable = (answer: unknown, told: unknown, at = ''): string[] => {
  // A client that was told null, or an empty list, expects nothing in particular.
  if (told === null || told === undefined) return []
  if (Array.isArray(told)) {
    if (!Array.isArray(answer)) return [`${at}: ${kindOf(answer)} instead of a list`]
    return [...new Set(answer.flatMap((row) => (told.length > 0 ? unreadable(row, told[0], `${at}[]`) : [])))]
  }
  // Another town may have nothing where the recorded one had something.
  if (answer === null) return []
  if (!(told instanceof Object))
    return typeof answer === typeof told ? [] : [`${at}: ${kindOf(answer)} instead of ${kindOf(told)}`]
  if (!(answer instanceof Object) || Array.isArray(answer)) return [`${at}: ${kindOf(answer)} instead of a record`]
  const said = new Map<string, unknown>(Object.entries(answer))
  return Object.entries(told).flatMap(([name, value]) =>
    said.has(name) || value === null
      ? unreadable(said.get(name) ?? null, value, `${at}.${name}`)
      : [`${at}.${name}: missing`],
  )
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value)

/** The recorded answers that a request of this method and path may be compared with, the closest first. */
export const answersLike = (all: readonly Recorded[], { method, path }: RecordedRequest): Recorded[] => {
  const plain = (text: string) => text.replace(/\?.*/, '').replace(/\/$/, '').replaceAll(/\d+/g, '{}')
  const same = all.filter((it) => it.method === method && plain(it.path) === plain(path))
  return same.toSorted((a, b) => Number(b.path === path) - Number(a.path === path))
}
