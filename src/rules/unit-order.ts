import { compareWords } from './collation.ts'

/** Units by number, 2 before 10 before 10A; units without a leading digit after them in alphabetical order (AD-12). */
export const inUnitOrder = <Unit extends { number?: string | null }>(units: readonly Unit[]): Unit[] =>
  units
    .map((unit) => ({ unit, text: (unit.number ?? '').trim(), first: leadingNumber(unit.number) }))
    .sort((a, b) => (a.first === b.first ? compareWords(a.text, b.text) : a.first - b.first))
    .map(({ unit }) => unit)

/** With more units than this there is a search box; with fewer, a button for each (AD-13). */
export const maxUnitButtons = 5

const leadingNumber = (number: string | null | undefined): number => {
  const digits = /^\s*(\d+)/.exec(number ?? '')?.[1]
  return digits === undefined ? Number.MAX_VALUE : Number(digits)
}
