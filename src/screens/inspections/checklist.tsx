import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { Area } from '../../contract/area.ts'
import type { Id } from '../../contract/id.ts'
import type { Room } from '../../contract/room.ts'
import { listed } from '../../parts/listed.ts'
import { allRooms, promptsOfRoom } from '../../records/room.ts'
import { roomOfArea } from '../../rules/room-match.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { CheckField } from '../../ui/fields.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'

const nothingFound = 'No checklist available for this area.'

/** The prompts of the area's room as tick boxes (AR-05 to AR-08, C-16). */
export function Checklist({ area }: { area: Area }) {
  const { rows, problem } = listed(useRows(allRooms()), 'Failed to fetch rooms')
  if (!rows)
    return (
      <Section title="Checklist">
        <Loading />
      </Section>
    )
  const room = roomOfArea(area, rows)
  if (room) return <RoomChecklist key={room.id} room={room} areaId={area.id} />
  return (
    <Section title="Checklist">{problem ? <ErrorLine message={problem} /> : <Empty>{nothingFound}</Empty>}</Section>
  )
}

/** Ticks of the areas seen since the app was opened: they never reach the server (AR-06, C-17). */
const kept = new Map<Id, ReadonlySet<Id>>()

const Ticks = chakra('ul', {
  base: {
    '& label': { alignItems: 'flex-start', paddingBlock: 3, minHeight: 'tap' },
    '& label > span': { lineHeight: '20px' },
    '& input:checked + span': { color: 'fg.muted' },
  },
})

function RoomChecklist({ room, areaId }: { room: Room; areaId: Id }) {
  const { rows, problem } = listed(useRows(promptsOfRoom(room.id)), 'Failed to fetch prompts')
  const [ticked, setTicked] = useState<ReadonlySet<Id>>(() => kept.get(areaId) ?? new Set())
  const toggle = (prompt: Id, isTicked: boolean) => {
    const next = new Set(ticked)
    if (isTicked) next.add(prompt)
    else next.delete(prompt)
    kept.set(areaId, next)
    setTicked(next)
  }
  const prompts = [...(rows ?? [])].sort((a, b) => a.id - b.id)
  const done = prompts.filter((it) => ticked.has(it.id)).length
  const title = prompts.length > 0 ? `Checklist, ${done} of ${prompts.length}` : 'Checklist'
  return (
    <Section title={title} starts={prompts.length > 0 ? 'shown' : undefined}>
      {!rows && <Loading />}
      {problem && <ErrorLine message={problem} />}
      {rows && prompts.length === 0 && !problem && <Empty>{nothingFound}</Empty>}
      <Ticks>
        {prompts.map((prompt) => (
          <li key={prompt.id}>
            <CheckField
              label={prompt.content}
              checked={ticked.has(prompt.id)}
              onChange={(event) => toggle(prompt.id, event.target.checked)}
            />
          </li>
        ))}
      </Ticks>
    </Section>
  )
}
