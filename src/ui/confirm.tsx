import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './fields.tsx'

interface Question {
  title: string
  text?: ReactNode
  /** The word on the button that goes on: 'Yes, Update'. */
  yes: string
  no?: string
  /** Something is lost by it: the button says so by its colour. */
  isDanger?: boolean
  /** A word to be typed first, where a tap by mistake would lose work. */
  typed?: string
}

interface Asked extends Question {
  answer: (isYes: boolean) => void
}

let asked: Asked | null = null
const listeners = new Set<() => void>()

const setAsked = (next: Asked | null) => {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks before a step that is hard to take back; false when the user closes the question. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked?.answer(false)
    setAsked({ ...question, answer: resolve })
  })

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Where questions appear; the shell holds one. */
export function ConfirmHost() {
  const question = useSyncExternalStore(watch, () => asked)
  return question ? <Ask key={question.title} question={question} /> : null
}

function Ask({ question }: { question: Asked }) {
  const [text, setText] = useState('')
  const answer = (isYes: boolean) => {
    setAsked(null)
    question.answer(isYes)
  }
  const isReady = question.typed === undefined || text.trim() === question.typed
  return (
    <Dialog
      title={question.title}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>{question.no ?? 'Cancel'}</Button>
          <Button kind={question.isDanger ? 'danger' : 'main'} disabled={!isReady} onClick={() => answer(true)}>
            {question.yes}
          </Button>
        </>
      }
    >
      {question.text && <div>{question.text}</div>}
      {question.typed !== undefined && (
        <TextField
          label={`Type ${question.typed} to go on`}
          autoComplete="off"
          autoCapitalize="characters"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </Dialog>
  )
}
