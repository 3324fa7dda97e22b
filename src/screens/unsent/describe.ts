import type { Id, RecordType } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { filesOf, type OutboxEntry } from '../../db/outbox.ts'
import type { AnyRow, Rows } from '../../db/rows.ts'
import { addressChip } from '../../records/address-chip.ts'
import { commands } from '../../records/index.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import { plural } from '../../rules/text.ts'
import { unlessDamaged, wordsOf } from '../../sync/entry/damage.ts'
import { resolveIds } from '../../sync/entry/ids.ts'
import { serverIdOf } from '../../sync/entry/names.ts'

/** An entry as the user knows it. */
export interface Described {
  /** What was done: 'Observation: Broken window'. */
  words: string
  place: Place | null
}

/** The record that it belongs to: its name and its screen. */
interface Place {
  text: string
  path: string
}

/** What an entry is, in the user's words, and where it belongs. */
export async function describe(db: DeviceDatabase, entry: OutboxEntry): Promise<Described> {
  const command = commands.get(entry.command)
  // A damaged entry may name what cannot be looked up.
  const asked = command && (await unlessDamaged(() => resolveIds(db, command, entry), null))
  if (!asked) return { words: command?.name || entry.command || 'Damaged entry', place: null }
  const own = command.makes
    ? { type: command.makes, id: entry.id }
    : (command.changes?.(asked.params) ?? command.ownerOf?.(asked.params))
  const files = entry.photo === null ? filesOf(entry).length : 0
  const words = files === 0 ? wordsOf(command, asked) : `${wordsOf(command, asked)}, with ${plural(files, 'file')}`
  const place = own ? await unlessDamaged(() => placeOf(db, own.type, own.id), null) : null
  return { words, place }
}

/** The record on whose screen another one is shown. */
type Shown = readonly [RecordType, Id | null | undefined]

/** Records without their own screen. */
const shownOn: { readonly [Type in RecordType]?: (row: Rows[Type]) => Shown } = {
  observation: ({ area_id }) => ['area', area_id],
  answer: ({ area_id }) => ['area', area_id],
  alert: ({ address_id }) => ['address', address_id],
  comment: ({ unit_id, address_id }) => (unit_id ? ['unit', unit_id] : ['address', address_id]),
  contactComment: ({ contact_id }) => ['contact', contact_id],
  violationComment: ({ violation_id }) => ['violation', violation_id],
  service: ({ violation_id }) => ['violation', violation_id],
  prompt: ({ room_id }) => ['room', room_id],
}

/** The name and screen of a record; null if it has no screen or is not on this device. */
export async function placeOf(db: DeviceDatabase, type: RecordType, local: Id): Promise<Place | null> {
  const id = await serverIdOf(db, type, local)
  const shownWith = shownOn[type] as ((row: AnyRow) => Shown) | undefined
  if (shownWith) {
    // A row of a table has the type of that table.
    const row = await db.anyRows(type).get(id)
    const [owner, ownerId] = (row && shownWith(row)) ?? []
    return owner && ownerId ? placeOf(db, owner, ownerId) : null
  }
  switch (type) {
    case 'area':
      return areaPlace(db, id)
    case 'unit': {
      const row = await db.rows('unit').get(id)
      if (!row) return null
      const address = await addressName(db, row.address_id)
      return { text: `Unit ${row.number}, ${address}`, path: `/address/${row.address_id}/unit/${id}` }
    }
    case 'inspection':
      return inspectionPlace(db, id)
    case 'violation': {
      const row = await db.rows('violation').get(id)
      const address = row?.combadd ?? (row ? await addressName(db, row.address_id) : null)
      return { text: `Violation${address ? ` at ${address}` : ''}`, path: `/violation/${id}` }
    }
    case 'citation': {
      const row = await db.rows('citation').get(id)
      const violation = row ? await placeOf(db, 'violation', row.violation_id) : null
      return {
        text: [`Citation ${row?.citationid ?? ''}`.trim(), violation?.text].filter(Boolean).join(', '),
        path: `/citation/${id}`,
      }
    }
    case 'contact': {
      const row = await db.rows('contact').get(id)
      return { text: row?.name ?? 'Contact', path: `/contacts/${id}` }
    }
    case 'business': {
      const row = await db.rows('business').get(id)
      return { text: row?.name ?? 'Business', path: `/business/${id}` }
    }
    case 'room': {
      // A deleted one has a receipt, but no screen any more.
      const row = await db.rows('room').get(id)
      return row ? { text: row.name, path: `/rooms/${id}` } : null
    }
    case 'user':
      return { text: (await db.rows('user').get(id))?.email ?? 'User', path: `/users/${id}` }
    case 'license': {
      const row = await db.rows('license').get(id)
      return { text: `License ${row?.license_number?.trim() || `#${id}`}`, path: `/license/${id}` }
    }
    case 'permit':
      return { text: `Permit #${id}`, path: `/permit/${id}` }
    case 'address':
      return { text: await addressName(db, id), path: `/address/${id}` }
    default:
      return null
  }
}

/** The place of the record that a file belongs to; null once the file is no longer on this device. */
export async function placeOfPhoto(db: DeviceDatabase, photo: string): Promise<Place | null> {
  const { ownerType, ownerId } = (await db.photos.get(photo)) ?? {}
  return ownerType && ownerId ? placeOf(db, ownerType, ownerId) : null
}

async function areaPlace(db: DeviceDatabase, local: Id): Promise<Place | null> {
  const id = await serverIdOf(db, 'area', local)
  const row = await db.rows('area').get(id)
  if (!row) return null
  const unit = row.unit_id ? await db.rows('unit').get(await serverIdOf(db, 'unit', row.unit_id)) : undefined
  const inspection = await inspectionPlace(db, row.inspection_id)
  const text = [row.name, unit && `Unit ${unit.number}`, inspection?.text].filter(Boolean).join(', ')
  const inUnit = row.unit_id ? `/unit/${row.unit_id}` : ''
  return { text, path: `/inspections/${row.inspection_id}${inUnit}/area/${id}` }
}

async function inspectionPlace(db: DeviceDatabase, local: Id): Promise<Place | null> {
  const id = await serverIdOf(db, 'inspection', local)
  const row = await db.rows('inspection').get(id)
  if (!row) return null
  const address = row.address?.combadd ?? (row.address_id ? await addressName(db, row.address_id) : '')
  const path = isComplaint(row) ? `/complaint/${id}` : `/inspection/${id}`
  return { text: address || `${row.source} #${id}`, path }
}

const addressName = async (db: DeviceDatabase, id: Id): Promise<string> =>
  (await addressChip(db, id))?.combadd?.trim() || `Address #${id}`
