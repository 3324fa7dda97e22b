import type { Problem } from '../sync/transport/problem.ts'

/** What a list says that was never fetched, where nobody can be asked: it must not look empty, nor as if it failed. */
export const notOnDeviceText = (what: string): string =>
  `Earlier ${what} are not on this device. They come with signal.`

/** Said where a unit is chosen. The office joins a number that stands there already (C-25). */
export const unitsNotOnDeviceText =
  'Its units are not on this device. Add the one you are in: a number that the office has already is joined with it.'

/** No server of the town can be asked now. */
export const isServerUnreachable = (problem: Problem | undefined): boolean =>
  problem?.kind === 'noSignal' || problem?.kind === 'foreign'
