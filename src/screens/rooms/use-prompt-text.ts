import { useEffect, useRef, useState } from 'react'
import { type Prompt, prompts } from '../../contract/room.ts'
import type { Failure } from '../../sync/online/call.ts'
import { useDraft } from '../../sync/react/forms.ts'
import { useCall } from '../../sync/react/hooks.ts'
import { useDirtyMark } from '../../ui/use-dirty.ts'

/** The state of a prompt's text: as stored, being sent, just stored, kept here, or failed. */
export type TextState = 'stored' | 'saving' | 'saved' | 'kept' | Failure

/** Keystrokes closer together than this are sent as one call (ms). */
const foldMs = 400

/**
 * The text of a prompt, saved at the office on every change (RM-08). Keystrokes are merged into one call, one call is
 * in flight at a time, and text that could not be saved is kept on this device, even after a reload.
 */
export function usePromptText(prompt: Prompt): {
  text: string
  state: TextState
  change(text: string): void
  /** Saves the current text now. */
  save(): void
  settle(): void
} {
  const { id: promptId, content } = prompt
  const call = useCall()
  const draft = useDraft<{ content: string }>(`prompt-edit/prompt:${promptId}`)
  const [typed, setTyped] = useState<string | null>(null)
  const [said, setSaid] = useState<Exclude<TextState, 'kept'>>('stored')
  // Text that an earlier visit could not save is shown at once; from the first change on, this visit's text counts.
  const [isTouched, setTouched] = useState(false)
  const restored = isTouched ? undefined : draft.restored?.content
  const kept = restored !== undefined && restored !== content ? restored : null
  const text = typed ?? kept ?? content
  const state = kept === null ? said : 'kept'
  useDirtyMark(state === 'saving' || typeof state === 'object')

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isSending = useRef(false)
  const latest = useRef(text)
  const send = async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (isSending.current) return
    isSending.current = true
    let sent: string
    do {
      sent = latest.current
      const answer = await call(
        prompts.save,
        { promptId },
        { content: sent },
        { keeps: 'prompt', words: `Prompt saved: ${sent}` },
      )
      if (answer.kind === 'failed') {
        setSaid(answer)
        break
      }
      if (sent === latest.current) {
        await draft.clear()
        setSaid('saved')
      }
    } while (sent !== latest.current)
    isSending.current = false
  }
  const sendLast = useRef(send)
  sendLast.current = send
  // Text changed just before leaving the page is saved too.
  useEffect(() => () => void (timer.current !== undefined && sendLast.current()), [])

  return {
    text,
    state,
    change(next) {
      latest.current = next
      setTouched(true)
      setTyped(next)
      setSaid('saving')
      draft.save({ content: next })
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void send(), foldMs)
    },
    save() {
      latest.current = text
      setTouched(true)
      setTyped(text)
      setSaid('saving')
      void send()
    },
    settle() {
      if (said === 'saved') setTyped(null)
    },
  }
}
