import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Role, type User, UserFields, users } from '../../contract/user.ts'
import { useDirectEdit } from '../../parts/direct-edit.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { CallFailure, EditClash, NeedsSignal } from '../../parts/online-only.tsx'
import { userById } from '../../records/user.ts'
import { roles } from '../../rules/permissions.ts'
import { useUser } from '../../sync/react.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { tell } from '../../ui/toast.tsx'

/** The form's own values are texts; the rest is the contract's. */
const Typed = z.object({
  email: UserFields.shape.email,
  name: z.string(),
  phone: z.string(),
  role: z.string(),
  active: z.boolean(),
})
type Typed = z.infer<typeof Typed>

const names = { email: 'Email', name: 'Name', phone: 'Phone', role: 'Role', active: 'May sign in' }

/** A user's fields as inputs. Saved at the office at once: a change of role must never wait (US-05). */
export function UserEdit({ user, onDone }: { user: User; onDone: () => void }) {
  const [seen] = useState(user)
  const blank = typedOf(seen)
  const isMyself = useUser().id === user.id
  const form = useForm<Typed>({ resolver: zodResolver(Typed), defaultValues: blank })
  const kept = useKeptForm(form, { name: `user-edit/user:${user.id}`, blank, seen })
  const edit = useDirectEdit({
    endpoint: users.save,
    params: { userId: user.id },
    fresh: userById(user.id),
    fieldsOf: (row) => fieldsOf(typedOf(row)),
    leaves: { keeps: 'user', words: `User ${user.email} saved` },
  })
  const { errors } = form.formState
  const save = form.handleSubmit(async (typed) => {
    if (!(await edit.save(fieldsOf(typed), (kept.seen as User | undefined) ?? seen))) return
    await kept.finish()
    tell('User saved')
    onDone()
  })
  const cancel = async () => {
    await kept.drop()
    onDone()
  }
  if (kept.isAsking) return <KeptQuestion kept={kept} what="An edit of this user" />
  return (
    <div>
      <NeedsSignal what="Changing a user" />
      <CallFailure of={edit.failure} failed="Failed to update user details" />
      <EditClash of={edit.clashes} nameOf={names} />
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
        <TextField
          label={names.email}
          type="email"
          required
          problem={errors.email?.message}
          {...form.register('email')}
        />
        <div className="half">
          <TextField label={names.name} autoComplete="off" {...form.register('name')} />
        </div>
        <div className="half">
          <TextField label={names.phone} type="tel" autoComplete="off" {...form.register('phone')} />
        </div>
        <SelectField
          label={names.role}
          choices={roles.map(({ value, text }) => [String(value), text] as const)}
          hint={isMyself ? 'This is you: with another role you may not be able to change it back.' : undefined}
          {...form.register('role')}
        />
        <CheckField
          label="May sign in. Without it, every session of this user ends at once."
          {...form.register('active')}
        />
      </Form>
    </div>
  )
}

const typedOf = (user: User): Typed => ({
  email: user.email,
  name: user.name ?? '',
  phone: user.phone ?? '',
  role: String(user.role),
  active: user.active !== false,
})

const fieldsOf = ({ email, name, phone, role, active }: Typed): UserFields => ({
  email,
  name: name.trim() || null,
  phone: phone.trim() || null,
  role: roleOf(role),
  active,
})

// The choices are the roles; a text that is none of them would be the least of them.
const roleOf = (text: string): Role => roles.find(({ value }) => String(value) === text)?.value ?? 0
