import type { Device } from '../../contract/sync.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { useZone } from '../../parts/use-now.ts'
import { phones } from '../../records/office.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { may } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { thisDevice } from '../../sync/device/local-storage.ts'
import { useValue } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Filters, TickFilter, useFilter } from '../../ui/filters.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { failureOf } from './failure.ts'
import { OrderBadge, SignOutPhone } from './phone-order.tsx'
import { RemovePhone } from './phone-removal.tsx'
import { heldText, holdsWork } from './phone-words.ts'

interface Row extends Device {
  /** Of the person and the device: the open dialog of a row stays with its phone when the list comes in another order. */
  id: string
}

/** Each phone's last report of its unsent work, which the office has not received yet; oldest work first. */
export function PhonesScreen() {
  const isAllowed = may(useUser().role, 'seePhones')
  const heard = useValue<Device[]>(phones(), isAllowed)
  const zone = useZone()
  const unsent = useFilter('unsent')
  if (!isAllowed) return <Refused title="Phones" message="Only office staff can see what phones hold." />
  const rows = heard.value?.map((it): Row => ({ ...it, id: `${it.user?.id} ${it.device}` }))
  return (
    <Page title="Phones" meta={<AsOf of={heard} />}>
      <Filters>
        <TickFilter label="Only phones with unsent work" {...unsent} />
      </Filters>
      <List
        name="Phones"
        rows={heard.problem && !rows ? [] : rows?.filter((it) => unsent.value === '' || holdsWork(it))}
        columns={columnsIn(zone)}
        empty={unsent.value === '' ? 'No phone has reported yet.' : 'No phone holds unsent work.'}
        problem={heard.problem && !rows ? failureOf(heard.problem, 'Failed to load phones') : undefined}
      />
    </Page>
  )
}

const columnsIn = (zone: string): Column<Row>[] => [
  { title: 'Person', onPhone: 'head', sortBy: (it) => nameOf(it), cell: (it) => nameOf(it) },
  { title: 'Phone', sortBy: (it) => it.device, cell: (it) => it.device },
  {
    title: 'Still holds',
    sortBy: (it) => it.waiting + it.needsYou + it.photosWaiting,
    cell: (it) => <Held row={it} />,
  },
  {
    title: 'Oldest since',
    sortBy: (it) => it.oldestAt,
    cell: (it) => (it.oldestAt ? dateTimeText(it.oldestAt, zone) : '—'),
  },
  { title: 'Last sent', sortBy: (it) => it.lastSentAt, cell: (it) => dateTimeText(it.lastSentAt, zone) || '—' },
  { title: 'Last heard', sortBy: (it) => it.receivedAt, cell: (it) => dateTimeText(it.receivedAt, zone) },
  { title: 'Version', onPhone: 'none', cell: (it) => it.version },
  {
    title: 'Session',
    onPhone: 'plain',
    cell: (it) => (
      <>
        <OrderBadge order={it.order} zone={zone} /> <SessionEnd phone={it} />
      </>
    ),
  },
]

/** The buttons to sign a phone out and to remove it, for those who may; the phone in use is signed out by Logout. */
function SessionEnd({ phone }: { phone: Row }) {
  const me = useUser()
  if (!phone.user || !may(me.role, 'endSessions')) return null
  if (phone.user.id === me.id && phone.device === thisDevice()) return <>This device</>
  return (
    <>
      <SignOutPhone phone={phone} /> <RemovePhone phone={phone} />
    </>
  )
}

const nameOf = ({ user }: Row): string => (user ? personName(user) : 'Unknown')

function Held({ row }: { row: Row }) {
  return (
    <>
      {heldText(row)} {row.needsYou > 0 && <Badge tone="red" icon="warning">{`${row.needsYou} stuck`}</Badge>}
    </>
  )
}
