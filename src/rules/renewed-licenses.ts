import type { License } from '../contract/license.ts'
import { dayOfText } from './day-of-text.ts'
import { groupedBy } from './grouped.ts'

/** What says whether a license renews another. */
type Renewable = Pick<
  License,
  | 'id'
  | 'license_type'
  | 'license_number'
  | 'business_id'
  | 'address_id'
  | 'unit_id'
  | 'revoked'
  | 'fiscal_year'
  | 'expiration_date'
>

/**
 * The ids of the licenses that are renewed: the same business or address has one of the same kind for a later time. An
 * address may hold several at a time, each for a unit of its own. Then the unit or the number says which one is renewed.
 * Where neither says it, as many later licenses are needed as there are earlier ones, because nobody may be left without
 * a letter. A revoked license renews nothing.
 */
export function renewedLicenses(licenses: readonly Renewable[], zone: string): ReadonlySet<number> {
  const renewed = new Set<number>()
  const endOf = (it: Renewable) => dayOfText(it.expiration_date, zone) ?? ''
  const valid = licenses.filter((it) => !it.revoked && endOf(it) !== '')
  for (const held of groupedBy(valid, heldAs).values()) {
    // Those of one year stand beside each other, even if one of them ends a day later (C-03).
    const terms = [...groupedBy(held, (it) => it.fiscal_year?.trim() || endOf(it)).values()].map((them) => ({
      them,
      ends: them.reduce((last, it) => (endOf(it) > last ? endOf(it) : last), ''),
    }))
    for (const term of terms)
      for (const later of terms)
        if (later.ends > term.ends) for (const { id } of renewedBy(later.them, term.them)) renewed.add(id)
  }
  return renewed
}

/** The licenses of a term that those of a later one renew. */
function renewedBy(later: readonly Renewable[], term: readonly Renewable[]): readonly Renewable[] {
  const isNamed = (it: Renewable) => later.some((other) => isSame(it, other))
  const open = term.filter((it) => !isNamed(it))
  const free = later.filter((it) => !term.some((other) => isSame(it, other)))
  const isAmong = (it: Renewable) => free.filter((other) => !it.unit_id || !other.unit_id).length >= open.length
  return term.filter((it) => isNamed(it) || isAmong(it))
}

function isSame(a: Renewable, b: Renewable): boolean {
  const number = numberOf(a)
  return (number !== '' && number === numberOf(b)) || Boolean(a.unit_id && a.unit_id === b.unit_id)
}

/** A number is the same however it is written. */
const numberOf = ({ license_number }: Renewable): string => license_number?.trim().toLowerCase() ?? ''

/** The holder and the kind of a license. A business holds its license itself; the others are of their address. */
function heldAs({ id, license_type, business_id, address_id }: Renewable): string {
  // 0 is a business license too (LC-03).
  const kind = license_type || 1
  if (business_id) return `business ${business_id} ${kind}`
  return address_id ? `address ${address_id} ${kind}` : `license ${id}`
}
