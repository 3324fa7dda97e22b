import { type ReactNode, useId, useState } from 'react'
import type { Period } from '../../rules/statistics-period.ts'
import type { PlotTable } from '../../rules/statistics-tables.ts'
import { figure, periodText } from '../../rules/statistics-words.ts'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/list-look.ts'
import { fileName, saveCsv } from '../../ui/save-csv.ts'
import { PlotFrame } from './plot-look.ts'

interface Props {
  title: string
  /** The plot in one sentence, for people who cannot see it or have no time. */
  summary: string
  table: PlotTable
  period: Period
  isWide?: boolean
  /** The surrounding section already shows the title, so this one is only for screen readers. */
  isInSection?: boolean
  /** A further link, beside the table and the file. */
  way?: ReactNode
  children: ReactNode
}

/** A plot with its title, sentence, table and file. On paper the table is always below it. */
export function PlotFigure({ title, summary, table, period, isWide, isInSection, way, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const Title = isInSection ? 'h3' : 'h2'
  const id = useId()
  const download = () => {
    saveCsv(fileName(title, `${period.from}-${period.to}`, 'csv'), table.heads, table.rows)
  }
  return (
    <PlotFrame className={isWide ? 'wide' : undefined} aria-labelledby={`${id}-title`} data-open={isOpen || undefined}>
      <figcaption>
        <Title id={`${id}-title`} className={isInSection ? 'unseen' : undefined}>
          {title}
        </Title>
        <p>{summary}</p>
      </figcaption>
      <div className="plot">{children}</div>
      <div className="legend not-printed">
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide table' : 'Show as table'}
          <span className="unseen"> {title}</span>
        </Button>
        <Button kind="quiet" icon="download" onClick={download}>
          <span>
            Download CSV<span className="unseen"> {title}</span>
          </span>
        </Button>
        {way}
      </div>
      <div className="table" id={id}>
        <TableOf table={table} words={`${title}, ${periodText(period)}`} />
      </div>
    </PlotFrame>
  )
}

function TableOf({ table: { heads, rows }, words }: { table: PlotTable; words: string }) {
  return (
    <Table aria-label={words}>
      <thead>
        <tr>
          {heads.map((head, n) => (
            <th key={head} scope="col" data-end={n > 0 || undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, n) => (
          <tr key={`${n} ${row[0]}`}>
            {row.map((cell, n) => (
              <td
                key={heads[n]}
                data-title={heads[n]}
                data-phone={n === 0 ? 'head' : undefined}
                data-end={n > 0 || undefined}
              >
                {typeof cell === 'number' ? figure(cell) : (cell ?? '—')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
