/** Is this an email address: one @, a host with a dot, no blanks (CO-03)? Only mail that arrives would prove more. */
export const isEmail = (text: string): boolean =>
  text.length <= maxEmailLength &&
  /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\].-][^\s@<>(),;:"\\[\]]*\.[^\s@<>(),;:"\\[\].]{2,}$/.test(text)

/** The longest address that mail servers take. */
const maxEmailLength = 254

/** What emails are compared by: trimmed, lower-case (CO-04); '' when there is none. */
export const plainEmail = (email: string | null | undefined): string => (email ?? '').trim().toLowerCase()

/** The part before the @; '' when there is none (VD-11). */
export const emailName = (email: string | null | undefined): string => (email ?? '').trim().split('@')[0] ?? ''

/** The link that writes to an address; null when blank (US-01). */
export const emailLink = (email: string | null | undefined): string | null =>
  email?.trim() ? `mailto:${email.trim()}` : null
