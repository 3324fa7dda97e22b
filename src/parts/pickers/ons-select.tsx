import { onsUsers } from '../../records/user.ts'
import { byText } from '../../rules/list-order.ts'
import { personName } from '../../rules/person.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { SelectField } from '../../ui/fields.tsx'

interface Props {
  label: string
  value: number | null
  /** The name of the chosen person, if they are no longer ONS. */
  valueName?: string
  onChange: (userId: number | null) => void
  /** The text for nobody: "Unassigned", or "Unassigned (defaults to me)" (CF-07, CF-14). */
  blank?: string
  problem?: string
}

/** Chooses one of the ONS members by name, else email (CF-14, VD-08). If the list fails, it is empty (CF-45). */
export function OnsSelect({ label, value, valueName, onChange, blank = 'Unassigned', problem }: Props) {
  const { rows } = useRows(onsUsers())
  const members = byText(rows ?? [], (user) => personName(user))
  // A person who is no longer ONS is still shown as the assignee.
  const isKnown = value === null || members.some((it) => it.id === value)
  return (
    <SelectField
      label={label}
      blank={blank}
      problem={problem}
      choices={[
        ...(isKnown ? [] : [[String(value), valueName ?? `User #${value}`] as const]),
        ...members.map((it) => [String(it.id), personName(it)] as const),
      ]}
      value={value === null ? '' : String(value)}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    />
  )
}
