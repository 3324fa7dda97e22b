import type { Statistics } from '../contract/statistics.ts'
import { codeLabel } from './code-search.ts'
import type { CsvCell } from './csv.ts'
import { personName } from './person.ts'
import { isWholeStep } from './statistics-period.ts'
import { ageNames, longStep, madeKinds, spanRows } from './statistics-words.ts'

/** A plot as a table: on screen, on paper and as a CSV file. The first column names the row; the others are figures. */
export interface PlotTable {
  heads: string[]
  rows: CsvCell[][]
}

const before = 'Period before'
const stepHeads: Record<Statistics['step'], string> = { day: 'Day', week: 'Week', month: 'Month' }

/** The name of a code section in plots. */
export const codeName = (code: Statistics['codes'][number]): string => codeLabel(code) || `Code ${code.id}`
/** The inspector of open violations. */
export const inspectorName = ({ user }: Statistics['open']['inspectors'][number]): string =>
  user ? personName(user) : 'Nobody'
/** The name of an address in plots. */
export const addressName = (it: Statistics['repeat']['addresses'][number]): string =>
  it.combadd?.trim() || `Address #${it.address_id}`

/** What was created, by day, week or month. */
export const madeTable = (of: Statistics): PlotTable => ({
  heads: [stepHeads[of.step], ...madeKinds.map(([, name]) => name)],
  rows: [
    ...of.steps.map((step) => [
      longStep(step, of.step, isWholeStep(step, of.step)),
      ...madeKinds.map(([kind]) => step[kind]),
    ]),
    ['All', ...madeKinds.map(([kind]) => of[kind].count)],
    [before, ...madeKinds.map(([kind]) => of[kind].before)],
  ],
})

/** Violations by section of the code. */
export const codesTable = ({ codes, other_codes }: Statistics): PlotTable => ({
  heads: ['Section', 'Violations', before],
  rows: [
    ...codes.map((code) => [codeName(code), code.count, code.before]),
    ['All other sections', other_codes.count, other_codes.before],
  ],
})

/** Open violations by inspector and age. */
export function openTable({ open }: Statistics): PlotTable {
  const lines = [
    ...open.inspectors.map((it) => ({ name: inspectorName(it), ages: it.ages })),
    ...(sum(open.others) > 0 ? [{ name: 'All other inspectors', ages: open.others }] : []),
    { name: 'All', ages: open.ages },
  ]
  return {
    heads: ['Inspector', ...ageNames, 'All'],
    rows: lines.map(({ name, ages }) => [name, ...ages, sum(ages)]),
  }
}

/** How long something took; `what` is counted ('Complaints'). */
export const spanTable = (span: Statistics['response'], what: string): PlotTable => ({
  heads: ['Days', what, before],
  rows: [
    ...spanRows(span).map(({ name, count }) => [name, count, null]),
    ['All', span.count, span.before],
    ['Half within so many days', span.median, span.median_before],
  ],
})

/** Addresses with violations on different days. */
export const repeatTable = ({ repeat }: Statistics): PlotTable => ({
  heads: ['Address', 'Violations', before],
  rows: repeat.addresses.map((it) => [addressName(it), it.count, it.before]),
})

const sum = (counts: readonly number[]): number => counts.reduce((total, it) => total + it, 0)
