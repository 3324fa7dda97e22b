import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { DeviceDatabase } from '../../src/db/database.ts'
import type { Rows } from '../../src/db/rows.ts'
import { citationListing } from '../../src/records/citation.ts'
import {
  allComplaints,
  allInspections,
  complaintListing,
  inspectionListing,
  inspectionsOfAddress,
} from '../../src/records/inspection.ts'
import { complaintsOfAddress } from '../../src/records/linked.ts'
import { rowsOf } from '../../src/records/query.ts'
import { readListing } from '../../src/records/read-listing.ts'
import { isPastDue } from '../../src/rules/deadline.ts'
import { isComplaint } from '../../src/rules/inspection-source.ts'
import { kept, put } from '../golden/kept.ts'
import { emptyDevice } from '../harness/listed-rows.ts'

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

test.each(['America/New_York', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Europe/Berlin', 'UTC'])(
  'CT-01 C-15 C-23 a citation is past due when its day is over in the town, as its badge says (%s)',
  async (zone) => {
    const db = await emptyDevice()
    const deadlines = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-20T05:30:00Z', 'x', null]
    const rows = deadlines.map((deadline, at) => ({ id: at + 1, violation_id: 1, status: 0, deadline }))
    await db.rows('citation').bulkPut([...rows, { id: 8, violation_id: 1, status: 1, deadline: '2026-11-01' }])
    // Instants at which these towns have different days.
    for (const hour of ['20T05:29:59', '20T05:30:00', '20T12:00:00', '21T02:00:00', '21T06:30:00', '21T08:00:00']) {
      const now = new Date(`2026-11-${hour}Z`)
      const wanted = rows.filter((it) => isPastDue(it, now, zone))
      const listed = async (due: 'Past Due' | 'Not Past Due') =>
        ids(await readListing(db, citationListing({ status: null, due }, now, zone))).sort((a, b) => a - b)
      expect(await listed('Past Due'), hour).toEqual(ids(wanted))
      expect(await listed('Not Past Due'), hour).toEqual([...ids(rows.filter((it) => !wanted.includes(it))), 8])
    }
  },
)

test('G-17 a complaint of an older system is one in any letter case, in every list', async () => {
  const db = await emptyDevice()
  const sources = ['Complaint', 'complaint', 'COMPLAINT', 'Business License']
  const rows: Rows['inspection'][] = sources.map((source, at) => ({ id: at + 1, source, address_id: 5, status: null }))
  await db.rows('inspection').bulkPut(rows)
  expect(rows.map(isComplaint)).toEqual([true, true, true, false])
  const sorted = async (found: Promise<readonly { id: number }[]>) => ids(await found).sort((a, b) => a - b)
  const all = { source: '', status: '', from: '', to: '' }
  expect(await sorted(readListing(db, complaintListing('')))).toEqual([1, 2, 3])
  expect(await sorted(readListing(db, complaintListing('Pending')))).toEqual([1, 2, 3])
  expect(await sorted(readListing(db, inspectionListing(all)))).toEqual([4])
  expect(await sorted(rowsOf(db, allComplaints()))).toEqual([1, 2, 3])
  expect(await sorted(rowsOf(db, complaintsOfAddress(5)))).toEqual([1, 2, 3])
  expect(await sorted(rowsOf(db, allInspections()))).toEqual([4])
  expect(await sorted(rowsOf(db, inspectionsOfAddress(5)))).toEqual([4])
})

test('I20 G-17 C-23 a device of an earlier version lists its complaints and deadlines by these rules too', async () => {
  const golden = kept().find(({ version }) => version === 9)
  if (!golden?.stores.inspection || !golden.stores.citation) throw new Error('The kept database has no such stores')
  // As schema 9 listed them: the complaint as an inspection, the deadline by the end of its day in New York.
  golden.stores.inspection.rows.push({ id: 70, source: 'complaint', status: null, listKeys: ['all\0x\0'] })
  const cited = { id: 71, violation_id: 1, status: 0, deadline: '2026-11-19', listKeys: ['all\0x', 'due\x000'] }
  golden.stores.citation.rows.push(cited)
  const storage = new IDBFactory()
  await put(golden, storage)
  Dexie.dependencies.indexedDB = storage
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  const db = new DeviceDatabase(golden.name)
  expect(ids(await readListing(db, complaintListing('')))).toEqual([70])
  const due = (zone: string) =>
    readListing(db, citationListing({ status: null, due: 'Past Due' }, new Date('2026-11-20T06:00:00Z'), zone))
  expect(ids(await due('America/New_York'))).toEqual([71])
  expect(ids(await due('America/Los_Angeles'))).toEqual([])
})
