import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inspections } from '../../../src/contract/inspection.ts'
import { merges as calls, type Merge } from '../../../src/contract/merge.ts'
import { violations } from '../../../src/contract/violation.ts'
import { type Office, office, type Person } from '../../harness/office.ts'
import { freshTown } from '../../harness/town.ts'
import { ask } from './ask.ts'

/* What goes back when a transfer of work is undone, and what stays. */
let now = new Date()
let town: Office
let place: Awaited<ReturnType<typeof freshTown>>
beforeAll(async () => {
  town = await office({ clock: () => now, config: { sessionSeconds: 4e6, sessionIdleSeconds: 4e6 } })
})
afterAll(() => town.close())
beforeEach(async () => {
  place = await freshTown(town)
})

const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

const added = async (insert: string, values: unknown[]): Promise<number> =>
  Number((await town.pool.query<{ id: string }>(`${insert} returning id`, values)).rows[0]?.id)
const addVisit = (source: string, status: string) =>
  added('insert into inspections (source, status, address_id, inspector_id, updated_at) values ($1, $2, $3, $4, $5)', [
    source,
    status,
    place.addressId,
    town.people.ons.id,
    now,
  ])
const addViolation = (status: number) =>
  added('insert into violations (status, address_id, user_id, updated_at) values ($1, $2, $3, $4)', [
    status,
    place.addressId,
    town.people.ons.id,
    now,
  ])

/** All work of one person goes to another, a minute after what was before. */
const transfer = async (from: Person, to: Person): Promise<Merge> => {
  pass(1)
  const kinds = ['inspections', 'complaints', 'violations']
  const body = { from_id: from.id, to_id: to.id, kinds, open_only: false, since: null }
  const [made] = await ask(town, calls.transfer, { as: town.people.oas, body })
  if (!made) throw new Error('No transfer is answered')
  pass(1)
  return made
}
const undo = async ({ id }: Merge) =>
  (await ask(town, calls.undo, { as: town.people.oas, body: { id } })).find((it) => it.id === id)?.left

const inspectorOf = async (inspectionId: number) =>
  (await ask(town, inspections.one, { params: { inspectionId } })).inspector_id
const ownerOf = async (violationId: number) => (await ask(town, violations.one, { params: { violationId } })).user_id

test('X94 work finished since a transfer stays with the one who finished it, and the rest goes back', async () => {
  const { ons, otherOns } = town.people
  const ofInspections = ['Scheduled', 'Scheduled', 'Scheduled', 'Completed']
  const visits: number[] = []
  for (const status of ofInspections) visits.push(await addVisit('Multifamily License', status))
  const [done = 0, reviewed = 0, untouched = 0, before = 0] = visits
  const complaint = await addVisit('Complaint', 'Open')
  const [resolved, open, resolvedBefore] = [await addViolation(0), await addViolation(0), await addViolation(1)]
  const made = await transfer(ons, otherOns)

  const setStatus = (inspectionId: number, status: string) =>
    ask(town, inspections.setStatus, { as: otherOns, params: { inspectionId }, body: { status } })
  await setStatus(done, 'Completed')
  await setStatus(reviewed, 'Under Review')
  await setStatus(complaint, 'No Violation Found')
  await ask(town, violations.abate, { as: otherOns, params: { violationId: resolved } })

  expect(await undo(made)).toEqual([
    '2 inspections and complaints stayed: finished since the transfer.',
    '1 violation stayed: finished since the transfer.',
  ])
  expect(await Promise.all([done, complaint].map(inspectorOf))).toEqual([otherOns.id, otherOns.id])
  expect(await Promise.all([reviewed, untouched, before].map(inspectorOf))).toEqual([ons.id, ons.id, ons.id])
  expect(await Promise.all([resolved, open, resolvedBefore].map(ownerOf))).toEqual([otherOns.id, ons.id, ons.id])
})

test('X94 what was finished and opened again since a transfer goes back', async () => {
  const { ons, otherOns } = town.people
  const [visit, violation] = [await addVisit('Multifamily License', 'Scheduled'), await addViolation(0)]
  const made = await transfer(ons, otherOns)
  for (const status of ['Completed', 'In Progress'])
    await ask(town, inspections.setStatus, { as: otherOns, params: { inspectionId: visit }, body: { status } })
  await ask(town, violations.abate, { as: otherOns, params: { violationId: violation } })
  await ask(town, violations.reopen, { as: otherOns, params: { violationId: violation } })
  expect(await undo(made)).toEqual([])
  expect([await inspectorOf(visit), await ownerOf(violation)]).toEqual([ons.id, ons.id])
})

test('X94 a visit from before a transfer, sent after it, goes back to the one who made it', async () => {
  const { ons, otherOns } = town.people
  const visit = await addVisit('Multifamily License', 'Scheduled')
  const observed_at = now.toISOString()
  const made = await transfer(ons, otherOns)
  const body = { status: 'Completed', observed_at }
  await ask(town, inspections.setStatus, { as: ons, params: { inspectionId: visit }, body })
  expect(await undo(made)).toEqual([])
  expect(await inspectorOf(visit)).toBe(ons.id)
})

test('X94 nothing is said of work that is back already, by another transfer or by hand', async () => {
  const { ons, otherOns, admin } = town.people
  const [visit, byHand, elsewhere] = [
    await addVisit('Multifamily License', 'Scheduled'),
    await addVisit('Multifamily License', 'Scheduled'),
    await addVisit('Multifamily License', 'Scheduled'),
  ]
  const assign = (inspectionId: number, { id }: Person) =>
    ask(town, inspections.assign, { as: admin, params: { inspectionId }, body: { inspector_id: id } })
  const made = await transfer(ons, otherOns)
  await assign(byHand, ons)
  await assign(elsewhere, admin)
  await transfer(otherOns, ons)
  expect(await undo(made)).toEqual(['1 inspection or complaint stayed: somebody else has had the work since.'])
  expect(await Promise.all([visit, byHand, elsewhere].map(inspectorOf))).toEqual([ons.id, ons.id, admin.id])
})
