import { searchable, searchText } from './address-text.ts'
import { phoneDigits } from './phone.ts'

/** The fields of a contact that searches read. */
interface ContactWords {
  name?: string | null
  email?: string | null
  phone?: string | null
}

/** The number of contacts in a picker (CF-40). */
export const contactPickerLimit = 5

/** Whether a text of 2 characters or more matches the name, the email or the digits of the phone (CF-40, C-13). */
export function contactMatches({ name, email, phone }: ContactWords, typed: string): boolean {
  const wanted = searchText(typed)
  if (wanted === null) return false
  if (searchable(name ?? '').includes(wanted) || searchable(email ?? '').includes(wanted)) return true
  // '(410) 555' finds 410-555-0100. A text with letters is not a phone number, so 'apt 41' does not.
  const digits = phoneDigits(wanted)
  return digits.length >= 2 && !/\p{L}/u.test(wanted) && phoneDigits(phone).includes(digits)
}

/** The fields of a business that its picker reads. */
interface BusinessWords {
  name?: string | null
  trading_as?: string | null
}

/** Whether a text matches name or trading_as (CF-42). A blank text matches all. */
export const businessMatches = ({ name, trading_as }: BusinessWords, typed: string): boolean => {
  const wanted = searchable(typed)
  return searchable(name ?? '').includes(wanted) || searchable(trading_as ?? '').includes(wanted)
}

/**
 * Whether a text matches the user's email or name, and the role is the requested one (US-02). A blank text and a null
 * role match all.
 */
export const userMatches = (
  user: { name?: string | null; email?: string | null; role?: number | null },
  typed: string,
  role: number | null,
): boolean => {
  const wanted = searchable(typed)
  const isFound = searchable(user.email ?? '').includes(wanted) || searchable(user.name ?? '').includes(wanted)
  return isFound && (role === null || user.role === role)
}
