import { type KeyboardEvent, useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import type { Command } from '../../records/command.ts'
import { addAddressComment, addContactComment } from '../../records/comment.ts'
import { setInspectionStatus } from '../../records/inspection.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import { makesRecords } from '../../rules/inspection-status.ts'
import { sentBackText } from '../../rules/send-back.ts'
import type { Extra } from '../../sync/capture/perform.ts'
import { serverIdOf } from '../../sync/entry/names.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useDraft } from '../../sync/react/forms.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { useOneAtATime } from '../../ui/one-at-a-time.ts'
import { isSaveKey } from '../../ui/save-key.ts'
import { Section } from '../../ui/section.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { useDirtyMark } from '../../ui/use-dirty.ts'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { useMayComplete } from './finish-facts.ts'

/** The status that accepting sets: done for an inspection; for a complaint, what was found (CP-05). */
const acceptances = {
  inspection: [['Accept', 'Completed']],
  complaint: [
    ['Accept: violation found', 'Violation Found'],
    ['Accept: no violation found', 'No Violation Found'],
  ],
} as const

/** Accept with one tap, or send back with words for the inspector. Both work without signal. */
export function ReviewDecision({ inspection, next }: { inspection: Inspection; next: Id | null }) {
  const { id } = inspection
  const perform = usePerform()
  const { device } = useEngine()
  const what = isComplaint(inspection) ? 'complaint' : 'inspection'
  const form = `decision/inspection:${id}`
  const [words, write] = useKeptWords(form)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const mayComplete = useMayComplete(inspection)
  const fileComment = useCommentOn(inspection)
  const goOn = useGoOn(next)
  const decide = async (said: string, decision: () => Promise<unknown>) => {
    setBusy(true)
    const done = await saved(decision)
    setBusy(false)
    if (done === null) return
    tellSaved(said)
    write('')
    goOn()
  }
  const accept = useOneAtATime(async (status: string) => {
    if (words.trim() !== '' && !(await mayLoseWords(words.trim()))) return
    // The same question as in the choice of the status: completing may leave potential violations undecided.
    if (makesRecords(status) && !(await mayComplete())) return
    await decide(`Accepted: ${status}`, () => perform(setInspectionStatus, { inspectionId: id }, { status }, { form }))
  })
  const sendBack = async () => {
    if (isBusy) return
    if (words.trim() === '') return setProblem('Say what needs to be done, so that the inspector knows')
    if (!fileComment) return setProblem(noPlaceText)
    setBusy(true)
    // The words are found by the number. The page may be older than it.
    const number = await saved(() => serverIdOf(device.db, 'inspection', id))
    setBusy(false)
    if (number === null) return
    if (number < 0) return setProblem(noNumberText)
    const also = () => ({
      // The engine handles all commands alike; their types are known only at run time.
      command: setInspectionStatus as unknown as Command,
      params: { inspectionId: id },
      body: { status: what === 'complaint' ? 'Pending' : 'In Progress' },
    })
    // Stored together: the inspector never sees an open inspection without a reason, and no second try says it twice.
    await decide('Sent back', () => fileComment(sentBackText(what, number, words), { form, also }))
  }
  return (
    <Section title="Decision">
      <Form
        aria-label="Decision"
        onSubmit={sendBack}
        actions={
          <>
            {acceptances[what].map(([title, status]) => (
              <Button key={status} kind="main" disabled={isBusy} onClick={() => void accept(status)}>
                {title}
              </Button>
            ))}
            <Button type="submit" disabled={isBusy}>
              Send back
            </Button>
          </>
        }
      >
        <TextAreaField
          label="Comment for the inspector"
          hint="Needed to send it back. Ctrl+Enter sends it back."
          rows={2}
          value={words}
          problem={problem}
          onKeyDown={onSaveKey(sendBack)}
          onChange={(event) => {
            write(event.target.value)
            setProblem(undefined)
          }}
        />
      </Form>
    </Section>
  )
}

/** Accepting stores no comment, and deletes what was typed for one. */
const mayLoseWords = (words: string): Promise<boolean> =>
  confirm({
    title: 'Accept without your comment?',
    text: `“${words}” is only kept with a record that is sent back.`,
    yes: 'Accept without it',
    no: 'Go back',
  })

const onSaveKey = (act: () => Promise<void>) => (event: KeyboardEvent) => {
  if (!isSaveKey(event)) return
  event.preventDefault()
  void act()
}

const noPlaceText =
  'This complaint has neither an address nor a contact, so no comment can be kept with it. Give it a contact first.'

const noNumberText = 'This has not been sent to the office yet. It can be sent back once it has a number.'

/** The typed words, which are kept on this device until the decision. */
function useKeptWords(form: string) {
  const draft = useDraft<{ words: string }>(form)
  const [typed, setTyped] = useState<string>()
  const words = typed ?? draft.restored?.words ?? ''
  useDirtyMark(words.trim() !== '', 'kept')
  const write = (next: string) => {
    setTyped(next)
    if (next.trim() === '') void draft.clear()
    else draft.save({ words: next })
  }
  return [words, write] as const
}

/** Opens the next record, unless the user has opened something else while the office was asked. */
function useGoOn(next: Id | null): () => void {
  const isOpen = useIsOpen()
  const [, open] = useUrlState('open')
  return () => {
    if (isOpen.current) open(next === null ? '' : String(next))
  }
}

/** Adds a comment at the record's address, else with its contact; null if it has neither. */
function useCommentOn({
  address_id,
  contact_id,
}: Inspection): ((content: string, extra: Extra) => Promise<unknown>) | null {
  const perform = usePerform()
  const user = useUser()
  if (address_id)
    return (content, extra) =>
      perform(addAddressComment, { addressId: address_id }, { content, user_id: user.id, unit_id: null }, extra)
  if (contact_id)
    return (comment, extra) =>
      perform(addContactComment, { contactId: contact_id }, { comment, user_id: user.id }, extra)
  return null
}
