import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { anyLine } from '../../contract/text.ts'
import { type Role, type User, UserFields } from '../../contract/user.ts'
import { roles, roleText } from '../../rules/permissions.ts'
import { dutiesOf } from '../../rules/role-table.ts'
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx'

/** The typed fields of a user: texts, with the contract's own checks. */
export const TypedUser = z.object({
  email: UserFields.shape.email,
  name: anyLine,
  phone: anyLine,
  role: z.string(),
  active: z.boolean(),
})
export type TypedUser = z.infer<typeof TypedUser>

/** The labels of the fields in the form. */
export const userFieldNames = { email: 'Email', name: 'Name', phone: 'Phone', role: 'Role', active: 'May sign in' }

interface Props {
  form: UseFormReturn<TypedUser>
  roleHint?: string | undefined
  /** In an edit the focus starts at the email. */
  startsHere?: boolean
}

/** The inputs of a user, new or edited (US-05). */
export function UserInputs({ form, roleHint, startsHere }: Props) {
  const { errors } = form.formState
  const role = form.watch('role')
  return (
    <>
      <TextField
        label={userFieldNames.email}
        autoFocus={startsHere}
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        problem={errors.email?.message}
        {...form.register('email')}
      />
      <div className="half">
        <TextField
          label={userFieldNames.name}
          autoComplete="off"
          problem={errors.name?.message}
          {...form.register('name')}
        />
      </div>
      <div className="half">
        <TextField
          label={userFieldNames.phone}
          type="tel"
          autoComplete="off"
          problem={errors.phone?.message}
          {...form.register('phone')}
        />
      </div>
      <SelectField
        label={userFieldNames.role}
        choices={roles.map(({ value, text }) => [String(value), text] as const)}
        hint={
          <>
            {roleHint} {roleText(Number(role))} may: {dutiesOf(Number(role)).map(asPart).join('; ')}.
          </>
        }
        {...form.register('role')}
      />
      <CheckField
        label="May sign in. Without it, every session of this user ends at once."
        {...form.register('active')}
      />
    </>
  )
}

/** 'Add addresses' within a sentence. */
const asPart = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** A user's values in the form. */
export const typedOf = (user: User): TypedUser => ({
  email: user.email,
  name: user.name ?? '',
  phone: user.phone ?? '',
  role: String(user.role),
  active: user.active !== false,
})

/** The whole user as the calls expect it. */
export const fieldsOf = ({ email, name, phone, role, active }: TypedUser): UserFields => ({
  email,
  name: name.trim() || null,
  phone: phone.trim() || null,
  role: roleOf(role),
  active,
})

// The choices are the roles; any other text counts as the lowest role.
const roleOf = (text: string): Role => roles.find(({ value }) => String(value) === text)?.value ?? 0
