import { titleCase } from './text.ts'

/** The four values of an address; any may move to any other (VA-03). */
export const vacancyStatuses = ['occupied', 'potentially vacant', 'vacant', 'registered'] as const
export type VacancyStatus = (typeof vacancyStatuses)[number]

/** 'Potentially Vacant'. Addresses without a value read 'N/A'. */
export const vacancyText = (status: string | null | undefined): string => titleCase(status) || 'N/A'

/** Is this one of the four values? */
export const isVacancyStatus = (status: string): status is VacancyStatus =>
  vacancyStatuses.some((known) => known === status)
