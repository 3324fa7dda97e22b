import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '../ui/fields.tsx'

type Name = 'name' | 'email' | 'phone'

interface Props {
  register: (name: Name) => UseFormRegisterReturn
  errors: { readonly [field in Name]?: { message?: string | undefined } | undefined }
  /** In an edit the focus starts at the name. */
  startsHere?: boolean
}

/** The fields of a contact, in a new one and in an edit: name, email and phone (CO-03, CO-16). */
export function ContactInputs({ register, errors, startsHere }: Props) {
  return (
    <>
      <TextField
        label="Name"
        required
        autoFocus={startsHere}
        autoComplete="off"
        problem={errors.name?.message}
        {...register('name')}
      />
      <div className="half">
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          problem={errors.email?.message}
          {...register('email')}
        />
      </div>
      <div className="half">
        <TextField label="Phone" type="tel" autoComplete="off" problem={errors.phone?.message} {...register('phone')} />
      </div>
    </>
  )
}
