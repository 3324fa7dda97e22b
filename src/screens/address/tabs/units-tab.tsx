import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { Id } from '../../../contract/id.ts'
import type { Unit } from '../../../contract/unit.ts'
import type { Listed } from '../../../parts/listed.ts'
import { UnsentMark, useUnsentMarks } from '../../../parts/unsent-mark.tsx'
import { searchable } from '../../../rules/address-text.ts'
import { inUnitOrder, maxUnitButtons } from '../../../rules/unit-order.ts'
import { ButtonLook } from '../../../ui/button.tsx'
import { Filters, TextFilter, useFilter } from '../../../ui/filters.tsx'
import { Empty, ErrorLine, Loading } from '../../../ui/states.tsx'

const Row = chakra('ul', {
  base: {
    display: 'grid',
    gap: 2,
    gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))',
    paddingTop: 3,
    '& > li > a': { width: '100%' },
  },
})

/** The dwellings: a button each, and a search box when there are many (AD-12 to AD-14). */
export function UnitsTab({ rows, problem, addressId }: Listed<Unit> & { addressId: Id }) {
  const search = useFilter('unit')
  const marks = useUnsentMarks('unit')
  if (problem) return <ErrorLine message={problem} />
  if (!rows) return <Loading />
  if (rows.length === 0) return <Empty>No units for this address in CodeSoft.</Empty>
  const hasSearch = rows.length > maxUnitButtons
  const wanted = hasSearch ? searchable(search.value) : ''
  const found = inUnitOrder(rows).filter((it) => searchable(it.number).includes(wanted))
  return (
    <>
      {hasSearch && (
        <Filters>
          <TextFilter label="Search units" {...search} />
        </Filters>
      )}
      {found.length === 0 && <Empty>No units found matching your search.</Empty>}
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
    </>
  )
}
