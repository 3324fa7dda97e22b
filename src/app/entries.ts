import { may } from '../rules/permissions.ts'

/** The sidebar, in the order of the specification (SH-01). */
const all = [
  { title: 'Dashboard', to: '/' },
  { title: 'Contacts', to: '/contacts' },
  { title: 'Violations', to: '/violations' },
  { title: 'Citations', to: '/citations' },
  { title: 'Complaints', to: '/complaints' },
  { title: 'Inspections', to: '/inspections' },
  { title: 'Permits', to: '/permits' },
  { title: 'Licenses', to: '/licenses' },
  { title: 'Codes', to: '/codes' },
  { title: 'Businesses', to: '/businesses' },
  { title: 'SIR', to: '/sir' },
  { title: 'Users', to: '/users', needs: 'manageUsers' },
  { title: 'Rooms', to: '/rooms', needs: 'manageRooms' },
  { title: 'Helpful Links', to: '/Helpful' },
  { title: 'New Address', to: '/new-address', needs: 'addAddresses' },
  { title: 'Vacancy Statuses', to: '/vacancy-statuses' },
  // Ours, after those of the specification.
  { title: 'Phones', to: '/phones', needs: 'seePhones' },
  { title: 'Log of Changes', to: '/audit', needs: 'seeAudit' },
] as const

type Entry = (typeof all)[number]

/** The entries that a role sees: Users, Rooms and New Address are Admin's (SH-02), the others everybody's (SH-03). */
export const entriesFor = (role: number | null | undefined): Entry[] =>
  all.filter((entry) => !('needs' in entry) || may(role, entry.needs))

/** Whether a screen belongs under an entry: '/violation/7' under Violations, '/address/7' under none. */
export const isUnder = (entry: Entry, pathname: string): boolean => {
  const path = pathname.toLowerCase()
  const own = entry.to.toLowerCase()
  if (own === '/') return path === '/'
  if (path === own || path.startsWith(`${own}/`)) return true
  return details.some(([list, detail]) => list === own && path.startsWith(detail))
}

/** Details whose address is not below that of their list. */
const details = [
  ['/violations', '/violation/'],
  ['/citations', '/citation/'],
  ['/complaints', '/complaint/'],
  ['/inspections', '/inspection/'],
  ['/permits', '/permit/'],
  ['/licenses', '/license/'],
  ['/codes', '/code/'],
  ['/businesses', '/business/'],
] as const
