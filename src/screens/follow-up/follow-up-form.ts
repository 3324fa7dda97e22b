import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { Violation } from '../../contract/violation.ts'
import { againIfAborted } from '../../db/again-if-aborted.ts'
import { sentSize } from '../../db/photos.ts'
import { useKeptForm } from '../../parts/kept-form.tsx'
import { type PhotoIntake, usePhotoIntake } from '../../parts/photo-intake.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { saved } from '../../parts/use-save.ts'
import { addViolationComment, addViolationCommentWithFiles } from '../../records/violation-comment.ts'
import { dayOf } from '../../rules/dates.ts'
import { togetherProblem } from '../../rules/file-kind.ts'
import { followUpText } from '../../rules/follow-up.ts'
import type { Taken } from '../../sync/capture/read-picked.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { tellFailure } from '../../ui/toast.tsx'
import { type Subject, subjectsOf } from './subjects.ts'

/** The answer about one section, as text, so that a draft survives the page. */
interface Answered {
  answer: '' | 'fixed' | 'notFixed'
  note: string
  /** The earlier photo chosen to be beside the new one; '' for the suggested one. */
  earlier: string
}

interface Typed {
  answers: Record<string, Answered>
}

/** A follow-up in progress. */
export interface FollowUpForm {
  subjects: Subject[]
  form: UseFormReturn<Typed>
  answerOf(subject: Subject): Answered
  /** The photos of one section, and adding more. */
  intakeOf(subject: Subject): PhotoIntake
  /** 'open' until every section is answered. */
  result: 'open' | 'allFixed' | 'notAllFixed'
  isSaving: boolean
  /** Stores the answers with their photos as a comment; false if that failed, which is reported. */
  save(): Promise<boolean>
}

const blankAnswer: Answered = { answer: '', note: '', earlier: '' }

/** The answers of one violation with their draft. They are restored with the page, photos included. */
export function useFollowUpForm(violation: Violation): FollowUpForm {
  const perform = usePerform()
  const user = useUser()
  const { db } = useEngine().device
  const today = dayOf(useNow(), useZone())
  const subjects = subjectsOf(violation)
  const draft = `follow-up/violation:${violation.id}`
  const blank: Typed = { answers: Object.fromEntries(subjects.map(({ key }) => [key, blankAnswer])) }
  const intake = usePhotoIntake(draft)
  const form = useForm<Typed>({ defaultValues: blank })
  const kept = useKeptForm(form, { name: draft, blank, intake })
  const [isSaving, setSaving] = useState(false)
  // Earlier answers are simply continued; nothing needs to be asked.
  useEffect(() => {
    if (kept.isAsking) kept.goOn()
  })
  const typed = form.watch()
  const answerOf = ({ key }: Subject) => typed.answers[key] ?? blankAnswer
  const isOf = (subject: Subject) => (it: { name: string }) => shownBy(it, subjects)?.key === subject.key
  const given = subjects.map((it) => answerOf(it).answer)
  const store = async () => {
    const photos = await intake.settled()
    const rows = await againIfAborted(() => db.photos.bulkGet(photos))
    const bytes = sentSize(rows.filter((it) => it !== undefined))
    const tooMuch = togetherProblem(photos.length, bytes, 'a follow-up')
    if (tooMuch) {
      tellFailure(tooMuch)
      return false
    }
    // Read only now: the fields stay open while the photos are read.
    const now = structuredClone(form.getValues())
    const { answers } = now
    const latest = ({ key }: Subject) => answers[key] ?? blankAnswer
    const content = followUpText(
      today,
      subjects.map((subject) => ({
        name: subject.name,
        isFixed: latest(subject).answer === 'fixed',
        note: latest(subject).note,
        photos: rows.flatMap((it, at) => (it && isOf(subject)(it) ? [at + 1] : [])),
      })),
    )
    const params = { violationId: violation.id }
    const body = { content, user_id: user.id }
    const made = await saved(() =>
      photos.length > 0
        ? perform(addViolationCommentWithFiles, params, body, { photos, form: draft })
        : perform(addViolationComment, params, { ...body, violation_id: violation.id }, { form: draft }),
    )
    if (made === null) return false
    await kept.finish(now)
    return true
  }
  return {
    subjects,
    form,
    answerOf,
    intakeOf: (subject) => ({
      ...intake,
      photos: intake.photos.filter(isOf(subject)),
      reading: intake.reading.filter(isOf(subject)),
      // A file that could not be read names itself.
      notTaken: subject === subjects[0] ? intake.notTaken : [],
      take: (files) => intake.take(files.map((it) => namedFor(subject, it))),
    }),
    result: given.includes('') ? 'open' : given.every((it) => it === 'fixed') ? 'allFixed' : 'notAllFixed',
    isSaving,
    async save() {
      // A second tap while the first is being saved must not store it twice.
      if (isSaving) return false
      setSaving(true)
      try {
        return await store()
      } finally {
        setSaving(false)
      }
    },
  }
}

/**
 * A photo has its section in its name, so both are stored when it is taken, whatever happens to the phone then. It is
 * sent under its id.
 */
const namedFor = ({ tag }: Subject, file: Taken): Taken => {
  const name = `${tag}, ${file.name}`
  return 'sha256' in file
    ? { ...file, name }
    : new File([file], name, { type: file.type, lastModified: file.lastModified })
}

/** The section that a photo shows; the first one if the office has removed its section meanwhile. */
const shownBy = ({ name }: { name: string }, subjects: readonly Subject[]): Subject | undefined =>
  subjects.find(({ tag }) => name.startsWith(`${tag}, `)) ?? subjects[0]
