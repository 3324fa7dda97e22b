import type { Id } from '../contract/id.ts'
import { type DoubleKind, merges } from '../contract/merge.ts'
import { valueQuery } from './value.ts'

/** Pairs on one page. */
export const doublesPageSize = 25

/** One page of pairs that seem to be one record; the first is 1. One more than a page tells that there is another. */
export const doublesPage = (kind: DoubleKind, page: number) =>
  valueQuery(
    'contact',
    merges.doubles,
    {},
    { hasOther: true, search: { kind, skip: (page - 1) * doublesPageSize, limit: doublesPageSize + 1 } },
  )

/** Pairs that are not the same, the last ones first. */
export const dismissedPairs = () => valueQuery('contact', merges.dismissed, {}, { hasOther: true })

/** Two records beside each other. */
export const mergeSides = (kind: DoubleKind, first: Id, second: Id) =>
  valueQuery('contact', merges.sides, {}, { hasOther: true, search: { kind, first, second } })

/** What was merged and handed over, the last first. */
export const knownMerges = () => valueQuery('contact', merges.list, {}, { hasOther: true })

/** How much a person has, since a day; '' for all. */
export const workload = (user: Id, since: string) =>
  valueQuery('user', merges.workload, {}, { hasOther: true, search: { user, ...(since && { since }) } })

/** What was found in the inspections that are under review, and since when they are. */
export const underReview = () => valueQuery('inspection', merges.underReview, {}, { hasOther: true })
