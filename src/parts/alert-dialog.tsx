import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { alertTextLimit } from '../contract/alert.ts'
import { isDatabaseClosed } from '../db/database-closed.ts'
import { alertKindText } from '../rules/alerts.ts'
import { dateTimeText } from '../rules/date-text.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/fields.tsx'
import { Stack } from '../ui/stack.ts'
import { useDirtyMark } from '../ui/use-dirty.ts'
import type { ShownAlert } from './use-alerts.ts'
import { useZone } from './use-now.ts'

interface Props {
  alert: ShownAlert
  /** It was just saved; adding a text is optional. */
  isNew?: boolean
  onChange(alert: { id: number; text: string; removed: boolean }): Promise<boolean>
  onClose: () => void
}

/** One alert: its text, its author and time, and its removal. */
export function AlertDialog({ alert, isNew = false, onChange, onClose }: Props) {
  const { id, kind, by, at } = alert
  const zone = useZone()
  const form = useId()
  const [text, setText] = useState(alert.text)
  const typed = text.trim()
  const isChanged = typed !== alert.text
  useDirtyMark(isChanged)
  const isEnded = useRef(false)
  const end = async (change: { text: string; removed: boolean }) => {
    isEnded.current = true
    if (await onChange({ id, ...change })) onClose()
    else isEnded.current = false
  }
  // A gate code must not be lost because the new alert's dialog was closed by Back or Escape.
  const leave = useRef(() => {})
  leave.current = () => {
    if (!isNew || !isChanged || isEnded.current) return
    onChange({ id, text: typed, removed: false }).catch((error) => {
      // A sign-out has closed the dialog.
      if (!isDatabaseClosed(error)) throw error
    })
  }
  useEffect(() => () => leave.current(), [])
  const close = async () => {
    if (isNew || !isChanged) return onClose()
    const isWanted = await confirm({
      title: 'Save what you typed?',
      text: typed || 'No text',
      yes: 'Save',
      no: 'Discard it',
    })
    if (isWanted) await end({ text: typed, removed: false })
    else onClose()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged) void end({ text: typed, removed: false })
    else onClose()
  }
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
          <TextField
            label={kind === 'gate' ? 'The code, if you know it' : 'What to know (optional)'}
            most={alertTextLimit}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
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
