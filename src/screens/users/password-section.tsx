import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { NewPassword, PasswordChange, passwordLength, type User, users } from '../../contract/user.ts'
import { CallFailure, NeedsSignal, NotOffered } from '../../parts/online-only.tsx'
import { useOnlyProvider } from '../../parts/only-provider.ts'
import type { Failure } from '../../sync/online/call.ts'
import { useSession } from '../../sync/react/engine.ts'
import { useCall } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Section } from '../../ui/section.tsx'
import { startsHere } from '../../ui/starts-here.ts'
import { tell } from '../../ui/toast.tsx'

const Other = z.object({ current_password: z.string(), new_password: NewPassword })
const blank: PasswordChange = { current_password: '', new_password: '' }

/** A new password, behind a button where people sign in at a provider, because one account still has a password. */
export function PasswordSection({ user }: { user: User }) {
  const provider = useOnlyProvider()
  const [isAsked, setAsked] = useState(false)
  if (provider === null || isAsked) return <NewPasswordSection user={user} starts={isAsked ? 'shown' : 'hidden'} />
  return (
    <Section title="Password" starts="hidden">
      <p>
        People sign in with {provider} here. Only one account keeps a password, for a day on which {provider} does not
        answer.
      </p>
      <Button kind="quiet" onClick={() => setAsked(true)}>
        Set a password all the same
      </Button>
    </Section>
  )
}

/**
 * A new password: the person's own with their current one, or somebody else's by an Admin. It is never stored on the
 * device, not even as a draft.
 */
function NewPasswordSection({ user, starts }: { user: User; starts: 'shown' | 'hidden' }) {
  const call = useCall()
  const session = useSession()
  const isMyself = useUser().id === user.id
  const form = useForm<PasswordChange>({
    resolver: zodResolver(isMyself ? PasswordChange : Other),
    defaultValues: blank,
  })
  const { errors, isSubmitting } = form.formState
  const [failure, setFailure] = useState<Failure>()
  const save = form.handleSubmit(async (typed) => {
    setFailure(undefined)
    const words = isMyself ? 'Password changed' : `Password of ${user.email} set`
    const answer = isMyself
      ? await call(users.changePassword, {}, typed, { words })
      : await call(users.setPassword, { userId: user.id }, { new_password: typed.new_password }, { words })
    if (answer.kind === 'failed') return setFailure(answer)
    // The data sealed at the next sign-out is opened with the new password.
    if (isMyself) void session.readyToSeal(typed.new_password)
    form.reset(blank)
    tell(answer.reply.message)
  })
  return (
    <Section title="Password" starts={starts}>
      <NeedsSignal what="Setting a password" />
      {failure?.problem.kind === 'refused' && [404, 405, 501].includes(failure.problem.status) ? (
        <NotOffered
          keeps
          what="set passwords"
          instead={`Ask whoever runs the server for a new password. The one ${isMyself ? 'you have' : 'they have'} still holds.`}
        />
      ) : (
        <CallFailure of={failure} failed="Failed to set password" />
      )}
      <Form
        ref={starts === 'shown' ? startsHere : undefined}
        aria-label="Password"
        onSubmit={save}
        actions={
          <Button type="submit" disabled={isSubmitting}>
            {isMyself ? 'Change password' : 'Set password'}
          </Button>
        }
      >
        {isMyself && (
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            problem={errors.current_password?.message}
            {...form.register('current_password')}
          />
        )}
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${passwordLength.least} characters. ${isMyself ? 'Your other devices' : 'All devices of this user'} must sign in again.`}
          problem={errors.new_password?.message}
          {...form.register('new_password')}
        />
      </Form>
    </Section>
  )
}
