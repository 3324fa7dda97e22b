import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, expect, test } from 'vitest'
import { DeviceDatabase } from '../../src/db/database.ts'
import type { AnyRow } from '../../src/db/rows.ts'
import { recentGoals, rememberGoal } from '../../src/records/go-to.ts'
import { goalsFound } from '../../src/rules/go-to.ts'

// Another file of this worker may have loaded Dexie already, without a database.
Dexie.dependencies.indexedDB = new IDBFactory()
Dexie.dependencies.IDBKeyRange = IDBKeyRange
const db = new DeviceDatabase('recent-goals')
afterAll(() => db.delete())

const put = (type: 'contact' | 'inspection', row: object) => db.anyRows(type).put(row as AnyRow)
const contact = (id: number, title: string) => ({
  path: `/contacts/${id}`,
  kind: 'Contact',
  title,
  detail: '410 555 0100',
})
const shown = async () => (await recentGoals(db)).map(({ path, title, detail }) => [path, title, detail])

test('a page opened lately is listed with the name and phone that its record has now, and found by them alone', async () => {
  await put('contact', { id: 12, name: 'Nora Brand', phone: '410 555 0199' })
  await put('inspection', { id: 4, source: 'Complaint', address: { combadd: '12 ELM STREET' } })
  await rememberGoal(db, { path: '/complaint/4', kind: 'Inspection', title: 'Complaint #4', detail: '' })
  await rememberGoal(db, { path: '/contacts', kind: 'Page', title: 'Contacts', detail: '' })
  await rememberGoal(db, contact(77, 'Not held'))
  await rememberGoal(db, contact(12, 'Nora Quill'))
  expect(await shown()).toEqual([
    ['/contacts/12', 'Nora Brand', '410 555 0199'],
    ['/contacts/77', 'Not held', '410 555 0100'],
    ['/contacts', 'Contacts', ''],
    ['/complaint/4', 'Complaint #4', '12 ELM STREET'],
  ])
  const recent = await recentGoals(db)
  expect(goalsFound(recent, 'quill')).toEqual([])
  expect(goalsFound(recent, '5550199').map(({ title }) => title)).toEqual(['Nora Brand'])
})

test('a record made here and opened again under its office number is listed once, with the page of that number', async () => {
  await db.setFact('recentGoals', [])
  await put('contact', { id: 12, name: 'Nora Brand', phone: '410 555 0199' })
  await rememberGoal(db, contact(-5, 'Nora Brand'))
  await rememberGoal(db, contact(-6, 'Not sent'))
  await rememberGoal(db, contact(12, 'Nora Brand'))
  await db.ids.put({ type: 'contact', local: -5, server: 12 })
  expect((await shown()).map(([path]) => path)).toEqual(['/contacts/12', '/contacts/-6'])
})
