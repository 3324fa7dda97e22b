import { cpus } from 'node:os'

/** One measured value beside what it is compared with in the same run. */
export interface Row {
  /** The goal's number in the table of goals: 'P4'. */
  goal: string
  what: string
  ours: number
  unit: 'ms' | 's' | 'kB' | 'MB' | 'SSIM' | '%' | 'frames' | 'shift'
  /** A floor (less cannot be done) or a peer (what one would do otherwise); left out where the goal is absolute. */
  beside?: string
  theirs?: number
  /** The limit; left out for a figure that only explains another. */
  meets?: Goal
}

/** `times`: at most this share of the figure beside it. `most`, `least`: in the figure's own unit. */
export type Goal = { times: number } | { most: number } | { least: number }

const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2))

// 0.96 is the goal, and 0.957 is not 0.96.
const inUnit = (value: number, unit: Row['unit']) => `${unit === 'SSIM' ? value.toFixed(3) : digits(value)} ${unit}`

const ratioOf = ({ ours, theirs }: Row) => (theirs ? ours / theirs : undefined)

/** Whether a figure is within its goal; undefined where it has none. */
export const isMet = (row: Row): boolean | undefined => {
  const { meets } = row
  if (!meets) return undefined
  if ('most' in meets) return row.ours <= meets.most
  if ('least' in meets) return row.ours >= meets.least
  return (ratioOf(row) ?? Number.POSITIVE_INFINITY) <= meets.times
}

const goalText = ({ meets, unit }: Row) => {
  if (!meets) return '-'
  if ('times' in meets) return `<= ${meets.times} x`
  return 'most' in meets ? `<= ${meets.most} ${unit}` : `>= ${meets.least} ${unit}`
}

const lineOf = (row: Row): string => {
  const ratio = ratioOf(row)
  const met = isMet(row)
  const cells = [
    row.goal,
    row.what,
    inUnit(row.ours, row.unit),
    row.beside ? `${row.beside}: ${inUnit(row.theirs ?? Number.NaN, row.unit)}` : '-',
    ratio === undefined ? '-' : `${ratio.toFixed(2)} x`,
    goalText(row),
    met === undefined ? '-' : met ? 'meets' : 'falls short',
  ]
  return `| ${cells.join(' | ')} |`
}

/** The figures as a Markdown table. */
export const tableOf = (rows: readonly Row[]): string =>
  [
    '| | figure | ours | beside it | ratio | goal | verdict |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(lineOf),
  ].join('\n')

/** The machine of the measurement. */
export const machineOf = (chromium: string): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}, Chromium ${chromium}`
