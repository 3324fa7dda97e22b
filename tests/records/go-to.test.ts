import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, expect, test } from 'vitest'
import { DeviceDatabase } from '../../src/db/database.ts'
import { goalsByNumber } from '../../src/records/go-to.ts'

// Another file of this worker may have loaded Dexie already, without a database.
Dexie.dependencies.indexedDB = new IDBFactory()
Dexie.dependencies.IDBKeyRange = IDBKeyRange
const db = new DeviceDatabase('go-to')
afterAll(() => db.delete())

test('records are found by a number, also behind the word for their kind, and none behind any other word', async () => {
  const rows = [
    ['violation', { id: 12, violation_type: 'doorhanger', combadd: '12 ELM STREET' }],
    ['contact', { id: 12, name: 'Nora Quill' }],
  ] as const
  for (const [type, row] of rows) await db.table(type).put(row)
  const found = async (typed: string) => (await goalsByNumber(db, typed)).map(({ path }) => path)
  expect(await found('12')).toEqual(['/violation/12', '/contacts/12'])
  expect(await found('viol #12')).toEqual(['/violation/12'])
  expect(await found('13')).toEqual([])
  for (const typed of ['elm 12', 'a12', 'grass']) expect(await found(typed), typed).toEqual([])
})
