import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Id } from '../../contract/id.ts'
import { PromptFields, rooms } from '../../contract/room.ts'
import { textLimits } from '../../contract/text-limits.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { CallFailure } from '../../parts/online-only.tsx'
import type { Failure } from '../../sync/online/call.ts'
import { useCall } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'

const blank: z.input<typeof PromptFields> = { content: '' }

/** The name of the draft of a new prompt. */
export const newPromptDraft = (roomId: Id): string => `prompt/room:${roomId}`

/** Adds a line to the checklist; the field stays ready for the next one (RM-07). */
export function AddPrompt({ roomId }: { roomId: Id }) {
  const call = useCall()
  const form = useForm<z.input<typeof PromptFields>, unknown, PromptFields>({
    resolver: zodResolver(PromptFields),
    defaultValues: blank,
  })
  const kept = useKeptForm(form, { name: newPromptDraft(roomId), blank })
  const [failure, setFailure] = useState<Failure>()
  const { isSubmitting, errors } = form.formState
  const add = form.handleSubmit(async (prompt) => {
    setFailure(undefined)
    const sent = form.getValues()
    const answer = await call(rooms.addPrompt, { roomId }, prompt, { keeps: 'prompt', words: 'Prompt added' })
    if (answer.kind === 'failed') return setFailure(answer)
    await kept.finish(sent)
    form.setFocus('content')
  })
  if (kept.isAsking) return <KeptQuestion kept={kept} what="A new prompt" />
  return (
    <div>
      <CallFailure of={failure} failed="Failed to add prompt" />
      <Form
        aria-label="Add Prompt"
        onSubmit={add}
        actions={
          <Button type="submit" disabled={isSubmitting}>
            Add Prompt
          </Button>
        }
      >
        <TextField
          label="New prompt"
          most={textLimits.remark}
          autoComplete="off"
          problem={errors.content?.message}
          {...form.register('content')}
        />
      </Form>
    </div>
  )
}
