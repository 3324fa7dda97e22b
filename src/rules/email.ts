/** An email for comparison: trimmed, lower-case (CO-04); '' if there is none. */
export const plainEmail = (email: string | null | undefined): string => (email ?? '').trim().toLowerCase()

/** The part before the @; '' if there is none (VD-11). */
export const emailName = (email: string | null | undefined): string => (email ?? '').trim().split('@')[0] ?? ''

/** The mailto link of an address; null if blank (US-01). */
export const emailLink = (email: string | null | undefined): string | null =>
  email?.trim() ? `mailto:${email.trim()}` : null
