import { type ComponentProps, type ReactNode, useId } from 'react'
import { dayLimits, textLimits } from '../contract/text-limits.ts'
import { FieldFrame, Input, Select, TextArea, Tick } from './fields-look.ts'
import { Icon } from './icon.tsx'
import { useLength } from './use-length.ts'

interface FieldProps {
  label: string
  hint?: ReactNode
  /** What is wrong with the value, in words; shown beside the field. */
  problem?: string
}

interface TextProps extends FieldProps {
  /**
   * The longest text of the record, in characters. A longer text is kept in the field, reported as too long, and not
   * saved.
   */
  most?: number | undefined
}

interface Ids {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Any control with its label, problem and hint. `control` gets the attributes that connect them. */
function Field({
  label,
  hint,
  problem,
  required,
  most,
  control,
}: TextProps & { required?: boolean; control: (ids: Ids) => ReactNode }) {
  const id = useId()
  const { frame, count, tooLong, left } = useLength(most)
  const wrong = tooLong ?? problem
  const described = [wrong && `${id}-problem`, left && `${id}-left`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <FieldFrame ref={frame} onInput={count}>
      <label htmlFor={id}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {control({ id, 'aria-invalid': wrong ? true : undefined, 'aria-describedby': described || undefined })}
      {wrong && (
        <span className="problem" id={`${id}-problem`} role="alert">
          <Icon name="warning" size={16} />
          {wrong}
        </span>
      )}
      {left && (
        <span className="hint" id={`${id}-left`} role="status">
          {left}
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
export function TextField({
  label,
  hint,
  problem,
  most,
  ...rest
}: TextProps & Omit<ComponentProps<'input'>, 'color' | 'maxLength'>) {
  const type = rest.type ?? 'text'
  const control = (ids: Ids) => <Input {...reach[type]} {...rest} {...ids} />
  const shown = { label, hint, problem, most: most ?? longest[type], required: rest.required }
  return <Field {...shown} control={control} />
}

/** By default a line is as long as records allow; the length of a password is never shown. */
const longest: Partial<Record<string, number>> = {
  text: textLimits.line,
  email: textLimits.line,
  tel: textLimits.line,
  url: textLimits.webAddress,
}

/** The days that records accept. */
const reach: Partial<Record<string, { min: string; max: string }>> = {
  date: { min: dayLimits.first, max: dayLimits.last },
  'datetime-local': { min: `${dayLimits.first}T00:00`, max: `${dayLimits.last}T23:59` },
}

/** Several lines of text; grows while typing. */
export function TextAreaField({
  label,
  hint,
  problem,
  most = textLimits.remark,
  ...rest
}: TextProps & Omit<ComponentProps<'textarea'>, 'color' | 'maxLength'>) {
  const control = (ids: Ids) => <TextArea {...rest} {...ids} />
  return <Field label={label} hint={hint} problem={problem} most={most} required={rest.required} control={control} />
}

/** Choices as value and text; a plain list of texts is both at once. */
export type Choices = readonly (string | readonly [value: string, words: string])[]

/** The platform's own select: the phone shows its wheel, and the keyboard works as usual. */
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

/** A check box followed by its text. */
export function CheckField({ label, ...rest }: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type' | 'color'>) {
  return (
    <Tick>
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </Tick>
  )
}
