import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'
import { Controller } from 'react-hook-form'
import type { Id } from '../contract/id.ts'
import { addBusiness, businessById } from '../records/business.ts'
import { addUnit } from '../records/unit.ts'
import { isComplaint } from '../rules/inspection-source.ts'
import { useRow } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { EntryStateLine } from './entry-state.tsx'
import type { InspectionDraft } from './inspection-draft.ts'
import { AddressPicker } from './pickers/address-picker.tsx'
import { BusinessPicker } from './pickers/business-picker.tsx'
import { UnitSelect } from './pickers/unit-select.tsx'
import { AddressLink } from './record-links.tsx'

const WithButton = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    gap: 2,
    '& > div:first-of-type': { flex: '1 1 14rem' },
    '& > button': { flex: 'none' },
  },
})

interface Props {
  draft: InspectionDraft
  onAdd: (what: 'unit' | 'business') => void
}

/** The place: the address with its unit, and the business that can fill in both (CF-17, CF-18). */
export function InspectionPlace({ draft, onAdd }: Props) {
  const { kind, form } = draft
  const address = form.watch('address')
  const business = (isComplaint(kind) || kind.hangsOn === 'business') && <BusinessFields draft={draft} onAdd={onAdd} />
  return (
    <>
      {kind.hangsOn === 'business' ? (
        <>
          {business}
          {address && (
            <p>
              Address: <AddressLink id={address.id} combadd={address.combadd} />
            </p>
          )}
        </>
      ) : (
        <AddressField draft={draft} />
      )}
      {kind.hasUnit && <UnitFields draft={draft} onAdd={onAdd} />}
      {kind.hangsOn === 'address' && business}
    </>
  )
}

function AddressField({ draft: { form, chooseAddress } }: Pick<Props, 'draft'>) {
  return (
    <Controller
      control={form.control}
      name="address"
      render={({ field, fieldState }) => (
        <AddressPicker
          label="Address"
          required
          value={field.value}
          onChange={chooseAddress}
          problem={fieldState.error?.message}
        />
      )}
    />
  )
}

function UnitFields({ draft: { form }, onAdd }: Props) {
  const address = form.watch('address')
  const unitId = form.watch('unit_id')
  return (
    <div>
      <WithButton>
        <UnitSelect
          addressId={address?.id ?? null}
          value={unitId}
          onChange={(id) => form.setValue('unit_id', id, { shouldDirty: true })}
        />
        <Button icon="plus" aria-haspopup="dialog" disabled={!address} onClick={() => onAdd('unit')}>
          Add a New Unit
        </Button>
      </WithButton>
      {unitId !== null && unitId < 0 && <EntryStateLine type="unit" id={unitId} of={addUnit} failure="Error" />}
    </div>
  )
}

function BusinessFields({ draft, onAdd }: Props) {
  const { form, chooseBusiness } = draft
  return (
    <Controller
      control={form.control}
      name="business"
      render={({ field, fieldState }) => (
        <div>
          <WithButton>
            <BusinessPicker
              label="Business"
              required={draft.kind.hangsOn === 'business'}
              value={field.value}
              onChange={chooseBusiness}
              problem={fieldState.error?.message}
            />
            <Button icon="plus" aria-haspopup="dialog" onClick={() => onAdd('business')}>
              Add a Business
            </Button>
          </WithButton>
          {field.value && (
            <>
              <BusinessPlace key={field.value.id} businessId={field.value.id} draft={draft} />
              <EntryStateLine
                type="business"
                id={field.value.id}
                of={addBusiness}
                failure="Failed to create business."
              />
            </>
          )}
        </div>
      )}
    />
  )
}

/** Fetches the address or unit that the list of businesses leaves out, and fills it in once (CF-27). */
function BusinessPlace({ businessId, draft }: { businessId: Id; draft: InspectionDraft }) {
  const { row } = useRow(businessById(businessId))
  const { form, chooseBusiness } = draft
  const isFilled = useRef(false)
  useEffect(() => {
    if (isFilled.current || !row?.address_id) return
    const { address, unit_id } = form.getValues()
    const isWanting = address === null || (unit_id === null && address.id === row.address_id && row.unit_id)
    if (!isWanting) return
    isFilled.current = true
    chooseBusiness(row)
  }, [row, form, chooseBusiness])
  return null
}
