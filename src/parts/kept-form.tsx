import { chakra } from '@chakra-ui/react/styled-system'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { same } from '../rules/same.ts'
import { useDraft } from '../sync/react/forms.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/states.tsx'
import { useDirtyMark } from '../ui/use-dirty.ts'
import type { PhotoIntake } from './photo-intake.tsx'

const Choices = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 2 } })

/** A half-typed form that survives the page. */
export interface KeptForm {
  /** The form was left half typed, and the user has not decided yet whether to continue it. */
  isAsking: boolean
  goOn(): void
  drop(): Promise<void>
  /** After saving: clears the form and deletes its draft. */
  finish(): Promise<void>
  /**
   * For a form that is cleared before its record is stored: clears it and runs `store`, which deletes the draft with
   * the record. If that returns null or fails, nothing was stored and the text is put back into the form.
   */
  finishWith<Result>(store: () => Promise<Result | null>): Promise<Result | null>
  isDirty: boolean
  /**
   * The record with which this edit began, for `perform(…, { seen })`. For a restored draft, the record shown then.
   */
  seen: object | undefined
}

interface Options<Values extends FieldValues> {
  /** The name of the form and its subject: 'observation/area:-12'. */
  name: string
  blank: Values
  intake?: PhotoIntake
  /** For an edit: the record as it was when the form opened. It must not change while the form is open. */
  seen?: object
}

/**
 * Stores typed values on the device while they are typed, and asks before restoring them. A draft is also stored if
 * only photos are chosen, because the engine finds them by the draft when the record gets its server id.
 */
export function useKeptForm<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  { name, blank, intake, seen }: Options<Values>,
): KeptForm {
  const { restored, restoredSeen, save, keepNow, clear } = useDraft<Values>(name, seen)
  const [isTouched, setTouched] = useState(false)
  const [hasWords, setHasWords] = useState(false)
  const photoCount = (intake?.photos.length ?? 0) + (intake?.reading.length ?? 0)
  const isKnown = restored !== undefined
  const isAsking = !isTouched && (restored ?? null) !== null
  const now = { save, clear, blank, photoCount, isKnown, isAsking }
  /** Records of this form being stored. Their draft stays until they are. */
  const storing = useRef(0)
  const latest = useRef(now)
  latest.current = now
  const shared = { form, latest, storing, setTouched }
  useKeepTyped(shared, setHasWords)
  const isDirty = hasWords || photoCount > 0
  useKeepPhotos(shared, { name, isDirty, isKnown, isAsking })
  useDirtyMark(isDirty)

  return {
    isAsking,
    goOn() {
      setTouched(true)
      if (restored) form.reset({ ...blank, ...restored }, { keepDefaultValues: true })
    },
    async drop() {
      setTouched(true)
      await intake?.removeAll()
      await clear()
    },
    async finish() {
      setTouched(true)
      form.reset(blank)
      await clear()
    },
    async finishWith(store) {
      const typed = structuredClone(form.getValues())
      setTouched(true)
      // If the phone dies before the record is stored, the text is still there.
      keepNow(typed)
      storing.current += 1
      form.reset(blank)
      let stored: Awaited<ReturnType<typeof store>> = null
      try {
        stored = await store()
        return stored
      } finally {
        storing.current -= 1
        if (stored === null && same(form.getValues(), blank)) form.reset(typed, { keepDefaultValues: true })
      }
    },
    isDirty,
    seen: restoredSeen ?? seen,
  }
}

/** Values shared by the hooks of one form. `latest` has the state of the last render. */
interface Shared<Values extends FieldValues, Context, Output> {
  form: UseFormReturn<Values, Context, Output>
  latest: RefObject<{
    save(values: Values): void
    clear(): Promise<void>
    blank: Values
    photoCount: number
    isKnown: boolean
    isAsking: boolean
  }>
  storing: RefObject<number>
  setTouched(isTouched: boolean): void
}

/** Stores the values of the form as they change. */
function useKeepTyped<Values extends FieldValues, Context, Output>(
  { form, latest, storing, setTouched }: Shared<Values, Context, Output>,
  setHasWords: (hasWords: boolean) => void,
): void {
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const { save: keep, clear: drop, ...it } = latest.current
          const isBlank = same(values, it.blank)
          setHasWords(!isBlank)
          // Before the draft is read nothing may be written over it: a form that fills itself in when it opens would
          // destroy it. `useKeepPhotos` stores what is typed meanwhile, once the draft is known.
          if (!it.isKnown || (isBlank && storing.current > 0)) return
          if (!isBlank) setTouched(true)
          if (!isBlank || it.photoCount > 0) keep(values)
          else if (!it.isAsking) void drop()
        },
      }),
    [subscribe, latest, storing, setTouched, setHasWords],
  )
}

/** Stores a draft while only photos are chosen, and moves it when the form gets another name. */
function useKeepPhotos<Values extends FieldValues, Context, Output>(
  { form, latest, storing, setTouched }: Shared<Values, Context, Output>,
  { name, isDirty, isKnown, isAsking }: { name: string; isDirty: boolean; isKnown: boolean; isAsking: boolean },
): void {
  const { getValues } = form
  /** The name under which a draft was last stored here because of photos. */
  const keptUnder = useRef('')
  useEffect(() => {
    if (name === '' || !isKnown || isAsking || storing.current > 0) return
    if (!isDirty) {
      // The photos of a blank form were removed, or left with a record while the form got its new name.
      if (keptUnder.current === name) void latest.current.clear()
      keptUnder.current = ''
      return
    }
    setTouched(true)
    keptUnder.current = name
    // Photos alone are a draft too. A draft begun under a local id continues under the server's.
    latest.current.save(getValues())
  }, [name, isDirty, isKnown, isAsking, getValues, latest, storing, setTouched])
}

/** Asks what to do with a half-typed form. Shown in place of the form until it is answered. */
export function KeptQuestion({ kept, what, words }: { kept: KeptForm; what: string; words?: string }) {
  return (
    <Note tone="accent" role="status">
      <p>
        {what} was left unfinished here{words?.trim() ? ': ' : '.'}
        {words?.trim() && <q>{words.trim()}</q>}
      </p>
      <Choices>
        <Button kind="main" onClick={kept.goOn}>
          Continue
        </Button>
        <Button onClick={() => void kept.drop()}>Discard it</Button>
      </Choices>
    </Note>
  )
}
