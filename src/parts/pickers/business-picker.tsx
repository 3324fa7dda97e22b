import { useState } from 'react'
import type { Business } from '../../contract/business.ts'
import { allBusinesses } from '../../records/business.ts'
import { businessMatches } from '../../rules/contact-search.ts'
import { byText } from '../../rules/list-order.ts'
import { useRows } from '../../sync/react.ts'
import { Picker, type PickerProps } from './picker.tsx'

/** Businesses offered at once. */
const shownLimit = 10

/** Chooses a business of this device by name or trading name (CF-42). */
export function BusinessPicker({ limit = shownLimit, ...props }: PickerProps<Business> & { limit?: number }) {
  const { rows, problem } = useRows(allBusinesses())
  const [text, setText] = useState('')
  const found = byText(
    (rows ?? []).filter((it) => businessMatches(it, text)),
    (it) => it.name,
  ).slice(0, limit)
  return (
    <Picker
      {...props}
      placeholder="Search by name or trading name..."
      from={1}
      text={text}
      onText={setText}
      options={found}
      show={(it) => (it.trading_as ? `${it.name} (${it.trading_as})` : (it.name ?? `Business #${it.id}`))}
      note={noteFor(rows, found.length, problem !== undefined)}
    />
  )
}

const noteFor = (rows: unknown[] | undefined, found: number, isFailed: boolean) => {
  if (found > 0) return undefined
  if (!rows) return 'Loading...'
  return rows.length === 0 && isFailed ? 'Error: Failed to fetch businesses' : 'No business found'
}
