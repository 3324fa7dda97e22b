import type { ReactNode } from 'react'
import type { Id } from '../contract/id.ts'
import type { Column } from '../ui/list.tsx'
import { AddressText } from './record-links.tsx'
import { UnsentMark, type useUnsentMarks } from './unsent-mark.tsx'

interface Placed {
  id: Id
  address_id?: Id | null | undefined
  combadd?: string | null | undefined
  address?: { combadd?: string | null | undefined } | null | undefined
}

/**
 * The address of a record as the title of its row, for lists in which people look for addresses: with a link to the
 * record and the mark of unsent work.
 */
export const addressColumn = <Row extends Placed>(
  marks: ReturnType<typeof useUnsentMarks>,
  link: (row: Row, text: ReactNode) => ReactNode,
): Column<Row> => ({
  title: 'Address',
  onPhone: 'head',
  isOrdered: true,
  cell: (it) => (
    <>
      {link(it, <AddressText id={it.address_id} combadd={it.combadd ?? it.address?.combadd} />)}{' '}
      <UnsentMark entries={marks.get(it.id)} />
    </>
  ),
})
