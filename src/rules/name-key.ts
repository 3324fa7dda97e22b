/*
 * A name as a text that sorts as the name does in the alphabet, so that an index has the order of `byText` (C-37). It
 * is stored with the row: see `sort-key.ts`.
 */

/** Signs in the order of the alphabet, spaces first; equivalent signs are in one group. */
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

/** Sorts before every letter and after every sign. */
const beforeNumber = '`'

const letters: Readonly<Record<string, string>> = { æ: 'ae', ð: 'd', đ: 'd', ħ: 'h', ł: 'l', ø: 'o', œ: 'oe', ß: 'ss' }

/** The key of a name, without case and accents, numbers as numbers; a blank name sorts last. */
export function nameKey(name: string | null | undefined): string {
  const text = name?.trim() ?? ''
  if (text === '') return '1'
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return `0${plain.replaceAll(/\d+|\s|\p{Cc}|[\p{P}\p{S}]|[æðđħłøœß]/gu, keyOf)}`
}

function keyOf(found: string): string {
  if (/\d/.test(found)) {
    const number = found.replace(/^0+(?=\d)/, '')
    // A longer number is greater.
    return beforeNumber + String.fromCharCode(number.length) + number
  }
  if (/\s/.test(found)) return signKeys.get(' ') ?? ''
  if (/\p{Cc}/u.test(found)) return ''
  return letters[found] ?? signKeys.get(found) ?? otherSign
}
