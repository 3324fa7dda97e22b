import { dayOf, isDay, townZone } from './dates.ts'

/**
 * The fiscal year, 'start-end', of a day 'YYYY-MM-DD': it ends this year before July, and next year from July on
 * (LC-08).
 */
export function fiscalYearOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return nameOfYear(month < 7 ? year - 1 : year)
}

/** The fiscal year of a new licence, by its issue day, else today (LC-08). */
export const fiscalYearAtCreation = (
  dateIssued: string | null | undefined,
  now: Date,
  zone: string = townZone,
): string => fiscalYearOf(dateIssued && isDay(dateIssued) ? dateIssued : dayOf(now, zone))

/** The last day of a licence created in a fiscal year: June 30 (LC-09, C-03). */
export const expirationAtCreation = (fiscalYear: string): string | null =>
  dayInEndingYear(fiscalYear, lastDayAtCreation)

/** The last day if a fiscal year is chosen in edit: June 29, as the specification says twice (LC-12, C-03). */
export const expirationInEdit = (fiscalYear: string): string | null => dayInEndingYear(fiscalYear, lastDayInEdit)

const lastDayAtCreation = '06-30'
const lastDayInEdit = '06-29'

/** 'July 1, 2026 to June 30, 2027', the preview in the dialog (LC-09); '' for any other text. */
export function fiscalYearPreview(fiscalYear: string): string {
  const years = yearsOf(fiscalYear)
  return years ? `July 1, ${years.start} to June 30, ${years.end}` : ''
}

/** The choices of fiscal years: 6 years back to 3 years ahead (LC-13). */
export function fiscalYearOptions(now: Date, zone: string = townZone): string[] {
  const current = yearsOf(fiscalYearOf(dayOf(now, zone)))?.start ?? 0
  return Array.from({ length: yearsBack + 1 + yearsAhead }, (_, at) => nameOfYear(current - yearsBack + at))
}

const yearsBack = 6
const yearsAhead = 3

const nameOfYear = (start: number): string => `${start}-${start + 1}`

function yearsOf(fiscalYear: string): { start: number; end: number } | null {
  const [, start, end] = /^(\d{4})-(\d{4})$/.exec(fiscalYear.trim()) ?? []
  return start && end && Number(end) === Number(start) + 1 ? { start: Number(start), end: Number(end) } : null
}

function dayInEndingYear(fiscalYear: string, monthAndDay: string): string | null {
  const years = yearsOf(fiscalYear)
  return years && `${years.end}-${monthAndDay}`
}
