import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Room } from '../../contract/room.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { useListSize } from '../../parts/list-size.ts'
import { ListTools } from '../../parts/list-tools.tsx'
import { listed } from '../../parts/listed.ts'
import { allRooms } from '../../records/room.ts'
import { roomSheet } from '../../records/sheets.ts'
import { newestFirst } from '../../rules/list-order.ts'
import { may } from '../../rules/permissions.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { AddRoom } from './add-room.tsx'

/** The checklist templates (RM-01 to RM-04). Everybody may read them: inspectors need them offline (C-21). */
export function RoomsScreen() {
  const rooms = useRows(allRooms())
  const [pageSize] = useListSize()
  const mayManage = may(useUser().role, 'manageRooms')
  const [isAdding, setAdding] = useState(false)
  const { rows, problem } = listed(rooms, 'Failed to fetch rooms')
  return (
    <Page
      title="Rooms"
      meta={
        <>
          <span>A list of all rooms.</span>
          {!mayManage && <span>Admins only: adding and changing rooms.</span>}
          {mayManage && (
            <Link to="/town/$list" params={{ list: 'rooms' }}>
              Import and export
            </Link>
          )}
          <AsOf of={rooms} />
        </>
      }
      actions={
        mayManage && (
          <Button icon={isAdding ? undefined : 'plus'} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
            {isAdding ? 'Cancel' : 'Add Room'}
          </Button>
        )
      }
    >
      {isAdding && <AddRoom onMade={() => setAdding(false)} />}
      <List
        name="Rooms"
        tools={(rows, { page }) => <ListTools name="Rooms" rows={rows} page={page} sheet={roomSheet} />}
        pageSize={pageSize}
        rows={rows && newestFirst(rows)}
        columns={columns}
        empty="No rooms available."
        problem={problem}
      />
    </Page>
  )
}

const columns: Column<Room>[] = [
  {
    title: 'Name',
    onPhone: 'head',
    sortBy: (it) => it.name,
    cell: (it) => (
      <Link to="/rooms/$roomId" params={{ roomId: String(it.id) }}>
        {it.name}
      </Link>
    ),
  },
  {
    title: 'Checklist',
    onPhone: 'none',
    cell: (it) => (
      <Link to="/rooms/$roomId" params={{ roomId: String(it.id) }}>
        View<span className="unseen"> {it.name}</span>
      </Link>
    ),
  },
]
