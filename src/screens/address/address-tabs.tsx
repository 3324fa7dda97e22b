import type { ReactNode } from 'react'
import type { Address } from '../../contract/address.ts'
import { Empty } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import type { AddressRecords } from './address-records.ts'
import type { AddressPart } from './next-part.ts'
import { BusinessesTab } from './tabs/businesses-tab.tsx'
import { CitationsTab } from './tabs/citations-tab.tsx'
import { CommentsTab } from './tabs/comments-tab.tsx'
import { ContactsTab } from './tabs/contacts-tab.tsx'
import { ComplaintsTab, InspectionsTab } from './tabs/inspections-tab.tsx'
import { LicensesTab, PermitsTab } from './tabs/licenses-tab.tsx'
import { PhotosTab } from './tabs/photos-tab.tsx'
import { UnitsTab } from './tabs/units-tab.tsx'
import { ViolationsTab } from './tabs/violations-tab.tsx'

/** In this order (AD-03). */
const titles = [
  ['contacts', 'Contacts'],
  ['businesses', 'Businesses'],
  ['units', 'Units'],
  ['comments', 'Comments'],
  ['violations', 'Violations'],
  ['photos', 'Photos'],
  ['citations', 'Citations'],
  ['inspections', 'Inspections'],
  ['complaints', 'Complaints'],
  ['licenses', 'Licenses'],
  ['permits', 'Permits'],
] as const satisfies readonly (readonly [AddressPart, string])[]

/** The chosen tab is in the URL, so that a link and Back keep it; Comments by default (AD-04). */
export function useChosenTab(): [AddressPart, (part: string) => void] {
  const [wanted, choose] = useUrlState('tab', 'comments')
  return [titles.find(([key]) => key === wanted)?.[0] ?? 'comments', choose]
}

interface Props {
  address: Address
  records: AddressRecords
  chosen: AddressPart
  onChoose: (part: string) => void
}

/** All records of the address in tabs with counts (AD-03). */
export function AddressTabs({ address, records, chosen, onChoose }: Props) {
  const tabs = titles.map(([key, title]) => {
    const { rows, problem, isUnheard } = records[key]
    return { key, title, count: rows && !problem && !isUnheard ? rows.length : null }
  })
  const { rows, unheld } = records[chosen]
  return (
    <Tabs name="Records of this address" tabs={tabs} chosen={chosen} onChoose={onChoose}>
      {unheld && rows?.length ? <Empty>{unheld}</Empty> : null}
      {panels[chosen](records, address)}
    </Tabs>
  )
}

const panels: Record<AddressPart, (records: AddressRecords, address: Address) => ReactNode> = {
  contacts: ({ contacts }, { id }) => <ContactsTab contacts={contacts} addressId={id} />,
  businesses: ({ businesses }) => <BusinessesTab {...businesses} />,
  units: ({ units }, { id }) => <UnitsTab {...units} addressId={id} />,
  comments: ({ comments }, { id }) => <CommentsTab {...comments} addressId={id} />,
  violations: ({ violations }, address) => <ViolationsTab {...violations} address={address} />,
  photos: ({ photos }) => <PhotosTab {...photos} />,
  citations: ({ citations }) => <CitationsTab {...citations} />,
  inspections: ({ inspections }) => <InspectionsTab {...inspections} />,
  complaints: ({ complaints }) => <ComplaintsTab {...complaints} />,
  licenses: ({ licenses }) => <LicensesTab {...licenses} />,
  permits: ({ permits }) => <PermitsTab {...permits} />,
}
