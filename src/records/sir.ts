import { sir } from '../contract/sir.ts'
import { valueQuery } from './value.ts'

/** The figures between two days, 'YYYY-MM-DD'; without days, those of the last two weeks (ST-02). */
export const sirStats = (start: string, end: string) => {
  const search = { ...(start && { start_date: start }), ...(end && { end_date: end }) }
  return valueQuery('inspection', sir.stats, {}, { search, isOne: true })
}
