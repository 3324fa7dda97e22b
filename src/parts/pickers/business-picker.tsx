import { useState } from 'react'
import type { Business } from '../../contract/business.ts'
import { allBusinesses } from '../../records/business.ts'
import { businessMatches } from '../../rules/contact-search.ts'
import { byText } from '../../rules/list-order.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useDebounced } from '../use-debounced.ts'
import { Picker, type PickerProps } from './picker.tsx'

/** Businesses offered at once. */
const shownLimit = 10

interface Props extends PickerProps<Business> {
  limit?: number
  /**
   * The characters typed before businesses are offered, and the delay after the last key (ms): 2 and 300 in the
   * licence dialog (LC-07).
   */
  from?: number
  delayMs?: number
  /** The specification's text if none could be fetched. */
  failed?: string
}

/** Chooses a business of this device by name or trading name (CF-42). */
export function BusinessPicker({
  limit = shownLimit,
  from = 1,
  delayMs = 0,
  failed = 'Error: Failed to fetch businesses',
  ...props
}: Props) {
  const { rows, problem } = useRows(allBusinesses())
  const [text, setText] = useState('')
  const wanted = useDebounced(text, delayMs)
  const found = byText(
    (rows ?? []).filter((it) => businessMatches(it, wanted)),
    (it) => it.name,
  ).slice(0, limit)
  return (
    <Picker
      {...props}
      placeholder="Search by name or trading name..."
      from={from}
      text={text}
      onText={setText}
      options={found}
      show={(it) => (it.trading_as ? `${it.name} (${it.trading_as})` : (it.name ?? `Business #${it.id}`))}
      note={rows?.length === 0 && problem ? failed : noteFor(rows, found.length)}
    />
  )
}

const noteFor = (rows: unknown[] | undefined, found: number) => {
  if (found > 0) return undefined
  return rows ? 'No business found' : 'Loading...'
}
