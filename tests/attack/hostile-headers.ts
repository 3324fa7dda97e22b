import type { Dice } from './dice.ts'
import { hostileText } from './hostile-values.ts'

/** The headers of a request: the necessary ones, and some that it should not have. */
export const hostileHeaders = (dice: Dice, { n, type }: { n: number; type: string | null }): Record<string, string> => {
  const headers: Record<string, string> = {}
  if (type !== null) headers['Content-Type'] = latin(type)
  if (dice.percent(25)) headers['Idempotency-Key'] = dice.percent(70) ? `key-${n % 50}` : latin(dice.pick(keys))
  for (let times = dice.percent(40) ? 1 + dice.below(3) : 0; times > 0; times--) {
    const name = dice.pick(Object.keys(odd))
    headers[name] = latin(dice.percent(70) ? dice.pick(odd[name] ?? ['']) : hostileText(dice)).slice(0, 4_000)
  }
  return headers
}

const keys = [
  '',
  '"',
  '"a',
  '"\u00e9"',
  '""',
  '*',
  'a b',
  ':YWJj:',
  '?1',
  '1.5',
  'x'.repeat(255),
  'x'.repeat(256),
  '"x";a=1',
  '(1 2)',
  "';--",
]

const odd: Record<string, readonly string[]> = {
  'If-Match': ['*', '"1-1"', 'W/"1"', '', '"', '"a", "b"', '1', '"999999999999999999999-1"', '"__proto__"'],
  'If-None-Match': ['*', '"1-1"', 'W/"x"', '""', ',,,', '"'],
  'If-Modified-Since': ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', '9999'],
  Range: [
    'bytes=0-',
    'bytes=-1',
    'bytes=9-1',
    'bytes=0-0,1-1,2-2',
    'bytes=99999999999999999999-',
    'lines=1-2',
    'bytes=',
  ],
  Accept: ['text/html', '*/*;q=NaN', 'application/xml', ''],
  'Accept-Encoding': ['br;q=x', 'identity;q=0', '*;q=0', 'gzip, gzip, gzip', 'zstd'],
  'Accept-Language': ['xx', '\u00ff'],
  'Content-Encoding': ['gzip', 'br', 'deflate', 'identity', 'x'],
  'Device-Id': ['phone', 'Android phone 3F2A', '', '../..', 'x'.repeat(101)],
  'Idempotency-Looked': ['1', '0', '-1', 'x', '99999999999999999999', '1.5'],
  'Former-Number': ['1', 'x', '-1'],
  Cookie: ['session=1', '__Host-x=%00', '='],
  Origin: ['null', 'https://evil.example', 'http://localhost', ''],
  Referer: ['https://evil.example/', 'x'],
  'Sec-Fetch-Site': ['cross-site', 'same-origin', 'x'],
  'X-Forwarded-For': ['127.0.0.1', '::1', "1.2.3.4' or 1=1", ',,,', 'x'.repeat(500)],
  'X-Forwarded-Proto': ['https', 'javascript'],
  'X-Forwarded-Host': ['evil.example', 'a b', '[::1', 'x:99999'],
  'X-HTTP-Method-Override': ['DELETE', 'FOO'],
  Host: ['evil.example', 'localhost:99999', '[::1', '', 'a b', '%00', '127.0.0.1:1'],
  TE: ['trailers', 'x'],
  'Upgrade-Insecure-Requests': ['1', 'x'],
  'User-Agent': ['', '() { :; }; echo', '\u00ff'],
}

/** The text without characters that a header cannot carry: line ends, NUL, characters of more than one byte. */
const latin = (text: string) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()
