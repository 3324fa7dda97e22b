import { hashPassword } from '../auth.ts'
import type { Services } from '../endpoint.ts'
import type { Tx } from '../store/core-tables.ts'
import { addresses, businesses, codes, contacts, prompts, rooms, units, users } from '../store/town-tables.ts'
import { addCitations, addViolations } from './cases.ts'
import { checklists } from './checklists.ts'
import { chapters } from './code-texts.ts'
import { addFindings } from './findings.ts'
import { at, type Calendar, calendarAt, insertAll, type Making } from './making.ts'
import { addPapers } from './papers.ts'
import { addPhotos } from './photo-album.ts'
import { chanceOf } from './random.ts'
import { addRemarks } from './remarks.ts'
import { planTown } from './town-plan.ts'
import { addVisits } from './visits.ts'

/** Everybody of the demo town has this password; it protects nothing but invented records. */
export const DEMO_PASSWORD = 'codesoft demo town'

/**
 * The people of the demo town in the order of their ids. The first is an inspector, since complaints of the office go to
 * user 1 (C-22); the last one has left.
 */
export const demoPeople = [
  { email: 'ons@codesoft.example', name: 'Odile Navarro', phone: '5550300001', role: 1, active: true },
  { email: 'ons2@codesoft.example', name: 'Tobias Achterberg', phone: '5550300002', role: 1, active: true },
  { email: 'oas@codesoft.example', name: 'Philippa Osei', phone: '5550300003', role: 2, active: true },
  { email: 'admin@codesoft.example', name: 'Ruth Valdemar', phone: '5550300004', role: 3, active: true },
  { email: 'guest@codesoft.example', name: 'Guest of the Town', phone: null, role: 0, active: true },
  { email: 'former@codesoft.example', name: 'Casimir Dunlop', phone: null, role: 1, active: false },
] as const

const SEED = 20_251_120

/**
 * Fills an empty database with the invented town, all in one transaction: the same town every time, its days counted
 * from today. Answers how many of each kind there are.
 */
export const makeDemoTown = async ({
  db,
  store,
  config,
  clock,
}: Pick<Services, 'db' | 'store' | 'config' | 'clock'>) => {
  const undo: (() => Promise<void>)[] = []
  const password_hash = await hashPassword(DEMO_PASSWORD, config)
  try {
    return await db.transaction(async (tx) => {
      const making = await foundTown(tx, calendarAt(clock(), config.townZone), password_hash)
      const visits = await addVisits(making)
      const findings = await addFindings(making, visits)
      const cases = await addViolations(making, visits)
      const citations = await addCitations(making, cases)
      const papers = await addPapers(making, visits)
      const { comments } = await addRemarks(making)
      const photos = await addPhotos(making, store, { findings, cases, visits, comments }, (step) => undo.push(step))
      return {
        addresses: making.places.length,
        inspections: visits.length,
        observations: findings.length,
        violations: cases.length,
        citations,
        ...papers,
        comments: comments.length,
        photos,
      }
    })
  } catch (error) {
    await Promise.all(undo.map((step) => step()))
    throw error
  }
}

/** People, code, checklists, addresses, dwellings, contacts and businesses. */
const foundTown = async (tx: Tx, calendar: Calendar, password_hash: string): Promise<Making> => {
  const chance = chanceOf(SEED)
  const start = calendar.daysAgo(400, 9)
  const stamps = { created_at: start, updated_at: start }
  const people = await insertAll(
    tx,
    users,
    demoPeople.map((person) => ({ ...person, password_hash, ...stamps })),
  )
  const codeIds = await insertAll(
    tx,
    codes,
    chapters.flatMap(({ chapter, sections }) =>
      sections.map(([section, name, description]) => ({ chapter, section, name, description, ...stamps })),
    ),
  )
  const roomIds = await insertAll(
    tx,
    rooms,
    checklists.map(({ room }) => ({ name: room, ...stamps })),
  )
  await insertAll(
    tx,
    prompts,
    checklists.flatMap(({ prompts: contents }, n) =>
      contents.map((content) => ({ content, room_id: at(roomIds, n), ...stamps })),
    ),
  )
  const plan = planTown(chance, calendar.daysAgo)
  const addressIds = await insertAll(tx, addresses, plan.addresses)
  const unitIds = await insertAll(
    tx,
    units,
    plan.units.map(({ address, ...unit }) => ({ ...unit, address_id: at(addressIds, address) })),
  )
  const places = plan.addresses.map((address, n) => ({
    id: at(addressIds, n),
    combadd: address.combadd ?? '',
    latitude: address.latitude ?? 0,
    longitude: address.longitude ?? 0,
    units: plan.units.flatMap((unit, u) => (unit.address === n ? [at(unitIds, u)] : [])),
  }))
  const contactIds = await insertAll(tx, contacts, plan.contacts)
  const businessIds = await insertAll(
    tx,
    businesses,
    plan.businesses.map(({ address, ...business }) => ({ ...business, address_id: at(addressIds, address) })),
  )
  return {
    tx,
    chance,
    calendar,
    users: {
      ons: at(people, 0),
      otherOns: at(people, 1),
      oas: at(people, 2),
      admin: at(people, 3),
      guest: at(people, 4),
      former: at(people, 5),
    },
    places,
    apartments: plan.apartments.map((n) => at(places, n)),
    contacts: contactIds,
    businesses: businessIds.map((id, n) => ({ id, place: at(places, at(plan.businesses, n).address) })),
    codes: codeIds,
    rooms: checklists.map(({ room }, n) => ({ id: at(roomIds, n), name: room })),
  }
}
