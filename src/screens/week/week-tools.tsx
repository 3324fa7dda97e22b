import { useId } from 'react'
import { addDays } from '../../rules/dates.ts'
import { mondayOf, mostCapacity } from '../../rules/week.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select, Tick } from '../../ui/fields-look.ts'

interface Props {
  monday: string
  today: string
  onWeek: (monday: string) => void
  capacity: number
  onCapacity: (capacity: number) => void
  withWeekend: boolean
  /** Both its days are shown anyway, because they have visits. */
  isWeekendPlanned: boolean
  onWeekend: (isShown: boolean) => void
}

/** Chooses the week, whether its weekend is shown, and the planned visits a day. */
export function WeekTools(props: Props) {
  const { monday, today, onWeek, capacity, onCapacity, withWeekend, isWeekendPlanned, onWeekend } = props
  const id = useId()
  const thisWeek = mondayOf(today)
  return (
    <div className="week-tools not-printed">
      <IconButton kind="plain" icon="back" label="Previous week" onClick={() => onWeek(addDays(monday, -7))} />
      <Button aria-pressed={monday === thisWeek} onClick={() => onWeek(thisWeek)}>
        This week
      </Button>
      <IconButton kind="plain" icon="next" label="Next week" onClick={() => onWeek(addDays(monday, 7))} />
      <span className="grow" />
      <Tick>
        <input
          type="checkbox"
          checked={withWeekend || isWeekendPlanned}
          disabled={isWeekendPlanned}
          onChange={(event) => onWeekend(event.target.checked)}
        />
        Weekend{isWeekendPlanned && ' (has visits)'}
      </Tick>
      <label htmlFor={id} className="choice">
        Visits a day
        <Select id={id} value={capacity} onChange={(event) => onCapacity(Number(event.target.value))}>
          {Array.from({ length: mostCapacity }, (_, at) => (
            <option key={at + 1} value={at + 1}>
              {at + 1}
            </option>
          ))}
        </Select>
      </label>
    </div>
  )
}
