/** A house as its address gives it: the number and the street. */
interface House {
  number: number
  street: string
}

/** '12', '12A' and '12-14' before a street's name. */
const form = /^\s*(\d{1,6})(?:-\d+|[A-Za-z])?\s+(.+)$/
/** '1/2', 'E-1' and 'B' of '912 B Chester Rd'. 'N', 'S', 'E' and 'W' alone belong to the street. */
const suffix = /^(?:1\/[234]|[A-Z]-\d+|[A-DF-MO-RT-VX-Z])\s+(?=\S+\s+\S)/i
/** Text after a comma or a unit mark is not part of the street. */
const unit = /\s*(?:,|#|\b(?:apt|unit|suite|ste|bsmt|rear)\b).*$/i

/**
 * The number and the street of an address; null if there is none. Counties write 0 if no number was assigned; it says
 * nothing about the place in the street.
 */
export function houseOf(combadd: string | null | undefined): House | null {
  const [, digits = '', rest = ''] = form.exec(combadd ?? '') ?? []
  const number = Number(digits)
  const street = rest.replace(unit, '').replace(suffix, '').trim()
  return number > 0 && street !== '' ? { number, street } : null
}
