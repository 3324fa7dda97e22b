import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useId, useState } from 'react'
import { dayLimits, dayOutOfReachText, isDayInReach } from '../contract/text-limits.ts'
import { isDay } from '../rules/dates.ts'
import type { Choices } from './fields.tsx'
import { Input, Select, Tick } from './fields-look.ts'
import { useFilterUrl, useUrlAhead, useUrlSoon } from './url-ahead.ts'
import { useUrlState } from './url-state.ts'

const Bar = chakra('div', {
  base: {
    display: 'grid',
    gap: 3,
    alignItems: 'end',
    gridTemplateColumns: {
      base: 'repeat(auto-fill, minmax(min(100%, 9rem), 1fr))',
      sm: 'repeat(auto-fill, minmax(11rem, 1fr))',
    },
    '& > .wide': { gridColumn: { base: '1 / -1', sm: 'span 2' } },
  },
})

const Frame = chakra('div', {
  base: {
    minWidth: 0,
    '& > label': { display: 'block', fontSize: 'sm', color: 'fg.muted', paddingBottom: '2px' },
    '& > [role=alert]': { fontSize: 'sm', color: 'red' },
  },
})

/** The filters above a list, in one line if there is room. */
export function Filters({ children, name = 'Filters' }: { children: ReactNode; name?: string }) {
  return (
    <Bar role="search" aria-label={name} className="not-printed">
      {children}
    </Bar>
  )
}

interface FilterProps {
  label: string
  value: string
  onChange: (value: string) => void
}

interface TextFilterProps extends FilterProps {
  /** By default the label. */
  placeholder?: string
  onBlur?: () => void
}

/** A text filter. Its value must follow each key at once: see useTextFilter. */
export function TextFilter({ label, value, onChange, onBlur, placeholder }: TextFilterProps) {
  const id = useId()
  return (
    <Frame className="wide">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type="search"
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </Frame>
  )
}

/**
 * A filter with choices; the blank choice is first. A value that is no choice, such as a person who has left, is shown
 * as one: it still filters, and the person must see why rows are missing. `choices`: undefined while nobody knows yet
 * what the value is called.
 */
export function SelectFilter({
  label,
  value,
  onChange,
  choices,
  all = 'All',
}: FilterProps & { choices: Choices | undefined; all?: string }) {
  const id = useId()
  const pairs = choices?.map((choice) => (typeof choice === 'string' ? ([choice, choice] as const) : choice))
  const isNoChoice = value !== '' && pairs?.every(([key]) => key !== value)
  return (
    <Frame>
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        {pairs?.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
        {isNoChoice && <option value={value}>{value}</option>}
      </Select>
    </Frame>
  )
}

/** A filter on a day, 'YYYY-MM-DD'. A day that is still being typed ('0002-10-08') stays in the field and filters nothing. */
export function DayFilter({ label, value, onChange }: FilterProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [isOut, setOut] = useState(false)
  return (
    <Frame>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type="date"
        min={dayLimits.first}
        max={dayLimits.last}
        value={typed ?? value}
        aria-invalid={isOut || undefined}
        aria-describedby={isOut ? `${id}-problem` : undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          setOut(false)
          if (target.value === '' || isDayInReach(target.value)) onChange(target.value)
        }}
        onBlur={() => {
          const isDone = typed === null || typed === '' || isDayInReach(typed)
          setOut(!isDone)
          if (isDone) setTyped(null)
        }}
      />
      {isOut && (
        <span id={`${id}-problem`} role="alert">
          {dayOutOfReachText}
        </span>
      )}
    </Frame>
  )
}

/** An on/off filter; '1' in the URL if on. */
export function TickFilter({ label, value, onChange }: FilterProps) {
  return (
    <Tick className={label.length > 20 ? 'wide' : undefined}>
      <input type="checkbox" checked={value === '1'} onChange={(event) => onChange(event.target.checked ? '1' : '')} />
      {label}
    </Tick>
  )
}

/**
 * A filter's value in the URL, as the props of every filter: `<SelectFilter label="Status" {...useFilter('status')}
 * />`. `valueIn` returns the value that a text in the URL counts as, because everybody can write into a URL.
 */
export const useFilter = (
  name: string,
  valueIn: (text: string) => string = unchanged,
): Pick<FilterProps, 'value' | 'onChange'> => {
  const [text] = useUrlState(name)
  const change = useFilterUrl()
  return { value: valueIn(text), onChange: (value) => void change({ [name]: value || undefined }) }
}

const unchanged = (text: string): string => text

/** A day for `useFilter`. Any other text counts as none, because the field of a day would be blank. */
export const dayIn = (text: string): string => (isDay(text) && isDayInReach(text) ? text : '')

/** The same for a text that is typed: it counts with each key, and the URL follows when typing pauses. */
export const useTextFilter = (name: string): Pick<TextFilterProps, 'value' | 'onChange'> & { onBlur: () => void } => {
  const [inUrl] = useUrlState(name)
  const typed = useUrlAhead()?.[name]
  const { set, flush } = useUrlSoon()
  return { value: typed ?? inUrl, onChange: (value) => set(name, value), onBlur: flush }
}
