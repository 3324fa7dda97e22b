import { useEffect, useRef, useState } from 'react'
import type { Id } from '../../contract/id.ts'
import { type Prompt, prompts } from '../../contract/room.ts'
import { same } from '../../rules/same.ts'
import { promptDraft } from '../../sync/entry/drafts.ts'
import type { Failure } from '../../sync/online/call.ts'
import { useEngine } from '../../sync/react/engine.ts'
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
  /** What somebody else wrote since the kept text was typed; null if nobody did. */
  others: string | null
  change(text: string): void
  /** Saves the current text now. */
  save(): void
  settle(): void
  /** After the prompt was deleted: nothing is sent or kept any more. */
  forget(): Promise<void>
} {
  const { id: promptId, content } = prompt
  const draft = useDraft<{ content: string }>(promptDraft(promptId), { content })
  const [typed, setTyped] = useState<string | null>(null)
  const [said, setSaid] = useState<Exclude<TextState, 'kept'>>('stored')
  // Text that an earlier visit could not save is shown at once; from the first change on, this visit's text counts.
  const [isTouched, setTouched] = useState(false)
  const restored = isTouched ? undefined : draft.restored?.content
  const kept = restored !== undefined && restored !== content ? restored : null
  const isOvertaken = kept !== null && draft.restoredSeen && !same(draft.restoredSeen, { content })
  const text = typed ?? kept ?? content
  const state = kept === null ? said : 'kept'
  useDirtyMark(state === 'saving' || typeof state === 'object', 'kept')

  const { latest, send, sendSoon, stopWaiting } = useSending(promptId, { first: text, draft, say: setSaid })
  const take = (next: string) => {
    latest.current = next
    setTouched(true)
    setTyped(next)
    setSaid('saving')
  }

  return {
    text,
    state,
    others: isOvertaken ? content : null,
    change(next) {
      take(next)
      draft.save({ content: next })
      sendSoon()
    },
    save() {
      take(text)
      void send()
    },
    settle() {
      if (said === 'saved') setTyped(null)
    },
    forget() {
      stopWaiting()
      return draft.clear()
    },
  }
}

interface Sending {
  first: string
  draft: { clear(): Promise<void> }
  say(state: 'saved' | Failure): void
}

/** Sends the latest text, one call at a time. A text that waits is sent when the person leaves the page. */
function useSending(promptId: Id, { first, draft, say }: Sending) {
  const call = useCall()
  const { db } = useEngine().device
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isSending = useRef(false)
  const latest = useRef(first)
  const stopWaiting = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  const send = async () => {
    stopWaiting()
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
        // Words about a prompt that was deleted meanwhile would stay on this device for ever.
        if (!(await db.rows('prompt').get(promptId))) await draft.clear()
        say(answer)
        break
      }
      if (sent === latest.current) {
        await draft.clear()
        say('saved')
      }
    } while (sent !== latest.current)
    isSending.current = false
  }
  const sendLast = useRef(send)
  sendLast.current = send
  useEffect(() => () => void (timer.current !== undefined && sendLast.current()), [])
  const sendSoon = () => {
    stopWaiting()
    timer.current = setTimeout(() => void send(), foldMs)
  }
  return { latest, send, sendSoon, stopWaiting }
}
