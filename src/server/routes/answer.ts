import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { answers as calls } from '../../contract/answer.ts'
import { type Route, route } from '../endpoint.ts'
import { found } from '../errors.ts'
import { readAnswers } from '../reading/answer.ts'
import { fieldCreationStamps } from '../reading/created-row.ts'
import { hangingOn, listOf } from '../reading/parents.ts'
import { promptAnswers } from '../store/field-tables.ts'
import { areas, inspections } from '../store/visit-tables.ts'

/**
 * The calls on answers to prompts. The author is the session's user. Of two answers to one prompt the one that was given
 * later counts, whichever arrives first; the reply is the one that stands.
 */
export const answerRoutes: readonly Route[] = [
  route(calls.ofInspection, async ({ tx, params }) =>
    listOf(
      tx,
      { table: inspections, id: params.inspectionId, what: 'Inspection' },
      await readAnswers({ tx }, { where: eq(areas.inspection_id, params.inspectionId) }),
    ),
  ),

  route(calls.add, async (ask) => {
    const { prompt_id, content, answer } = ask.body
    const stamps = fieldCreationStamps(ask)
    const values = { area_id: ask.params.areaId, prompt_id, content, answer, user_id: ask.user.id, ...stamps }
    const { created_at: _first, created_by_key: _key, ...later } = values
    const insert = ask.tx
      .insert(promptAnswers)
      .values(values)
      .onConflictDoUpdate({
        target: [promptAnswers.area_id, promptAnswers.prompt_id],
        set: later,
        setWhere: isNotAfter(sql`coalesce(excluded.observed_at, excluded.created_at)`),
      })
    await hangingOn(insert, { column: 'area_id', what: 'Area' })
    const where = and(eq(promptAnswers.area_id, values.area_id), eq(promptAnswers.prompt_id, prompt_id))
    return found((await readAnswers(ask, { where }))[0], 'Answer')
  }),

  route(calls.set, async (ask) => {
    const { answer } = ask.body
    const id = ask.params.answerId
    const at = (ask.observedAt ?? ask.now).toISOString()
    await ask.tx
      .update(promptAnswers)
      .set({ answer, user_id: ask.user.id, observed_at: ask.observedAt, updated_at: ask.now })
      // A person's own changes arrive in order.
      .where(
        and(eq(promptAnswers.id, id), or(eq(promptAnswers.user_id, ask.user.id), isNotAfter(sql`${at}::timestamptz`))),
      )
    return found((await readAnswers(ask, { ids: [id] }))[0], 'Answer')
  }),
]

/** Whether the stored answer was given at this time or before. */
const isNotAfter = (at: SQL): SQL => sql`coalesce(${promptAnswers.observed_at}, ${promptAnswers.updated_at}) <= ${at}`
