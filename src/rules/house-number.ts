/** A house as an address says it: its number, and the street that it stands in. */
interface House {
  number: number
  street: string
}

/** '12', '12A' and '12-14' stand before a street's name. */
const form = /^\s*(\d{1,6})(?:-\d+|[A-Za-z])?\s+(.+)$/
/** '1/2', 'E-1' and 'B' of '912 B Chester Rd'. 'N', 'S', 'E' and 'W' alone belong to the street. */
const suffix = /^(?:1\/[234]|[A-Z]-\d+|[A-DF-MO-RT-VX-Z])\s+(?=\S+\s+\S)/i
/** What comes behind a comma or a sign of a unit is no part of the street. */
const unit = /\s*(?:,|#|\b(?:apt|unit|suite|ste|bsmt|rear)\b).*$/i

/**
 * The number and the street of an address; null where it has none. 0 is what counties write where no number was given,
 * and says nothing of the place in the street.
 */
export function houseOf(combadd: string | null | undefined): House | null {
  const [, digits = '', rest = ''] = form.exec(combadd ?? '') ?? []
  const number = Number(digits)
  const street = rest.replace(unit, '').replace(suffix, '').trim()
  return number > 0 && street !== '' ? { number, street } : null
}
