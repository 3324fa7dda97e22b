import { Link } from '@tanstack/react-router'
import type { Room } from '../../contract/room.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { listed } from '../../parts/listed.ts'
import { allRooms } from '../../records/room.ts'
import { newestFirst } from '../../rules/list-order.ts'
import { useRows } from '../../sync/react.ts'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'

/** The checklist templates (RM-01, RM-04). Everybody may read them: inspectors need them offline (C-21). */
export function RoomsScreen() {
  const rooms = useRows(allRooms())
  const { rows, problem } = listed(rooms, 'Failed to fetch rooms')
  return (
    <Page
      title="Rooms"
      meta={
        <>
          <span>A list of all rooms.</span>
          <AsOf of={rooms} />
        </>
      }
    >
      <List
        name="Rooms"
        rows={rows && newestFirst(rows)}
        columns={columns}
        empty="No rooms available."
        problem={problem}
      />
    </Page>
  )
}

const columns: Column<Room>[] = [
  { title: 'Name', onPhone: 'plain', sortBy: (it) => it.name, cell: (it) => it.name },
  {
    title: 'Checklist',
    onPhone: 'head',
    cell: (it) => (
      <Link to="/rooms/$roomId" params={{ roomId: String(it.id) }}>
        View<span className="unseen"> {it.name}</span>
      </Link>
    ),
  },
]
