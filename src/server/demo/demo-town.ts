import { hashPassword } from '../auth.ts'
import type { Services } from '../endpoint.ts'
import { serverSettings, type Tx } from '../store/core-tables.ts'
import { savedViews } from '../store/office-tables.ts'
import { addresses, businesses, codes, contacts, prompts, rooms, units, users } from '../store/town-tables.ts'
import { addCitations, addViolations } from './cases.ts'
import { checklists } from './checklists.ts'
import { chapters } from './code-texts.ts'
import { type Calendar, calendarAt, type DemoContext, insertAll, itemAt } from './demo-context.ts'
import { addDoubles } from './doubles.ts'
import { addFindings } from './findings.ts'
import { addPapers } from './papers.ts'
import { addPhotos } from './photo-album.ts'
import { chanceOf } from './random.ts'
import { addRemarks } from './remarks.ts'
import { addServed } from './served.ts'
import { planTown } from './town-plan.ts'
import { addVisits } from './visits.ts'
import { addWeek } from './week.ts'

/** The password of everybody in the demo town. It protects only invented records. */
export const DEMO_PASSWORD = 'codesoft demo town'

/** The setting of a database that holds the demo town. */
export const DEMO_MARK = 'demo-town'

/**
 * The people of the demo town in the order of their ids. The first is an inspector, since complaints of the office go to
 * user 1 (C-22); the sixth has left.
 */
export const demoPeople = [
  { email: 'ons@codesoft.example', name: 'Odile Navarro', phone: '5550300001', role: 1, active: true },
  { email: 'ons2@codesoft.example', name: 'Tobias Achterberg', phone: '5550300002', role: 1, active: true },
  { email: 'oas@codesoft.example', name: 'Philippa Osei', phone: '5550300003', role: 2, active: true },
  { email: 'admin@codesoft.example', name: 'Ruth Valdemar', phone: '5550300004', role: 3, active: true },
  { email: 'guest@codesoft.example', name: 'Guest of the Town', phone: null, role: 0, active: true },
  { email: 'former@codesoft.example', name: 'Casimir Dunlop', phone: null, role: 1, active: false },
  { email: 'ons3@codesoft.example', name: 'Imani Whitlock', phone: '5550300005', role: 1, active: true },
  { email: 'ons4@codesoft.example', name: 'Bram Castellanos', phone: '5550300006', role: 1, active: true },
] as const

const SEED = 20_251_120

/**
 * Fills an empty database with the invented town in one transaction: the same town every time, with days relative to
 * today. Returns the number of records of each kind.
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
      const context = await createTown(tx, calendarAt(clock(), config.townZone), password_hash)
      const visits = await addVisits(context)
      const findings = await addFindings(context, visits)
      const cases = await addViolations(context, visits)
      const citations = await addCitations(context, cases)
      const papers = await addPapers(context, visits)
      const { comments } = await addRemarks(context)
      const planned = await addWeek(context)
      const served = await addServed(context, cases)
      const shown = { findings, cases, visits, comments, served }
      const photos = await addPhotos(context, store, shown, (step) => undo.push(step))
      await addDoubles(context)
      // In the same transaction: a town without it would not say that everybody knows its passwords.
      await tx.insert(serverSettings).values({ name: DEMO_MARK, value: 'yes', secret: false }).onConflictDoNothing()
      return {
        addresses: context.places.length,
        inspections: visits.length + planned,
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

/** What the office of the demo town looks at each morning. */
const sharedViews = [
  { page: '/violations', name: 'Current by deadline', search: 'sort=Deadline&status=0' },
  { page: '/inspections', name: 'Under review', search: 'status=Under+Review' },
  { page: '/complaints', name: 'New complaints', search: 'status=Pending' },
]

/** People, code, checklists, addresses, dwellings, contacts and businesses. */
const createTown = async (tx: Tx, calendar: Calendar, password_hash: string): Promise<DemoContext> => {
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
      contents.map((content) => ({ content, room_id: itemAt(roomIds, n), ...stamps })),
    ),
  )
  const plan = planTown(chance, calendar.daysAgo)
  const addressIds = await insertAll(tx, addresses, plan.addresses)
  const unitIds = await insertAll(
    tx,
    units,
    plan.units.map(({ address, ...unit }) => ({ ...unit, address_id: itemAt(addressIds, address) })),
  )
  const places = plan.addresses.map((address, n) => ({
    id: itemAt(addressIds, n),
    combadd: address.combadd ?? '',
    latitude: address.latitude ?? 0,
    longitude: address.longitude ?? 0,
    units: plan.units.flatMap((unit, u) => (unit.address === n ? [itemAt(unitIds, u)] : [])),
  }))
  const contactIds = await insertAll(tx, contacts, plan.contacts)
  const businessIds = await insertAll(
    tx,
    businesses,
    plan.businesses.map(({ address, ...business }) => ({ ...business, address_id: itemAt(addressIds, address) })),
  )
  await tx
    .insert(savedViews)
    .values(sharedViews.map((view) => ({ ...view, user_id: itemAt(people, 3), shared: true, created_at: start })))
  return {
    tx,
    chance,
    calendar,
    users: {
      ons: itemAt(people, 0),
      otherOns: itemAt(people, 1),
      oas: itemAt(people, 2),
      admin: itemAt(people, 3),
      guest: itemAt(people, 4),
      former: itemAt(people, 5),
      more: [itemAt(people, 6), itemAt(people, 7)],
    },
    places,
    apartments: plan.apartments.map((n) => itemAt(places, n)),
    contacts: contactIds,
    businesses: businessIds.map((id, n) => ({ id, place: itemAt(places, itemAt(plan.businesses, n).address) })),
    codes: codeIds,
    rooms: checklists.map(({ room }, n) => ({ id: itemAt(roomIds, n), name: room })),
  }
}
