import { chakra } from '@chakra-ui/react/styled-system'
import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { Controller, type UseFormReturn, useForm, useFormState, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Id } from '../contract/id.ts'
import { NewObservation } from '../contract/observation.ts'
import { addObservation } from '../records/observation.ts'
import type { OfferedPhrase, SeenWords } from '../rules/phrases.ts'
import { useEngine } from '../sync/react/engine.ts'
import { usePerform } from '../sync/react/hooks.ts'
import { useUser } from '../sync/react/live.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, TextAreaField } from '../ui/fields.tsx'
import { deviceWord } from '../ui/this-device.ts'
import { tell } from '../ui/toast.tsx'
import { CameraButton } from './camera-button.tsx'
import { CodeChoice } from './code-choice.tsx'
import { type KeptForm, KeptQuestion, useKeptForm } from './kept-form.tsx'
import { likelyCodeOf } from './likely-code.ts'
import { ChosenPhotos, PhotoField, type PhotoIntake, usePhotoIntake } from './photo-intake.tsx'
import { PhraseChips } from './phrase-chips.tsx'
import { frequentCodes } from './recent-codes.ts'
import { whileSaving } from './saves-under-way.ts'
import { saved } from './use-save.ts'
import { useSeenWords } from './use-seen-words.ts'

/** The typed values: the observation without its author, who is the signed-in person. */
const Typed = z.pick(NewObservation, { content: true, potentialvio: true, codes: true })
type Typed = z.infer<typeof Typed>
const blank: Typed = { content: '', potentialvio: false, codes: [] }

/** The form of an observation, for the page and for the bar alike. */
export interface ObservationDraft {
  form: UseFormReturn<Typed, unknown, Typed>
  kept: KeptForm
  intake: PhotoIntake
  /** Observations being written to this device's database, newest first. */
  saving: readonly SavingObservation[]
  /** Save was tapped, and chosen photos are still being read: the buttons say so. */
  isReadingPhotos: boolean
  /** Saves it on this device, photos included; shows beside the field what is missing. */
  save(): Promise<void>
  /** Focuses the text field. */
  focus(): void
  /** Begins a potential violation with the words of a prompt, and the section that it is probably about. */
  begin(words: string): Promise<void>
  /** Adds a phrase to the text, and its section. */
  add(phrase: OfferedPhrase): void
}

/** An observation that is being saved and is not durable yet. */
export interface SavingObservation {
  /** Distinguishes it from others with the same text. */
  key: string
  content: string
}

/** How long the placeholder row of an observation stays at most after it was stored (ms): by then the list has it. */
const replacedWithinMs = 2_000

/** An observation in progress, under the area's current id. */
export function useObservationDraft(areaId: Id): ObservationDraft {
  const { device } = useEngine()
  const name = `observation/area:${areaId}`
  const intake = usePhotoIntake(name)
  const form = useForm({ resolver: zodResolver(Typed), defaultValues: blank })
  const kept = useKeptForm(form, { name, blank, intake })
  const addWords = (words: string, end = '') => {
    const typed = form.getValues('content').trim()
    if (typed.includes(words)) return
    form.setValue('content', `${typed ? `${typed}\n` : ''}${words}${end}`, { shouldDirty: true })
    form.clearErrors('content')
  }
  const addCode = (code: number | null) => {
    const codes = form.getValues('codes')
    if (code === null || codes.includes(code)) return
    form.setValue('codes', [...codes, code], { shouldDirty: true })
    form.setValue('potentialvio', true, { shouldDirty: true })
  }
  const saves = useSaves({ form, kept, intake }, areaId, name)
  return {
    form,
    kept,
    intake: {
      ...intake,
      take(files) {
        if (kept.isAsking) kept.goOn()
        intake.take(files)
        // Next the person describes what is on the picture.
        setTimeout(() => form.setFocus('content'))
      },
    },
    ...saves,
    focus: () => form.setFocus('content'),
    async begin(words) {
      if (kept.isAsking) kept.goOn()
      // A prompt names the good state. Further words go on a line of their own.
      addWords(`Problem: ${words}`, '\n')
      form.setValue('potentialvio', true, { shouldDirty: true })
      form.setFocus('content')
      const code = await likelyCodeOf(device.db, words)
      // Meanwhile it may have been saved, and the form be that of the next observation.
      const { content, potentialvio } = form.getValues()
      if (potentialvio && content.includes(words)) addCode(code)
    },
    add({ text, codeId }) {
      addWords(text)
      addCode(codeId)
    },
  }
}

/** Saving the form's observation: it is on screen in the next frame, the message comes when it is stored. */
function useSaves(
  { form, kept, intake }: Pick<ObservationDraft, 'form' | 'kept' | 'intake'>,
  areaId: Id,
  name: string,
): Pick<ObservationDraft, 'saving' | 'isReadingPhotos' | 'save'> {
  const perform = usePerform()
  const user = useUser()
  const [saving, setSaving] = useState<readonly SavingObservation[]>([])
  /** The observation that the form still shows while it is being saved: no tap saves it again. */
  const taken = useRef<string>(null)
  /** The photos of observations being stored. Until they are, the form still counts them as its own. */
  const leaving = useRef<readonly string[]>([])
  const [isReadingPhotos, setReadingPhotos] = useState(false)
  const readPhotos = async () => {
    setReadingPhotos(true)
    const photos = await intake.settled()
    return photos.filter((it) => !leaving.current.includes(it))
  }
  const finish = async (typed: Typed, photos: readonly string[]) => {
    leaving.current = [...leaving.current, ...photos]
    const body = { ...typed, user_id: user.id }
    try {
      const stored = kept.finishWith(() =>
        saved(() => perform(addObservation, { areaId }, body, { photos, form: name })),
      )
      // The form is blank: from here on the next tap saves the next observation.
      taken.current = null
      return await stored
    } finally {
      leaving.current = leaving.current.filter((it) => !photos.includes(it))
    }
  }
  const save = form.handleSubmit(async (typed) => {
    if (taken.current) return
    const key = crypto.randomUUID()
    const remove = () => setSaving((all) => all.filter((it) => it.key !== key))
    setSaving((all) => [{ key, content: typed.content }, ...all])
    taken.current = key
    let made: number | null = null
    try {
      made = await whileSaving(areaId, async () => {
        if (intake.isEmpty()) return finish(typed, [])
        // The photos chosen until now. Those chosen while this is stored belong to the next observation.
        const photos = await readPhotos()
        // The fields stay open meanwhile. From here to the blank form nothing waits, so nothing can be typed in between.
        const now = await validValues(form)
        if (!now) return null
        setSaving((all) => all.map((it) => (it.key === key ? { key, content: now.content } : it)))
        return finish(now, photos)
      })
    } finally {
      if (taken.current === key) taken.current = null
      setReadingPhotos(false)
      if (made === null) remove()
    }
    if (made === null) return
    setTimeout(remove, replacedWithinMs)
    tell(`Observation saved on this ${deviceWord}`)
  })
  return { saving, isReadingPhotos, save }
}

/** The values of the form as they are now; without them, the form shows beside the field what is missing. */
async function validValues(form: ObservationDraft['form']): Promise<Typed | undefined> {
  const valid: Typed[] = []
  await form.handleSubmit((typed) => void valid.push(typed))()
  return valid[0]
}

const Frame = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: 4 } })

interface FormProps {
  draft: ObservationDraft
  areaId: Id
  /** The name of the area. */
  room: string
  hasOwnButtons: boolean
}

/** Adds an observation: text, flag, suspected codes and photos (AR-10). Blank text saves nothing and says why (AR-11). */
export function ObservationForm({ draft, areaId, room, hasOwnButtons }: FormProps) {
  const { form, kept, intake, save } = draft
  // Subscribed here and not in the page, so that field errors render only the form.
  const { errors } = useFormState({ control: form.control })
  const seen = useSeenWords()
  if (kept.isAsking) return <KeptQuestion kept={kept} what="An observation" />
  const suspect = (codes: number[], before: readonly number[]) => {
    // A suspected section makes it a potential violation, which can be unticked at once.
    if (before.length === 0 && codes.length > 0) form.setValue('potentialvio', true, { shouldDirty: true })
  }
  return (
    <Frame
      aria-label="Add observation"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextAreaField
        label="Observation"
        placeholder="What do you see?"
        rows={2}
        problem={errors.content?.message}
        {...form.register('content')}
      />
      <Phrases draft={draft} room={room} seen={seen} />
      <CheckField label="Potential violation" {...form.register('potentialvio')} />
      <Controller
        control={form.control}
        name="codes"
        render={({ field }) => (
          <CodeChoice
            label="Suspected codes"
            frequent={frequentCodes(seen, room)}
            chosen={field.value}
            onChange={(codes) => {
              suspect(codes, field.value)
              field.onChange(codes)
            }}
          />
        )}
      />
      {hasOwnButtons ? (
        <PhotoField intake={intake} label="Photos" words="Add photos" />
      ) : (
        <>
          <ChosenPhotos intake={intake} />
          <div>
            <CameraButton intake={intake} area={areaId} />
          </div>
        </>
      )}
      {hasOwnButtons && (
        <div>
          <Button type="submit" kind="main" aria-disabled={draft.isReadingPhotos}>
            {draft.isReadingPhotos ? 'Saving…' : 'Add Observation'}
          </Button>
        </div>
      )}
    </Frame>
  )
}

/** Subscribes to the text separately, so that a keystroke renders the phrases and not the form. */
function Phrases({ draft, room, seen }: { draft: ObservationDraft; room: string; seen: readonly SeenWords[] }) {
  const { control } = draft.form
  const typed = useWatch({ control, name: 'content' })
  const codes = useWatch({ control, name: 'codes' })
  return <PhraseChips room={room} codes={codes} typed={typed} seen={seen} onChoose={draft.add} />
}
