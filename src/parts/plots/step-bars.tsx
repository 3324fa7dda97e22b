import { scaleBand } from 'd3-scale'
import { area, line } from 'd3-shape'
import { isWholeStep, type Period, type StepSize } from '../../rules/statistics-period.ts'
import { figure, shortStep } from '../../rules/statistics-words.ts'
import { useBox } from './use-box.ts'

/** With more parts than this a line is drawn, because bars would be too thin. */
const mostBars = 20
/** The heights of the drawing, of the space above it and below it, in letters. */
const tall = 8.5
const above = 1.5
const below = 1.6
/** The width of a digit or letter of a date, in letters; a little more than in any system's font. */
const letter = 0.62

interface Props {
  /** What is counted, for people who cannot see it. */
  words: string
  steps: readonly Period[]
  counts: readonly number[]
  size: StepSize
  /** Today in the town: the part that contains it is not over. */
  today: string
}

/** The counts of each day, week or month: bars, or a line if there are many, with figures. */
export function StepBars(props: Props) {
  const { frame, width, em } = useBox()
  return (
    <div className="steps" ref={frame}>
      {width > 0 && <Drawing {...props} width={width} em={em} />}
    </div>
  )
}

function Drawing({ words, steps, counts, size, today, width, em }: Props & { width: number; em: number }) {
  const height = tall * em
  const floor = height - below * em
  const x = scaleBand<number>()
    .domain(steps.map((_, n) => n))
    .range([0, width])
    .paddingInner(0.25)
    .paddingOuter(0.125)
  const highest = Math.max(1, ...counts)
  const y = (count: number) => floor - (count / highest) * (floor - above * em)
  const middle = (n: number) => (x(n) ?? 0) + x.bandwidth() / 2
  const room = x.step() / em
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width="100%" role="img" aria-label={words}>
      {steps.length > mostBars ? (
        <Line points={counts.map((count, n) => [middle(n), y(count)])} floor={floor} />
      ) : (
        steps.map((step, n) => (
          <rect
            key={step.from}
            className={isWholeStep(step, size) && step.to < today ? 'mark' : 'part'}
            x={x(n)}
            y={y(counts[n] ?? 0)}
            width={x.bandwidth()}
            height={floor - y(counts[n] ?? 0)}
          />
        ))
      )}
      <line className="axis" x1="0" x2={width} y1={floor} y2={floor} />
      {labelled(counts, room).map((n) => (
        <text
          key={n}
          x={middle(n)}
          y={y(counts[n] ?? 0) - 0.35 * em}
          textAnchor={anchorOf(middle(n), width, figure(counts[n] ?? 0).length * letter * em * 0.5)}
        >
          {figure(counts[n] ?? 0)}
        </text>
      ))}
      {named(steps, size, room).map((n) => (
        <text key={n} x={middle(n)} y={height - 0.3 * em} textAnchor={anchorOf(middle(n), width, 1.6 * em)}>
          {shortStep(steps[n]?.from ?? '', size)}
        </text>
      ))}
    </svg>
  )
}

function Line({ points, floor }: { points: [number, number][]; floor: number }) {
  const under = area<[number, number]>()
    .x(([x]) => x)
    .y0(floor)
    .y1(([, y]) => y)
  return (
    <>
      <path className="under" d={under(points) ?? ''} />
      <path className="line" d={line()(points) ?? ''} />
    </>
  )
}

/** Text at the edge stays inside the drawing. */
const anchorOf = (x: number, width: number, half: number) => {
  if (x < half) return 'start'
  return x > width - half ? 'end' : 'middle'
}

/** The bars with a figure: all if there is room for the longest, else the highest and the last. */
function labelled(counts: readonly number[], room: number): number[] {
  const all = counts.map((_, n) => n)
  const needed = Math.max(...counts.map((count) => figure(count).length)) * letter + 0.3
  if (needed <= room) return all
  const last = counts.length - 1
  const highest = counts.indexOf(Math.max(...counts))
  return (last - highest) * room >= needed + 1 ? [highest, last] : [highest]
}

/** The parts with a label below: as many as fit without touching, including the last. */
function named(steps: readonly Period[], size: StepSize, room: number): number[] {
  const wide = Math.max(...steps.map(({ from }) => shortStep(from, size).length)) * letter
  // The last label is moved towards the one before it, so that it stays inside the drawing.
  const moved = Math.max(0, (wide - room) / 2)
  const every = Math.max(1, Math.ceil((wide + moved + 0.8) / room))
  return steps.flatMap((_, n) => ((steps.length - 1 - n) % every === 0 ? [n] : []))
}
