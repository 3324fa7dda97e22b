import { statistics as calls } from '../../contract/statistics.ts'
import { type Route, route } from '../endpoint.ts'
import { readStatistics } from '../reading/statistics.ts'

/** The figures of the plots. */
export const statisticsRoutes: readonly Route[] = [route(calls.of, (ask) => readStatistics(ask, ask.search))]
