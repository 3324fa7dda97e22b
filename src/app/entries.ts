import { may } from '../rules/permissions.ts'

/** The sidebar, in the order of the specification (SH-01). */
const all = [
  { title: 'Dashboard', to: '/' },
  // Our own entry, among the work.
  { title: 'Map', to: '/map' },
  { title: 'Week', to: '/week', needs: 'assign' },
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
  // Our own entries, after those of the specification.
  { title: 'Phones', to: '/phones', needs: 'seePhones' },
  { title: 'Under Review', to: '/under-review', needs: 'review' },
  { title: 'Duplicates', to: '/doubles', needs: 'mergeDoubles' },
  { title: 'Transfer', to: '/transfer', needs: 'transferWork' },
  { title: 'Log of Changes', to: '/audit', needs: 'seeAudit' },
  { title: 'Town settings', to: '/town', needs: 'manageTown' },
  { title: 'Verify Files', to: '/verify', needs: 'verifyFiles' },
] as const

type Entry = (typeof all)[number]

/** The entries that a role sees: Users, Rooms and New Address are Admin's (SH-02), the others everybody's (SH-03). */
const entriesFor = (role: number | null | undefined): Entry[] =>
  all.filter((entry) => !('needs' in entry) || may(role, entry.needs))

/** The first entry of each group in the sidebar; the order of the entries is that of the specification. */
const beginnings: Partial<Record<Entry['title'], string>> = {
  Dashboard: 'Work',
  Contacts: 'Records',
  SIR: 'Town',
  Phones: 'Office',
}

/** The entries that a role sees, in titled groups. A group without entries is left out. */
export function groupsFor(role: number | null | undefined): { title: string; entries: Entry[] }[] {
  const seen = new Set(entriesFor(role))
  const groups: { title: string; entries: Entry[] }[] = []
  for (const entry of all) {
    const title = beginnings[entry.title]
    if (title) groups.push({ title, entries: [] })
    if (seen.has(entry)) groups.at(-1)?.entries.push(entry)
  }
  return groups.filter(({ entries }) => entries.length > 0)
}

/**
 * Whether a group is folded at first: our own of the Admin, with whose seven entries the sidebar would be higher than a
 * usual screen. Entries of the specification stay in sight.
 */
export const isFoldedFirst = ({ title, entries }: ReturnType<typeof groupsFor>[number]): boolean =>
  title === 'Office' && entries.length > 5

/** Whether a screen belongs to an entry: '/violation/7' to Violations, '/address/7' to none. */
export const isUnder = (entry: Entry, pathname: string): boolean => {
  const path = pathname.toLowerCase()
  const own = entry.to.toLowerCase()
  if (own === '/') return path === '/'
  if (path === own || path.startsWith(`${own}/`)) return true
  return details.some(([list, detail]) => list === own && path.startsWith(detail))
}

/** Detail pages whose URL is not below that of their list. */
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
