import type { ComponentProps } from 'react'
import { onsUsers } from '../records/user.ts'
import { personName } from '../rules/person.ts'
import { useRows } from '../sync/react.ts'
import { SelectField } from '../ui/fields.tsx'

type Person = { id: number; name?: string | null; email?: string | null }

interface Props extends Omit<ComponentProps<typeof SelectField>, 'choices'> {
  /** Who is chosen now, when that is no inspector (any more): stays to be seen and kept. */
  current?: Person | null
}

/** Chooses an inspector; a list that fails is an empty one (CF-45). */
export function OnsField({ current, ...rest }: Props) {
  const { rows } = useRows(onsUsers())
  const people: Person[] = [...(rows ?? [])]
  if (current && !people.some((it) => it.id === current.id)) people.push(current)
  return <SelectField {...rest} choices={people.map((it) => [String(it.id), personName(it)] as const)} />
}
