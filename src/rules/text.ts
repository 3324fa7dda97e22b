/** The first `length` characters, with a mark if something was cut; never half a character (DB-26, VD-15). */
export function cutText(text: string | null | undefined, length: number, mark = '…'): string {
  if (!text || text.length <= length) return text ?? ''
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(length - 1))
  return `${text.slice(0, splitsPair ? length - 1 : length).trimEnd()}${mark}`
}

/** 'formal_notice', 'formal-notice' and 'formal notice' all become 'Formal Notice' (DB-36, II-03). */
export const titleCase = (text: string | null | undefined): string =>
  words(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ')

/** Free text for comparison: lower-case, with one space for each run of spaces, hyphens and underscores. */
export const plainWords = (text: string | null | undefined): string => words(text).join(' ').toLowerCase()

/** '1 photo', '2 photos'. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

const words = (text: string | null | undefined): string[] => (text ?? '').split(/[\s_-]+/).filter(Boolean)

/** "#12"; empty for a record that only this device has, because its number means nothing to anybody else. */
export const numberText = (id: number): string => (id > 0 ? `#${id}` : '')

/** 'Citation #12', or only the words for a record that only this device has. */
export const numbered = (words: string, id: number): string => (id > 0 ? `${words} #${id}` : words)

/** A text as a sentence: the words of a server may end with a full stop already. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
