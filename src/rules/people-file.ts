import type { Role } from '../contract/user.ts'
import { UserFields } from '../contract/user.ts'

/** The columns of a file of people, as in its template. */
export const peopleColumns = ['name', 'email', 'role', 'phone'] as const
type PeopleColumn = (typeof peopleColumns)[number]

/** A person in a file, as the fields of a new user. */
interface FilePerson {
  email: string
  name: string | null
  phone: string | null
  role: Role
}

/** Other headings for a column, in letters only. */
const heads: Record<string, PeopleColumn> = {
  name: 'name',
  fullname: 'name',
  person: 'name',
  email: 'email',
  mail: 'email',
  emailaddress: 'email',
  role: 'role',
  phone: 'phone',
  phonenumber: 'phone',
  telephone: 'phone',
  tel: 'phone',
  mobile: 'phone',
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The columns of a file by meaning; if two mean the same, the first one counts. */
export function peopleMapping(columns: readonly string[]): Map<PeopleColumn, string> {
  const found = new Map<PeopleColumn, string>()
  for (const column of columns) {
    const field = heads[lettersOf(column)]
    if (field && !found.has(field)) found.set(field, column)
  }
  return found
}

const roleNames: Record<string, Role> = {
  '0': 0,
  '1': 1,
  '2': 2,
  '3': 3,
  guest: 0,
  ons: 1,
  inspector: 1,
  onsinspector: 1,
  oas: 2,
  office: 2,
  officestaff: 2,
  oasofficestaff: 2,
  admin: 3,
  administrator: 3,
}

/** A line of the file as a person, or what is wrong with it: 'has no email'. */
export function personOf(cells: { [Column in PeopleColumn]?: string }): FilePerson | string {
  const { name, email, role, phone } = cells
  if (Object.values(cells).some((cell) => cell.includes('\uFFFD')))
    return 'is not UTF-8 text; save the file as "CSV UTF-8"'
  if (!email) return 'has no email'
  if (!role) return 'has no role: guest, ons, oas or admin'
  const known = roleNames[lettersOf(role)]
  if (known === undefined) return `has the role "${role.slice(0, 40)}"; the roles are guest, ons, oas and admin`
  const parsed = UserFields.safeParse({ email, name: name || null, phone: phone || null, role: known })
  if (parsed.success) return { email: parsed.data.email, name: name || null, phone: phone || null, role: known }
  const [issue] = parsed.error.issues
  return issue?.path[0] === 'email' && issue.code !== 'too_big'
    ? `has the email "${email.slice(0, 60)}", which is none`
    : `${String(issue?.path[0])}: ${issue?.message}`
}
