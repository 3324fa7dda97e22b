import { searchable, searchText } from './address-text.ts'
import { phoneDigits } from './phone.ts'

/** A contact as searches read it. */
interface ContactWords {
  name?: string | null
  email?: string | null
  phone?: string | null
}

/** Pickers list this many (CF-40). */
export const contactPickerLimit = 5

/** Does a text of 2 characters or more find the contact, in name, email or the digits of its phone (CF-40, C-13)? */
export function contactMatches({ name, email, phone }: ContactWords, typed: string): boolean {
  const wanted = searchText(typed)
  if (wanted === null) return false
  if (searchable(name ?? '').includes(wanted) || searchable(email ?? '').includes(wanted)) return true
  // '(410) 555' finds 410-555-0100; a text with letters is no phone number, so 'apt 41' does not.
  const digits = phoneDigits(wanted)
  return digits.length >= 2 && !/\p{L}/u.test(wanted) && phoneDigits(phone).includes(digits)
}

/** A business as its picker reads it. */
interface BusinessWords {
  name?: string | null
  trading_as?: string | null
}

/** Does a text find the business in name or trading_as (CF-42)? A blank text finds every one. */
export const businessMatches = ({ name, trading_as }: BusinessWords, typed: string): boolean => {
  const wanted = searchable(typed)
  return searchable(name ?? '').includes(wanted) || searchable(trading_as ?? '').includes(wanted)
}

/** Does a text find the user in email or name, and is the role the one asked for (US-02)? Blank text, null role: every one. */
export const userMatches = (
  user: { name?: string | null; email?: string | null; role?: number | null },
  typed: string,
  role: number | null,
): boolean => {
  const wanted = searchable(typed)
  const isFound = searchable(user.email ?? '').includes(wanted) || searchable(user.name ?? '').includes(wanted)
  return isFound && (role === null || user.role === role)
}
