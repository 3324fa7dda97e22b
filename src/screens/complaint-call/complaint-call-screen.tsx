import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { KeptQuestion } from '../../parts/kept-form.tsx'
import { AddressPicker } from '../../parts/pickers/address-picker.tsx'
import { OnsSelect } from '../../parts/pickers/ons-select.tsx'
import { UnitSelect } from '../../parts/pickers/unit-select.tsx'
import { RecordTo } from '../../parts/record-to.tsx'
import { may, mayWrite } from '../../rules/permissions.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Page } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { isSaveKey } from '../../ui/save-key.ts'
import { Note } from '../../ui/states.tsx'
import { type CallDraft, type Done, useCallDraft } from './call-draft.ts'
import { CallerField } from './caller-field.tsx'
import { Matters } from './matters.tsx'

/**
 * A complaint taken by phone: the caller, the place, whether it is already known, the complaint, and the inspector.
 */
export function ComplaintCallScreen() {
  const { role } = useUser()
  if (!mayWrite(role)) return <Refused title="Complaint by phone" message="Guests can only read." />
  return (
    <Page title="Complaint by phone" width="text">
      <Call />
    </Page>
  )
}

const Keys = chakra('p', {
  base: { display: 'none', color: 'fg.muted', fontSize: 'sm', '@media (pointer: fine)': { display: 'block' } },
})

function Call() {
  const [done, setDone] = useState<Done | null>(null)
  const draft = useCallDraft(setDone)
  const { kept, form, round } = draft
  const frame = useRef<HTMLDivElement>(null)
  const isAsking = kept.isAsking
  // The next caller is on the line: typing begins with the number.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each call that is saved begins another one
  useEffect(() => {
    if (!isAsking) frame.current?.querySelector<HTMLInputElement>('input')?.focus()
  }, [isAsking, round])
  if (isAsking) return <KeptQuestion kept={kept} what="A call" words={form.getValues('words')} />
  return (
    <div ref={frame}>
      {done && <DoneNote done={done} />}
      <CallForm key={round} draft={draft} />
    </div>
  )
}

function CallForm({ draft }: { draft: CallDraft }) {
  const { form, problems } = draft
  const { role } = useUser()
  const address = form.watch('address')
  const matter = form.watch('matter')
  return (
    <Form
      aria-label="Complaint by phone"
      onSubmit={draft.save}
      onKeyDown={(event) => {
        if (!isSaveKey(event)) return
        event.preventDefault()
        event.currentTarget.requestSubmit()
      }}
      actions={
        <Button type="submit" kind="main" aria-keyshortcuts="Control+Enter">
          {matter ? `Add to the ${matter.what}` : 'Save complaint'}
        </Button>
      }
    >
      <Controller
        control={form.control}
        name="caller"
        render={({ field }) => (
          <CallerField
            value={field.value}
            onChange={field.onChange}
            problem={problems.caller}
            nameProblem={problems.callerName}
          />
        )}
      />
      <AddressPicker
        label="Address"
        required
        value={address}
        onChange={draft.chooseAddress}
        problem={problems.address}
      />
      {address && (
        <>
          <Matters
            key={address.id}
            addressId={address.id}
            value={matter}
            onChange={(it) => form.setValue('matter', it)}
          />
          {!matter && (
            <UnitSelect
              addressId={address.id}
              value={form.watch('unit_id')}
              onChange={(id) => form.setValue('unit_id', id)}
            />
          )}
        </>
      )}
      <TextAreaField label="What does the caller say?" required problem={problems.words} {...form.register('words')} />
      {!matter && may(role, 'assign') && (
        <Controller
          control={form.control}
          name="inspector_id"
          render={({ field }) => (
            <OnsSelect label="Assign to ONS member" value={field.value} onChange={field.onChange} />
          )}
        />
      )}
      <Keys>Ctrl + Enter saves from any field.</Keys>
    </Form>
  )
}

function DoneNote({ done: { matter, complaintId } }: { done: Done }) {
  const [what, id] = matter ? [matter.what, matter.id] : (['complaint', complaintId] as const)
  return (
    <Note tone="accent" role="status">
      <p>
        {matter ? `Added to the ${matter.what}. ` : 'Complaint saved. '}
        <RecordTo kind={what} id={id}>
          Open it
        </RecordTo>
      </p>
    </Note>
  )
}
