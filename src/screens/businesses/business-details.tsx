import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import type { Business } from '../../contract/business.ts'
import { AddressLink, UnitLink } from '../../parts/record-links.tsx'
import { useZone } from '../../parts/use-now.ts'
import { tellSaved } from '../../parts/use-save.ts'
import { dateText, dateTimeText } from '../../rules/date-text.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { anyPhoneText, phoneLink } from '../../rules/phone.ts'
import { useLive, useUser } from '../../sync/react/live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmailLink } from '../../ui/email-link.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useWasOpen } from '../../ui/use-was-open.ts'
import { BusinessEdit, businessDraft } from './business-edit.tsx'

/** How long "Saved" is shown after saving (BU-03). */
const savedMs = 1_500

const Line = chakra('div', {
  base: { display: 'flex', alignItems: 'center', gap: 3, minHeight: 'tap', marginTop: 4 },
})

/** The fields of a business, read or edited (BU-03 to BU-05). */
export function BusinessDetails({ business }: { business: Business }) {
  const user = useUser()
  const [isEditing, setEditing] = useState(false)
  const [edits, setEdits] = useState(0)
  const [isSaved, setSaved] = useState(false)
  // A half-typed edit is offered at once.
  const hasDraft = useLive(
    async (db) => (await db.drafts.get(businessDraft(business.id))) !== undefined,
    [business.id],
    `draft of business ${business.id}`,
  )
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => setSaved(false), savedMs)
    return () => clearTimeout(timer)
  }, [isSaved])
  const canWrite = mayWrite(user.role)
  const isOpen = canWrite && (isEditing || hasDraft === true)
  const wasOpen = useWasOpen(isOpen)
  const done = (wasSaved: boolean) => {
    setEditing(false)
    setEdits((before) => before + 1)
    setSaved(wasSaved)
    if (wasSaved) tellSaved('Business saved')
  }
  // A new form each time, which asks about what was typed while the last edit was being stored.
  if (isOpen) return <BusinessEdit key={edits} business={business} onDone={done} />
  return (
    <>
      <BusinessFacts business={business} />
      <Line className="not-printed">
        {canWrite && (
          <Button icon="pencil" autoFocus={wasOpen} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
        <span role="status">
          {isSaved && (
            <Badge tone="green" icon="done">
              Saved
            </Badge>
          )}
        </span>
      </Line>
    </>
  )
}

function BusinessFacts({ business }: { business: Business }) {
  const zone = useZone()
  const { website, phone, email } = business
  return (
    <Facts
      dense="phone"
      wide={['Email', 'Website']}
      facts={{
        Name: business.name,
        'Trading as': business.trading_as,
        Address: <AddressLink id={business.address_id} combadd={business.address?.combadd} />,
        Unit: business.unit_id ? <UnitLink id={business.unit_id} addressId={business.address_id} /> : 'Whole Building',
        Email: email?.trim() ? <EmailLink email={email} /> : null,
        Phone: phoneLink(phone) ? <a href={phoneLink(phone) ?? ''}>{anyPhoneText(phone)}</a> : phone,
        Website:
          website && /^https?:\/\//.test(website) ? (
            <a href={website} target="_blank" rel="noreferrer">
              {website}
            </a>
          ) : (
            website
          ),
        Status: business.is_closed ? 'Closed' : 'Open',
        'Opened on': dateText(business.opened_on, zone),
        Employees: business.employee_count,
        Created: dateTimeText(business.created_at, zone),
        Updated: dateTimeText(business.updated_at, zone),
      }}
    />
  )
}
