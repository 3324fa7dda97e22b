import { eq } from 'drizzle-orm'
import { answers as calls } from '../../contract/answer.ts'
import { type Route, route } from '../endpoint.ts'
import { found } from '../errors.ts'
import { readAnswers } from '../reading/answer.ts'
import { fieldCreationStamps, inserted } from '../reading/created-row.ts'
import { hangingOn, listOf } from '../reading/parents.ts'
import { promptAnswers } from '../store/field-tables.ts'
import { areas, inspections } from '../store/visit-tables.ts'

/**
 * The calls on answers to prompts. The author is the session's user; the later of two answers to one prompt counts.
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
      .onConflictDoUpdate({ target: [promptAnswers.area_id, promptAnswers.prompt_id], set: later })
      .returning({ id: promptAnswers.id })
    const { id } = inserted(await hangingOn(insert, { column: 'area_id', what: 'Area' }))
    return found((await readAnswers(ask, { ids: [id] }))[0], 'Answer')
  }),

  route(calls.set, async (ask) => {
    const [changed] = await ask.tx
      .update(promptAnswers)
      .set({ answer: ask.body.answer, user_id: ask.user.id, updated_at: ask.now })
      .where(eq(promptAnswers.id, ask.params.answerId))
      .returning({ id: promptAnswers.id })
    return found((await readAnswers(ask, { ids: [found(changed, 'Answer').id] }))[0], 'Answer')
  }),
]
