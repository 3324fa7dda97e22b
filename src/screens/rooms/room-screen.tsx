import { Link, useParams } from '@tanstack/react-router'
import { AsOf } from '../../parts/as-of.tsx'
import { listed } from '../../parts/listed.ts'
import { LoadState } from '../../parts/load-state.tsx'
import { promptsOfRoom, roomById } from '../../records/room.ts'
import { useRow, useRows } from '../../sync/react.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'

/** A checklist template with its prompts, in the order in which they are asked (EN-11). */
export function RoomScreen() {
  const { roomId } = useParams({ from: '/rooms/$roomId' })
  const id = Number(roomId)
  const room = useRow(roomById(id))
  if (!room.row) {
    return (
      <Page title="Room">
        <LoadState of={room} id={id} failed="Failed to fetch room details" />
      </Page>
    )
  }
  return (
    <Page title={room.row.name} above={<Link to="/rooms">Rooms</Link>} meta={<AsOf of={room} />} width="text">
      <Prompts roomId={id} />
    </Page>
  )
}

function Prompts({ roomId }: { roomId: number }) {
  const { rows, problem } = listed(useRows(promptsOfRoom(roomId)), 'Failed to fetch prompts')
  if (problem) return <ErrorLine message={problem} />
  if (!rows) return <Loading />
  const ordered = [...rows].sort((a, b) => a.id - b.id)
  return (
    <Section title="Checklist" count={rows.length}>
      {rows.length === 0 && <Empty>This room has no prompts.</Empty>}
      <ol style={{ paddingInlineStart: '1.75em' }}>
        {ordered.map((it) => (
          <li key={it.id} style={{ paddingBlock: '4px' }}>
            {it.content}
          </li>
        ))}
      </ol>
    </Section>
  )
}
