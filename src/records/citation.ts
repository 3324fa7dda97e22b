import { citations } from '../contract/citation.ts'
import type { Id } from '../contract/id.ts'
import { violations } from '../contract/violation.ts'
import { rowName } from '../db/outbox.ts'
import { fineText } from '../rules/citation-form.ts'
import { citationBadge } from '../rules/citation-status.ts'
import { addDays, dayOf } from '../rules/dates.ts'
import { dueKey } from '../rules/sort-key.ts'
import { command } from './command.ts'
import { type Listing, listPart, listRange, narrowed } from './listing.ts'
import { listQuery, oneQuery } from './query.ts'
import { stampOf } from './stamp-of.ts'
import { valueQuery } from './value.ts'

export const allCitations = () => listQuery('citation', citations.list, {})

/** The filters of the citations list; null and '' mean any (CT-01). */
interface CitationFilter {
  status: number | null
  due: '' | 'Past Due' | 'Not Past Due'
}

/** All citations, newest first, filtered by status and past due (CT-01). */
export function citationListing({ status, due }: CitationFilter, now: Date, zone: string): Listing {
  const listing = narrowed('citation', status === null ? [] : [listRange('status', status)])
  if (due === '') return listing
  const today = dayOf(now, zone)
  const passed = [listPart('due', '', dueKey(addDays(today, -1))), listPart('due', 'm', dueKey(now.toISOString()))]
  if (due === 'Not Past Due') return { ...listing, without: passed }
  const next = new Date(now.getTime() + 1).toISOString()
  const notYet = [listPart('due', dueKey(today), 'm'), listPart('due', dueKey(next), '')]
  return { ...listing, within: [...listing.within, listRange('due')], without: notYet }
}

export const citationById = (citationId: Id) => oneQuery('citation', citations.one, { citationId }, citationId)

export const citationsOfViolation = (violationId: Id) =>
  listQuery('citation', violations.citations, { violationId }, { scope: { violation_id: violationId } })

/** The citations of an address. A documented server returns little more than ids here, too little to store as rows. */
export const citationsOfAddress = (addressId: Id) => valueQuery('citation', citations.ofAddress, { addressId })

/**
 * A fine for a violation, unpaid at first (CT-10 to CT-14). It reaches a person: if two looks do not find it, the user
 * decides whether it is sent again.
 */
export const addCitation = command(citations.add, {
  makes: 'citation',
  carefully: true,
  group: async (_, { body }) => rowName('violation', body.violation_id),
  async write(db, { body, id, at }) {
    const [violation, user, code] = [
      await db.rows('violation').get(body.violation_id),
      await db.rows('user').get(body.user_id),
      await db.rows('code').get(body.code_id),
    ]
    const stamp = stampOf(body, at)
    await db.rows('citation').put({
      ...body,
      id,
      code_name: code?.name ?? null,
      code_description: code?.description ?? null,
      user: user ?? null,
      combadd: violation?.combadd ?? null,
      created_at: stamp,
      updated_at: stamp,
    })
  },
  listedIn: async (_, { body }) => citationsOfViolation(body.violation_id),
  // Neither fine nor author: documented servers round the fine, and some of their lists leave out the author.
  knownBy: ({ body }) => ({ citationid: body.citationid, deadline: body.deadline, code_id: body.code_id }),
  words: ({ body }) => ['Citation', body.citationid, fineText(body.fine)].filter(Boolean).join(' '),
})

/** Any status may follow any other. If the office has changed it since the user looked, the user is asked (CT-08). */
export const setCitationStatus = command(citations.setStatus, {
  changes: ({ citationId }) => ({ type: 'citation', id: citationId }),
  compares: { fields: ['status'], fresh: ({ params }) => citationById(params.citationId), onConflict: 'ask' },
  replaces: true,
  write: (db, { params, body }) => db.rows('citation').update(params.citationId, { status: body.status }),
  words: ({ body }) => `Citation marked ${citationBadge(body.status).text}`,
})
