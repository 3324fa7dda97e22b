import { Link } from '@tanstack/react-router'
import { useZone } from '../../parts/use-now.ts'
import { dateTimeText, timeText } from '../../rules/date-text.ts'
import { dayOf } from '../../rules/dates.ts'
import { useEngine } from '../../sync/react/engine.ts'
import type { Described } from './describe.ts'

/** The record that it belongs to, with a link, and when it was done. */
export function Where({ described, at }: { described: Described; at: number }) {
  const zone = useZone()
  const { device } = useEngine()
  const done = new Date(at)
  const isToday = dayOf(done, zone) === dayOf(new Date(device.now()), zone)
  return (
    <div className="where">
      {described.place && <Link to={described.place.path}>{described.place.text}</Link>}
      <time dateTime={done.toISOString()}>{isToday ? timeText(done, zone) : dateTimeText(done, zone)}</time>
    </div>
  )
}
