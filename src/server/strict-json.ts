import { Refused } from './errors.ts'

/** Deeper nesting than any of our records needs is an attack or a bug. */
const MAX_JSON_DEPTH = 64

/**
 * Parses unambiguous JSON only: valid UTF-8, no key twice in one object, nesting within `MAX_JSON_DEPTH`. Throws
 * `Refused` 422 with the documented server's words.
 */
export const parseStrictJson = (bytes: Uint8Array): unknown => {
  const text = utf8(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid('JSON decode error')
  }
  // JSON.parse has accepted the text, so the scan can assume that it is well formed.
  assertShallowAndUnique(text)
  return value
}

/** Refuses text that PostgreSQL cannot store or that no device can show: NUL and lone surrogates. */
export const assertStorableText = (value: unknown): void => {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') assertStorable(next)
    else if (Array.isArray(next)) for (const item of next) waiting.push(item)
    else if (next instanceof Object && !(next instanceof File)) {
      for (const [key, item] of Object.entries(next)) {
        assertStorable(key)
        waiting.push(item)
      }
    }
  }
}

const assertStorable = (text: string) => {
  if (text.includes('\0') || /\p{Surrogate}/u.test(text))
    throw new Refused(422, 'A text holds characters that cannot be stored')
}

const utf8 = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('The body is not UTF-8')
  }
}

const invalid = (msg: string) => new Refused(422, [{ type: 'json_invalid', loc: ['body'], msg }])

/** One pass over the tokens. Each open object has the set of its keys. */
const assertShallowAndUnique = (text: string) => {
  const open: (Set<string> | null)[] = []
  const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const token = found[0]
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null)
      if (open.length > MAX_JSON_DEPTH) throw invalid('The body is nested too deeply')
    } else if (token === '}' || token === ']') open.pop()
    else if (found[1]) {
      const key = String(JSON.parse(token.slice(0, -found[1].length)))
      const seen = open.at(-1)
      if (seen?.has(key)) throw invalid(`The key ${JSON.stringify(key)} stands twice`)
      seen?.add(key)
    }
  }
}
