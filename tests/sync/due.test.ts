import { expect, test } from 'vitest'
import type { Inspection } from '../../src/contract/inspection.ts'
import { dueSources } from '../../src/records/due.ts'
import { readListing } from '../../src/records/read-listing.ts'
import { emptyDevice } from '../harness/listed-rows.ts'

test('a complaint is due until it is answered: with and without a day, and after the visit has started', async () => {
  const db = await emptyDevice()
  const put = (id: number, row: Partial<Inspection>) =>
    db.rows('inspection').put({ id, source: 'Complaint', ...row } as Inspection)
  const planned = { inspector_id: 7, scheduled_datetime: '2026-11-20T10:00' }
  await put(1, { status: 'In Progress', ...planned })
  await put(2, { status: null })
  await put(3, { status: 'open', ...planned })
  await put(4, { status: 'No Violation Found', ...planned })
  await put(5, { status: 'In Progress', ...planned, source: 'Business License' })
  const rows = await Promise.all(
    dueSources.filter((it) => it.kind === 'complaint').map((it) => readListing<Inspection>(db, it.listing)),
  )
  expect(rows.flat().map((it) => it.id)).toEqual([1, 3, 2])
})
