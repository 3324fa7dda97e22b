import * as z from 'zod/mini'
import { get, patch, post } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { filledRemark, observedAt, stamps } from './text.ts'

/** An inspector's answer to a prompt of the checklist. */
export const answerValues = ['ok', 'problem', 'na'] as const
export type AnswerValue = (typeof answerValues)[number]

/** The answer to one prompt in one area; null once it was taken back. An area has one for each prompt. */
export const PromptAnswer = z.object({
  id: idOf('answer'),
  area_id: idOf('area'),
  inspection_id: idOf('inspection'),
  prompt_id: idOf('prompt'),
  /** The prompt's text when it was answered. It may be changed or deleted later. */
  content: z.string(),
  answer: z.nullable(z.enum(answerValues)),
  user_id: z.nullish(idOf('user')),
  ...observedAt,
  ...stamps,
})
export type PromptAnswer = z.infer<typeof PromptAnswer>

/** Our extensions: the documented calls store no answers (C-17). */
export const answers = {
  ofInspection: get('X53', '/inspections/:inspectionId/answers', z.array(PromptAnswer)),
  /** The first answer to a prompt in an area. Of two, the one given later stands and is the reply. */
  add: post(
    'X54',
    '/areas/:areaId/answers',
    z.object({
      prompt_id: idOf('prompt'),
      content: filledRemark('A prompt has words'),
      answer: z.enum(answerValues),
      ...observedAt,
    }),
    PromptAnswer,
    { status: 201, repeat: 'unique' },
  ),
  set: patch(
    'X55',
    '/answers/:answerId',
    z.object({ answer: z.nullable(z.enum(answerValues)), ...observedAt }),
    PromptAnswer,
  ),
}
