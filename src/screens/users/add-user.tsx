import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { users } from '../../contract/user.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { CallFailure, NeedsSignal, NotOffered } from '../../parts/online-only.tsx'
import { useOnlyProvider } from '../../parts/only-provider.ts'
import type { Failure } from '../../sync/online/call.ts'
import { useCall } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { startsHere } from '../../ui/starts-here.ts'
import { tell } from '../../ui/toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { fieldsOf, TypedUser, UserInputs } from './user-inputs.tsx'

const blank: TypedUser = { email: '', name: '', phone: '', role: '1', active: true }

/** Makes a new user, at the office at once, and then opens their page, where the password is set. */
export function AddUser() {
  const call = useCall()
  const navigate = useNavigate()
  const provider = useOnlyProvider()
  const form = useForm<TypedUser>({ resolver: zodResolver(TypedUser), defaultValues: blank })
  const kept = useKeptForm(form, { name: 'user/new', blank })
  const [failure, setFailure] = useState<Failure>()
  const isOpen = useIsOpen()
  const { isSubmitting } = form.formState
  const create = form.handleSubmit(async (typed) => {
    setFailure(undefined)
    const answer = await call(users.add, {}, fieldsOf(typed), { keeps: 'user', words: `User ${typed.email} created` })
    if (answer.kind === 'failed') return setFailure(answer)
    await kept.finish(typed)
    tell(
      provider === null
        ? 'User created. Set a password, so that they can sign in.'
        : `User created. They sign in with ${provider}.`,
    )
    if (isOpen.current) await navigate({ to: '/users/$userId', params: { userId: String(answer.reply.id) } })
  })
  if (kept.isAsking) return <KeptQuestion kept={kept} what="A new user" />
  return (
    <div>
      <NeedsSignal what="Creating a user" keeps />
      {failure && isUnserved(failure) ? (
        <NotOffered
          keeps
          what="make users"
          instead="Ask whoever runs the server to make this user; then they are in the list here."
        />
      ) : (
        <CallFailure of={failure} failed="Failed to create user" />
      )}
      <Form
        ref={startsHere}
        aria-label="Add User"
        onSubmit={create}
        actions={
          <Button type="submit" kind="main" disabled={isSubmitting}>
            {isSubmitting ? 'Creating...' : 'Create User'}
          </Button>
        }
      >
        <UserInputs form={form} />
      </Form>
    </div>
  )
}

/**
 * A documented server creates users in its own way: it has no such call, or one with different fields. The form has
 * checked what our server checks, so a 422 is not about the typed values.
 */
const isUnserved = (failure: Failure): boolean =>
  failure.problem.kind === 'refused' && [404, 405, 422, 501].includes(failure.problem.status)
