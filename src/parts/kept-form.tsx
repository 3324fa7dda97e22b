import { chakra } from '@chakra-ui/react/styled-system'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { inFront } from '../rules/in-front.ts'
import { same } from '../rules/same.ts'
import { valuesSince } from '../rules/typed-since.ts'
import { useDraft } from '../sync/react/forms.ts'
import type { Joins } from '../sync/react/own-draft.ts'
import { Button } from '../ui/button.tsx'
import { painted } from '../ui/painted.ts'
import { Note } from '../ui/states.tsx'
import { useDirtyMark } from '../ui/use-dirty.ts'
import { useIsOpen } from '../ui/use-is-open.ts'
import type { PhotoIntake } from './photo-intake.tsx'

const Choices = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 2 } })

/** A half-typed form that survives the page. */
export interface KeptForm {
  /** The form was left half typed, and the user has not decided yet whether to continue it. */
  isAsking: boolean
  goOn(): void
  drop(): Promise<void>
  /** Stores what is typed at once. */
  keepNow(): Promise<void>
  /**
   * After `stored` was saved: clears the form and deletes its draft, but for what was typed meanwhile, which stays for
   * the next record or edit. Resolves to false if this form was closed meanwhile and another one has its place.
   */
  finish(stored: object): Promise<boolean>
  /**
   * For a form that is cleared before its record is stored: clears it and, once that is painted, runs `store`, which
   * deletes the draft with the record. If that returns null or fails, nothing was stored and the text is put back into
   * the form, in front of what was typed meanwhile.
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
  /** Puts one record in front of another that was typed later into the same form; else field by field. */
  join?: Joins<Values>['join']
}

/**
 * Stores typed values on the device while they are typed, and asks before restoring them. A draft is also stored if
 * only photos are chosen, because the engine finds them by the draft when the record gets its server id.
 */
export function useKeptForm<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  { name, blank, intake, seen, join = inFront }: Options<Values>,
): KeptForm {
  // Two edits are not joined: each is compared with the record with which it began.
  const draft = useDraft<Values>(name, seen, seen ? undefined : { blank, join })
  const { restored, restoredSeen, save, read, clear, isGone } = draft
  const [isTouched, setTouched] = useState(false)
  const [hasWords, setHasWords] = useState(false)
  const photoCount = (intake?.photos.length ?? 0) + (intake?.reading.length ?? 0)
  const isKnown = restored !== undefined
  const isAsking = !isTouched && (restored ?? null) !== null
  const now = { save, clear, blank, join, photoCount, isKnown, isAsking }
  const storing = useRef<Storing<Values>>({ values: [], isDraftNewer: false })
  const latest = useRef(now)
  const isOpen = useIsOpen()
  latest.current = now
  const shared = { form, latest, storing, setTouched }
  useKeepTyped(shared, setHasWords)
  const isDirty = hasWords || photoCount > 0
  useKeepPhotos(shared, { name, isDirty, isKnown, isAsking })
  useKeepAgain(shared, isGone)
  useDirtyMark(isDirty, 'kept')
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
    keepNow: () => draft.keepNow(form.getValues()),
    async finish(stored) {
      setTouched(true)
      const typed = structuredClone(form.getValues())
      const there = isOpen.current ? typed : await read()
      if (there !== null && !same(there, typed)) return false
      // The next edit begins with the record that is stored now.
      const rest = seen && !same(typed, stored) ? typed : valuesSince(stored, typed, blank)
      const isBlank = same(rest, blank)
      if (isBlank) form.reset(blank)
      else form.setValues(rest, { shouldDirty: true })
      if (isBlank && !draft.hasOthers()) await clear()
      else await draft.keepRest(rest, seen && { ...(restoredSeen ?? seen), ...stored })
      return there !== null
    },
    finishWith: (store) => storeCleared({ ...shared, draft }, store),
    isDirty,
    seen: restoredSeen ?? seen,
  }
}

/** Clears the form, stores its record, and puts its values back if that fails. */
async function storeCleared<Values extends FieldValues, Context, Output, Result>(
  { form, latest, storing, setTouched, draft }: Storer<Values, Context, Output>,
  store: () => Promise<Result | null>,
): Promise<Result | null> {
  const { blank, join } = latest.current
  const typed = structuredClone(form.getValues())
  setTouched(true)
  if (storing.current.values.length === 0) storing.current.isDraftNewer = false
  storing.current.values = [...storing.current.values, typed]
  // If the phone dies before the record is stored, the text is still there.
  draft.save(notStored(storing.current, blank, latest.current))
  form.reset(blank)
  // Storing takes as long as painting. Begun before the paint, it would delay what the tap shows.
  await painted()
  void draft.keepNow(notStored(storing.current, form.getValues(), latest.current))
  let stored: Result | null = null
  try {
    stored = await store()
    return stored
  } finally {
    storing.current.values = storing.current.values.filter((it) => it !== typed)
    if (stored === null) putBack(form, typed, { blank, join })
    else {
      // The draft of a stored record is deleted with it. What was typed meanwhile was in the same draft, and stays.
      const rest = notStored(storing.current, form.getValues(), latest.current)
      const hasRest = !same(rest, blank)
      if (hasRest) storing.current.isDraftNewer = true
      if (hasRest || draft.hasOthers()) void draft.keepRest(rest)
      else if (storing.current.isDraftNewer) void latest.current.clear()
    }
  }
}

/** Records of a form that are being stored. Their draft stays until they are. */
interface Storing<Values> {
  /** The typed values of each, oldest first. */
  values: readonly Values[]
  /** The draft was stored again since the form was cleared, and may be stored once more after its record. */
  isDraftNewer: boolean
}

/** The values for the draft: those that are not stored yet, in front of those of the form. */
const notStored = <Values extends FieldValues>(
  storing: Storing<Values>,
  typed: Values,
  { blank, join }: Joins<Values>,
): Values => storing.values.reduceRight((newer, earlier) => join(earlier, newer, blank), typed)

/** Puts values that could not be stored back into the form. */
function putBack<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  failed: Values,
  { blank, join }: Joins<Values>,
): void {
  const typed = form.getValues()
  if (same(typed, blank)) {
    form.reset(failed, { keepDefaultValues: true })
    return
  }
  form.clearErrors()
  // Not by a reset: it would lose a key that is pressed before the fields are rendered again.
  form.setValues(join(failed, typed, blank), { shouldDirty: true })
}

/** Values shared by the hooks of one form. `latest` has the state of the last render. */
interface Shared<Values extends FieldValues, Context, Output> {
  form: UseFormReturn<Values, Context, Output>
  latest: RefObject<
    Joins<Values> & {
      save(values: Values): void
      clear(): Promise<void>
      photoCount: number
      isKnown: boolean
      isAsking: boolean
    }
  >
  storing: RefObject<Storing<Values>>
  setTouched(isTouched: boolean): void
}

interface Storer<Values extends FieldValues, Context, Output> extends Shared<Values, Context, Output> {
  draft: ReturnType<typeof useDraft<Values>>
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
          const isStoring = storing.current.values.length > 0
          if (!it.isKnown || (isBlank && isStoring)) return
          if (!isBlank) setTouched(true)
          if (isStoring) storing.current.isDraftNewer = true
          if (!isBlank || it.photoCount > 0) keep(notStored(storing.current, values, it))
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
    if (name === '' || !isKnown || isAsking || storing.current.values.length > 0) return
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

/** Stores the values again after another tab has saved the same form, which deleted the draft of both. */
function useKeepAgain<Values extends FieldValues, Context, Output>(
  { form: { getValues }, latest, storing }: Shared<Values, Context, Output>,
  isGone: boolean,
): void {
  useEffect(() => {
    // What is being stored here deletes the draft too.
    if (!isGone || storing.current.values.length > 0) return
    if (!same(getValues(), latest.current.blank)) latest.current.save(getValues())
  }, [isGone, getValues, latest, storing])
}

/** Asks what to do with a half-typed form. Shown in place of the form until it is answered. */
export function KeptQuestion({ kept, what, words }: { kept: KeptForm; what: string; words?: string }) {
  // The draft is found after the form was opened. If the form has the focus by then, the question takes it over.
  const [takesFocus] = useState(() => document.activeElement?.closest('form') != null)
  return (
    <Note tone="accent" role="status">
      <p>
        {what} was left unfinished here{words?.trim() ? ': ' : '.'}
        {words?.trim() && <q>{words.trim()}</q>}
      </p>
      <Choices>
        <Button kind="main" autoFocus={takesFocus} onClick={kept.goOn}>
          Continue
        </Button>
        <Button onClick={() => void kept.drop()}>Discard it</Button>
      </Choices>
    </Note>
  )
}
