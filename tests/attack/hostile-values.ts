import { naughtyTexts } from '../harness/naughty.ts'
import type { Dice } from './dice.ts'

/** Random letters, so that the database cannot compress them. */
const unpackable = (length: number, dice: Dice) => {
  const start = dice.below(15_000)
  return Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + ((start + at * 7919) % 20_000))).join('')
}

/** Texts with a meaning for a parser, a database, a shell, a page or a spreadsheet. */
const meant: readonly string[] = [
  ...["' or 1=1 --", "'; select pg_sleep(9); --", '\\', '%', '_', '$1', '$$', '{{7*7}}', '\u0000', '\ud800'],
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '=HYPERLINK("http://x","y")', '@SUM(1)', '+1', '-1'],
  ...['../../etc/passwd', '..\\..\\windows', 'C:\\CON', '/dev/zero', 'file:///etc/passwd', 'http://169.254.169.254/'],
  ...[
    'null',
    'undefined',
    'NaN',
    'Infinity',
    'true',
    '[]',
    '{}',
    '""',
    '0x10',
    '1e309',
    '٣',
    '½',
    '',
    ' ',
    '\t',
    '\r\n',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'then', 'toJSON'],
  ...['0000-00-00', '0001-01-01', '9999-12-31', '2026-02-30', '+275760-09-13', '-271821-04-20', '2026-W01', '12:99'],
  ...['0001-01-01T00:00', '9999-12-31T23:59:59Z', '2026-11-20T25:99', '1e400', '99999999999999999999', '-0', '1_000'],
  ...['a@b', 'a@b.c\nBcc: x@y.z', 'Complaint', 'Completed', 'vacant', '2026-2027', '{"lat":1e999}', '\u202etxt.exe'],
]

/** A text as an attacker or a broken phone may send it. */
export const hostileText = (dice: Dice): string => {
  const kind = dice.below(20)
  if (kind < 11) return dice.pick(meant)
  if (kind < 16) return dice.pick(naughtyTexts)
  if (kind < 18) return unpackable(dice.pick([255, 256, 1000, 3000, 3000, 9999]), dice)
  return 'x'.repeat(dice.pick([254, 256, 10_000, 10_001, 100_001]))
}

const numbers: readonly number[] = [
  ...[0, -0, -1, 1, 2, 3, 0.1, 1.5, 99, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63],
  ...[-(2 ** 63), 1e21, 1e100, 1e308, 5e-324, Number.MAX_SAFE_INTEGER, 12_345_678.905, 999_999, 180.1, -90.5],
]

/** A number that a column, a counter or an id may not hold. */
export const hostileNumber = (dice: Dice): number => dice.pick(numbers)

/** A value of any type, whatever is expected. */
export const hostileValue = (dice: Dice, depth = 0): unknown => {
  const kind = dice.below(depth > 3 ? 5 : 9)
  if (kind < 2) return hostileText(dice)
  if (kind < 4) return hostileNumber(dice)
  if (kind === 4) return dice.pick([null, true, false, 'true', 'false'])
  if (kind === 5) return Array.from({ length: dice.below(4) }, () => hostileValue(dice, depth + 1))
  if (kind === 6) return { [hostileText(dice)]: hostileValue(dice, depth + 1) }
  if (kind === 7) return nested(dice.pick([5, 63, 64, 65, 500]))
  return Object.fromEntries(['id', 'name', 'length', 'content'].map((name) => [name, hostileValue(dice, depth + 1)]))
}

const nested = (depth: number): unknown => {
  let value: unknown = 'deep'
  for (let at = 0; at < depth; at++) value = at % 2 ? [value] : { a: value }
  return value
}

const strangeKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'id',
  'created_at',
  'role',
  'user_id',
  '',
  '\u0000',
  'a.b',
  'a[0]',
  '$where',
]

/** The value with a random change at any depth. */
export const spoiled = (value: unknown, dice: Dice): unknown => {
  if (Array.isArray(value) && value.length > 0 && dice.percent(70)) {
    const at = dice.below(value.length)
    return value.map((item, index) => (index === at ? spoiled(item, dice) : item))
  }
  if (value instanceof Object && !Array.isArray(value)) return spoiledRecord(value, dice)
  return hostileValue(dice)
}

const spoiledRecord = (value: object, dice: Dice): unknown => {
  const entries = Object.entries(value)
  const kind = dice.below(10)
  if (kind === 0 || entries.length === 0) return withOwn(entries, dice.pick(strangeKeys), hostileValue(dice))
  if (kind === 1) return hostileValue(dice)
  const at = dice.below(entries.length)
  if (kind === 2) return Object.fromEntries(entries.filter((_, index) => index !== at))
  return Object.fromEntries(
    entries.map(([name, field], index) => [
      name,
      index === at ? (kind < 8 ? hostileLike(field, dice) : spoiled(field, dice)) : field,
    ]),
  )
}

/** A change within the same type, so that it passes the first check. */
const hostileLike = (field: unknown, dice: Dice): unknown => {
  if (typeof field === 'string') return hostileText(dice)
  if (typeof field === 'number') return hostileNumber(dice)
  return hostileValue(dice)
}

/** `__proto__` as an own key, as JSON.parse makes it. */
const withOwn = (entries: [string, unknown][], name: string, value: unknown): unknown => {
  const record: Record<string, unknown> = Object.fromEntries(entries)
  Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true })
  return record
}
