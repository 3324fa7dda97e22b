import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inspections } from '../../../src/contract/inspection.ts'
import { merges as calls, type Merge } from '../../../src/contract/merge.ts'
import { sir } from '../../../src/contract/sir.ts'
import { sync } from '../../../src/contract/sync.ts'
import { violations } from '../../../src/contract/violation.ts'
import { addDays, dayOf } from '../../../src/rules/dates.ts'
import { type Office, office, type Person } from '../../harness/office.ts'
import { freshTown } from '../../harness/town.ts'
import { ask, mergePair, refusal } from './ask.ts'

let now = new Date()
let town: Office
let place: Awaited<ReturnType<typeof freshTown>>
beforeAll(async () => {
  town = await office({ clock: () => now, config: { sessionSeconds: 4e6, sessionIdleSeconds: 4e6 } })
})
afterAll(() => town.close())

/** Of the first inspector: an inspection of the town, a complaint, a finished inspection; an open and a resolved violation. */
beforeEach(async () => {
  place = await freshTown(town)
  const { ons } = town.people
  const inspection = (source: string, status: string | null, day: string) =>
    town.pool.query(
      'insert into inspections (source, status, address_id, inspector_id, created_at) values ($1, $2, $3, $4, $5)',
      [source, status, place.addressId, ons.id, `${day}T12:00:00Z`],
    )
  await inspection('Complaint', 'open', '2026-03-01')
  await inspection('Multifamily License', 'Completed', '2026-03-02')
  for (const status of [0, 1])
    await town.pool.query(
      `insert into violations (address_id, user_id, status, created_at, updated_at) values ($1, $2, $3, $4, $4)`,
      [place.addressId, ons.id, status, '2026-03-03T12:00:00Z'],
    )
})

const workOf = async ({ id }: Person, since?: string) => {
  const found = await ask(town, calls.workload, { as: town.people.oas, search: { user: id, ...(since && { since }) } })
  return Object.fromEntries(found.map(({ kind, open, all }) => [kind, `${open} of ${all}`]))
}

const everything = { kinds: ['inspections', 'complaints', 'violations'], open_only: false, since: null }
const transfer = async (more: object = {}): Promise<Merge> => {
  const { ons, otherOns, oas } = town.people
  const body = { from_id: ons.id, to_id: otherOns.id, ...everything, ...more }
  const [made] = await ask(town, calls.transfer, { as: oas, body })
  if (!made) throw new Error('No transfer is answered')
  return made
}
const undo = async ({ id }: Merge) =>
  (await ask(town, calls.undo, { as: town.people.oas, body: { id } })).find((it) => it.id === id)

test('X95, X96, X94 all work of one inspector goes to another, and back', async () => {
  const { ons, otherOns } = town.people
  const before = { inspections: '1 of 2', complaints: '1 of 1', violations: '1 of 2' }
  const none = { inspections: '0 of 0', complaints: '0 of 0', violations: '0 of 0' }
  expect(await workOf(ons)).toEqual(before)
  expect(await workOf(ons, '2026-03-02')).toEqual({ inspections: '1 of 2', complaints: '0 of 0', violations: '1 of 2' })
  const { cursor } = await ask(town, sync.changes, { search: { since: 'now' } })
  const made = await transfer()
  expect(made).toMatchObject({
    kind: 'transfer',
    winner_name: 'Otis Nash',
    loser_name: 'Ona Sutter',
    moved: [
      { what: 'inspections', count: 2 },
      { what: 'complaints', count: 1 },
      { what: 'violations', count: 2 },
    ],
  })
  expect([await workOf(ons), await workOf(otherOns)]).toEqual([none, before])
  const told = await ask(town, sync.changes, { search: { since: cursor } })
  expect(told.changes.map(({ type }) => type)).toEqual([
    'inspection',
    'inspection',
    'inspection',
    'violation',
    'violation',
  ])
  expect(told.changes[0]?.row).toMatchObject({ inspector_id: otherOns.id })
  expect(await undo(made)).toMatchObject({ left: [] })
  expect([await workOf(ons), await workOf(otherOns)]).toEqual([before, none])
})

test('X96 only what is open, of some kinds, since a day; what has ended keeps its stamp, by which its end is dated', async () => {
  const { ons, otherOns } = town.people
  const made = await transfer({ kinds: ['complaints', 'violations'], open_only: true, since: '2026-03-02' })
  expect(made.moved).toEqual([{ what: 'violations', count: 1 }])
  expect(await workOf(otherOns)).toMatchObject({ inspections: '0 of 0', complaints: '0 of 0', violations: '1 of 1' })
  await transfer({ kinds: ['violations'] })
  const stamps = await town.pool.query('select status, updated_at from violations order by status')
  expect(stamps.rows.map((it) => it.updated_at.toISOString())).toEqual([now.toISOString(), '2026-03-03T12:00:00.000Z'])
  expect(await workOf(ons)).toMatchObject({ inspections: '1 of 2', complaints: '1 of 1' })
})

test('X96 X94 C-04 a complaint that goes to another inspector is no response of the day, and stays one of its own day', async () => {
  const { ons } = town.people
  const march = { start_date: '2026-03-01', end_date: '2026-03-31' }
  const [yesterday = '', day = ''] = [-1, 0].map((days) => addDays(dayOf(now, 'UTC'), days))
  const today = { start_date: yesterday, end_date: day }
  const responses = async () => {
    const figures = [march, today].map((search) => ask(town, sir.stats, { search }))
    return (await Promise.all(figures)).map((it) => it.complaint_responses)
  }
  await town.pool.query(
    `insert into inspections (source, status, address_id, inspector_id, created_at, updated_at)
     values ('complaint', 'In Progress', $1, $2, '2026-03-01T12:00:00Z', '2026-03-04T12:00:00Z')`,
    [place.addressId, ons.id],
  )
  const before = await responses()
  const made = await transfer({ kinds: ['complaints'], open_only: true })
  expect(made.moved).toEqual([{ what: 'complaints', count: 2 }])
  expect(await responses()).toEqual(before)
  await undo(made)
  expect(await responses()).toEqual(before)
})

test('X94 work that somebody else has had since stays there, and that is said', async () => {
  const { admin } = town.people
  const made = await transfer()
  await ask(town, inspections.assign, {
    as: admin,
    params: { inspectionId: place.inspectionId },
    body: { inspector_id: admin.id },
  })
  const later = await ask(town, violations.add, {
    as: town.people.otherOns,
    body: { address_id: place.addressId, user_id: 2, codes: [place.codeId], deadline: '7 days' },
  })
  expect((await undo(made))?.left).toEqual(['1 inspection or complaint stayed: somebody else has had the work since.'])
  expect(await workOf(town.people.otherOns)).toMatchObject({ violations: '1 of 1' })
  expect((await ask(town, violations.one, { params: { violationId: later.id } })).user_id).toBe(2)
})

test('X96 is refused in words to one person, to a guest, to somebody inactive, and where there is nothing', async () => {
  const { ons, otherOns, oas, guest } = town.people
  const refused = (more: object) =>
    refusal(town, calls.transfer, { as: oas, body: { from_id: ons.id, to_id: otherOns.id, ...everything, ...more } })
  expect(await refused({ to_id: ons.id })).toBe('422 Choose two different people')
  expect(await refused({ kinds: [] })).toBe('422 Choose what to transfer')
  expect(await refused({ to_id: guest.id })).toBe('409 Gus Estrada is a Guest and cannot be given work.')
  expect(await refused({ to_id: 999 })).toBe('404 User not found')
  expect(await refused({ from_id: oas.id })).toBe('409 Olga Asher has nothing of this to transfer.')
  await town.pool.query('update users set active = false where id = $1', [otherOns.id])
  expect(await refused({})).toBe('409 Otis Nash is inactive and cannot be given work.')
  await town.pool.query('update users set active = true where id = $1', [otherOns.id])
})

test('X94 a transfer is not undone while the person who would get the work back cannot sign in', async () => {
  const { ons, oas, otherOns } = town.people
  await transfer()
  const made = await transfer({ from_id: otherOns.id, to_id: ons.id })
  const before = await workOf(ons)
  const refused = () => refusal(town, calls.undo, { as: oas, body: { id: made.id } })
  await town.pool.query('update users set active = false where id = $1', [otherOns.id])
  expect(await refused()).toBe('409 Otis Nash is inactive and cannot be given work.')
  await town.pool.query('update users set active = true, role = 0 where id = $1', [otherOns.id])
  expect(await refused()).toBe('409 Otis Nash is a Guest and cannot be given work.')
  await town.pool.query('update users set role = $2 where id = $1', [otherOns.id, otherOns.role])
  expect(await workOf(ons)).toEqual(before)
  expect(await undo(made)).toMatchObject({ left: [] })
  expect(await workOf(otherOns)).toEqual(before)
})

test('X94 a transfer is undone within 30 days', async () => {
  const made = await transfer()
  const before = now
  now = new Date(before.getTime() + 31 * 86_400_000)
  expect(await refusal(town, calls.undo, { as: town.people.oas, body: { id: made.id } })).toBe(
    '409 This was done more than 30 days ago and cannot be undone any more.',
  )
  now = before
})

test('X90 pairs that are probably one record are proposed with what they have in common, a page at a time', async () => {
  const people = [
    ['Rose Meyer', 'rose@town.example', '(410) 555-0101'],
    ['R. Meyer', 'ROSE@town.example', null],
    ['Rose M.', null, '410.555.0101'],
    ['Somebody else', 'else@town.example', '555'],
    ['Somebody', null, '555'],
  ]
  for (const row of people) await town.pool.query('insert into contacts (name, email, phone) values ($1, $2, $3)', row)
  for (const text of ['12 Elm Street ', '12 Elm St.', '12 Elmer Street'])
    await town.pool.query('insert into addresses (combadd) values ($1)', [text])
  for (const name of ['Corner Bakery', 'corner  bakery', 'Corner Bakery'])
    await town.pool.query('insert into businesses (name, address_id) values ($1, $2)', [
      name,
      name === 'Corner Bakery' ? 1 : 1,
    ])
  const found = async (search: { kind: string; skip?: number; limit?: number }) =>
    (await ask(town, calls.doubles, { as: town.people.oas, search })).map(
      ({ first, second, same }) => `${first.name} = ${second.name}: ${same.join(', ')}`,
    )
  expect(await found({ kind: 'contact' })).toEqual(['Rose Meyer = Rose M.: phone', 'Rose Meyer = R. Meyer: email'])
  expect(await found({ kind: 'contact', skip: 1, limit: 1 })).toEqual(['Rose Meyer = R. Meyer: email'])
  expect(await found({ kind: 'address' })).toEqual([
    '12 ELM STREET = 12 Elm St.: address',
    '12 ELM STREET = 12 Elm Street : address',
  ])
  expect(await found({ kind: 'business' })).toEqual([
    'Corner Bakery = Corner Bakery: address, name',
    'Corner Bakery = corner  bakery: address, name',
  ])
  const [side] = await ask(town, calls.sides, {
    as: town.people.oas,
    search: { kind: 'address', first: place.addressId, second: 2 },
  })
  expect(side?.hangs).toEqual([
    { what: 'businesses', count: 3 },
    { what: 'inspections', count: 3 },
    { what: 'violations', count: 2 },
  ])
  const asInspector = { as: town.people.ons, search: { kind: 'contact' } }
  expect(await refusal(town, calls.doubles, asInspector)).toBe('403 Your role does not allow this')
})

test('X110 X111 X112 a pair that is not the same is not proposed again, whoever asks, until that is taken back', async () => {
  const { oas, admin, ons } = town.people
  const people = await town.pool.query<{ id: string }>(`
    insert into contacts (name, phone) values ('Ivy One', '410 555 0900'), ('Ivy Two', '410 555 0900'), ('Ivy Three', '410 555 0900')
    returning id`)
  const [one, two, three] = people.rows.map(({ id }) => Number(id)) as [number, number, number]
  const ivies = async () =>
    (await ask(town, calls.doubles, { as: oas, search: { kind: 'contact' } }))
      .map(({ first, second }) => `${first.name} = ${second.name}`)
      .filter((it) => it.includes('Ivy'))
  const pair = (first: number, second: number) => ({ kind: 'contact' as const, first, second })
  expect(await ivies()).toEqual(['Ivy One = Ivy Three', 'Ivy One = Ivy Two'])

  // The order of the two names makes no difference, and a repeated call changes nothing.
  await ask(town, calls.dismiss, { as: oas, body: pair(three, one) })
  const said = await ask(town, calls.dismiss, { as: admin, body: pair(one, three) })
  expect(said.map(({ first, second, made_by }) => [first.name, second.name, made_by?.name])).toEqual([
    ['Ivy One', 'Ivy Three', 'Olga Asher'],
  ])
  // The third person still gets a question about what their record shares with another one.
  expect(await ivies()).toEqual(['Ivy Two = Ivy Three', 'Ivy One = Ivy Two'])
  await ask(town, calls.dismiss, { as: oas, body: pair(two, three) })
  expect(await ivies()).toEqual(['Ivy One = Ivy Two'])

  const left = await ask(town, calls.restore, { as: oas, body: pair(one, three) })
  expect(left.map(({ first, second }) => [first.id, second.id])).toEqual([[two, three]])
  expect(await ivies()).toEqual(['Ivy One = Ivy Three', 'Ivy One = Ivy Two'])
  expect(await ask(town, calls.dismissed, { as: oas, search: {} })).toEqual(left)

  expect(await refusal(town, calls.dismiss, { as: oas, body: pair(one, one) })).toBe('422 Choose two different records')
  expect(await refusal(town, calls.dismiss, { as: oas, body: pair(one, 99_999) })).toBe('404 Contact not found')
  expect(await refusal(town, calls.dismiss, { as: ons, body: pair(one, two) })).toBe(
    '403 Your role does not allow this',
  )
})

test('X110 a pair of which one record was merged away is not listed, and is back with that record', async () => {
  const { oas } = town.people
  const people = await town.pool.query<{ id: string }>(
    `insert into contacts (name) values ('Oak One'), ('Oak Two'), ('Oak Three') returning id`,
  )
  const [one, two, three] = people.rows.map(({ id }) => Number(id)) as [number, number, number]
  await ask(town, calls.dismiss, { as: oas, body: { kind: 'contact', first: one, second: two } })
  const listed = async () =>
    (await ask(town, calls.dismissed, { as: oas, search: {} })).filter(({ first }) => first.id === one).length
  const id = await mergePair(town, 'contact', [three, two])
  expect(await listed()).toBe(0)
  await ask(town, calls.undo, { as: oas, body: { id } })
  expect(await listed()).toBe(1)
})

test('X90 a number that many share makes a pair for each of them, and dismissing those ends it', async () => {
  const { oas } = town.people
  const people = await town.pool.query<{ id: string }>(
    `insert into contacts (name, phone) select 'Elm ' || n, '410 555 0901' from generate_series(1, 12) as n returning id`,
  )
  const ids = people.rows.map(({ id }) => Number(id))
  const [oldest = 0] = ids
  const elms = async () =>
    (await ask(town, calls.doubles, { as: oas, search: { kind: 'contact', limit: 50 } })).filter((it) =>
      it.second.name.startsWith('Elm'),
    )
  expect((await elms()).map(({ first }) => first.id)).toEqual(Array(11).fill(oldest))
  for (const second of ids.slice(1))
    await ask(town, calls.dismiss, { as: oas, body: { kind: 'contact', first: oldest, second } })
  expect(await elms()).toEqual([])
})

test('X90 pairs of addresses are found in the indexes, without reading the table of addresses from end to end', async () => {
  const client = await town.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    for (const key of ['double_key', 'property_id']) {
      const found = await client.query<{ 'QUERY PLAN': string }>(
        `explain select array_agg(id order by id) from addresses where trim(${key}) <> '' group by ${key} having count(*) > 1`,
      )
      expect(found.rows.map((it) => it['QUERY PLAN']).join(' ')).toMatch(
        /Index Only Scan using addresses_(double|property_id)/,
      )
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})
