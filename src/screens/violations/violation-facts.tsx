import type { Violation } from '../../contract/violation.ts'
import { BusinessLink, InspectionLink, UnitLink } from '../../parts/record-links.tsx'
import { useZone } from '../../parts/use-now.ts'
import { fineText } from '../../rules/citation-form.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { assigneeText } from '../../rules/person.ts'
import { plural } from '../../rules/text.ts'
import { Facts } from '../../ui/facts.tsx'

/** The facts of a violation besides its address, status and deadline (VD-01, VD-09, VD-20). */
export function ViolationFacts({ violation }: { violation: Violation }) {
  const zone = useZone()
  const { user_id, user, unit_id, business_id, inspection_id, address_id } = violation
  return (
    <Facts
      dense="all"
      facts={{
        Assignee: user_id && !user ? `User #${user_id}` : assigneeText(user),
        'Given time': violation.deadline,
        ...(violation.extend ? { Extended: plural(violation.extend, 'day') } : {}),
        ...(violation.outstanding_fines_total ? { 'Fines owed': fineText(violation.outstanding_fines_total) } : {}),
        ...(unit_id ? { Unit: <UnitLink id={unit_id} addressId={address_id} /> } : {}),
        ...(business_id ? { Business: <BusinessLink id={business_id} /> } : {}),
        ...(inspection_id ? { 'From inspection': <InspectionLink id={inspection_id} /> } : {}),
        Comment: violation.comment,
        ...(violation.description?.trim() ? { Description: violation.description } : {}),
        Created: dateTimeText(violation.created_at, zone),
        Updated: dateTimeText(violation.updated_at, zone),
      }}
    />
  )
}
