import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './fields.tsx'

export interface Question {
  title: string
  text?: ReactNode
  /** The text of the confirming button: 'Yes, Update'. */
  yes: string
  no?: string
  /** Something will be lost, which the button's colour shows. */
  isDanger?: boolean
  /** A word that must be typed first, if a tap by mistake would lose work. */
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
          label={`Type ${question.typed} to continue`}
          autoComplete="off"
          autoCapitalize="characters"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </Dialog>
  )
}
