import type { Problem } from '../sync/transport/problem.ts'

/** The text of a list that was never fetched while nobody can be asked: it must look neither empty nor failed. */
export const notOnDeviceText = (what: string): string =>
  `Earlier ${what} are not on this device. They come with signal.`

/** Shown where a unit is chosen. The office uses an existing unit with the same number (C-25). */
export const unitsNotOnDeviceText =
  'Its units are not on this device. Add the one you are in: a number that the office has already is joined with it.'

/** No server of the town can be reached now. */
export const isServerUnreachable = (problem: Problem | undefined): boolean =>
  problem?.kind === 'noSignal' || problem?.kind === 'foreign'
