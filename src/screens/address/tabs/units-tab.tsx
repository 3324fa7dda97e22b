import { chakra } from '@chakra-ui/react/styled-system'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Id } from '../../../contract/id.ts'
import type { Unit } from '../../../contract/unit.ts'
import type { Listed } from '../../../parts/listed.ts'
import { UnitForm } from '../../../parts/unit-form.tsx'
import { UnsentMark, useUnsentMarks } from '../../../parts/unsent-mark.tsx'
import { searchable } from '../../../rules/address-text.ts'
import { mayWrite } from '../../../rules/permissions.ts'
import { inUnitOrder, maxUnitButtons } from '../../../rules/unit-order.ts'
import { useUser } from '../../../sync/react/live.ts'
import { Button, ButtonLook } from '../../../ui/button.tsx'
import { Filters, TextFilter, useTextFilter } from '../../../ui/filters.tsx'
import { startsHere } from '../../../ui/starts-here.ts'
import { Empty, ErrorLine, Loading } from '../../../ui/states.tsx'
import { useUrlState } from '../../../ui/url-state.ts'
import { TabActions } from './tab-actions.tsx'

const Row = chakra('ul', {
  base: {
    display: 'grid',
    gap: 2,
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 8rem), 1fr))',
    '& > li > a': { width: '100%' },
  },
})

const Wide = chakra('div', { base: { flexBasis: '100%' } })

interface Props extends Listed<Unit> {
  addressId: Id
}

/** The dwellings: a button for each, a search box if there are many (AD-12 to AD-14), and a new one (CF-31). */
export function UnitsTab({ rows, problem, unheld, addressId }: Props) {
  const search = useTextFilter('unit')
  const hasSearch = (rows?.length ?? 0) > maxUnitButtons
  return (
    <>
      <TabActions>
        {hasSearch && (
          <Filters>
            <TextFilter label="Search units" {...search} />
          </Filters>
        )}
        <AddUnit addressId={addressId} />
      </TabActions>
      {problem && <ErrorLine message={problem} />}
      {!rows && <Loading />}
      {rows?.length === 0 && !problem && <Empty>{unheld ?? 'No units for this address in CodeSoft.'}</Empty>}
      {rows && rows.length > 0 && <Units {...{ rows, addressId }} wanted={hasSearch ? search.value : ''} />}
    </>
  )
}

function Units({ rows, addressId, wanted }: { rows: Unit[]; addressId: Id; wanted: string }) {
  const marks = useUnsentMarks('unit')
  const text = searchable(wanted)
  const found = inUnitOrder(rows).filter((it) => searchable(it.number).includes(text))
  if (found.length === 0) return <Empty>No units found matching your search.</Empty>
  return (
    <Row aria-label="Units">
      {found.map((it) => (
        <li key={it.id}>
          <ButtonLook asChild>
            <Link
              to="/address/$addressId/unit/$unitId"
              params={{ addressId: String(addressId), unitId: String(it.id) }}
            >
              Unit {it.number}
            </Link>
          </ButtonLook>
          <UnsentMark entries={marks.get(it.id)} />
        </li>
      ))}
    </Row>
  )
}

/** Adds a missing unit; once made, it is opened (CF-32). */
function AddUnit({ addressId }: { addressId: Id }) {
  const navigate = useNavigate()
  const { role } = useUser()
  const [form, setForm] = useUrlState('form')
  const isAdding = form === 'unit'
  if (!mayWrite(role)) return null
  return (
    <>
      <Button icon="plus" aria-expanded={isAdding} onClick={() => setForm(isAdding ? '' : 'unit')}>
        Add Unit
      </Button>
      {isAdding && (
        <Wide ref={startsHere}>
          <UnitForm
            addressId={addressId}
            onAdded={(unitId) =>
              void navigate({
                to: '/address/$addressId/unit/$unitId',
                params: { addressId: String(addressId), unitId: String(unitId) },
              })
            }
          />
        </Wide>
      )}
    </>
  )
}
