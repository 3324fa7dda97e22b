import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { User } from '../../contract/user.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { useZone } from '../../parts/use-now.ts'
import { userById } from '../../records/user.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { may, roleText } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { anyPhoneText, phoneLink } from '../../rules/phone.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { useRow } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmailLink } from '../../ui/email-link.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { useWasOpen } from '../../ui/use-was-open.ts'
import { SignInCodeSection } from './code-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { UserEdit } from './user-edit.tsx'

/** Read before the screen renders. */
export const firstRows = (params: RouteParams) => [userById(Number(params.userId))]

/** Someone who can sign in (US-04, US-05). */
export function UserScreen() {
  const { userId } = useParams({ from: '/users/$userId' })
  const id = Number(userId)
  const user = useRow(userById(id))
  if (user.row) return <OpenUser user={user.row} age={<AsOf of={user} />} />
  return (
    <Page title="User" above={<Link to="/users">Users</Link>}>
      <LoadState of={user} id={id} failed="Failed to fetch user details" />
    </Page>
  )
}

function OpenUser({ user, age }: { user: User; age: ReactNode }) {
  const zone = useZone()
  const me = useUser()
  const mayManage = may(me.role, 'manageUsers')
  const [isEditing, setEditing] = useState(false)
  const wasEditing = useWasOpen(isEditing)
  return (
    <Page
      title={personName(user)}
      above={<Link to="/users">Users</Link>}
      meta={
        <>
          {user.active === false && <Badge tone="gray">May not sign in</Badge>}
          {!mayManage && <span>Admins only: changing users.</span>}
          {age}
        </>
      }
      actions={
        mayManage &&
        !isEditing && (
          <Button icon="pencil" autoFocus={wasEditing} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      <Section title="Basic Information">
        {isEditing ? <UserEdit user={user} onDone={() => setEditing(false)} /> : <BasicInformation user={user} />}
      </Section>
      {(mayManage || me.id === user.id) && <PasswordSection user={user} />}
      {me.id === user.id && <PasskeySection />}
      {mayManage && user.active !== false && <SignInCodeSection user={user} />}
      {may(me.role, 'endSessions') && <SessionsSection user={user} />}
      <Section title="Timestamps">
        <Facts facts={{ Created: dateTimeText(user.created_at, zone), Updated: dateTimeText(user.updated_at, zone) }} />
      </Section>
    </Page>
  )
}

function BasicInformation({ user }: { user: User }) {
  const { email, name, phone, role } = user
  const call = phoneLink(phone)
  return (
    <Facts
      facts={{
        Email: <EmailLink email={email} none="N/A" />,
        Name: name?.trim() || 'N/A',
        Phone: call ? <a href={call}>{anyPhoneText(phone)}</a> : 'N/A',
        Role: roleText(role),
      }}
    />
  )
}
