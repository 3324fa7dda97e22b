/** The digits of a phone number, used to compare numbers (CO-04, C-13). */
export const phoneDigits = (phone: string | null | undefined): string => (phone ?? '').replace(/\D/g, '')

/** '(410) 555-0100' for 10 digits, anything else 'N/A' (CO-02). */
export function phoneText(phone: string | null | undefined): string {
  const digits = phoneDigits(phone)
  if (digits.length !== 10) return 'N/A'
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** The same, but as it was typed if it has not ten digits: another number is better than none. */
export const anyPhoneText = (phone: string | null | undefined): string =>
  phoneText(phone) === 'N/A' ? (phone?.trim() ?? '') : phoneText(phone)

/** The tel link of a number; null if it has no digits (US-01). A leading + is kept. */
export function phoneLink(phone: string | null | undefined): string | null {
  const digits = phoneDigits(phone)
  return digits === '' ? null : `tel:${phone?.trim().startsWith('+') ? '+' : ''}${digits}`
}
