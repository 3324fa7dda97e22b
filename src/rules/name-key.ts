/*
 * A name as a text that stands where the name does in the alphabet: the order of `byText` (C-37) as an index keeps it.
 * It is stored with the row: see `sort-key.ts`.
 */

/** Signs in the order of the alphabet, blanks first; signs that count as the same stand in one group. */
const signs = [
  ...Array.from(` _-–—,;:!¡?¿.·`),
  "'‘’",
  ...Array.from('‹›'),
  '"“”',
  ...Array.from('«»()[]{}§¶@*/\\&#%†‡•′`^°©®+±÷×<=>¬|¦~⁄¤¢$£¥€'),
]
const signKeys = new Map(
  signs.flatMap((group, at) => Array.from(group, (sign) => [sign, String.fromCharCode(at + 1)] as const)),
)
const otherSign = String.fromCharCode(signKeys.size + 1)

/** Before every letter and after every sign. */
const beforeNumber = '`'

const letters: Readonly<Record<string, string>> = { æ: 'ae', ð: 'd', đ: 'd', ħ: 'h', ł: 'l', ø: 'o', œ: 'oe', ß: 'ss' }

/** The key of a name, without case and marks, numbers as numbers; a blank name comes last. */
export function nameKey(name: string | null | undefined): string {
  const text = name?.trim() ?? ''
  if (text === '') return '1'
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return `0${plain.replaceAll(/\d+|\s|\p{Cc}|[\p{P}\p{S}]|[æðđħłøœß]/gu, keyOf)}`
}

function keyOf(found: string): string {
  if (/\d/.test(found)) {
    const number = found.replace(/^0+(?=\d)/, '')
    // A longer number is a greater one.
    return beforeNumber + String.fromCharCode(number.length) + number
  }
  if (/\s/.test(found)) return signKeys.get(' ') ?? ''
  if (/\p{Cc}/u.test(found)) return ''
  return letters[found] ?? signKeys.get(found) ?? otherSign
}
