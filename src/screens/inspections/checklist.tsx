import { chakra } from '@chakra-ui/react/styled-system'
import { memo } from 'react'
import type { AnswerValue } from '../../contract/answer.ts'
import type { Area } from '../../contract/area.ts'
import type { Prompt, Room } from '../../contract/room.ts'
import { listed } from '../../parts/listed.ts'
import { useAreaAnswers } from '../../parts/use-answers.ts'
import { allRooms, promptsOfRoom } from '../../records/room.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { roomOfArea } from '../../rules/room-match.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { deviceWord } from '../../ui/this-device.ts'
import { PromptRow } from './prompt-row.tsx'

const nothingFound = 'No checklist available for this area.'

interface Props {
  area: Area
  /** Called for the answer *Problem*: begins an observation with the prompt's words. */
  onProblem(prompt: Prompt): void
}

/** The prompts of the area's room (AR-05 to AR-08, C-16). */
export const Checklist = memo(function Checklist({ area, onProblem }: Props) {
  const { rows, problem } = listed(useRows(allRooms()), 'Failed to fetch rooms')
  if (!rows)
    return (
      <Section title="Checklist">
        <Loading />
      </Section>
    )
  const room = roomOfArea(area, rows)
  if (room) return <RoomChecklist key={room.id} room={room} area={area} onProblem={onProblem} />
  return (
    <Section title="Checklist">{problem ? <ErrorLine message={problem} /> : <Empty>{nothingFound}</Empty>}</Section>
  )
})

const HereOnly = chakra('p', { base: { color: 'fg.muted', fontSize: 'sm', paddingBottom: 2 } })

function RoomChecklist({ room, area, onProblem }: Props & { room: Room }) {
  const { rows, problem } = listed(useRows(promptsOfRoom(room.id)), 'Failed to fetch prompts')
  const { of, areHereOnly, answer } = useAreaAnswers(area)
  const canWrite = mayWrite(useUser().role)
  const prompts = [...(rows ?? [])].sort((a, b) => a.id - b.id)
  const done = prompts.filter((it) => of(it.id) !== null).length
  const title = prompts.length > 0 ? `Checklist, ${done} of ${prompts.length}` : 'Checklist'
  const choose = (prompt: Prompt, next: AnswerValue | null) => {
    void answer(prompt, next)
    if (next === 'problem') onProblem(prompt)
  }
  return (
    <Section title={title} starts={prompts.length > 0 ? 'shown' : undefined}>
      {!rows && <Loading />}
      {problem && <ErrorLine message={problem} />}
      {rows && prompts.length === 0 && !problem && <Empty>{nothingFound}</Empty>}
      {areHereOnly && prompts.length > 0 && (
        <HereOnly>Answers stay on this {deviceWord}: this town's server does not take them.</HereOnly>
      )}
      <ul>
        {prompts.map((prompt) => (
          <PromptRow
            key={prompt.id}
            prompt={prompt}
            answer={of(prompt.id)}
            isDisabled={!canWrite}
            onAnswer={(next) => choose(prompt, next)}
          />
        ))}
      </ul>
    </Section>
  )
}
