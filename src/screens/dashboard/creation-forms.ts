import type { InspectionSource } from '../../contract/inspection.ts'

/** The six forms (DB-03) by their names in the dashboard's URL, with what each creates; null: a violation. */
export const creationForms = {
  violation: null,
  complaint: 'Complaint',
  multifamily: 'Multifamily License',
  'single-family': 'Single Family License',
  permit: 'Building/Dumpster/POD permit',
  business: 'Business License',
} as const satisfies Record<string, InspectionSource | null>

export type CreationForm = keyof typeof creationForms

/** The place of the open form on the page. */
export const formId = 'new-form'

/** Scrolls to the open form and gives it the focus. */
export function meetForm(): void {
  const form = document.getElementById(formId)
  form?.scrollIntoView()
  form?.focus({ preventScroll: true })
}
