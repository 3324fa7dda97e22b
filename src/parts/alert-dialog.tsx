import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { alertTextLimit } from '../contract/alert.ts'
import { isDatabaseClosed } from '../db/database-closed.ts'
import { alertKindText } from '../rules/alerts.ts'
import { dateTimeText } from '../rules/date-text.ts'
import { useDraft } from '../sync/react/forms.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/fields.tsx'
import { Stack } from '../ui/stack.ts'
import { Note } from '../ui/states.tsx'
import { useDirtyMark } from '../ui/use-dirty.ts'
import type { ShownAlert } from './use-alerts.ts'
import { useZone } from './use-now.ts'

interface Props {
  alert: ShownAlert
  /** The name of the draft of its text. */
  draft: string
  /** It was just saved; adding a text is optional. */
  isNew?: boolean
  onChange(alert: { id: number; text: string; removed: boolean }): Promise<boolean>
  onClose: () => void
}

/** One alert: its text, its author and time, and its removal. */
export function AlertDialog({ alert, draft, isNew = false, onChange, onClose }: Props) {
  const { kind, by, at } = alert
  const zone = useZone()
  const form = useId()
  const { text, isRestored, isChanged, write, end, close, save } = useAlertText({
    alert,
    draft,
    isNew,
    onChange,
    onClose,
  })
  return (
    <Dialog
      title={isNew ? `${alertKindText(kind)}: saved` : alertKindText(kind)}
      onClose={() => void close()}
      actions={
        <>
          <Button kind="danger" icon="trash" onClick={() => void end({ text: alert.text, removed: true })}>
            Remove
          </Button>
          <Button type="submit" form={form} kind="main">
            {isChanged ? 'Save' : 'Done'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={save}>
        <Stack>
          {isRestored && (
            <Note tone="accent" role="status">
              What you typed here is not saved yet.
            </Note>
          )}
          <TextField
            label={kind === 'gate' ? 'The code, if you know it' : 'What to know (optional)'}
            most={alertTextLimit}
            autoComplete="off"
            value={text}
            onChange={(event) => write(event.target.value)}
          />
          {!isNew && at && (
            <p>
              Written {dateTimeText(at, zone)}
              {by && ` by ${by}`}
            </p>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}

/** The text while it is typed; it survives the page. */
function useAlertText({ alert, draft, isNew = false, onChange, onClose }: Props) {
  const { id } = alert
  const { restored, save: keep, clear } = useDraft<{ text: string }>(draft)
  const [written, setWritten] = useState<string>()
  const text = written ?? restored?.text ?? alert.text
  const typed = text.trim()
  const isChanged = typed !== alert.text
  useDirtyMark(isChanged, 'kept')
  const isEnded = useRef(false)
  const discard = async () => {
    await clear()
    onClose()
  }
  const end = async (change: { text: string; removed: boolean }) => {
    isEnded.current = true
    if (await onChange({ id, ...change })) await discard()
    else isEnded.current = false
  }
  // A gate code must not be lost because the new alert's dialog was closed by Back or Escape.
  const leave = useRef(() => {})
  leave.current = () => {
    if (!isNew || !isChanged || isEnded.current) return
    onChange({ id, text: typed, removed: false })
      .then((isSaved) => (isSaved ? clear() : undefined))
      .catch((error) => {
        // A sign-out has closed the dialog.
        if (!isDatabaseClosed(error)) throw error
      })
  }
  useEffect(() => () => leave.current(), [])
  const close = async () => {
    if (!isChanged) return discard()
    if (isNew) return onClose()
    const isWanted = await confirm({
      title: 'Save what you typed?',
      text: typed || 'No text',
      yes: 'Save',
      no: 'Discard it',
    })
    if (isWanted) await end({ text: typed, removed: false })
    else await discard()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged) void end({ text: typed, removed: false })
    else void discard()
  }
  const write = (next: string) => {
    setWritten(next)
    keep({ text: next })
  }
  return { text, isRestored: written === undefined && isChanged, isChanged, write, end, close, save }
}
