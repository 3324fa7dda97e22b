import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './fields.tsx'

export interface Question {
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

export interface Asked extends Question {
  answer: (isYes: boolean) => void
}

/** A question with its buttons. */
export function Ask({ question }: { question: Asked }) {
  const [text, setText] = useState('')
  const { answer } = question
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
