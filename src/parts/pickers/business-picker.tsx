import { useState } from 'react'
import type { Business } from '../../contract/business.ts'
import { useDebounced } from '../use-debounced.ts'
import { Picker, type PickerProps } from './picker.tsx'
import { noteOf, useFoundByText } from './use-found-by-text.ts'

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
  const [text, setText] = useState('')
  const wanted = useDebounced(text, delayMs)
  const found = useFoundByText('businesses', wanted, limit, { from, isTyping: text !== '' })
  return (
    <Picker
      {...props}
      placeholder="Search by name or trading name..."
      from={from}
      text={text}
      onText={setText}
      options={found.rows ?? []}
      show={(it) => (it.trading_as ? `${it.name} (${it.trading_as})` : (it.name ?? `Business #${it.id}`))}
      note={noteOf(found, 'No business found', failed)}
    />
  )
}
