import type { CSSProperties } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import { complaintStatus } from '../../rules/complaint-status.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import { inspectionStatusText } from '../../rules/inspection-status.ts'
import { milesText, type Point } from '../../rules/point.ts'
import { type BoardRow, cellName, loadOf, loadText, wayOf } from '../../rules/week.ts'
import { addressText, dayText, kindText, spanText, timeWords } from './words.ts'

const looks = {
  table: { width: '100%', borderCollapse: 'collapse', marginBlockEnd: '5mm' },
  head: { textAlign: 'start', borderBottom: '0.75pt solid #404040', padding: '1mm 2mm 1mm 0' },
  cell: { textAlign: 'start', verticalAlign: 'top', borderBottom: '0.5pt solid #999999', padding: '1mm 2mm 1mm 0' },
  time: { width: '20mm', fontVariantNumeric: 'tabular-nums' },
  title: { fontSize: '14pt' },
  day: { fontSize: '11pt', breakAfter: 'avoid' },
} as const satisfies Record<string, CSSProperties>

interface Props {
  rows: readonly BoardRow[]
  days: readonly string[]
  cells: ReadonlyMap<string, readonly Inspection[]>
  places: ReadonlyMap<number, Point>
  capacity: number
  zone: string
}

/** The printed week: one sheet for each inspector with visits. */
export function PaperWeek({ rows, days, cells, places, capacity, zone }: Props) {
  const daysWith = (id: number) => days.filter((day) => (cells.get(cellName(id, day))?.length ?? 0) > 0)
  const printed = rows.filter(({ id }) => daysWith(id).length > 0)
  return (
    <div data-paper-week="">
      {printed.length === 0 && <p>Nothing is planned in this week.</p>}
      {printed.map(({ id, name }, at) => (
        <section key={id} style={at > 0 ? { breakBefore: 'page' } : undefined}>
          <h2 style={looks.title}>{name}</h2>
          <p>{spanText(days[0] ?? '', days.at(-1) ?? '')}</p>
          {daysWith(id).map((day) => {
            const stops = cells.get(cellName(id, day)) ?? []
            const way = wayOf(stops, (visit) => places.get(visit))
            return (
              <div key={day}>
                <h3 style={looks.day}>
                  {dayText(day)}: {loadText(loadOf(stops, capacity))}
                  {way !== undefined && `, ${way === null ? 'distance not known' : milesText(way)}`}
                </h3>
                <SheetOfDay stops={stops} zone={zone} name={`${name}, ${dayText(day)}`} />
              </div>
            )
          })}
        </section>
      ))}
    </div>
  )
}

function SheetOfDay({ stops, zone, name }: { stops: readonly Inspection[]; zone: string; name: string }) {
  return (
    <table style={looks.table} aria-label={name}>
      <thead>
        <tr>
          {['Time', 'Address', 'Kind', 'Status', 'Notes'].map((head) => (
            <th key={head} scope="col" style={looks.head}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {stops.map((visit) => (
          <tr key={visit.id}>
            <td style={{ ...looks.cell, ...looks.time }}>{timeWords(visit, zone)}</td>
            <td style={looks.cell}>{addressText(visit)}</td>
            <td style={looks.cell}>{kindText(visit)}</td>
            <td style={looks.cell}>
              {isComplaint(visit) ? complaintStatus(visit.status) : inspectionStatusText(visit.status)}
            </td>
            <td style={looks.cell}>{visit.description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
