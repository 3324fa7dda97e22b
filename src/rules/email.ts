/** What emails are compared by: trimmed, lower-case (CO-04); '' when there is none. */
export const plainEmail = (email: string | null | undefined): string => (email ?? '').trim().toLowerCase()

/** The part before the @; '' when there is none (VD-11). */
export const emailName = (email: string | null | undefined): string => (email ?? '').trim().split('@')[0] ?? ''

/** The link that writes to an address; null when blank (US-01). */
export const emailLink = (email: string | null | undefined): string | null =>
  email?.trim() ? `mailto:${email.trim()}` : null
