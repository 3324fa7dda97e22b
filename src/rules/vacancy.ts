import { titleCase } from './text.ts'

/** 'Potentially Vacant' (VA-03); an address without a value reads 'N/A'. */
export const vacancyText = (status: string | null | undefined): string => titleCase(status) || 'N/A'

/** Whether an address is in the list of vacancies: its status is not "occupied" (VA-01). */
export const isVacant = (status: string | null | undefined): boolean => Boolean(status) && status !== 'occupied'
