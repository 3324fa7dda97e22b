/**
 * The longest texts that calls take, in the characters that a field of a form counts (UTF-16). The form, the device and
 * the server refuse more by these same numbers: nothing is ever cut.
 */
export const textLimits = {
  /** One line: a name, a number, an address, an email. PostgreSQL can index it in any alphabet. */
  line: 255,
  /** The URL of a web page. */
  webAddress: 2_000,
  /** A remark, notes, a description: several pages. */
  remark: 10_000,
  /** Text that nobody types: sent back as it was read, or written by the app. */
  kept: 100_000,
} as const

/** The message for a text that is too long. */
export const tooLongText = (length: number, most: number): string =>
  `Too long: ${inFigures(length)} characters, at most ${inFigures(most)} can be kept`

/** The message if the text is too long, else undefined. */
export const tooLongIn = (length: number, most: number): string | undefined =>
  length > most ? tooLongText(length, most) : undefined

/** What is wrong with one value. */
interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** The problems of values that a call refuses: the error of the schemas, recognised without loading them. */
export const issuesOf = (error: unknown): Issue[] | null =>
  error instanceof Error && 'issues' in error && Array.isArray(error.issues) ? error.issues : null

/** What a person can correct in what they entered, in words; null if something else is wrong. */
export const issuesText = (issues: readonly Issue[]): string | null =>
  issues.every(({ message }) => message !== 'Invalid input')
    ? issues.map(({ path, message }) => [path.join(' '), message].filter(Boolean).join(': ')).join('; ')
    : null

const inFigures = (count: number) => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** The first and the last accepted day: a year beyond them is a typing error or an attack. */
export const dayLimits = { first: '1900-01-01', last: '2199-12-31' } as const

/** The message for a day outside these limits. */
export const dayOutOfReachText = 'Enter a year from 1900 to 2199'

/** Whether the day at the beginning of a text, 'YYYY-MM-DD', is accepted. */
export const isDayInReach = (text: string): boolean =>
  text.slice(0, 10) >= dayLimits.first && text.slice(0, 10) <= dayLimits.last
