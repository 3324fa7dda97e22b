import { useSyncExternalStore } from 'react'
import type { Asked, Question } from './ask.tsx'
import { fetched } from './fetched.tsx'

const Ask = fetched(async () => (await import('./ask.tsx')).Ask)

let asked: Asked | null = null
const listeners = new Set<() => void>()

const setAsked = (next: Asked | null) => {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks before a step that is hard to undo; false if the user closes the question. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked?.answer(false)
    setAsked({ ...question, answer: resolve })
  })

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The place where questions appear; the shell has one. */
export function ConfirmHost() {
  const question = useSyncExternalStore(watch, () => asked)
  if (!question) return null
  const answer = (isYes: boolean) => {
    setAsked(null)
    question.answer(isYes)
  }
  return <Ask key={question.title} question={{ ...question, answer }} />
}
