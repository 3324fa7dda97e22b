import { type ReactNode, useEffect, useRef } from 'react'
import type { Id } from '../../contract/id.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import type { AddressRecords } from './address-records.ts'
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
] as const satisfies readonly (readonly [keyof AddressRecords, string])[]

/** Everything of the address in tabs with counts; Comments first (AD-03, AD-04). */
export function AddressTabs({ records, addressId }: { records: AddressRecords; addressId: Id }) {
  const [wanted, choose] = useUrlState('tab', 'comments')
  const chosen = titles.find(([key]) => key === wanted)?.[0] ?? 'comments'
  const tabs = titles.map(([key, title]) => {
    const { rows, problem } = records[key]
    return { key, title, ...(rows && !problem ? { count: rows.length } : {}) }
  })
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On the phone the chosen tab can lie outside the bar. (`chosen` is what it depends on.)
    bar.current
      ?.querySelector(`[role=tab][id$=${CSS.escape(`-${chosen}`)}]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [chosen])
  return (
    <div ref={bar}>
      <Tabs name="Records of this address" tabs={tabs} chosen={chosen} onChoose={choose}>
        {panels[chosen](records, addressId)}
      </Tabs>
    </div>
  )
}

const panels: Record<keyof AddressRecords, (records: AddressRecords, addressId: Id) => ReactNode> = {
  contacts: ({ contacts }) => <ContactsTab {...contacts} />,
  businesses: ({ businesses }) => <BusinessesTab {...businesses} />,
  units: ({ units }, addressId) => <UnitsTab {...units} addressId={addressId} />,
  comments: ({ comments }) => <CommentsTab {...comments} />,
  violations: ({ violations }) => <ViolationsTab {...violations} />,
  photos: ({ photos }) => <PhotosTab {...photos} />,
  citations: ({ citations }) => <CitationsTab {...citations} />,
  inspections: ({ inspections }) => <InspectionsTab {...inspections} />,
  complaints: ({ complaints }) => <ComplaintsTab {...complaints} />,
  licenses: ({ licenses }) => <LicensesTab {...licenses} />,
  permits: ({ permits }) => <PermitsTab {...permits} />,
}
