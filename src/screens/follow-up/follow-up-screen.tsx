import { chakra } from '@chakra-ui/react/styled-system'
import { useParams } from '@tanstack/react-router'
import type { Violation } from '../../contract/violation.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { useKnownAddress } from '../../parts/known-address.ts'
import { listed } from '../../parts/listed.ts'
import { AddAlert, PremiseAlerts } from '../../parts/premise-alerts.tsx'
import { AddressLink } from '../../parts/record-links.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { violationsOfAddress } from '../../records/violation.ts'
import { dayOf } from '../../rules/dates.ts'
import { inDeadlineOrder } from '../../rules/deadline.ts'
import { isFollowUp } from '../../rules/follow-up.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { plural } from '../../rules/text.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useLive, useUser } from '../../sync/react/live.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { NextVisit } from './next-visit.tsx'
import { ViolationCard } from './violation-card.tsx'

const Cards = chakra('div', {
  base: {
    display: 'grid',
    gap: 4,
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  },
})

/** The follow-up of an address's open violations: fixed or not by section, then what follows, on one page. */
export function FollowUpScreen() {
  const { addressId } = useParams({ from: '/address/$addressId/follow-up' })
  const id = Number(addressId)
  const address = useKnownAddress(id)
  const violations = useRows(violationsOfAddress(id))
  const { rows, problem, unheld } = listed(violations, 'Failed to fetch violations', id < 0, 'violations')
  const canWrite = mayWrite(useUser().role)
  const { shown, isFollowed } = useShown(rows)
  const open = rows?.filter(({ status }) => status === 0)
  return (
    <Page
      title="Follow-up"
      above={<AddressLink id={id} combadd={address.row?.combadd ?? null} />}
      meta={
        <>
          {open && !problem && !unheld && <span>{plural(open.length, 'open violation')}</span>}
          <AsOf of={violations} />
          <AddAlert addressId={id} />
        </>
      }
    >
      <PremiseAlerts addressId={id} />
      {problem && <ErrorLine message={problem} />}
      {!canWrite && <Empty>Guests cannot follow up violations.</Empty>}
      {!problem && !shown && <Loading />}
      {canWrite && shown && (
        <>
          <Cards>
            {shown.map((it) => (
              <ViolationCard key={it.id} violation={it} />
            ))}
          </Cards>
          {(unheld || shown.length === 0) && <Empty>{unheld ?? 'No violation is open at this address.'}</Empty>}
          {isFollowed && open && open.length > 0 && <NextVisit addressId={id} open={open} />}
        </>
      )}
    </Page>
  )
}

/**
 * The open violations, those followed up and closed today, which stay visible as done, and whether anything was
 * followed up today. Sorted by the original deadlines, because a card must not jump away from the finger that extended
 * it.
 */
function useShown(rows: readonly Violation[] | undefined) {
  const zone = useZone()
  const today = dayOf(useNow(), zone)
  const ids = rows?.map(({ id }) => id) ?? []
  const made = useLive(
    async (db) => {
      const said = await db.rows('violationComment').where('violation_id').anyOf(ids).toArray()
      return new Set(said.filter((it) => isFollowUp(it.content, today)).map((it) => it.violation_id))
    },
    [ids.join(), today],
  )
  if (!rows || !made) return { shown: undefined, isFollowed: false }
  const isDone = (it: Violation) =>
    made.has(it.id) || (it.violation_comments?.some(({ content }) => isFollowUp(content, today)) ?? false)
  const shown = rows.filter((it) => it.status === 0 || (it.status === 1 && isDone(it)))
  return { shown: inDeadlineOrder(shown.map(asGiven), zone).map(({ row }) => row), isFollowed: shown.some(isDone) }
}

const asGiven = (row: Violation) => ({
  row,
  deadline: row.deadline ?? null,
  observed_at: row.observed_at ?? null,
  created_at: row.created_at ?? null,
})
