import { answers } from '../contract/answer.ts'
import type { Id } from '../contract/id.ts'
import { answerWords } from '../rules/answers.ts'
import { groupOfArea } from './area.ts'
import { command } from './command.ts'
import { listQuery } from './query.ts'
import { stampOf } from './stamp-of.ts'

/** The answers to the prompts of an inspection's areas. */
export const answersOfInspection = (inspectionId: Id) =>
  listQuery('answer', answers.ofInspection, { inspectionId }, { scope: { inspection_id: inspectionId } })

/** The first answer to a prompt in an area (extension of AR-06, C-17). */
export const addAnswer = command(answers.add, {
  makes: 'answer',
  uses: ['area'],
  group: (db, { params }) => groupOfArea(db, params.areaId),
  async write(db, { params, body, id, at, userId }) {
    const area = await db.rows('area').get(params.areaId)
    if (!area) return
    const stamp = stampOf(body, at)
    await db.rows('answer').put({
      ...body,
      id,
      area_id: params.areaId,
      inspection_id: area.inspection_id,
      user_id: userId,
      observed_at: stamp,
      created_at: stamp,
    })
  },
  async listedIn(db, { params }) {
    const area = await db.rows('area').get(params.areaId)
    return area ? answersOfInspection(area.inspection_id) : null
  },
  knownBy: ({ params, body }) => ({ area_id: params.areaId, prompt_id: body.prompt_id }),
  words: ({ body }) => `${answerWords(body.answer)}: ${body.content}`,
})

/** Changes or removes an answer; the last tap wins. */
export const setAnswer = command(answers.set, {
  changes: ({ answerId }) => ({ type: 'answer', id: answerId }),
  uses: ['area'],
  async group(db, { params }) {
    const row = await db.rows('answer').get(params.answerId)
    return row ? groupOfArea(db, row.area_id) : ''
  },
  replaces: true,
  write: (db, { params, body }) => db.rows('answer').update(params.answerId, body),
  words: ({ body }) => (body.answer ? `Answered ${answerWords(body.answer)}` : 'Answer taken back'),
})
