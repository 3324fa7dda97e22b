import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { inboxForm } from '../../parts/inbox.ts'
import { useKeptForm } from '../../parts/kept-form.tsx'
import { type PhotoIntake, usePhotoIntake } from '../../parts/photo-intake.tsx'
import { problemTogether } from '../../parts/together-problem.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import type { Command } from '../../records/command.ts'
import { addAddressComment } from '../../records/comment.ts'
import { addObservation } from '../../records/observation.ts'
import { addViolationPhoto } from '../../records/violation.ts'
import type { AddressLine } from '../../rules/packed-addresses.ts'
import { plural } from '../../rules/text.ts'
import { typedSince } from '../../rules/typed-since.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useAddFiles, usePerform } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'

/** The chosen and typed values: text and ids, so that a draft survives the page. */
interface Typed {
  address: AddressLine | null
  kind: 'comment' | 'observation' | 'violation'
  /** The area or violation by its id, or `newViolation`. */
  target: string
  words: string
  /** Photos that stay in the inbox this time. */
  left: string[]
}

/** The target if the photos start a new violation. */
export const newViolation = 'new'

const blank: Typed = { address: null, kind: 'comment', target: '', words: '', left: [] }

export interface Filing {
  intake: PhotoIntake
  form: UseFormReturn<Typed>
  /** The photos filed with the next tap. */
  chosen: PhotoIntake['photos']
  isFiling: boolean
  file(): Promise<void>
  /** Those photos for a form that stores them with its own record. */
  chosenIntake: PhotoIntake
  /** Call it after a record has taken the chosen photos: the next ones may be from another place. */
  blank(): void
}

/** The photos that are not left in the inbox this time, and whether others remain beside those that are filed. */
function useChosen(intake: PhotoIntake, form: UseFormReturn<Typed>) {
  const hasMore = useRef(false)
  const left = form.watch('left')
  const photos = intake.photos.filter(({ id }) => !left.includes(id))
  const chosen: PhotoIntake = {
    ...intake,
    photos,
    async settled() {
      const there = await intake.settled()
      // Read only now: one may have been unticked or removed while they were read.
      const leftNow = form.getValues('left')
      const ids = there.filter((id) => photos.some((it) => it.id === id) && !leftNow.includes(id))
      hasMore.current = ids.length < there.length
      return ids
    },
    isEmpty: () => photos.length === 0,
  }
  return { chosen, hasMore }
}

/** The inbox and the state of its form. */
export function useFiling(): Filing {
  const perform = usePerform()
  const addFiles = useAddFiles()
  const { db } = useEngine().device
  const user = useUser()
  const intake = usePhotoIntake(inboxForm)
  const form = useForm<Typed>({ defaultValues: blank })
  const kept = useKeptForm(form, { name: inboxForm, blank, intake })
  const [isFiling, setFiling] = useState(false)
  useEffect(() => {
    if (kept.isAsking) kept.goOn()
  })
  const { chosen: chosenIntake, hasMore } = useChosen(intake, form)
  const store = async () => {
    const photos = await chosenIntake.settled()
    if (photos.length === 0) return
    // Read only now: the fields stay open while the photos are read.
    const { address, kind, target, words } = form.getValues()
    const content = words.trim()
    const id = Number(target)
    if (!address) return refuse('address', 'Choose an address')
    if (kind !== 'comment' && !target) return refuse('target', 'Choose where they belong')
    if (kind === 'observation' && content === '') return refuse('words', 'Describe what you see')
    const tooMuch = kind === 'comment' && (await problemTogether(db, photos, 'one comment'))
    if (tooMuch) return refuse('words', `${tooMuch} Untick some of them, and file those after that.`)
    const done = await saved(async () => {
      if (kind === 'comment')
        return perform(addAddressComment, { addressId: address.id }, { content, user_id: user.id }, { photos })
      if (kind === 'observation') {
        const body = { content, potentialvio: false, user_id: user.id, codes: [] }
        return perform(addObservation, { areaId: id }, body, { photos })
      }
      // The engine handles all commands alike; their types are known only at run time.
      return addFiles(addViolationPhoto as unknown as Command, { violationId: id }, photos)
    })
    if (done === null) return
    // A violation that is chosen gets the photos only: the words stay.
    clear(kind === 'violation' ? '' : words)
    tellSaved(`${plural(photos.length, 'photo')} filed`)
  }
  // The address stays while photos remain, because photos from one place often belong to several records.
  const clear = (filed: string) => {
    const { address, kind, words } = form.getValues()
    const rest = typedSince(filed, words)
    form.reset({
      ...blank,
      ...(hasMore.current ? { address } : {}),
      // Words typed while the record was being stored belong to the next one.
      ...(rest ? { kind, words: rest } : {}),
    })
  }
  const refuse = (field: 'address' | 'target' | 'words', message: string) => {
    form.setError(field, { message }, { shouldFocus: field !== 'address' })
  }
  return {
    intake,
    form,
    chosen: chosenIntake.photos,
    chosenIntake,
    blank: () => clear(''),
    isFiling,
    async file() {
      // A second tap while the first is being stored must not file twice.
      if (isFiling || chosenIntake.photos.length === 0) return
      setFiling(true)
      form.clearErrors()
      try {
        await store()
      } finally {
        setFiling(false)
      }
    },
  }
}
