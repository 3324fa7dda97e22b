import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { NewPermit, type Permit, permits } from '../../contract/permit.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { CallFailure, NeedsSignal } from '../../parts/online-only.tsx'
import type { Failure } from '../../sync/online/call.ts'
import { useCall } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextAreaField, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { startsHere } from '../../ui/starts-here.ts'
import { Note } from '../../ui/states.tsx'
import { tell } from '../../ui/toast.tsx'

/** The typed values; the inspection's number is at least 1 (PM-03). */
const Typed = z.object({
  inspection_id: z.string().check(z.regex(/^\s*[1-9]\d{0,8}\s*$/, 'Inspection ID is required.')),
  permit_type: z.string(),
  paid: z.boolean(),
  date_issued: z.string(),
  expiration_date: z.string(),
  conditions: z.string(),
})
type Typed = z.infer<typeof Typed>

const blank: Typed = {
  inspection_id: '',
  permit_type: '',
  paid: false,
  date_issued: '',
  expiration_date: '',
  conditions: '',
}

/**
 * Whether the server kept an earlier permit of the inspection instead of the typed one (PM-02). Blank fields are not
 * compared: the server fills them in.
 */
const isEarlier = (kept: Permit, typed: NewPermit): boolean =>
  (typed.paid && !kept.paid) ||
  (['permit_type', 'date_issued', 'expiration_date', 'conditions'] as const).some(
    (field) => typed[field] && !kept[field]?.startsWith(typed[field]),
  )

/** A permit made by hand, in a town that has enabled it (PM-02 to PM-04). */
export function AddPermit({ onMade }: { onMade: () => void }) {
  const call = useCall()
  const form = useForm<Typed>({ resolver: zodResolver(Typed), defaultValues: blank })
  const kept = useKeptForm(form, { name: 'permit/new', blank })
  const [failure, setFailure] = useState<Failure>()
  const [earlier, setEarlier] = useState<Permit>()
  const { errors, isSubmitting } = form.formState
  const create = form.handleSubmit(async (typed) => {
    setFailure(undefined)
    setEarlier(undefined)
    const body = z.parse(NewPermit, { ...typed, inspection_id: Number(typed.inspection_id) })
    const answer = await call(permits.add, {}, body, { keeps: 'permit', words: 'Permit created' })
    if (answer.kind === 'failed') return setFailure(answer)
    if (isEarlier(answer.reply, body)) return setEarlier(answer.reply)
    const isStillShown = await kept.finish(typed)
    tell('Permit created')
    // Closed and opened again meanwhile, the form may hold another permit by now.
    if (isStillShown) onMade()
  })
  if (kept.isAsking) return <KeptQuestion kept={kept} what="A new permit" />
  return (
    <div>
      <NeedsSignal what="Creating a permit" keeps />
      <CallFailure of={failure} failed="Failed to create permit" isServerFirst />
      {earlier && (
        <Note tone="yellow" role="alert">
          Inspection #{earlier.inspection_id} already has{' '}
          <Link to="/permit/$permitId" params={{ permitId: String(earlier.id) }}>
            permit #{earlier.id}
          </Link>
          . It was not changed, and what you typed is still here.
        </Note>
      )}
      <Form
        ref={startsHere}
        aria-label="Add Permit"
        onSubmit={create}
        actions={
          <Button type="submit" kind="main" disabled={isSubmitting}>
            {isSubmitting ? 'Creating...' : 'Create Permit'}
          </Button>
        }
      >
        <div className="half">
          <TextField
            label="Inspection ID"
            required
            inputMode="numeric"
            autoComplete="off"
            problem={errors.inspection_id?.message}
            {...form.register('inspection_id')}
          />
        </div>
        <div className="half">
          <TextField label="Permit type" autoComplete="off" {...form.register('permit_type')} />
        </div>
        <div className="half">
          <TextField label="Date issued" type="date" {...form.register('date_issued')} />
        </div>
        <div className="half">
          <TextField label="Expiration date" type="date" {...form.register('expiration_date')} />
        </div>
        <CheckField label="Paid" {...form.register('paid')} />
        <TextAreaField label="Conditions" rows={2} {...form.register('conditions')} />
      </Form>
    </div>
  )
}
