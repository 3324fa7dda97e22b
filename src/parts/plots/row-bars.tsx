import { stack } from 'd3-shape'
import type { ReactNode } from 'react'
import { figure } from '../../rules/statistics-words.ts'

/** A line of a plot: its name, its count, and the bar below. */
interface Row {
  id: number | string
  name: string
  /** Replaces the name, such as a link. */
  shown?: ReactNode
  count: number
  /** The count in the period before: a mark on the bar. */
  before?: number
  /** The sum of the unlisted rows. It has no bar, which would dwarf the others. */
  isRest?: boolean
  /** The bar in parts, each with its own pattern. */
  parts?: readonly number[]
}

const thick = 12

/** Bars below each other, for any name and text size: the text is above the bar, never in it. */
export function RowBars({ rows, partNames = [] }: { rows: readonly Row[]; partNames?: readonly string[] }) {
  const longest = Math.max(1, ...rows.flatMap(({ count, before = 0, isRest }) => (isRest ? [] : [count, before])))
  const percent = (count: number) => `${(100 * count) / longest}%`
  return (
    <>
      {partNames.length > 0 && <Patterns />}
      <ul className="rows">
        {rows.map(({ id, name, shown = name, count, before, isRest, parts }) => (
          <li key={id}>
            <span>{shown}</span>
            <span>
              <strong>{figure(count)}</strong>
              {before !== undefined && ` · ${figure(before)} before`}
            </span>
            {!isRest && (
              <svg width="100%" height={thick} aria-hidden="true">
                {parts ? (
                  <Stacked parts={parts} percent={percent} />
                ) : (
                  <rect className="mark" width={percent(count)} height={thick} />
                )}
                <line className="axis" x1="0" x2="0" y1="0" y2={thick} />
                {before !== undefined && before > 0 && (
                  <line className="before" x1={percent(before)} x2={percent(before)} y1="-2" y2={thick + 2} />
                )}
              </svg>
            )}
          </li>
        ))}
      </ul>
      <Legend partNames={partNames} hasBefore={rows.some(({ before = 0, isRest }) => before > 0 && !isRest)} />
    </>
  )
}

function Stacked({ parts, percent }: { parts: readonly number[]; percent: (count: number) => string }) {
  const keys = parts.map((_, n) => n)
  const series = stack<readonly number[], number>()
    .keys(keys)
    .value((it, n) => it[n] ?? 0)([parts])
  return series.map(([span], n) =>
    span && span[1] > span[0] ? (
      <rect
        key={keys[n]}
        className="axis"
        x={percent(span[0])}
        width={percent(span[1] - span[0])}
        height={thick}
        fill={fillOf(n)}
      />
    ) : null,
  )
}

const fillOf = (part: number) => `url(#plot-part-${part})`
const tile = 6
/** The lines of each pattern, lightest first; the first and last are empty and solid. */
const patternLines = ['', 'M0 3H6', 'M0 1.5H6M0 4.5H6', 'M0 3H6M3 0V6M0 0H6M0 0V6', ''] as const

/** The fill patterns of the parts, darker for each later one. */
function Patterns() {
  return (
    <svg width="0" height="0" aria-hidden="true">
      <defs>
        {patternLines.map((d, part) => (
          <pattern key={fillOf(part)} id={`plot-part-${part}`} width={tile} height={tile} patternUnits="userSpaceOnUse">
            <rect width={tile} height={tile} fill={part === patternLines.length - 1 ? 'var(--accent)' : 'var(--bg)'} />
            <path d={d} stroke="var(--accent)" strokeWidth={part < 2 ? 1 : 1.5} />
          </pattern>
        ))}
      </defs>
    </svg>
  )
}

function Legend({ partNames, hasBefore }: { partNames: readonly string[]; hasBefore: boolean }) {
  if (partNames.length === 0 && !hasBefore) return null
  return (
    <p className="legend">
      {partNames.map((name, part) => (
        <span key={name}>
          <svg width="20" height={thick} aria-hidden="true">
            <rect className="axis" width="20" height={thick} fill={fillOf(part)} />
          </svg>
          {name}
        </span>
      ))}
      {hasBefore && (
        <span>
          <svg width="6" height={thick} aria-hidden="true">
            <line className="before" x1="3" x2="3" y1="0" y2={thick} />
          </svg>
          The period before
        </span>
      )}
    </p>
  )
}
