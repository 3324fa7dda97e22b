import type { Address } from '../contract/address.ts'
import type { Business } from '../contract/business.ts'
import type { License } from '../contract/license.ts'
import type { Unit } from '../contract/unit.ts'
import { dateText } from './date-text.ts'
import { dayOf } from './dates.ts'
import { linesOf, writable } from './document-text.ts'
import { footerOf, type Letter, type Part, recipientOf } from './letter.ts'
import { licenseTypeText } from './license-type.ts'
import type { NoticeSeal } from './notice.ts'
import { mailingLines } from './owner-lines.ts'

interface Records {
  license: License
  /** The license's own. Null if unknown; then the owner is unknown too. Not needed for a business. */
  address: Pick<Address, 'ownername' | 'owneraddress' | 'ownercity' | 'ownerstate' | 'ownerzip'> | null
  /** The business that holds the license; null for none. */
  business: Pick<Partial<Business>, 'name' | 'address_id' | 'address'> | null
  /** The unit of the business; null for the whole building. */
  unit?: Pick<Unit, 'number'> | null
}

interface RenewalTown {
  townName: string
  letterhead?: readonly string[]
  seal: NoticeSeal | null
  zone: string
  now: Date
}

/** Tells the holder of a licence that it ends, and until when it can be renewed. */
export function renewalLetterOf({ license, address, business, unit }: Records, town: RenewalTown): Letter {
  const townName = writable(town.townName)
  const number = license.license_number?.trim() || `#${license.id}`
  const type = licenseTypeText(license.license_type)
  const ends = dateText(license.expiration_date, town.zone)
  // A business license may be without an address of its own.
  const addressId = license.address_id ?? business?.address_id
  const businessPlace = business?.address?.combadd?.trim()
  const inUnit = unit ? [`Unit ${unit.number.trim()}`] : []
  const itsBusiness = license.address_id ? '' : businessPlace
  const place = license.combadd?.trim() || itsBusiness || (addressId ? `Address #${addressId}` : 'Not on file')
  const title = `Renewal of ${type} ${writable(number)}`
  // The owner of the building is a stranger to a business in it.
  const isOfBusiness = Boolean(business ?? license.business_id)
  const holder = (isOfBusiness ? business?.name : address?.ownername)?.trim() || 'Holder of the license'
  const ownerMail = address ? mailingLines(address) : []
  const businessMail = businessPlace ? [businessPlace, ...inUnit] : []
  const mail = isOfBusiness ? businessMail : ownerMail
  const facts: [string, string][] = [
    ['License', number],
    ['Type', type],
    ['Date', dateText(dayOf(town.now, town.zone), town.zone)],
    ['Address of the license', [place, ...(addressId === business?.address_id ? inUnit : [])].join('\n')],
    ['Holder', holder],
    ['Mailing address', mail.join('\n') || 'Not on file'],
    ['Last day', ends],
  ]
  const text = (words: string): Part => ({ kind: 'text', words: [{ text: lines(words) }] })
  return {
    title,
    subject: writable(place),
    description: title,
    townName,
    office: 'Code Enforcement',
    letterhead: (town.letterhead ?? []).map(writable),
    seal: town.seal && { ...town.seal, says: `Seal of ${townName}` },
    recipient: recipientOf(holder, mail),
    parts: [
      { kind: 'heading', level: 1, text: 'Renewal of a License' },
      { kind: 'facts', head: ['About', 'This license'], rows: facts.map(([label, value]) => [label, lines(value)]) },
      { kind: 'heading', level: 2, text: 'To the holder' },
      {
        kind: 'text',
        words: [
          { text: 'The license named above ends. ' },
          // Bold, because the reader must not miss the day.
          { text: `Its last day is ${ends}.`, bold: true },
        ],
      },
      text(
        'To continue without a break, apply for its renewal before that day. An inspection may be needed first, and a license is not renewed while a violation of the municipal code is open at its address.',
      ),
      text('If you no longer need the license, please tell us, so that our records are right.'),
    ],
    footer: footerOf(townName, title, place),
  }
}

const lines = (words: string): string => linesOf(words).join('\n')
