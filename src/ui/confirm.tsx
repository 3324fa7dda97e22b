import type { Asked, Question } from './ask.tsx'
import { fetched } from './fetched.tsx'
import { sharedValue } from './shared-value.ts'

const Ask = fetched(async () => (await import('./ask.tsx')).Ask)

const asked = sharedValue<Asked | null>(null)

/** Answers an open question with no. */
export const closeQuestion = (): void => {
  asked.get()?.answer(false)
  asked.set(null)
}

/** Asks before a step that is hard to undo; false if the user closes the question. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    closeQuestion()
    asked.set({ ...question, answer: resolve })
  })

/** The place where questions appear; the shell has one. */
export function ConfirmHost() {
  const question = asked.useValue()
  if (!question) return null
  const answer = (isYes: boolean) => {
    asked.set(null)
    question.answer(isYes)
  }
  return <Ask key={question.title} question={{ ...question, answer }} />
}
