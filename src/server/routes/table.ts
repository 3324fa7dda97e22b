import type { Route } from '../endpoint.ts'

/** Every call that works on records; one line per record type. */
export const recordRoutes: readonly Route[] = []
