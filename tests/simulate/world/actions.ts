import { againIfAborted } from '../../../src/db/again-if-aborted.ts'
import { addArea, addUnitArea } from '../../../src/records/area.ts'
import type { Command } from '../../../src/records/command.ts'
import { addContact, saveContact } from '../../../src/records/contact.ts'
import {
  addInspectionPhoto,
  assignInspector,
  scheduleInspection,
  setInspectionContact,
  setInspectionStatus,
} from '../../../src/records/inspection.ts'
import { addObservation, flagObservation } from '../../../src/records/observation.ts'
import { addUnit, renameUnit } from '../../../src/records/unit.ts'
import { addViolation } from '../../../src/records/violation.ts'
import { addFiles, perform } from '../../../src/sync/capture/perform.ts'
import { doFieldAction } from './actions-field.ts'
import { doOfficeAction } from './actions-office.ts'
import { chosen, type Dice, observationTexts, pickFrom, word } from './dice.ts'
import type { ActionKind } from './story.ts'
import type { Tab } from './tab.ts'

/** The ids that one person can work with on one phone: the server's and local ones. */
export interface Known {
  addresses: number[]
  inspections: number[]
  contacts: number[]
  units: number[]
  areas: number[]
  observations: number[]
  businesses: number[]
  codes: number[]
  violations: number[]
  citations: number[]
  /** The server has our extensions: alerts and answers stay on the phone otherwise. */
  takesOurs: boolean
  alerts: number[]
  /** The last action that created something. */
  last?: { action: ActionKind; dice: Dice }
}

const rooms = ['Kitchen', 'Hall', 'Porch']
const numbers = ['1', '2b', ' 2B ', '3']
const statuses = ['Scheduled', 'In Progress', 'Under Review']
/** Performs an action on a tab as the screens do. */
export async function doAction(tab: Tab, known: Known, action: ActionKind, { a, b, c }: Dice): Promise<void> {
  if (action === 'again') {
    if (known.last) await doAction(tab, known, known.last.action, known.last.dice)
    return
  }
  if (action.startsWith('add') || action.startsWith('observe')) known.last = { action, dice: { a, b, c } }
  const { device } = tab
  const inspectionId = pickFrom(known.inspections, a)
  const areaId = pickFrom(known.areas, b)
  const observation = { content: word(observationTexts, c), potentialvio: c % 2 === 0, user_id: tab.userId, codes: [] }
  switch (action) {
    case 'addArea': {
      known.areas.push(await perform(device, addArea, { inspectionId }, { name: word(rooms, b) }))
      return
    }
    case 'addUnitArea': {
      const unitId = pickFrom(known.units, b)
      known.areas.push(await perform(device, addUnitArea, { inspectionId, unitId }, { name: word(rooms, c) }))
      return
    }
    case 'addUnit': {
      const addressId = pickFrom(known.addresses, a)
      known.units.push(await perform(device, addUnit, { addressId }, { number: word(numbers, b) }))
      return
    }
    case 'observe': {
      known.observations.push(await perform(device, addObservation, { areaId }, observation))
      return
    }
    case 'observeWithPhotos': {
      const form = `observation/area:${areaId}`
      const photos = await chosen(tab, 1 + (a % 2), form)
      known.observations.push(await perform(device, addObservation, { areaId }, observation, { photos, form }))
      return
    }
    case 'flag': {
      await perform(
        device,
        flagObservation,
        { observationId: pickFrom(known.observations, a) },
        { potentialvio: b % 2 === 0 },
      )
      return
    }
    case 'status': {
      await perform(device, setInspectionStatus, { inspectionId }, { status: statuses[b % 3] ?? '' })
      return
    }
    case 'complete': {
      await perform(device, setInspectionStatus, { inspectionId }, { status: b % 2 ? 'Completed' : 'Cancelled' })
      return
    }
    case 'schedule': {
      await perform(device, scheduleInspection, { inspectionId }, { scheduled_datetime: `2026-11-2${b % 9}T09:00` })
      return
    }
    case 'assign': {
      await perform(device, assignInspector, { inspectionId }, { inspector_id: 1 + (b % 2) })
      return
    }
    case 'setContact': {
      await perform(device, setInspectionContact, { inspectionId }, { contact_id: pickFrom(known.contacts, b) })
      return
    }
    case 'addContact': {
      const email = `vera${b % 3}@holt.example`
      known.contacts.push(await perform(device, addContact, {}, { name: 'Vera Holt', email, phone: null }))
      return
    }
    case 'saveContact': {
      const contactId = known.contacts[0] ?? 0
      const shown = await againIfAborted(() => tab.db.rows('contact').get(contactId))
      if (!shown) return
      const seen = { name: shown.name, email: shown.email ?? null, phone: shown.phone ?? null }
      const body = b % 2 ? { ...seen, phone: `555010${a % 10}` } : { ...seen, name: `Otto Lane ${a % 3}` }
      await perform(device, saveContact, { contactId }, body, { seen })
      return
    }
    case 'addViolation':
    case 'violationWithPhotos': {
      const photos = action === 'addViolation' ? [] : await chosen(tab, 1, 'a violation')
      const body = {
        address_id: pickFrom(known.addresses, a),
        user_id: tab.userId,
        codes: [],
        deadline: c % 2 ? ('7 days' as const) : ('14 days' as const),
        violation_type: 'doorhanger' as const,
        ...(b % 2 ? { inspection_id: inspectionId } : {}),
      }
      known.violations.push(await perform(device, addViolation, {}, body, { photos }))
      return
    }
    case 'inspectionPhoto': {
      const photos = await chosen(tab, 1, 'an inspection')
      await addFiles(device, addInspectionPhoto as unknown as Command, { inspectionId }, photos)
      return
    }
    case 'renameUnit': {
      await perform(device, renameUnit, { unitId: pickFrom(known.units, a) }, { number: word(numbers, b) })
      return
    }
    case 'alert':
    case 'changeAlert':
    case 'answer':
      if (known.takesOurs) await doFieldAction(tab, known, action, { a, b, c })
      return
    default:
      return doOfficeAction(tab, known, action, { a, b, c })
  }
}
