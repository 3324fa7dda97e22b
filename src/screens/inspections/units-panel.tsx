import { chakra } from '@chakra-ui/react/styled-system'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { listed } from '../../parts/listed.ts'
import { isServerUnreachable, unitsNotOnDeviceText } from '../../parts/not-on-device.ts'
import { UnitForm } from '../../parts/unit-form.tsx'
import { UnsentMark, useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { areasOfInspection } from '../../records/area.ts'
import { unitsOfAddress } from '../../records/unit.ts'
import { searchable } from '../../rules/address-text.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { plural } from '../../rules/text.ts'
import { unitLabel } from '../../rules/unit-number.ts'
import { inUnitOrder } from '../../rules/unit-order.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RowLinks } from '../../ui/row-links.ts'
import { Section } from '../../ui/section.tsx'
import { Stack } from '../../ui/stack.ts'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { Windowed } from '../../ui/windowed.tsx'

/** Shown if a list could not be fetched, which stops nobody. */
const canStillAdd = 'You can keep inspecting: add the unit you are in.'

/** Fewer units than this need no search. */
const searchFrom = 6

/** The units of the address with the number of areas in each, a search, and a new one (CI-06 to CI-08). */
export function UnitsPanel({ inspection }: { inspection: Inspection }) {
  const { id, address_id } = inspection
  if (!address_id)
    return (
      <Section title="Units" starts="shown">
        <Empty>This inspection has no address, so it has no units. Use the areas.</Empty>
      </Section>
    )
  return <Units inspectionId={id} addressId={address_id} />
}

function Units({ inspectionId, addressId }: { inspectionId: Id; addressId: Id }) {
  const asked = useRows(unitsOfAddress(addressId))
  const { rows, problem, isUnheard } = listed(asked, 'Failed to fetch units', addressId < 0)
  const isUnheld = isUnheard && isServerUnreachable(asked.problem)
  const areas = useRows(areasOfInspection(inspectionId))
  const areasIn = (unitId: Id) => {
    const count = areas.rows?.filter((it) => it.unit_id === unitId).length ?? 0
    // Without an answer of the office, none here does not mean that there is none.
    return count > 0 || areas.pulledAt !== undefined || inspectionId < 0 ? plural(count, 'area') : null
  }
  const marks = useUnsentMarks('unit')
  const [text, setText] = useState('')
  const found = inUnitOrder(rows ?? []).filter((it) => searchable(it.number).includes(searchable(text)))
  return (
    <Section
      title="Units"
      count={isUnheard ? undefined : rows?.length}
      starts="shown"
      actions={<NewUnit {...{ inspectionId, addressId }} />}
    >
      <Stack>
        {!rows && <Loading />}
        {rows && rows.length >= searchFrom && (
          <TextField
            label="Search units"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        {isUnheld && <Empty>{unitsNotOnDeviceText}</Empty>}
        {problem && !isUnheld && <ErrorLine message={problem} hint={canStillAdd} />}
        {rows?.length === 0 && !problem && <Empty>No units at this address.</Empty>}
        {rows && rows.length > 0 && found.length === 0 && <Empty>No units found matching your search.</Empty>}
        <RowLinks>
          <Windowed
            name="Units"
            rows={found}
            rowHeight={49}
            row={(unit) => (
              <>
                <Link
                  to="/inspections/$inspectionId/unit/$unitId"
                  params={{ inspectionId: String(inspectionId), unitId: String(unit.id) }}
                >
                  <b>{unitLabel(unit.number, unit.id)}</b>
                  <small>{areasIn(unit.id)}</small>
                  <Icon name="next" size={16} />
                </Link>
                <UnsentMark entries={marks.get(unit.id)} />
              </>
            )}
          />
        </RowLinks>
      </Stack>
    </Section>
  )
}

/** The form of the route `/inspections/{id}/new-unit`, shown here in place (C-28). */
function NewUnit({ inspectionId, addressId }: { inspectionId: Id; addressId: Id }) {
  const navigate = useNavigate()
  const { role } = useUser()
  const [isOpen, setOpen] = useState(false)
  if (!mayWrite(role)) return null
  return (
    <>
      <Button kind="quiet" icon="plus" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Add Unit
      </Button>
      {isOpen && (
        <Wide>
          <UnitForm
            addressId={addressId}
            inspectionId={inspectionId}
            onAdded={(unitId) =>
              void navigate({
                to: '/inspections/$inspectionId/unit/$unitId',
                params: { inspectionId: String(inspectionId), unitId: String(unitId) },
              })
            }
          />
        </Wide>
      )}
    </>
  )
}

const Wide = chakra('div', { base: { order: 9, flexBasis: '100%', paddingBottom: 3 } })
