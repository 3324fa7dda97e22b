/**
 * The longest texts that calls take, in the characters that a field of a form counts (UTF-16). The form, the device and
 * the server refuse more by these same numbers: nothing is ever cut.
 */
export const textLimits = {
  /** A name, a number, an address of a house or of mail: one line. PostgreSQL can index it in any alphabet. */
  line: 255,
  /** The address of a web page. */
  webAddress: 2_000,
  /** A remark, notes, a description: several pages. */
  remark: 10_000,
  /** What no hand types: given back as it was read, or written by the app. */
  kept: 100_000,
} as const

/** Said of a text that is longer than it may be. */
export const tooLongText = (length: number, most: number): string =>
  `Too long: ${inFigures(length)} characters, at most ${inFigures(most)} can be kept`

/** The same, where it is longer; else undefined. */
export const tooLongIn = (length: number, most: number): string | undefined =>
  length > most ? tooLongText(length, most) : undefined

/** What is wrong with one value. */
interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** What is wrong with the values that a call refuses: what the schemas throw, told without loading them. */
export const issuesOf = (error: unknown): Issue[] | null =>
  error instanceof Error && 'issues' in error && Array.isArray(error.issues) ? error.issues : null

/** What a person can mend in what they entered, in words; null where something else is wrong. */
export const issuesText = (issues: readonly Issue[]): string | null =>
  issues.every(({ message }) => message !== 'Invalid input')
    ? issues.map(({ path, message }) => [path.join(' '), message].filter(Boolean).join(': ')).join('; ')
    : null

const inFigures = (count: number) => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** The first and the last day that are taken: a year beyond them is a slip of the hand, or an attack. */
export const dayLimits = { first: '1900-01-01', last: '2199-12-31' } as const

/** Said of a day outside of them. */
export const dayOutOfReachText = 'Enter a year from 1900 to 2199'

/** Whether a text that begins with a day, 'YYYY-MM-DD', begins with one that is taken. */
export const isDayInReach = (text: string): boolean =>
  text.slice(0, 10) >= dayLimits.first && text.slice(0, 10) <= dayLimits.last
