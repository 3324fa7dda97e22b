import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comments, contactComments } from '../../../src/contract/comment.ts'
import { contacts } from '../../../src/contract/contact.ts'
import { dashboard } from '../../../src/contract/dashboard.ts'
import { inspections } from '../../../src/contract/inspection.ts'
import { licenses } from '../../../src/contract/license.ts'
import { sir } from '../../../src/contract/sir.ts'
import { violations } from '../../../src/contract/violation.ts'
import { type Office, office } from '../../harness/office.ts'
import { addAddress, addCodes, addInspection, ask, refusal } from './ask.ts'

let town: Office
let addressId: number
/** The Wednesday after the Sunday on which the clocks of the town go back: that week has a day of 25 hours. */
const now = new Date('2026-11-04T15:00:00Z')
/** The last and the first instant of the town's Sunday, 1 November (UTC-4), and of the week before it. */
const weekBegins = new Date('2026-11-01T04:00:00Z')
const lastWeekBegins = new Date('2026-10-25T04:00:00Z')
const justBefore = (moment: Date) => new Date(moment.getTime() - 1)

beforeAll(async () => {
  town = await office({ clock: () => now })
  addressId = (await addAddress(town)).id
})
afterAll(() => town.close())

const stamp = (table: string, id: number, at: Date) =>
  town.db.execute(
    sql`update ${sql.identifier(table)} set created_at = ${at.toISOString()}, updated_at = ${at.toISOString()} where id = ${id}`,
  )

describe('the weekly figures', () => {
  const me = () => town.people.ons
  const counts = (userId: number) => ask(town, dashboard.counts, { params: { userId }, search: { start_day: 'sun' } })

  test('DB-13 DB-17 G-22 count comments of every kind, completed inspections and violations from Sunday midnight in the town', async () => {
    const comment = () =>
      ask(town, comments.addToAddress, { params: { addressId }, body: { content: 'Hm', user_id: 1 } })
    await stamp('comments', (await comment()).id, weekBegins)
    await stamp('comments', (await comment()).id, justBefore(weekBegins))
    await stamp('comments', (await comment()).id, lastWeekBegins)
    await stamp('comments', (await comment()).id, justBefore(lastWeekBegins))
    const violation = await ask(town, violations.add, { body: { address_id: addressId, user_id: 1 } })
    const violation_id = violation.id
    await ask(town, violations.comment, {
      params: { violationId: violation_id },
      body: { content: 'x', user_id: 1, violation_id },
    })
    const { id: contactId } = await ask(town, contacts.add, { body: { name: 'Cora' } })
    await ask(town, contactComments.add, { params: { contactId }, body: { comment: 'x', user_id: 1 } })
    for (const [status, at] of [
      ['completed', now],
      ['SATISFACTORY', weekBegins],
      ['Completed', justBefore(weekBegins)],
      ['In Progress', now],
      ['Unsatisfactory', now],
    ] as const) {
      const { id } = await addInspection(town, addressId)
      await town.db.execute(
        sql`update inspections set status = ${status}, updated_at = ${at.toISOString()} where id = ${id}`,
      )
    }
    expect(await counts(me().id)).toEqual({
      comments_this_workweek_count: 3,
      comments_last_workweek_count: 2,
      inspections_this_workweek_count: 2,
      inspections_last_workweek_count: 1,
      violations_this_workweek_count: 1,
      violations_last_workweek_count: 0,
    })
  })

  test('DB-11 the team’s are those of all users of a role; one’s own are one’s own (DB-12)', async () => {
    const as = town.people.otherOns
    await ask(town, violations.add, { body: { address_id: addressId, user_id: as.id }, as })
    expect((await counts(as.id)).violations_this_workweek_count).toBe(1)
    const team = await ask(town, dashboard.teamCounts, { search: { role: 1, start_day: 'sun' } })
    expect(team.violations_this_workweek_count).toBe(2)
    expect((await ask(town, dashboard.teamCounts, { search: { role: 2 } })).violations_this_workweek_count).toBe(0)
    expect(await refusal(town, dashboard.counts, { params: { userId: 999_999 } })).toBe('404 User not found')
  })

  test('a week may start on another day', async () => {
    const monday = await ask(town, dashboard.counts, { params: { userId: me().id }, search: { start_day: 'mon' } })
    // The Sunday's comment and inspection now belong to last week.
    expect(monday).toMatchObject({ comments_this_workweek_count: 2, inspections_this_workweek_count: 1 })
  })
})

describe('recent activity', () => {
  test('DB-39 DB-41 gives the newest of five kinds, 5 unless told; inspections and complaints apart', async () => {
    for (let at = 0; at < 7; at++) {
      await addInspection(town, addressId)
      await addInspection(town, addressId, 'Complaint')
      await ask(town, violations.add, { body: { address_id: addressId, user_id: 1 } })
      await ask(town, licenses.add, { body: { license_type: 2, address_id: addressId, paid: false } })
    }
    const usual = await ask(town, dashboard.recent)
    expect([usual.inspections, usual.complaints, usual.violations, usual.licenses].map(({ length }) => length)).toEqual(
      [5, 5, 5, 5],
    )
    expect(usual.permits).toEqual([])
    expect(new Set(usual.complaints.map(({ source }) => source))).toEqual(new Set(['Complaint']))
    const [newest] = await ask(town, inspections.list, { search: { limit: 1 } })
    expect(usual.inspections[0]?.id).toBe(newest?.id)
    expect((await ask(town, dashboard.recent, { search: { limit: 2 } })).violations).toHaveLength(2)
    expect(await refusal(town, dashboard.recent, { search: { limit: 51 } })).toMatch(/^422/)
  })
})

describe('the overview of the office staff', () => {
  test('DB-44 C-32 lists complaints that wait, DB-45 current violations, DB-46 licences to be paid or sent, ten each', async () => {
    const there = await office()
    const { id } = await addAddress(there)
    const complain = async (status: string | null) => {
      const made = await addInspection(there, id, 'Complaint')
      await there.db.execute(sql`update inspections set status = ${status} where id = ${made.id}`)
      return made.id
    }
    const waiting = [await complain(null), await complain('open'), await complain('PENDING')]
    for (const status of ['Violation Found', 'No Violation Found', 'Satisfactory', 'closed', 'Completed', 'resolved'])
      await complain(status)
    await addInspection(there, id)
    for (let at = 0; at < 12; at++) await ask(there, violations.add, { body: { address_id: id, user_id: 1 } })
    const license = (paid: boolean, sent: boolean) =>
      ask(there, licenses.add, { body: { license_type: 2, address_id: id, paid, sent } })
    const [unpaid, unsent, neither] = [
      await license(false, true),
      await license(true, false),
      await license(false, false),
    ]
    await license(true, true)
    const overview = await ask(there, dashboard.oasOverview, { as: there.people.oas })
    const ids = (rows: { id: number }[]) => rows.map((row) => row.id)
    expect(ids(overview.pending_complaints)).toEqual(waiting.reverse())
    expect(overview.active_violations).toHaveLength(10)
    expect(overview).toMatchObject({ active_violations_count: 12, licenses_needing_action_count: 3 })
    expect(ids(overview.licenses_not_paid)).toEqual([neither.id, unpaid.id])
    expect(ids(overview.licenses_not_sent)).toEqual([neither.id, unsent.id])
    await there.close()
  })
})

describe('the statistics page', () => {
  test('C-04 G-22 gives seventeen figures of whole days in the town, the last one included', async () => {
    const there = await office({ clock: () => now })
    const { id } = await addAddress(there)
    const first = new Date('2026-10-01T04:00:00Z')
    const last = new Date('2026-10-31T03:59:59.999Z')
    const make = async (source: string, created: Date, updated: Date, status: string | null) => {
      const made = await addInspection(there, id, source)
      await there.db.execute(
        sql`update inspections set created_at = ${created.toISOString()}, updated_at = ${updated.toISOString()}, status = ${status} where id = ${made.id}`,
      )
    }
    await make('Complaint', first, last, 'Violation Found')
    await make('Complaint', last, last, null)
    await make('Complaint', justBefore(first), first, ' ')
    await make('Complaint', new Date(last.getTime() + 1), now, 'Closed')
    await make('Single Family License', first, last, 'Completed')
    await make('Multifamily License', justBefore(first), first, 'In Progress')
    await make('Business License', last, now, 'Satisfactory')
    await make('Building/Dumpster/POD permit', first, first, 'satisfactory')
    const [code_id] = await addCodes(there, 'Grass')
    for (const at of [first, justBefore(first)]) {
      const { id: violation_id } = await ask(there, violations.add, { body: { address_id: id, user_id: 1 } })
      await there.db.execute(sql`update violations set created_at = ${at.toISOString()} where id = ${violation_id}`)
      await there.db.execute(
        sql`insert into citations (violation_id, code_id, created_at) values (${violation_id}, ${code_id}, ${last.toISOString()})`,
      )
    }
    const stats = await ask(there, sir.stats, { search: { start_date: '2026-10-01', end_date: '2026-10-30' } })
    expect(stats).toEqual({
      complaints_made: 2,
      complaint_responses: 1,
      warnings: 1,
      violations: 1,
      citations: 2,
      sf_inspections: 1,
      sf_inspection_updated: 1,
      sf_inspection_approved: 1,
      mf_inspections: 0,
      mf_inspection_updated: 1,
      mf_inspection_approved: 0,
      bl_inspections: 1,
      bl_inspection_updated: 0,
      bl_inspection_approved: 0,
      permit_inspections: 1,
      permit_inspection_updated: 1,
      permit_inspection_approved: 1,
    })
    // Without both days: the last two weeks.
    expect(await ask(there, sir.stats, { search: { start_date: '2026-10-01' } })).toMatchObject({
      complaints_made: 2,
      complaint_responses: 2,
      bl_inspection_approved: 1,
      sf_inspections: 0,
    })
    expect(await refusal(there, sir.stats, { search: { start_date: 'soon', end_date: '2026-10-30' } })).toMatch(/^422/)
    await there.close()
  })
})
