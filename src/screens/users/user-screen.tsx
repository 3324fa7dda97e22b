import { Link, useParams } from '@tanstack/react-router'
import { AsOf } from '../../parts/as-of.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { useZone } from '../../parts/use-now.ts'
import { userById } from '../../records/user.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { emailLink } from '../../rules/email.ts'
import { roleText } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { phoneLink } from '../../rules/phone.ts'
import { useRow } from '../../sync/react.ts'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'

/** Someone who can sign in (US-04). */
export function UserScreen() {
  const { userId } = useParams({ from: '/users/$userId' })
  const id = Number(userId)
  const zone = useZone()
  const user = useRow(userById(id))
  const { row } = user
  if (!row) {
    return (
      <Page title="User">
        <LoadState of={user} id={id} failed="Failed to fetch user details" />
      </Page>
    )
  }
  const call = phoneLink(row.phone)
  return (
    <Page
      title={personName(row)}
      above={<Link to="/users">Users</Link>}
      meta={
        <>
          {row.active === false && <Badge tone="gray">May not sign in</Badge>}
          <AsOf of={user} />
        </>
      }
    >
      <Section title="Basic Information">
        <Facts
          facts={{
            Email: <a href={emailLink(row.email) ?? undefined}>{row.email}</a>,
            Name: row.name,
            Phone: call ? <a href={call}>{row.phone}</a> : 'N/A',
            Role: roleText(row.role),
          }}
        />
      </Section>
      <Section title="Timestamps">
        <Facts facts={{ Created: dateTimeText(row.created_at, zone), Updated: dateTimeText(row.updated_at, zone) }} />
      </Section>
    </Page>
  )
}
