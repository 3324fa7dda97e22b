import type { ReactNode } from 'react'
import type { Merge } from '../../contract/merge.ts'
import { CallFailure, NeedsSignal } from '../../parts/online-only.tsx'
import { useDirectCall } from '../../parts/use-direct-call.ts'
import { mergesPage } from '../../records/merge-doubles.ts'
import type { Answer } from '../../sync/online/call.ts'
import type { useCall } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { tell } from '../../ui/toast.tsx'
import { askPairsAgain } from './ask-pairs-again.ts'

interface Props {
  title: string
  /** The button that does it. */
  verb: string
  /** What needs signal: 'Merging'. */
  what: string
  failed: string
  /** What was done, for the toast and the list of what was sent. */
  words: string
  /** Sends the call, whose answer is the list of merges and transfers. */
  send: (call: ReturnType<typeof useCall>, leaves: Leaves) => Promise<Answer<Merge[]>>
  onDone?: () => void
  onClose: () => void
  children: ReactNode
}

interface Leaves {
  answers: ReturnType<typeof mergesPage>
  words: string
}

/** The question before a merge, a transfer or undoing one: what will happen, then the call. A failure stays in it. */
export function SureDialog({ title, verb, what, failed, words, send, onDone, onClose, children }: Props) {
  const { failure, isBusy, make } = useDirectCall()
  const go = async () => {
    const sent = async (call: ReturnType<typeof useCall>) => {
      const answer = await send(call, { answers: mergesPage(1), words })
      // Somebody may have changed the records meanwhile: the page must show them as they are now.
      if (answer.kind === 'failed' && answer.problem.kind === 'refused') askPairsAgain()
      return answer
    }
    if (!(await make(sent))) return
    tell(words)
    onClose()
    onDone?.()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button kind="main" disabled={isBusy} onClick={() => void go()}>
            {verb}
          </Button>
        </>
      }
    >
      <NeedsSignal what={what} />
      <CallFailure of={failure} failed={failed} isServerFirst nothingTyped />
      {children}
    </Dialog>
  )
}
