import { titleCase } from './text.ts'

/** 'Potentially Vacant' (VA-03); an address without a value reads 'N/A'. */
export const vacancyText = (status: string | null | undefined): string => titleCase(status) || 'N/A'
