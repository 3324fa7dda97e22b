import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordType } from '../../src/contract/id.ts'
import type { DeviceDatabase } from '../../src/db/database.ts'
import type { AnyRow, Rows } from '../../src/db/rows.ts'
import { addressesByVacancy } from '../../src/records/address.ts'
import { businessesAt } from '../../src/records/business.ts'
import { citationListing } from '../../src/records/citation.ts'
import { commentListing, commentOfEach } from '../../src/records/comment.ts'
import { allComplaints, complaintListing, inspectionListing, pendingInspections } from '../../src/records/inspection.ts'
import { licenseListing } from '../../src/records/license.ts'
import { type Listing, narrowed } from '../../src/records/listing.ts'
import { rowsOf } from '../../src/records/query.ts'
import { readListing, readPage } from '../../src/records/read-listing.ts'
import { activeViolations, violationListing } from '../../src/records/violation.ts'
import { citationStatusOf } from '../../src/rules/citation-status.ts'
import { complaintStatus } from '../../src/rules/complaint-status.ts'
import { townZone, wallTime } from '../../src/rules/dates.ts'
import { isPastDue } from '../../src/rules/deadline.ts'
import { plainEmail } from '../../src/rules/email.ts'
import { inspectionStatusText, isPending } from '../../src/rules/inspection-status.ts'
import { byText, complaintOrder, licenseOrder, newestBy, newestFirst } from '../../src/rules/list-order.ts'
import { commenters } from '../../src/rules/recent-comments.ts'
import { emptyDevice } from '../harness/listed-rows.ts'

/** Few moments in many forms, so that equal ones are frequent: no moment, an invalid one, with and without a zone. */
const moment = fc.constantFrom(
  ...[null, undefined, '', 'soon', '2026-11-20', '2026-11-20T10:00:00', '2026-11-20T10:00:00.000Z'],
  ...['2026-11-20T05:00:00-05:00', '2026-11-20T10:00:00.123456', '2026-11-20T10:00:00.123Z', '2026-11-21 09:30'],
  ...['1969-12-31T23:59:59Z', '2031-01-01T00:00:00+00:00'],
)
const id = fc.integer({ min: -6, max: 30 }).filter((it) => it !== 0)
const serverId = fc.integer({ min: 1, max: 40 })
const flag = fc.constantFrom(true, false, null, undefined)
const person = fc.constantFrom(1, 2, null, undefined)
const text = fc.constantFrom('Vale', 'vale', 'Älm', 'alm 10', 'ALM 9', ' Oak', '', null, undefined, "O'Neil", 'o-neil')

/** Rows with different ids. Fields that no list looks at are left out. */
const rowsOfType = <Type extends RecordType>(_: Type, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .uniqueArray(fc.record({ id, ...fields }), { maxLength: 25, selector: (it) => it.id })
    .map((rows) => rows as unknown as Rows[Type][])

/** The device's rows as it was read before it kept lists: the whole table, in the order of the numbers. */
const whole = (rows: readonly AnyRow[]) => [...rows].sort((a, b) => a.id - b.id)

const ids = (rows: readonly AnyRow[]) => rows.map((it) => it.id)

/** Page by page, and all at once. */
async function listedIds(db: DeviceDatabase, listing: Listing): Promise<number[]> {
  const size = 4
  const first = await readPage(db, listing, { wanted: 1, size })
  const found = ids(first.rows)
  for (let wanted = 2; found.length < first.total; wanted += 1)
    found.push(...ids((await readPage(db, listing, { wanted, size })).rows))
  expect(ids(await readListing(db, listing))).toEqual(found)
  return found
}

/** Writes each example over the one before and hands it to `compare`. */
async function inEveryCase<Type extends RecordType>(
  type: Type,
  fields: Record<string, fc.Arbitrary<unknown>>,
  compare: (db: DeviceDatabase, rows: Rows[Type][]) => Promise<void>,
): Promise<void> {
  const db = await emptyDevice()
  await fc.assert(
    fc.asyncProperty(rowsOfType(type, fields), async (rows) => {
      await db.anyRows(type).clear()
      await db.anyRows(type).bulkPut(rows)
      // The rows come back as they were given: nobody hears of the entries.
      expect(await db.anyRows(type).toArray()).toEqual(whole(rows))
      await compare(db, whole(rows) as Rows[Type][])
    }),
    { numRuns: 60 },
  )
  db.close()
}

const open = { source: '', status: '', from: '', to: '' }

test('C-37, IL-01 inspections are sorted newest first and are narrowed by source, status and days', async () => {
  const fields = {
    source: fc.constantFrom('Complaint', 'Business License', 'Single Family License', '', null),
    status: fc.constantFrom('Pending', 'canceled', 'Cancelled', 'in-progress', 'odd', ' ', null, undefined),
    scheduled_datetime: fc.constantFrom(null, '2026-11-20T00:00:00', '2026-11-21T23:59:59', '2026-11-22', 'x'),
    created_at: moment,
    inspector_id: person,
  }
  await inEveryCase('inspection', fields, async (db, rows) => {
    const newest = newestFirst(rows.filter((it) => it.source !== 'Complaint'))
    const isStatus = (status: string) => (it: Rows['inspection']) => inspectionStatusText(it.status) === status
    const day = (it: Rows['inspection']) => wallTime(it.scheduled_datetime)?.slice(0, 10) ?? ''
    expect(await listedIds(db, inspectionListing(open))).toEqual(ids(newest))
    for (const status of ['Pending', 'Cancelled', 'Odd'])
      expect(await listedIds(db, inspectionListing({ ...open, status }))).toEqual(ids(newest.filter(isStatus(status))))
    const both = newest.filter((it) => it.source === 'Business License' && isStatus('Pending')(it))
    expect(await listedIds(db, inspectionListing({ ...open, source: 'Business License', status: 'Pending' }))).toEqual(
      ids(both),
    )
    expect(await listedIds(db, inspectionListing({ ...open, from: '2026-11-20', to: '2026-11-21' }))).toEqual(
      ids(newest.filter((it) => day(it) >= '2026-11-20' && day(it) <= '2026-11-21')),
    )
    expect(await listedIds(db, inspectionListing({ ...open, to: '2026-11-20', status: 'Pending' }))).toEqual(
      ids(newest.filter((it) => day(it) !== '' && day(it) <= '2026-11-20' && isStatus('Pending')(it))),
    )
    expect(await rowsOf(db, pendingInspections(1))).toEqual(
      rows.filter((it) => it.inspector_id === 1 && isPending(it.status)),
    )
  })
})

test('CP-01, CP-02 complaints are sorted newest first by created_at, then updated_at, and are narrowed by status', async () => {
  const fields = {
    source: fc.constantFrom('Complaint', 'Complaint', 'Business License'),
    status: fc.constantFrom('open', 'Unsatisfactory', 'no violation', 'odd', null),
    created_at: moment,
    updated_at: moment,
  }
  await inEveryCase('inspection', fields, async (db, rows) => {
    const complaints = newestBy(
      rows.filter((it) => it.source === 'Complaint'),
      complaintOrder,
    )
    expect(await listedIds(db, complaintListing(''))).toEqual(ids(complaints))
    for (const status of ['Pending', 'Violation Found'])
      expect(await listedIds(db, complaintListing(status))).toEqual(
        ids(complaints.filter((it) => complaintStatus(it.status) === status)),
      )
    expect(await rowsOf(db, allComplaints())).toHaveLength(complaints.length)
  })
})

test('C-37, VL-03, VL-04, VL-05 violations are newest first and are narrowed by status and by the email of their user', async () => {
  const fields = {
    status: fc.integer({ min: 0, max: 4 }),
    user: fc.constantFrom(null, undefined, { email: 'Dana@Town.example' }, { email: 'ed@town.example' }, { email: '' }),
    user_id: person,
    created_at: moment,
  }
  await inEveryCase('violation', fields, async (db, rows) => {
    const newest = newestFirst(rows)
    const isDanas = (it: Rows['violation']) => plainEmail(it.user?.email) === 'dana@town.example'
    expect(await listedIds(db, violationListing('', ''))).toEqual(ids(newest))
    expect(await listedIds(db, violationListing('0', ''))).toEqual(ids(newest.filter((it) => it.status === 0)))
    expect(await listedIds(db, violationListing('', 'dana@town.example '))).toEqual(ids(newest.filter(isDanas)))
    expect(await listedIds(db, violationListing('1', 'dana@town.example'))).toEqual(
      ids(newest.filter((it) => it.status === 1 && isDanas(it))),
    )
    expect(await rowsOf(db, activeViolations(1))).toEqual(rows.filter((it) => it.user_id === 1 && it.status === 0))
  })
})

test('C-37, CT-01 citations are sorted newest first and are narrowed by status and by past due', async () => {
  const now = new Date('2026-11-20T15:00:00Z')
  const fields = {
    status: fc.constantFrom(0, 1, 2, 3, '0', 'Paid', 9, null),
    deadline: fc.constantFrom(null, '2026-11-19', '2026-11-20', '2026-11-20T15:00:00Z', '2026-11-20T15:00:01Z', 'x'),
    created_at: moment,
  }
  await inEveryCase('citation', fields, async (db, rows) => {
    const newest = newestFirst(rows)
    const isPast = (it: Rows['citation']) => isPastDue({ ...it, status: citationStatusOf(it) }, now)
    const found = (status: number | null, due: '' | 'Past Due' | 'Not Past Due') =>
      listedIds(db, citationListing({ status, due }, now, townZone))
    expect(await found(null, '')).toEqual(ids(newest))
    expect(await found(0, '')).toEqual(ids(newest.filter((it) => citationStatusOf(it) === 0)))
    expect(await found(null, 'Past Due')).toEqual(ids(newest.filter(isPast)))
    expect(await found(null, 'Not Past Due')).toEqual(ids(newest.filter((it) => !isPast(it))))
    expect(await found(2, 'Past Due')).toEqual(ids(newest.filter((it) => citationStatusOf(it) === 2 && isPast(it))))
  })
})

test('LC-01, LC-02 licences are sorted newest first by created_at, date_issued and id, narrowed by paid and sent', async () => {
  const fields = { id: serverId, paid: flag, sent: flag, created_at: moment, date_issued: moment }
  await inEveryCase('license', fields, async (db, rows) => {
    const newest = newestBy(rows, licenseOrder)
    for (const paid of [null, true, false])
      for (const sent of [null, true, false])
        expect(await listedIds(db, licenseListing(paid, sent))).toEqual(
          ids(
            newest.filter(
              (it) => (paid === null || Boolean(it.paid) === paid) && (sent === null || Boolean(it.sent) === sent),
            ),
          ),
        )
  })
})

test('C-37 permits are newest first; contacts and businesses by name, equal ones in the order of their numbers', async () => {
  await inEveryCase('permit', { created_at: moment }, async (db, rows) => {
    expect(await listedIds(db, narrowed('permit', []))).toEqual(ids(newestFirst(rows)))
  })
  for (const type of ['contact', 'business'] as const)
    await inEveryCase(type, { name: text }, async (db, rows) => {
      expect(await listedIds(db, narrowed(type, []))).toEqual(ids(byText(rows, (it) => it.name)))
    })
})

test('VA-01 vacant addresses and the businesses of an address are read alone', async () => {
  const status = fc.constantFrom('vacant', 'occupied', '', null, undefined, 'Potentially Vacant')
  await inEveryCase('address', { vacancy_status: status }, async (db, rows) => {
    const vacant = rows.filter((it) => it.vacancy_status && it.vacancy_status !== 'occupied')
    expect(await rowsOf(db, addressesByVacancy())).toEqual(vacant)
  })
  await inEveryCase('business', { name: text, address_id: fc.constantFrom(1, 12, -1, null) }, async (db, rows) => {
    const here = rows.filter((it) => it.address_id === 1)
    expect(await listedIds(db, businessesAt(1))).toEqual(ids(byText(here, (it) => it.name)))
  })
})

test('C-37, DB-27 comments are sorted newest first and are narrowed by who wrote them', async () => {
  const fields = { user_id: person, user: fc.constantFrom(null, { id: 1 }, { id: 2 }), created_at: moment }
  await inEveryCase('comment', fields, async (db, rows) => {
    const newest = newestFirst(rows)
    expect(await listedIds(db, commentListing(null))).toEqual(ids(newest))
    const each = (await commentOfEach(db)).map((it) => it.user_id ?? it.user?.id)
    expect(each).toEqual([1, 2].filter((user) => rows.some((it) => (it.user_id ?? it.user?.id) === user)))
    expect(await listedIds(db, commentListing(1))).toEqual(
      ids(newest.filter((it) => (it.user_id ?? it.user?.id) === 1)),
    )
  })
})

test('DB-28 everybody who commented is known by one comment, the newest that has their name', async () => {
  const db = await emptyDevice()
  const rows = [
    { id: 1, user_id: 7, user: { id: 7, name: 'Vera' }, created_at: '2026-11-01' },
    { id: 2, user_id: 4, user: { id: 4, name: null, email: 'amos@town.example' }, created_at: '2026-11-02' },
    { id: 3, user_id: 7, user: null, created_at: '2026-11-03' },
    { id: 4, user_id: null, user: { id: 9, name: 'Bela' }, created_at: null },
    { id: 5, user_id: null, user: null, created_at: '2026-11-04' },
    { id: 6, user_id: 44, user: null, created_at: '2026-11-04' },
  ] as unknown as Rows['comment'][]
  await db.rows('comment').bulkPut(rows)
  expect(commenters(await commentOfEach(db))).toEqual(commenters(rows))
  expect(ids(await commentOfEach(db)).toSorted()).toEqual([1, 2, 4, 6])
})

test('a row that changes leaves its lists and enters others', async () => {
  const db = await emptyDevice()
  const row = { id: 1, status: 0, created_at: null } as unknown as Rows['violation']
  await db.rows('violation').put(row)
  await db.rows('violation').update(1, { status: 1 })
  expect(await listedIds(db, violationListing('0', ''))).toEqual([])
  expect(await listedIds(db, violationListing('1', ''))).toEqual([1])
  await db
    .rows('violation')
    .toCollection()
    .modify((it) => {
      it.status = 2
    })
  expect(await listedIds(db, violationListing('2', ''))).toEqual([1])
  expect(await db.rows('violation').get(1)).toEqual({ ...row, status: 2 })
  await db.rows('violation').each((it) => expect(it).toEqual({ ...row, status: 2 }))
  await db.rows('violation').delete(1)
  expect(await listedIds(db, violationListing('', ''))).toEqual([])
})
