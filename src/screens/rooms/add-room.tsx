import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { RoomFields, rooms } from '../../contract/room.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { CallFailure, NeedsSignal } from '../../parts/online-only.tsx'
import type { Failure } from '../../sync/online/call.ts'
import { useCall } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { startsHere } from '../../ui/starts-here.ts'
import { tell } from '../../ui/toast.tsx'

const blank: z.input<typeof RoomFields> = { name: '' }

/** A new checklist template; made at the office at once (RM-02, RM-03). */
export function AddRoom({ onMade }: { onMade: () => void }) {
  const call = useCall()
  const form = useForm<z.input<typeof RoomFields>, unknown, RoomFields>({
    resolver: zodResolver(RoomFields),
    defaultValues: blank,
  })
  const kept = useKeptForm(form, { name: 'room/new', blank })
  const [failure, setFailure] = useState<Failure>()
  const { isSubmitting, errors } = form.formState
  const create = form.handleSubmit(async (room) => {
    setFailure(undefined)
    const typed = form.getValues()
    const answer = await call(rooms.add, {}, room, { keeps: 'room', words: `Room ${room.name} created` })
    if (answer.kind === 'failed') return setFailure(answer)
    const isStillShown = await kept.finish(typed)
    tell(`Room ${answer.reply.name} created`)
    // Closed and opened again meanwhile, the form may hold another room by now.
    if (isStillShown) onMade()
  })
  if (kept.isAsking) return <KeptQuestion kept={kept} what="A new room" />
  return (
    <div>
      <NeedsSignal what="Creating a room" keeps />
      <CallFailure of={failure} failed="Failed to create room" />
      <Form
        ref={startsHere}
        aria-label="Add Room"
        onSubmit={create}
        actions={
          <Button type="submit" kind="main" disabled={isSubmitting}>
            {isSubmitting ? 'Creating...' : 'Create Room'}
          </Button>
        }
      >
        <TextField
          label="Room Name"
          required
          autoComplete="off"
          problem={errors.name?.message}
          {...form.register('name')}
        />
      </Form>
    </div>
  )
}
