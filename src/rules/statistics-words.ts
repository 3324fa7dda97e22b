import type { Statistics } from '../contract/statistics.ts'
import { dateText } from './date-text.ts'
import type { Period, StepSize } from './statistics-period.ts'
import { plural } from './text.ts'

/** Two figures of the same thing: for the period, and for the period before. */
interface Compared {
  count: number
  before: number
}

/** A percentage of this many or fewer says nothing. */
const leastForPercent = 20

/** '12 before, 3 more (+25%)': the difference, with a percentage only if there were more than 20 before. */
export function changeText({ count, before }: Compared): string {
  const by = count - before
  const difference = by === 0 ? 'the same' : `${figure(Math.abs(by))} ${by > 0 ? 'more' : 'fewer'}`
  const percent = Math.round((Math.abs(by) / before) * 100)
  const share = before > leastForPercent && percent > 0 ? ` (${by > 0 ? '+' : '-'}${percent}%)` : ''
  return `${figure(before)} before, ${difference}${share}`
}

/** A figure for people: '1,204'. */
export const figure = (count: number): string => count.toLocaleString('en-US')

/** '9/6/2026 to 11/23/2026', or the one day. */
export const periodText = ({ from, to }: Period): string =>
  from === to ? dateText(from) : `${dateText(from)} to ${dateText(to)}`

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** The label below a bar: '9/6' for a day or for the week from that day, 'Sep' for a month. */
export function shortStep(day: string, size: StepSize): string {
  const [, month = 1, date = 1] = day.split('-').map(Number)
  return size === 'month' ? (months[month - 1] ?? '') : `${month}/${date}`
}

/** A part in a table: '9/6/2026 to 9/12/2026', '9/6/2026', 'Sep 2026'. */
export const longStep = (step: Period, size: StepSize, isWhole: boolean): string =>
  size === 'month' && isWhole ? `${shortStep(step.from, size)} ${step.from.slice(0, 4)}` : periodText(step)

/** The age groups of open violations (`ageBands`), youngest first. */
export const ageNames = ['Up to 7 days', '8 to 30 days', '31 to 90 days', '91 to 180 days', 'Over 180 days'] as const
/** The groups of days that something took (`spanBands`). */
const spanNames = [
  'The same day',
  '1 to 3 days',
  '4 to 7 days',
  '8 to 14 days',
  '15 to 30 days',
  'Over 30 days',
] as const

/** What is created in a period, in the order of the plots. */
export const madeKinds = [
  ['complaints', 'Complaints'],
  ['inspections', 'Inspections'],
  ['violations', 'Violations'],
  ['citations', 'Citations'],
] as const

type Span = Statistics['response']

/** The rows of a plot of days: each group with its name. */
export const spanRows = ({ bands }: Span) => spanNames.map((name, band) => ({ name, count: bands[band] ?? 0 }))

const days = (count: number) => plural(count, 'day')

/** The plots in one sentence each, enough for a reader who cannot see them. */
export const summaries = {
  made: (of: Statistics): string =>
    `${madeKinds.map(([kind, name]) => `${figure(of[kind].count)} ${name.toLowerCase()}`).join(', ')}, ${periodText(of)}.`,
  codes({ codes: [first] }: Statistics, nameOf: (code: Statistics['codes'][number]) => string): string {
    if (!first) return 'No violation in this period names a section of the code.'
    return `Most often: ${nameOf(first)}, ${plural(first.count, 'violation')}.`
  },
  open({ open }: Statistics): string {
    const old = open.ages.at(-1) ?? 0
    return `${plural(open.count, 'open violation')} (${changeText(open)}), ${figure(old)} of them over 180 days old.`
  },
  span({ count, before, median, median_before }: Span, one: string, done: string): string {
    if (median === null) return `No ${one} was ${done} in this period.`
    const earlier = median_before === null ? '' : ` (${days(median_before)} before)`
    return `${plural(count, one)} ${done} (${changeText({ count, before })}), half of them within ${days(median)}${earlier}.`
  },
  repeat: ({ repeat }: Statistics): string =>
    repeat.count === 0 && repeat.before === 0
      ? 'No address had violations on different days.'
      : `${plural(repeat.count, 'address', 'addresses')} with violations on different days (${changeText(repeat)}).`,
}

/** Whether all figures are 0. */
export const isEmpty = (of: Statistics): boolean =>
  madeKinds.every(([kind]) => of[kind].count === 0 && of[kind].before === 0) &&
  [of.open, of.response, of.compliance].every(({ count, before }) => count === 0 && before === 0)
