import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { savedViews as calls, savedViewLimit } from '../../../src/contract/saved-view.ts'
import { savedViews } from '../../../src/server/store/office-tables.ts'
import { type Office, office, type Person } from '../../harness/office.ts'
import { ask, refusal } from './ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(() => town.db.delete(savedViews))

const view = { page: '/violations', search: 'status=0&q=oak', name: 'Oak Street', shared: false }

const save = (as: Person, changes: Partial<typeof view> = {}) =>
  ask(town, calls.save, { body: { ...view, ...changes }, as })

const namesFor = async (as: Person) => (await ask(town, calls.list, { as })).map((it) => it.name)

test('X86 one sees views of one’s own and those that colleagues share, by name', async () => {
  const { ons, oas } = town.people
  await save(ons)
  await save(ons, { name: 'all of mine', shared: true })
  await save(oas, { name: 'Letters', page: '/licenses' })
  expect(await namesFor(ons)).toEqual(['all of mine', 'Oak Street'])
  expect(await namesFor(oas)).toEqual(['all of mine', 'Letters'])
  expect(await namesFor(town.people.guest)).toEqual(['all of mine'])
  expect(await ask(town, calls.list, { as: oas })).toMatchObject([
    { page: '/violations', search: 'status=0&q=oak', shared: true, user: { name: 'Ona Sutter' } },
    { page: '/licenses' },
  ])
})

test('X87 a view of the same list and name is replaced, in whatever case; that of a colleague is not', async () => {
  const { ons, oas } = town.people
  const [first] = await save(ons, { shared: true })
  await save(oas)
  const again = await save(ons, { name: ' OAK street ', search: 'status=1', shared: true })
  expect(again).toMatchObject([{ id: first?.id, name: 'OAK street', search: 'status=1' }])
  expect(await save(ons, { page: '/complaints' })).toHaveLength(2)
  expect(await ask(town, calls.list, { as: oas })).toMatchObject([
    { name: 'OAK street', search: 'status=1' },
    { name: 'Oak Street', search: 'status=0&q=oak' },
  ])
})

test('X87 a view has a name and a list; one person saves only so many', async () => {
  const as = town.people.ons
  const refused = (changes: object) => refusal(town, calls.save, { body: { ...view, ...changes }, as })
  expect(await refused({ name: '  ' })).toBe('422 Enter a name for this view')
  expect(await refused({ page: 'https://elsewhere.example' })).toBe('422 A view belongs to a list')
  for (let n = 0; n < savedViewLimit; n++) await save(as, { name: `View ${n}` })
  expect(await refused({ name: 'One more' })).toBe('409 There are 100 saved views already. Remove one first.')
  expect(await save(as, { name: 'View 7', search: 'status=2' })).toHaveLength(savedViewLimit)
})

test('X88 a person removes their own; only an Admin also those that others share', async () => {
  const { ons, oas, admin } = town.people
  await save(ons)
  const views = await save(ons, { name: 'Shared', shared: true })
  const remove = async (name: string, as: Person) =>
    ask(town, calls.remove, { body: { id: views.find((it) => it.name === name)?.id }, as })
  await remove('Shared', oas)
  await remove('Oak Street', admin)
  expect(await namesFor(ons)).toEqual(['Oak Street', 'Shared'])
  await remove('Shared', admin)
  expect(await remove('Oak Street', ons)).toEqual([])
})
