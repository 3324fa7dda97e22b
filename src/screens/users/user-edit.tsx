import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type User, users } from '../../contract/user.ts'
import { useDirectEdit } from '../../parts/direct-edit.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { CallFailure, EditClash, NeedsSignal } from '../../parts/online-only.tsx'
import { userById } from '../../records/user.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { tell } from '../../ui/toast.tsx'
import { fieldsOf, TypedUser, typedOf, UserInputs, userFieldNames } from './user-inputs.tsx'

/** A user's fields as inputs. Saved at the office at once: a change of role must never wait (US-05). */
export function UserEdit({ user, onDone }: { user: User; onDone: () => void }) {
  const [seen] = useState(user)
  const blank = typedOf(seen)
  const isMyself = useUser().id === user.id
  const form = useForm<TypedUser>({ resolver: zodResolver(TypedUser), defaultValues: blank })
  const kept = useKeptForm(form, { name: `user-edit/user:${user.id}`, blank, seen })
  const edit = useDirectEdit({
    endpoint: users.save,
    params: { userId: user.id },
    fresh: userById(user.id),
    fieldsOf: (row) => fieldsOf(typedOf(row)),
    leaves: { keeps: 'user', words: `User ${user.email} saved` },
  })
  const save = form.handleSubmit(async (typed) => {
    if (!(await edit.save(fieldsOf(typed), (kept.seen as User | undefined) ?? seen))) return
    const isStillShown = await kept.finish(typed)
    tell('User saved')
    // Closed and opened again meanwhile, the form may hold another edit by now.
    if (isStillShown) onDone()
  })
  const cancel = async () => {
    await kept.drop()
    onDone()
  }
  if (kept.isAsking) return <KeptQuestion kept={kept} what="An edit of this user" />
  return (
    <div>
      <NeedsSignal what="Changing a user" keeps />
      <CallFailure of={edit.failure} failed="Failed to update user details" />
      <EditClash of={edit.clashes} nameOf={userFieldNames} />
      <Form
        aria-label="User"
        onSubmit={save}
        actions={
          <>
            <Button type="submit" kind="main" disabled={edit.isSaving}>
              {edit.isSaving ? 'Saving...' : 'Save'}
            </Button>
            <Button onClick={() => void cancel()}>Cancel</Button>
          </>
        }
      >
        <UserInputs
          form={form}
          startsHere
          roleHint={isMyself ? 'This is you: with another role you may not be able to change it back.' : undefined}
        />
      </Form>
    </div>
  )
}
