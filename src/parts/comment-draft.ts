import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { textLimits, tooLongIn } from '../contract/text-limits.ts'
import { useEngine } from '../sync/react/engine.ts'
import { deviceWord } from '../ui/this-device.ts'
import { tell } from '../ui/toast.tsx'
import { type KeptForm, useKeptForm } from './kept-form.tsx'
import { type PhotoIntake, usePhotoIntake } from './photo-intake.tsx'
import { problemTogether } from './together-problem.ts'
import { saved } from './use-save.ts'

/** The values of a comment form under any record. */
interface Typed {
  text: string
}
const blank: Typed = { text: '' }

/** A comment for its command: `photos` are files of this device, `form` is the draft that ends with it. */
export interface Posted {
  text: string
  photos: string[]
  form: string
}

/** A comment being written, for the form on the page and for the bar alike. */
export interface CommentDraft {
  form: UseFormReturn<Typed>
  kept: KeptForm
  intake: PhotoIntake
  isPosting: boolean
  /** Posts it, or says beside the field why not. `filesSuffice`: it may be blank if it has files (C-24). */
  post(filesSuffice: boolean): Promise<void>
}

export interface Commented {
  /** The record that gets the comment, by its row name: 'address:12'. */
  about: string
  /** Passes the comment to its command. */
  onPost: (posted: Posted) => Promise<unknown>
}

/** The draft of a comment on a record; it survives everything, files included. */
export function useCommentDraft({ about, onPost }: Commented): CommentDraft {
  const name = `comment/${about}`
  const intake = usePhotoIntake(name)
  const form = useForm<Typed>({ defaultValues: blank })
  const { db } = useEngine().device
  const kept = useKeptForm(form, { name, blank, intake })
  const [isPosting, setPosting] = useState(false)
  const refuse = (message: string) => {
    form.setError('text', { message })
    form.setFocus('text')
  }
  return {
    form,
    kept,
    intake: {
      ...intake,
      take(files) {
        if (kept.isAsking) kept.goOn()
        form.clearErrors()
        intake.take(files)
      },
    },
    isPosting,
    async post(filesSuffice) {
      // A second tap while the first is being saved must not post twice.
      if (isPosting) return
      setPosting(true)
      try {
        const photos = await intake.settled()
        // Those that were still being read at the tap count too.
        const tooMuch = await problemTogether(db, photos, 'one comment')
        // From here to the blank form nothing waits, so nothing can be typed in between.
        const text = form.getValues('text').trim()
        if (text === '' && !(filesSuffice && photos.length > 0)) return refuse('Write a comment')
        const tooLong = tooLongIn(text.length, textLimits.remark)
        if (tooLong) return refuse(tooLong)
        if (tooMuch) return refuse(`${tooMuch} Post some of them in a second comment.`)
        const made = await kept.finishWith(() => saved(() => onPost({ text, photos, form: name })))
        if (made === null) return
        tell(`Comment saved on this ${deviceWord}`)
      } finally {
        setPosting(false)
      }
    },
  }
}
