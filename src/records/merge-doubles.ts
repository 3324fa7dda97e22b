import type { Id } from '../contract/id.ts'
import { type DoubleKind, merges } from '../contract/merge.ts'
import { valueQuery } from './value.ts'

/** Rows on one page of each list. */
export const doublesPageSize = 25

const pageOf = (page: number) => ({ skip: (page - 1) * doublesPageSize, limit: doublesPageSize + 1 })

/**
 * One page of pairs that seem to be one record; the first page is 1. One pair more than a page is requested, to know
 * whether there is another page.
 */
export const doublesPage = (kind: DoubleKind, page: number) =>
  valueQuery('contact', merges.doubles, {}, { hasOther: true, search: { kind, ...pageOf(page) } })

/** One page of the pairs marked as not the same, newest first. A call that changes one answers with the newest 200. */
export const dismissedPage = (page: number) =>
  valueQuery('contact', merges.dismissed, {}, { hasOther: true, search: pageOf(page) })

/** Two records side by side. */
export const mergeSides = (kind: DoubleKind, first: Id, second: Id) =>
  valueQuery('contact', merges.sides, {}, { hasOther: true, search: { kind, first, second } })

/** One page of merges and transfers, newest first. A call that makes or undoes one answers with the newest 100. */
export const mergesPage = (page: number) =>
  valueQuery('contact', merges.list, {}, { hasOther: true, search: pageOf(page) })

/** The amount of a person's work since a day; '' for all. */
export const workload = (user: Id, since: string) =>
  valueQuery('user', merges.workload, {}, { hasOther: true, search: { user, ...(since && { since }) } })

/** The findings of the inspections under review, and since when they have been under review. */
export const underReview = () => valueQuery('inspection', merges.underReview, {}, { hasOther: true })
