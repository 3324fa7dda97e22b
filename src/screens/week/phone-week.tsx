import type { ReactNode } from 'react'
import { SelectField } from '../../ui/fields.tsx'
import { Segments } from '../../ui/segments.ts'
import { useUrlState } from '../../ui/url-state.ts'
import { type BoardProps, OneAtATime } from './board.tsx'
import { dayText } from './words.ts'

interface Props {
  board: BoardProps
  today: string
  pile: ReactNode
}

/** On a phone the board is one day of all inspectors, all days of one, or the unscheduled. */
export function PhoneWeek({ board, today, pile }: Props) {
  const [by, setBy] = useUrlState('by')
  const [day, setDay] = useUrlState('day')
  const [who, setWho] = useUrlState('who')
  const { rows, days } = board
  const shownDay = days.find((it) => it === day) ?? days.find((it) => it === today) ?? days[0] ?? ''
  const shownRow = rows.find((it) => String(it.id) === who) ?? rows[0]
  const ways = [
    ['', 'By day'],
    ['inspector', 'By inspector'],
    ['pile', 'Unscheduled'],
  ] as const
  return (
    <div className="week-alone not-printed">
      <Segments role="group" aria-label="What is shown">
        {ways.map(([value, words]) => (
          <button key={value} type="button" aria-pressed={by === value} onClick={() => setBy(value)}>
            {words}
          </button>
        ))}
      </Segments>
      {by === 'pile' && pile}
      {by === 'inspector' && (
        <>
          <SelectField
            label="Inspector"
            choices={rows.map((it) => [String(it.id), it.name] as const)}
            value={String(shownRow?.id ?? '')}
            onChange={(event) => setWho(event.target.value)}
          />
          <OneAtATime by="inspector" {...board} rows={shownRow ? [shownRow] : []} />
        </>
      )}
      {by !== 'pile' && by !== 'inspector' && (
        <>
          <SelectField
            label="Day"
            choices={days.map((it) => [it, it === today ? `${dayText(it)} (today)` : dayText(it)] as const)}
            value={shownDay}
            onChange={(event) => setDay(event.target.value)}
          />
          <OneAtATime by="day" {...board} days={[shownDay]} />
        </>
      )}
    </div>
  )
}
