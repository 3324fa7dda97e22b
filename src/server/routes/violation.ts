import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { violations as calls } from '../../contract/violation.ts'
import { letterOf } from '../../rules/letter.ts'
import { violationStatuses } from '../../rules/violation-status.ts'
import { type CallContext, type Route, route } from '../endpoint.ts'
import { found, Refused } from '../errors.ts'
import { attachAll, photosOf, requireFiles, uploadedOf } from '../files/attach.ts'
import { readNotice } from '../notice/notice-facts.ts'
import { readNoticePhotos } from '../notice/notice-photos.ts'
import { readCitations } from '../reading/citation.ts'
import { fieldCreationStamps, inserted, touchRow } from '../reading/created-row.ts'
import { largest, readWindow } from '../reading/page.ts'
import { assertExists, listOf } from '../reading/parents.ts'
import { readViolation, readViolationComments, readViolations } from '../reading/violation.ts'
import { citations, violationCodes, violationComments, violations } from '../store/case-tables.ts'
import { addresses, users } from '../store/town-tables.ts'
import { addViolation } from './violation-add.ts'

/** The calls on violations. */
export const violationRoutes: readonly Route[] = [
  route(calls.list, (ask) => {
    const { skip, limit, ...filter } = ask.search
    const where = and(...filtersOf(ask.tx, filter))
    return readWindow(ask, violations, { skip, limit, where }, (reading) => readViolations(ask, reading))
  }),

  route(calls.ofAddress, async ({ tx, params }) =>
    listOf(
      tx,
      { table: addresses, id: params.addressId, what: 'Address' },
      await readViolations({ tx }, { where: eq(violations.address_id, params.addressId) }),
    ),
  ),

  route(calls.activeOf, ({ tx, params }) =>
    readViolations(
      { tx },
      {
        where: and(eq(violations.user_id, params.userId), eq(violations.status, 0)),
        orderBy: [largest(violations.updated_at), largest(violations.id)],
      },
    ),
  ),

  route(calls.add, (ask) => addViolation(ask, ask.body)),

  route(calls.one, (ask) => readViolation(ask, ask.params.violationId)),

  route(calls.citations, async ({ tx, params }) =>
    listOf(
      tx,
      { table: violations, id: params.violationId, what: 'Violation' },
      await readCitations({ tx }, { where: eq(citations.violation_id, params.violationId) }),
    ),
  ),

  route(calls.photos, async (ask) => {
    const id = ask.params.violationId
    await assertExists(ask.tx, violations, id, 'Violation')
    const download = ask.search.download === 'true'
    return (await photosOf(ask, 'violation', [id], { download })).get(id) ?? []
  }),

  route(calls.addPhoto, async (ask) => {
    const owner = { type: 'violation', id: ask.params.violationId }
    requireFiles(ask)
    await touchRow(ask.tx, violations, owner.id, 'Violation')
    const codeIds = ask.body.code_ids
    await assertCodesOf(ask, codeIds ?? [])
    return uploadedOf(ask, await attachAll(ask, owner, { capture: ask.body.capture_metadata, codeIds }))
  }),

  // Stores the total of days and not the difference, so that a retry changes nothing (VD-03).
  route(calls.extend, (ask) => change(ask, { extend: ask.body.extend })),

  route(calls.assign, async (ask) => {
    await assertExists(ask.tx, users, ask.body.user_id, 'User')
    return change(ask, { user_id: ask.body.user_id })
  }),

  route(calls.abate, async (ask) => {
    await assertStatus(ask, 0, 'Only a current violation can be marked as abated')
    return change(ask, { status: 1, closed_at: ask.observedAt ?? ask.now })
  }),

  route(calls.reopen, async (ask) => {
    await assertStatus(ask, 1, 'Only a resolved violation can be reopened')
    return change(ask, { status: 0, closed_at: null })
  }),

  route(calls.notice, async (ask) => {
    const { violationId } = ask.params
    const notice = await readNotice(ask, violationId)
    const photos = ask.search.photos === 'true' ? await readNoticePhotos(ask, violationId) : undefined
    // The library is loaded at the first notice, because it would add a third of a second to each start.
    const { wordOf } = await import('../../notice/word.ts')
    return new Response(await wordOf([letterOf(notice, photos)]), { headers: noticeHeaders(violationId) })
  }),

  route(calls.comment, async (ask) => readComment(ask, await addComment(ask, ask.body.content))),

  route(calls.commentWithFiles, async (ask) => {
    const { content, capture_metadata: capture } = ask.body
    if (content === '' && ask.files.length === 0)
      throw new Refused(422, [{ type: 'missing', loc: ['body', 'content'], msg: 'Write a comment' }])
    const id = await addComment(ask, content)
    await attachAll(ask, { type: 'violationComment', id }, { capture })
    return readComment(ask, id)
  }),

  route(calls.commentAttachments, async (ask) => {
    const id = ask.params.violationCommentId
    await assertExists(ask.tx, violationComments, id, 'Comment')
    const download = ask.search.download === 'true'
    return (await photosOf(ask, 'violationComment', [id], { download })).get(id) ?? []
  }),
]

/** The file name of VD-13. */
const noticeHeaders = (violationId: number) => ({
  'Content-Type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'Content-Disposition': `attachment; filename="violation_notice_${violationId}.docx"`,
})

interface Filter {
  status?: string | undefined
  assigned_user_id: number | null
  user_email?: string | undefined
  unit_id: number | null
}

/** The filter of the list; 400 for an unknown status (VL-03). */
const filtersOf = (tx: CallContext['tx'], { status, assigned_user_id, user_email, unit_id }: Filter): SQL[] => {
  const wanted: SQL[] = []
  if (status?.trim()) wanted.push(eq(violations.status, statusNamed(status)))
  if (assigned_user_id !== null) wanted.push(eq(violations.user_id, assigned_user_id))
  if (unit_id !== null) wanted.push(eq(violations.unit_id, unit_id))
  if (user_email?.trim()) {
    const ofEmail = tx.select({ id: users.id }).from(users).where(eq(users.email, user_email.trim()))
    wanted.push(inArray(violations.user_id, ofEmail))
  }
  return wanted
}

const statusNamed = (text: string): number => {
  const named = violationStatuses.find((it) => it.text.toLowerCase() === text.trim().toLowerCase())
  if (!named) throw new Refused(400, 'Invalid status filter')
  return named.value
}

type AskOfOne = Pick<CallContext, 'tx' | 'now' | 'sign' | 'faults'> & { params: { violationId: number } }

const change = async (ask: AskOfOne, fields: Partial<typeof violations.$inferInsert>) => {
  const [changed] = await ask.tx
    .update(violations)
    .set({ ...fields, updated_at: ask.now })
    .where(eq(violations.id, ask.params.violationId))
    .returning({ id: violations.id })
  return readViolation(ask, found(changed, 'Violation').id)
}

/**
 * Throws 409 unless the violation has the status from which the step begins (VD-04, VD-05). Locks it until the end of
 * the transaction.
 */
const assertStatus = async ({ tx, params, faults }: AskOfOne, status: number, otherwise: string) => {
  const where = eq(violations.id, params.violationId)
  const [row] = await tx.select({ status: violations.status }).from(violations).where(where).for('update')
  if (found(row, 'Violation').status !== status && !faults.abatesAlways) throw new Refused(409, otherwise)
}

/** A photo may only prove code sections of the violation; 400 as the documented server answers. */
const assertCodesOf = async ({ tx, params }: Pick<AskOfOne, 'tx' | 'params'>, codeIds: readonly number[]) => {
  if (codeIds.length === 0) return
  const named = await tx
    .select({ id: violationCodes.code_id })
    .from(violationCodes)
    .where(eq(violationCodes.violation_id, params.violationId))
  const known = new Set(named.map(({ id }) => id))
  if (!codeIds.every((id) => known.has(id))) throw new Refused(400, 'The violation does not name this code section')
}

const addComment = async (ask: CallContext & { params: { violationId: number } }, content: string) => {
  const { violationId } = ask.params
  await assertExists(ask.tx, violations, violationId, 'Violation')
  const values = { content, violation_id: violationId, user_id: ask.user.id, ...fieldCreationStamps(ask) }
  const { id } = inserted(await ask.tx.insert(violationComments).values(values).returning({ id: violationComments.id }))
  return id
}

const readComment = async (ask: CallContext, id: number) =>
  found((await readViolationComments(ask, { ids: [id] }))[0], 'Comment')
