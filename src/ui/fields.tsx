import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldFrame, Input, Select, TextArea, Tick } from './fields-look.ts'
import { Icon } from './icon.tsx'

export interface FieldProps {
  label: string
  hint?: ReactNode
  /** What is wrong with the value, in words; stands beside the field. */
  problem?: string
}

interface Ids {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Any control with its label, problem and hint. `control` gets the attributes that tie them together. */
export function Field({
  label,
  hint,
  problem,
  required,
  control,
}: FieldProps & { required?: boolean; control: (ids: Ids) => ReactNode }) {
  const id = useId()
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <FieldFrame>
      <label htmlFor={id}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {control({ id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': described || undefined })}
      {problem && (
        <span className="problem" id={`${id}-problem`} role="alert">
          <Icon name="warning" size={16} />
          {problem}
        </span>
      )}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </FieldFrame>
  )
}

/** One line of text, a number, a day or a time, by `type`. Spread react-hook-form's `register` into it. */
export function TextField({ label, hint, problem, ...rest }: FieldProps & Omit<ComponentProps<'input'>, 'color'>) {
  const control = (ids: Ids) => <Input {...rest} {...ids} />
  return <Field label={label} hint={hint} problem={problem} required={rest.required} control={control} />
}

/** Several lines of text; grows with what is typed. */
export function TextAreaField({
  label,
  hint,
  problem,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, 'color'>) {
  const control = (ids: Ids) => <TextArea {...rest} {...ids} />
  return <Field label={label} hint={hint} problem={problem} required={rest.required} control={control} />
}

/** Choices as value and words; a plain list of texts is both at once. */
export type Choices = readonly (string | readonly [value: string, words: string])[]

/** The platform's own select: the phone shows its wheel, the keyboard works as everywhere. */
export function SelectField(
  props: FieldProps & { choices: Choices; blank?: string } & Omit<ComponentProps<'select'>, 'color' | 'children'>,
) {
  const { label, hint, problem, choices, blank, ...rest } = props
  const control = (ids: Ids) => (
    <Select {...rest} {...ids}>
      {blank !== undefined && <option value="">{blank}</option>}
      {choices.map((choice) => {
        const [value, words] = typeof choice === 'string' ? [choice, choice] : choice
        return (
          <option key={value} value={value}>
            {words}
          </option>
        )
      })}
    </Select>
  )
  return <Field label={label} hint={hint} problem={problem} required={rest.required} control={control} />
}

/** A tick box with its words behind it. */
export function CheckField({ label, ...rest }: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type' | 'color'>) {
  return (
    <Tick>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </Tick>
  )
}
