import { Dexie } from 'dexie'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeviceDatabase } from '../../src/db/database.ts'
import { keptUntilChange } from '../../src/db/kept-until-change.ts'
import { listField } from '../../src/db/list-keys.ts'
import type { AnyRow, Rows } from '../../src/db/rows.ts'
import { citationListing } from '../../src/records/citation.ts'
import { commentListing } from '../../src/records/comment.ts'
import { complaintListing, inspectionListing, pendingInspections } from '../../src/records/inspection.ts'
import { licenseListing } from '../../src/records/license.ts'
import { idsOfListing, type Listing, narrowed } from '../../src/records/listing.ts'
import { rowsOf } from '../../src/records/query.ts'
import { readPage } from '../../src/records/read-listing.ts'
import { activeViolations, violationListing } from '../../src/records/violation.ts'
import { townZone } from '../../src/rules/dates.ts'
import { emptyDevice, indexWork, rowsRead } from '../harness/listed-rows.ts'

const size = 10
const now = new Date('2026-11-20T15:00:00Z')

/** Rows of every type with a list, so many of each; five of them are somebody's open work. */
async function filled(count: number): Promise<DeviceDatabase> {
  const db = await emptyDevice()
  const put = <Row extends AnyRow>(type: keyof Rows, row: (at: number) => object): Promise<unknown> =>
    db.anyRows(type).bulkPut(
      Array.from({ length: count }, (_, at) => {
        const created_at = new Date(1.7e12 + ((at * 7919) % count) * 60_000).toISOString()
        // Only what lists look at.
        return { id: at + 1, created_at, ...row(at) } as unknown as Row
      }),
    )
  const inspector = (at: number) => (at % (count / 10) === 0 ? 7 : 8)
  await put('inspection', (at) => ({
    source: at % 2 ? 'Complaint' : 'Business License',
    status: at % (count / 5) === 0 ? 'Pending' : 'Completed',
    inspector_id: inspector(at),
    scheduled_datetime: '2026-11-20T10:00:00',
  }))
  await put('violation', (at) => ({
    status: at % (count / 5) === 0 ? 0 : 1,
    user_id: inspector(at),
    user: { email: `${at % 2}@town.example` },
  }))
  await put('citation', (at) => ({ status: at % 4, deadline: '2026-11-01' }))
  await put('license', (at) => ({ paid: at % 2 === 0, sent: at % 3 === 0 }))
  await put('permit', () => ({}))
  await put('contact', (at) => ({ name: `Person ${at}` }))
  await put('business', (at) => ({ name: `Shop ${at}` }))
  await put('comment', (at) => ({ user_id: at % 3 }))
  return db
}

const listings: [name: string, Listing][] = [
  ['inspections', inspectionListing({ source: '', status: '', from: '', to: '' })],
  ['inspections of a status', inspectionListing({ source: '', status: 'Completed', from: '', to: '' })],
  [
    'inspections of two filters',
    inspectionListing({ source: 'Business License', status: '', from: '', to: '2026-11-21' }),
  ],
  ['complaints', complaintListing('')],
  ['violations', violationListing('', '')],
  ['violations of two filters', violationListing('1', '1@town.example')],
  ['citations', citationListing({ status: null, due: '' }, now, townZone)],
  ['citations past due', citationListing({ status: null, due: 'Past Due' }, now, townZone)],
  ['licences', licenseListing(null, null)],
  ['licences of two filters', licenseListing(true, true)],
  ['permits', narrowed('permit', [])],
  ['contacts', narrowed('contact', [])],
  ['businesses', narrowed('business', [])],
  ['comments', commentListing(null)],
  ['comments of a person', commentListing(1)],
]

test('a list of 2,000 reads as many rows for its first page and the next as one of 200: those of the page', async () => {
  const read = async (count: number) => {
    const db = await filled(count)
    const found: [string, number, number, number][] = []
    for (const [name, listing] of listings) {
      const first = await rowsRead(() => readPage(db, listing, { wanted: 1, size }))
      const next = await rowsRead(() => readPage(db, listing, { wanted: 2, size }))
      found.push([name, first.read, next.read, first.result.rows.length + next.result.rows.length])
    }
    db.close()
    return found
  }
  const few = await read(200)
  expect(few).toEqual(listings.map(([name]) => [name, size, size, 2 * size]))
  expect(await read(2_000)).toEqual(few)
})

test('the open work of a person is read alone, however much is done', async () => {
  const read = async (count: number) => {
    const db = await filled(count)
    const found = await rowsRead(() =>
      Promise.all([rowsOf(db, pendingInspections(7)), rowsOf(db, activeViolations(7))]),
    )
    db.close()
    return [found.read, found.result.map((rows) => rows.length)]
  }
  expect(await read(200)).toEqual([10, [5, 5]])
  expect(await read(2_000)).toEqual([10, [5, 5]])
})

test('a save while a list is open reads the page again, and one of another list reads nothing', async () => {
  const read = async (count: number) => {
    const db = await filled(count)
    let reads = 0
    let seen: (() => void) | undefined
    const live = Dexie.liveQuery(async () => readPage(db, violationListing('1', ''), { wanted: 1, size })).subscribe(
      () => {
        reads += 1
        seen?.()
      },
    )
    const next = () =>
      new Promise<void>((resolve) => {
        seen = resolve
      })
    await next()
    const open = await rowsRead(async () => {
      const painted = next()
      await db.rows('violation').update(count - 1, { status: 0 })
      await painted
    })
    const other = await rowsRead(async () => {
      await db.rows('contact').update(3, { name: 'Other' })
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    live.unsubscribe()
    db.close()
    return { open: open.read, other: other.read, reads }
  }
  const few = await read(200)
  // The row that is saved, and the page.
  expect(few).toEqual({ open: 1 + size, other: 1, reads: 2 })
  expect(await read(2_000)).toEqual(few)
})

test('the next page counts no rows and passes over none; a live page still follows every change of its list', async () => {
  const db = await filled(200)
  const pages = (listing: Listing) => (wanted: number) => readPage(db, listing, { wanted, size })
  for (const [name, listing] of listings) {
    const all = (await pages(listing)(1)).total
    const counted = await indexWork(() => pages(listing)(2))
    expect([name, counted]).toEqual([name, { counted: 0, cursors: 0 }])
    expect((await pages(listing)(2)).total).toBe(all)
  }
  // Page 2 knows the total from page 1, and must be told of a change on any other page.
  for (const listing of [violationListing('1', ''), violationListing('1', '1@town.example')]) {
    const row = async (page: number) => (await pages(listing)(page)).rows[0] as Rows['violation']
    const last = await row(8)
    const changes = [
      () => db.rows('violation').delete(last.id),
      () => db.rows('violation').put(last),
      () => db.rows('violation').update(last.id, { status: 0 }),
    ]
    for (const change of changes) {
      const before = (await pages(listing)(1)).total
      const totals: number[] = []
      const live = Dexie.liveQuery(async () => pages(listing)(2)).subscribe(({ total }) => {
        totals.push(total)
      })
      await expect.poll(() => totals).toEqual([before])
      await change()
      await expect.poll(() => totals.length).toBe(2)
      expect(Math.abs((totals[1] ?? 0) - before)).toBe(1)
      live.unsubscribe()
    }
  }
  db.close()
})

test('pages read after changes are those of the whole list', async () => {
  const db = await filled(60)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('put', 'delete', 'page'), fc.nat(70), fc.nat(2)), { maxLength: 12 }),
      async (steps) => {
        for (const [step, at, status] of steps) {
          const created_at = new Date(1.7e12 + at * 30_000).toISOString()
          if (step === 'put')
            await db.rows('violation').put({ id: at + 1, created_at, status } as unknown as Rows['violation'])
          else if (step === 'delete') await db.rows('violation').delete(at + 1)
          for (const listing of [violationListing('', ''), violationListing('1', '1@town.example')]) {
            const whole = await idsOfListing(listing, ({ from, to }) =>
              db.anyRows('violation').where(listField).between(from, to, true, true).primaryKeys(),
            )
            const { rows, page, total } = await readPage(db, listing, { wanted: 1 + (at % 7), size })
            expect(rows.map((it) => it.id)).toEqual(whole.slice((page - 1) * size, page * size))
            expect(total).toBe(whole.length)
          }
        }
      },
    ),
    { numRuns: 30 },
  )
  db.close()
})

test('what is known of a listing is forgotten when twenty others were looked at since', async () => {
  const db = await emptyDevice()
  let made = 0
  const look = (name: string) => keptUntilChange(db, 'citation', name, () => made++)
  look('first')
  for (let at = 0; at < 19; at++) look(`${at}`)
  expect(look('first')).toBe(0)
  look('one more')
  expect(look('first')).toBe(21)
})
