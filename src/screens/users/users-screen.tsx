import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '../../contract/user.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { useListSize } from '../../parts/list-size.ts'
import { ListTools } from '../../parts/list-tools.tsx'
import { listed } from '../../parts/listed.ts'
import { useZone } from '../../parts/use-now.ts'
import { userSheet } from '../../records/sheets.ts'
import { allUsers } from '../../records/user.ts'
import { userMatches } from '../../rules/contact-search.ts'
import { dateText } from '../../rules/date-text.ts'
import { byText } from '../../rules/list-order.ts'
import { may, roles, roleText } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { anyPhoneText, phoneLink } from '../../rules/phone.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { EmailLink } from '../../ui/email-link.tsx'
import { Filters, SelectFilter, TextFilter, useFilter, useTextFilter } from '../../ui/filters.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { AddUser } from './add-user.tsx'
import { RoleTable } from './role-table.tsx'

/** Everybody who can sign in (US-01 to US-03). */
export function UsersScreen() {
  const users = useRows(allUsers())
  const [pageSize] = useListSize()
  const zone = useZone()
  const mayManage = may(useUser().role, 'manageUsers')
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const search = useTextFilter('search')
  const role = useFilter('role')
  const { rows, problem } = listed(
    users,
    users.problem?.kind === 'refused' ? 'Failed to fetch users' : 'Failed to load users',
  )
  const wanted = role.value === '' ? null : Number(role.value)
  const found = rows?.filter((it) => userMatches(it, search.value, wanted))
  return (
    <Page
      title="Users"
      meta={
        <>
          {!mayManage && <span>Admins only: changing users.</span>}
          <AsOf of={users} />
        </>
      }
      actions={
        mayManage && (
          <>
            <Button icon={isAdding ? undefined : 'plus'} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
              {isAdding ? 'Cancel' : 'Add User'}
            </Button>
            <Button icon="file" onClick={() => void navigate({ to: '/users/from-file' })}>
              Add from a file
            </Button>
          </>
        )
      }
    >
      {isAdding && <AddUser />}
      <Filters>
        <TextFilter label="Search" placeholder="Search by email or name..." {...search} />
        <SelectFilter
          label="Role"
          choices={roles.map((it) => [String(it.value), it.text] as const)}
          all="All Roles"
          {...role}
        />
      </Filters>
      <List
        name="Users"
        tools={(rows, { page }) => <ListTools name="Users" rows={rows} page={page} sheet={userSheet} />}
        pageSize={pageSize}
        rows={found && byText(found, (it) => personName(it))}
        columns={columnsIn(zone)}
        empty="No users match your search."
        problem={problem}
      />
      {/* The list would push it down. */}
      {(found || problem) && <RoleTable />}
    </Page>
  )
}

const columnsIn = (zone: string): Column<User>[] => [
  {
    title: 'Name',
    onPhone: 'head',
    sortBy: (it) => it.name,
    cell: (it) => (
      <Link to="/users/$userId" params={{ userId: String(it.id) }}>
        {it.name?.trim() || 'N/A'}
      </Link>
    ),
  },
  { title: 'Email', sortBy: (it) => it.email, cell: (it) => <EmailLink email={it.email} none="N/A" /> },
  { title: 'Phone', cell: (it) => <MaybeLink href={phoneLink(it.phone)} text={anyPhoneText(it.phone)} /> },
  { title: 'Role', sortBy: (it) => it.role, cell: (it) => roleText(it.role) },
  { title: 'Created At', sortBy: (it) => it.created_at, cell: (it) => dateText(it.created_at, zone) || 'N/A' },
]

/** A call link; blank shows "N/A". */
const MaybeLink = ({ href, text }: { href: string | null; text: string | null | undefined }) =>
  href ? <a href={href}>{text}</a> : text?.trim() || 'N/A'
