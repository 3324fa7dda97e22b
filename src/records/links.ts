import type { AddressChip } from '../contract/address-chip.ts'
import type { Contact, ContactDetail } from '../contract/contact.ts'
import type { Id, RecordType } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { linkEnds, needsUser, type OutboxEntry, type RowName, rowName } from '../db/outbox.ts'
import { addressChip } from './address-chip.ts'
import { contactsOfBusiness } from './business.ts'
import { contactWithLinks } from './contact.ts'
import { linkAddressContact, linkBusinessContact, unlinkAddressContact, unlinkBusinessContact } from './contact-link.ts'
import { contactsOfAddress } from './linked.ts'
import { queryName } from './query.ts'

/** A record that has a list of contacts. */
export type ContactOwner = { type: 'address' | 'business'; id: Id }

/**
 * A list of linked records as this device shows it: the stored answer plus what was linked and unlinked here since.
 */
export interface Linked<Row> {
  rows: Row[]
  /** Whether the server ever answered this list. The list of a record that exists only here needs no answer. */
  isHeard: boolean
  /** The unsent work on the link to each record: waiting or refused. */
  entries: ReadonlyMap<Id, readonly OutboxEntry[]>
}

export const contactsOf = ({ type, id }: ContactOwner) =>
  type === 'address' ? contactsOfAddress(id) : contactsOfBusiness(id)

export const contactLinks = {
  address: { link: linkAddressContact, unlink: unlinkAddressContact },
  business: { link: linkBusinessContact, unlink: unlinkBusinessContact },
} as const

/** The contacts of an address or a business. `owner.id` is the server's id if known. */
export async function linkedContacts(db: DeviceDatabase, owner: ContactOwner): Promise<Linked<Contact>> {
  const kept = await db.pulls.get(queryName(contactsOf(owner)))
  // The value stored under a call's name is that call's answer, checked against the contract.
  const answer = kept?.value as Contact[] | undefined
  const entries = await withChanges(db, rowName(owner.type, owner.id), 'contact', {
    ids: answer?.map((it) => it.id) ?? [],
    tick: kept?.tick,
  })
  const ids = [...entries.keys()]
  const known = await db.rows('contact').bulkGet(ids)
  const answered = new Map(answer?.map((it) => [it.id, it]))
  const rows = ids.map((id, at): Contact => known[at] ?? answered.get(id) ?? { id, name: `Contact #${id}` })
  return { rows, isHeard: answer !== undefined || owner.id < 0, entries }
}

/** An address or business in the list on a contact's page. */
export interface LinkedOwner {
  id: Id
  text: string
  /** This device does not know its name, so the text is its number. */
  isNameless?: boolean
}

/** The addresses or businesses of a contact (CO-08, CO-09). */
export async function linkedOwners(
  db: DeviceDatabase,
  type: ContactOwner['type'],
  contactId: Id,
): Promise<Linked<LinkedOwner>> {
  const kept = await db.pulls.get(queryName(contactWithLinks(contactId)))
  const answer = kept?.value as ContactDetail | undefined
  const answered = new Map<Id, string | null | undefined>(
    type === 'address'
      ? answer?.addresses?.map((it: AddressChip) => [it.id, it.combadd])
      : answer?.businesses?.map((it) => [it.id, it.name]),
  )
  const entries = await withChanges(db, rowName('contact', contactId), type, {
    ids: [...answered.keys()],
    tick: kept?.tick,
  })
  const rows: LinkedOwner[] = []
  for (const id of entries.keys())
    rows.push(ownerOf(type, id, answered.get(id)?.trim() || (await ownerName(db, type, id))?.trim()))
  return { rows, isHeard: answer !== undefined || contactId < 0, entries }
}

const nameOfType = { address: 'Address', business: 'Business' } as const

const ownerOf = (type: ContactOwner['type'], id: Id, name: string | undefined): LinkedOwner =>
  name ? { id, text: name } : { id, text: `${nameOfType[type]} #${id}`, isNameless: true }

const ownerName = async (db: DeviceDatabase, type: ContactOwner['type'], id: Id) =>
  type === 'address' ? (await addressChip(db, id))?.combadd : (await db.rows('business').get(id))?.name

const linking = new Set([linkAddressContact.name, linkBusinessContact.name])
const changing = new Set([...linking, unlinkAddressContact.name, unlinkBusinessContact.name])

/**
 * The ids of a stored list after all later changes of its links: first what the server has confirmed meanwhile, then
 * what waits, in the user's order. A removal that the server refused leaves the record in the list.
 */
async function withChanges(
  db: DeviceDatabase,
  end: RowName,
  other: RecordType,
  kept: { ids: readonly Id[]; tick: number | undefined },
): Promise<Map<Id, OutboxEntry[]>> {
  const shown = new Map<Id, OutboxEntry[]>(kept.ids.map((id) => [id, []]))
  const confirmed = await db.receipts
    .where('tick')
    .above(kept.tick ?? -1)
    .filter((it) => changing.has(it.command) && it.how !== 'replaced')
    .sortBy('tick')
  for (const { command, touches } of confirmed) {
    const id = otherEnd(touches, end, other)
    if (id === null) continue
    if (linking.has(command)) shown.set(id, shown.get(id) ?? [])
    else shown.delete(id)
  }
  const waiting = await db.outbox.where('touches').startsWith('link:').sortBy('seq')
  for (const entry of waiting) {
    const id = otherEnd(entry.touches, end, other)
    if (id === null) continue
    if (linking.has(entry.command) || needsUser.includes(entry.state)) shown.set(id, [...(shown.get(id) ?? []), entry])
    else shown.delete(id)
  }
  return shown
}

/** The id at the other end of a link from `end`; null for any other link. */
function otherEnd(touches: readonly RowName[], end: RowName, other: RecordType): Id | null {
  for (const name of touches) {
    const ends = linkEnds(name)
    if (!ends?.includes(end)) continue
    const far = ends.find((it) => it !== end && it.startsWith(`${other}:`))
    if (far) return Number(far.slice(other.length + 1))
  }
  return null
}
