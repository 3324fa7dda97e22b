import { Link, useParams } from '@tanstack/react-router'
import type { Address } from '../../contract/address.ts'
import type { Unit } from '../../contract/unit.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { useKnownAddress } from '../../parts/known-address.ts'
import { LoadState } from '../../parts/load-state.tsx'
import { PremiseAlerts } from '../../parts/premise-alerts.tsx'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { addressById } from '../../records/address.ts'
import { renameUnit, unitById, unitsOfAddress } from '../../records/unit.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { unitRename } from '../../rules/unit-number.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { usePerform, useRow, useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { confirm } from '../../ui/confirm.tsx'
import { EditInPlace } from '../../ui/edit-in-place.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { UnitComments } from './unit-comments.tsx'

/** Read before the screen renders. */
export const firstRows = (params: RouteParams) => [
  unitById(Number(params.unitId)),
  addressById(Number(params.addressId)),
]

/** A unit of an address with its comments (UN-01 to UN-15). */
export function UnitScreen() {
  const params = useParams({ from: '/address/$addressId/unit/$unitId' })
  const unitId = Number(params.unitId)
  const addressId = Number(params.addressId)
  const unit = useRow(unitById(unitId))
  const address = useKnownAddress(addressId)
  if (unit.row && address.row) return <OpenUnit unit={unit.row} address={address.row} />
  return (
    <Page title="Unit">
      {!unit.row && <LoadState of={unit} id={unitId} failed="Failed to fetch unit" />}
      {!address.row && <LoadState of={address} id={addressId} failed="Failed to fetch address" />}
      {!unit.row && !address.row && unit.problem && address.problem && <p>No unit or address details available.</p>}
    </Page>
  )
}

function OpenUnit({ unit, address }: { unit: Unit; address: Address }) {
  const age = useRow(unitById(unit.id))
  const { role } = useUser()
  return (
    <Page
      title={`Unit ${unit.number}`}
      above={<AddressLink address={address} />}
      meta={
        <>
          <EntryStateLine type="unit" id={unit.id} failure="Error updating unit number." />
          <AsOf of={age} />
        </>
      }
      actions={mayWrite(role) && <EditNumber unit={unit} />}
    >
      <PremiseAlerts addressId={address.id} />
      <Section title="Property">
        <Facts
          dense="phone"
          wide={['Address']}
          facts={{
            ...(address.property_name?.trim() ? { 'Property Name': address.property_name } : {}),
            Address: <AddressLink address={address} />,
            'Owner Name': address.ownername,
            ...(address.aka?.trim() ? { AKA: address.aka } : {}),
          }}
        />
      </Section>
      <UnitComments unit={unit} />
    </Page>
  )
}

function AddressLink({ address }: { address: Address }) {
  return (
    <Link to="/address/$addressId" params={{ addressId: String(address.id) }}>
      <b>{address.combadd?.trim() || `Address #${address.id}`}</b>
    </Link>
  )
}

/** Edits the number, compares it with the address's other units, asks, and saves (UN-01 to UN-05). */
function EditNumber({ unit }: { unit: Unit }) {
  const perform = usePerform()
  const { rows, problem, pulledAt } = useRows(unitsOfAddress(unit.address_id))
  // Without signal the number is compared with those on this device, and the server compares again (UN-04).
  const cannotCheck = !rows || (pulledAt === undefined && problem !== undefined && problem.kind !== 'noSignal')
  const save = async (typed: string, seen: string): Promise<string | undefined> => {
    if (cannotCheck) return 'Error checking for duplicate unit number.'
    const decision = unitRename(unit, typed, rows)
    if (decision.kind === 'nothing') return undefined
    if (decision.kind === 'taken') return decision.text
    const { number } = decision
    const isSure = await confirm({
      title: 'Change the unit number',
      text: `Are you sure you want to change the unit number to ${number}?`,
      yes: 'Yes, Update',
    })
    if (!isSure) return undefined
    const done = await saved(() => perform(renameUnit, { unitId: unit.id }, { number }, { seen: { number: seen } }))
    if (done === null) return 'Error updating unit number.'
    tellSaved(`Unit number changed to ${number}`)
    return undefined
  }
  return <EditInPlace label="Unit number" value={unit.number} onSave={save} />
}
