import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { Id } from '../../contract/id.ts'
import { type ServiceWay, serviceWays } from '../../contract/service.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { PhotoField, usePhotoIntake } from '../../parts/photo-intake.tsx'
import { problemTogether } from '../../parts/together-problem.ts'
import { isNewPosition, positionKeptMs, usePosition } from '../../parts/use-position.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { addService } from '../../records/service.ts'
import { feetText } from '../../rules/original-text.ts'
import { servedToLabel, serviceWayText } from '../../rules/service.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { SignaturePad } from '../../ui/signature-pad.tsx'
import { startsHere } from '../../ui/starts-here.ts'
import { deviceWord } from '../../ui/this-device.ts'
import { tellFailure } from '../../ui/toast.tsx'

const Labelled = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: 1, '& > b': { fontWeight: 'medium' } },
})

interface Typed {
  how: ServiceWay
  served_to: string
  note: string
  signature: string
}
const blank: Typed = { how: 'posted', served_to: '', note: '', signature: '' }

interface Props {
  violationId: Id
  onDone: () => void
}

const bodyOf = ({ how, served_to, note, signature }: Typed) => ({
  how,
  served_to: served_to.trim(),
  note: note.trim(),
  ...(signature ? { signature } : {}),
})

/** Records how the notice was served: how, to whom, where, with a signature and photos of the door. */
export function ServiceForm({ violationId, onDone }: Props) {
  const { device } = useEngine()
  const perform = usePerform()
  const name = `service/violation:${violationId}`
  const intake = usePhotoIntake(name)
  const form = useForm<Typed>({ defaultValues: blank })
  const kept = useKeptForm(form, { name, blank, intake })
  const [isSaving, setSaving] = useState(false)
  const where = useWhere()
  const [how, to, signature] = form.watch(['how', 'served_to', 'signature'])
  const save = async () => {
    if (!completeValues(form)) return
    setSaving(true)
    try {
      const photos = await intake.settled()
      const tooMuch = await problemTogether(device.db, photos, 'one record of service')
      if (tooMuch) return tellFailure(`${tooMuch} Remove some of them.`)
      // Read only now: the fields stay open while the photos are read.
      const typed = completeValues(form)
      if (!typed) return
      const body = { ...bodyOf(typed), ...where.sent() }
      const made = await saved(() => perform(addService, { violationId }, body, { photos, form: name }))
      if (made === null) return
      await kept.finish(typed)
      tellSaved('Service recorded')
      onDone()
    } finally {
      setSaving(false)
    }
  }
  if (kept.isAsking) return <KeptQuestion kept={kept} what="A record of service" />
  return (
    <Form
      ref={startsHere}
      aria-label="Record Service"
      onSubmit={save}
      actions={
        <>
          <Button type="submit" kind="main" disabled={isSaving}>
            Save Service
          </Button>
          <Button kind="quiet" onClick={onDone}>
            Cancel
          </Button>
        </>
      }
    >
      <SelectField
        label="How"
        choices={serviceWays.map((it) => [it, serviceWayText[it]] as const)}
        {...form.register('how')}
      />
      <TextField
        label={servedToLabel[how]}
        autoComplete="off"
        problem={form.formState.errors.served_to?.message}
        {...form.register('served_to', { onChange: () => form.clearErrors() })}
      />
      <Labelled>
        <b aria-hidden="true">Photos of the door</b>
        <PhotoField intake={intake} label="Photos of the door" />
      </Labelled>
      <SignaturePad
        label="Signature (optional)"
        typed={to}
        value={signature}
        onChange={(picture) => form.setValue('signature', picture, { shouldDirty: true })}
      />
      <TextAreaField label="Note (optional)" rows={2} {...form.register('note')} />
      <p role="status" className="hint">
        {where.words}
      </p>
    </Form>
  )
}

/** The typed values; null, and a message beside the field, if the name of the person is missing. */
function completeValues(form: UseFormReturn<Typed>): Typed | null {
  const typed = form.getValues()
  if (typed.how !== 'handed' || typed.served_to.trim() !== '') return typed
  form.setError('served_to', { message: 'Enter the name of the person who took it' }, { shouldFocus: true })
  return null
}

/** The watch has the position of this second at hand (ms). */
const newest: PositionOptions = { enableHighAccuracy: true, maximumAge: 1_000, timeout: 15_000 }

/**
 * The phone's position, followed while the form is open: the record has the time at which it is saved, and the place
 * must be of the same moment. It is saved without a position too.
 */
function useWhere() {
  const { point, accuracy, at, words, ask } = usePosition({ platform: newest })
  const [isOld, setOld] = useState(false)
  // What is known when the record is saved, which may be long after its button was tapped.
  const last = useRef({ point, accuracy, at })
  useEffect(() => {
    last.current = { point, accuracy, at }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins when the form opens
  useEffect(() => {
    ask()
    if (!('geolocation' in navigator)) return
    // Without a position the failure is told already.
    const lost = () => last.current.point && ask()
    const watch = navigator.geolocation.watchPosition(ask, lost, newest)
    return () => navigator.geolocation.clearWatch(watch)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins with each position
  useEffect(() => {
    const left = at === undefined ? 0 : at + positionKeptMs - Date.now()
    setOld(left <= 0)
    if (left <= 0) return
    // A phone that lies still may report nothing by itself, nor one that lost its signal.
    const asks = setTimeout(ask, left / 2)
    const ends = setTimeout(setOld, left, true)
    return () => {
      clearTimeout(asks)
      clearTimeout(ends)
    }
  }, [at])
  const sent = () => {
    const { point, accuracy, at } = last.current
    if (!point || at === undefined || !isNewPosition(at)) return {}
    return { lat: point.latitude, lng: point.longitude, ...(accuracy === undefined ? {} : { accuracy }) }
  }
  if (!point || isOld) return { sent, words: words || 'The position is not known. The record is saved without it.' }
  const within = accuracy === undefined ? '' : `, within ${feetText(accuracy)}`
  return { sent, words: `With the position of this ${deviceWord}${within}.` }
}
