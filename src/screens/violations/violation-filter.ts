import { plainEmail } from '../../rules/email.ts'

/** What the list is narrowed by; '' leaves a field open. */
interface Filter {
  status: string
  email: string
}

/** Is a violation in the filter: of this status (VL-03), and of the user with this email (VL-04, VL-05)? */
export const isInViolationFilter = (
  row: { status: number; user?: { email?: string | null | undefined } | null | undefined },
  { status, email }: Filter,
): boolean =>
  (status === '' || String(row.status) === status) &&
  (email === '' || plainEmail(row.user?.email) === plainEmail(email))
