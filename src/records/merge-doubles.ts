import type { Id } from '../contract/id.ts'
import { type DoubleKind, merges } from '../contract/merge.ts'
import { valueQuery } from './value.ts'

/** Pairs on one page. */
export const doublesPageSize = 25

/**
 * One page of pairs that seem to be one record; the first page is 1. One pair more than a page is requested, to know
 * whether there is another page.
 */
export const doublesPage = (kind: DoubleKind, page: number) =>
  valueQuery(
    'contact',
    merges.doubles,
    {},
    { hasOther: true, search: { kind, skip: (page - 1) * doublesPageSize, limit: doublesPageSize + 1 } },
  )

/** Pairs marked as not the same, newest first. */
export const dismissedPairs = () => valueQuery('contact', merges.dismissed, {}, { hasOther: true })

/** Two records side by side. */
export const mergeSides = (kind: DoubleKind, first: Id, second: Id) =>
  valueQuery('contact', merges.sides, {}, { hasOther: true, search: { kind, first, second } })

/** Merges and transfers, newest first. */
export const knownMerges = () => valueQuery('contact', merges.list, {}, { hasOther: true })

/** The amount of a person's work since a day; '' for all. */
export const workload = (user: Id, since: string) =>
  valueQuery('user', merges.workload, {}, { hasOther: true, search: { user, ...(since && { since }) } })

/** The findings of the inspections under review, and since when they have been under review. */
export const underReview = () => valueQuery('inspection', merges.underReview, {}, { hasOther: true })
