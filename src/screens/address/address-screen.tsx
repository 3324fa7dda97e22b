import { chakra } from '@chakra-ui/react/styled-system'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { Address } from '../../contract/address.ts'
import type { Id } from '../../contract/id.ts'
import type { License } from '../../contract/license.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { useKnownAddress } from '../../parts/known-address.ts'
import { LoadState } from '../../parts/load-state.tsx'
import { isServerUnreachable } from '../../parts/not-on-device.ts'
import { AddAlert, PremiseAlerts } from '../../parts/premise-alerts.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { addAddress, addressById, saveAddress, setVacancyStatus } from '../../records/address.ts'
import { alertsOfAddress } from '../../records/alert.ts'
import { hasOutsideLinks, linkFrom } from '../../rules/address-links.ts'
import { addressLabel } from '../../rules/address-text.ts'
import { licenseBadge } from '../../rules/license-badge.ts'
import { ownerLines } from '../../rules/owner-lines.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { vacancyText } from '../../rules/vacancy.ts'
import { useEngine } from '../../sync/react/engine.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { useLive, useUser } from '../../sync/react/live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLook } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { useWasOpen } from '../../ui/use-was-open.ts'
import { AddressEdit } from './address-edit.tsx'
import { AddressMap } from './address-map.tsx'
import { type AddressRecords, useAddressRecords } from './address-records.ts'
import { AddressSummary } from './address-summary.tsx'
import { AddressTabs, useChosenTab } from './address-tabs.tsx'
import { AddressTimeline } from './address-timeline.tsx'
import { queriesReadFirst } from './next-part.ts'
import { useArrival } from './use-arrival.ts'

// The facts are short: on the phone three are side by side, so that the tabs are visible.
const ShortFacts = chakra('div', {
  base: {
    '& > dl': {
      columnGap: { base: 3, md: 6 },
      gridTemplateColumns: {
        base: 'repeat(auto-fill, minmax(min(100%, 6.5rem), 1fr))',
        md: 'repeat(auto-fill, minmax(9.5rem, 1fr))',
      },
    },
    '& > dl > div:first-of-type': { gridColumn: { base: '1 / -1', md: 'span 2' } },
  },
})

/** Read before the screen renders: the address, and what would push the rest of the page down if it came later. */
export const firstRows = ({ addressId }: RouteParams) => {
  const id = Number(addressId)
  return [addressById(id), alertsOfAddress(id), ...queriesReadFirst(id)]
}

/** An address with everything that the town knows about it (AD-01 to AD-08). */
export function AddressScreen() {
  const { addressId } = useParams({ from: '/address/$addressId' })
  const id = Number(addressId)
  const address = useKnownAddress(id)
  const hasBook = useLive(async (db) => (await db.addressChunks.count()) > 0, [], 'has book')
  const { row, isLine } = address
  if (row) return <OpenAddress address={row} isLine={isLine} age={<AsOf of={address} />} />
  const isInNoBook = hasBook && row === null && id > 0 && isServerUnreachable(address.problem)
  return (
    <Page title="Address">
      {isInNoBook ? <NotInBook id={id} /> : <LoadState of={address} id={id} failed="Failed to fetch address" />}
      {address.problem?.kind === 'refused' && <Empty>No address details available.</Empty>}
    </Page>
  )
}

/** Without signal: an address that was never opened here and is not in the address book. */
const NotInBook = ({ id }: { id: Id }) => (
  <Empty>
    Address #{id} is not in the address book of this device. It may be new, or the link may be wrong: it is looked up
    when there is signal.
  </Empty>
)

interface Props {
  address: Address
  /** Only its line in the address book is on this device. */
  isLine: boolean
  age: ReactNode
}

function OpenAddress({ address, isLine, age }: Props) {
  const [chosen, choose] = useChosenTab()
  const records = useAddressRecords(address.id, chosen)
  const arrival = useArrival(records)
  const isLate = arrival === 'late'
  const tabs = useRef<HTMLDivElement>(null)
  const { role } = useUser()
  const [mode, setMode] = useUrlState('mode')
  // The form shows and sends all fields, but a line has only a few.
  const canEdit = mayWrite(role) && !isLine
  const isEditing = mode === 'edit' && canEdit
  const wasEditing = useWasOpen(isEditing)
  return (
    <Page
      title={address.property_name?.trim() || address.combadd?.trim() || `Address #${address.id}`}
      // The licence would move the buttons beside it.
      meta={
        arrival !== 'coming' && (
          <>
            {address.property_name?.trim() && <b>{addressLabel({ combadd: address.combadd })}</b>}
            {!isLate && <LicenseState records={records} />}
            <AddressState id={address.id} />
            {age}
            {canEdit && !isEditing && (
              <Button kind="quiet" data-flush="" icon="pencil" autoFocus={wasEditing} onClick={() => setMode('edit')}>
                Edit
              </Button>
            )}
            <AddAlert addressId={address.id} />
            {isLate && <LicenseState records={records} />}
          </>
        )
      }
      actions={hasOutsideLinks(address) && <OutsideLinks address={address} />}
    >
      <PremiseAlerts addressId={address.id} />
      {isEditing ? (
        <AddressEdit address={address} onDone={() => setMode('')} />
      ) : arrival === 'coming' ? (
        <Loading />
      ) : (
        <>
          <AddressSummary addressId={address.id} records={records} hasPhotos={chosen !== 'photos'} isLate={isLate} />
          <AddressMap address={address} />
          {isLine ? <LineFacts address={address} /> : <AddressFacts address={address} />}
          <AddressTimeline
            addressId={address.id}
            records={records}
            isLate={isLate}
            onComments={() => {
              choose('comments')
              tabs.current?.scrollIntoView({ behavior: 'smooth' })
            }}
          />
          <div ref={tabs}>
            <AddressTabs address={address} records={records} chosen={chosen} onChoose={choose} />
          </div>
        </>
      )}
    </Page>
  )
}

/** The state of unsent or refused changes, each with its own text for a refusal. */
const AddressState = ({ id }: { id: Id }) => (
  <>
    <EntryStateLine type="address" id={id} of={addAddress} failure="Failed to create address" />
    <EntryStateLine type="address" id={id} of={saveAddress} failure="Failed to save address" />
    <EntryStateLine type="address" id={id} of={setVacancyStatus} failure="Failed to update status" />
  </>
)

/** The owner and the other facts in view mode (AD-01). */
const AddressFacts = ({ address }: { address: Address }) => (
  <ShortFacts>
    <Facts
      facts={{
        Owner: <Owner address={address} />,
        ...(address.aka?.trim() ? { AKA: address.aka } : {}),
        'Vacancy Status': vacancyText(address.vacancy_status),
        District: address.district,
        'Property ID': address.property_id,
        ...(address.zoning?.trim() ? { Zoning: address.zoning } : {}),
      }}
    />
  </ShortFacts>
)

/** The data in the address book, and a note that the rest is not on this device. */
const LineFacts = ({ address }: { address: Address }) => (
  <div>
    <ShortFacts>
      <Facts facts={{ Owner: <Owner address={address} />, ...(address.aka?.trim() ? { AKA: address.aka } : {}) }} />
    </ShortFacts>
    <Empty>From the address book of this device. The rest comes with signal.</Empty>
  </div>
)

/** The owner's name, with their mailing address below. */
function Owner({ address }: { address: Address }) {
  const [name, ...mail] = ownerLines(address)
  if (name === undefined) return null
  return (
    <>
      {name}
      {mail.length > 0 && <div>{mail.join(', ')}</div>}
    </>
  )
}

/** The newest licence: active or expired, with its last day if known (AD-05, AD-06), or revoked. */
function LicenseState({ records }: { records: AddressRecords }) {
  const now = useNow()
  const zone = useZone()
  const badge = licenseBadge<License>(records.licenses.rows ?? [], now, zone)
  if (!badge) return null
  const { state, until } = badge
  const ends = state === 'active' ? ` until ${until}` : state === 'expired' ? ` ${until}` : ''
  return (
    <Link to="/license/$licenseId" params={{ licenseId: String(badge.license.id) }}>
      <Badge tone={state === 'active' ? 'green' : 'red'}>{`License ${state}${until && ends}`}</Badge>
    </Link>
  )
}

/** Google Maps and the state's property-tax lookup, if district and property_id exist (AD-02, G-15). */
function OutsideLinks({ address }: { address: Address }) {
  const { town } = useEngine()
  const links = [
    ['Google Maps', linkFrom(town.mapsUrl, address)],
    ['Property Tax', linkFrom(town.taxUrl, address)],
  ] as const
  return links.map(
    ([text, url]) =>
      url && (
        <ButtonLook key={text} asChild>
          <a href={url} target="_blank" rel="noreferrer">
            {text}
            <Icon name="outside" size={16} />
          </a>
        </ButtonLook>
      ),
  )
}
