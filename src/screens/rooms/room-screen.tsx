import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Id } from '../../contract/id.ts'
import { type Prompt, type Room, rooms } from '../../contract/room.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { listed } from '../../parts/listed.ts'
import { LoadState } from '../../parts/load-state.tsx'
import { failureLine, NeedsSignal } from '../../parts/online-only.tsx'
import { promptsOfRoom, roomById } from '../../records/room.ts'
import { may } from '../../rules/permissions.ts'
import { plural } from '../../rules/text.ts'
import { clearDraft, promptDraft } from '../../sync/entry/drafts.ts'
import { useEngine } from '../../sync/react/engine.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { useCall, useRow, useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { EditInPlace } from '../../ui/edit-in-place.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { tell, tellFailure } from '../../ui/toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { AddPrompt, newPromptDraft } from './add-prompt.tsx'
import { PromptField } from './prompt-field.tsx'
import { removeRoom } from './remove-room.ts'

/** Read before the screen renders. */
export const firstRows = (params: RouteParams) => [
  roomById(Number(params.roomId)),
  promptsOfRoom(Number(params.roomId)),
]

/** A checklist template with its prompts, in order (RM-05 to RM-09). */
export function RoomScreen() {
  const { roomId } = useParams({ from: '/rooms/$roomId' })
  const id = Number(roomId)
  const room = useRow(roomById(id))
  if (room.row) return <OpenRoom room={room.row} age={<AsOf of={room} />} />
  return (
    <Page title="Room" above={<Link to="/rooms">Rooms</Link>}>
      <LoadState of={room} id={id} failed="Failed to fetch room details" />
    </Page>
  )
}

function OpenRoom({ room, age }: { room: Room; age: ReactNode }) {
  const mayManage = may(useUser().role, 'manageRooms')
  const prompts = useRows(promptsOfRoom(room.id))
  const { rows, problem } = listed(prompts, 'Failed to fetch prompts')
  const ordered = rows && [...rows].sort((a, b) => a.id - b.id)
  return (
    <Page
      title={room.name}
      above={<Link to="/rooms">Rooms</Link>}
      meta={
        <>
          {!mayManage && <span>Admins only: changing rooms and prompts.</span>}
          {age}
        </>
      }
      actions={mayManage && <RoomActions room={room} prompts={problem ? undefined : ordered} />}
      width="text"
    >
      {mayManage && <NeedsSignal what="Changing rooms and prompts" keeps />}
      <Section title="Checklist" count={ordered?.length}>
        {problem && <ErrorLine message={problem} />}
        {!problem && !ordered && <Loading />}
        {ordered?.length === 0 && !problem && <Empty>This room has no prompts.</Empty>}
        {ordered && ordered.length > 0 && <Prompts prompts={ordered} mayManage={mayManage} />}
        {mayManage && <AddPrompt roomId={room.id} />}
      </Section>
    </Page>
  )
}

function Prompts({ prompts, mayManage }: { prompts: readonly Prompt[]; mayManage: boolean }) {
  if (mayManage) {
    return (
      <ol style={{ listStyle: 'none', paddingBottom: '16px' }} aria-label="Prompts">
        {prompts.map((it, index) => (
          <PromptField key={it.id} prompt={it} at={index + 1} />
        ))}
      </ol>
    )
  }
  return (
    <ol style={{ paddingInlineStart: '1.75em' }} aria-label="Prompts">
      {prompts.map((it) => (
        <li key={it.id} style={{ paddingBlock: '4px' }}>
          {it.content}
        </li>
      ))}
    </ol>
  )
}

/** Renaming in place, and Delete, which also deletes its prompts (RM-05, RM-06). */
function RoomActions({ room, prompts }: { room: Room; prompts: readonly Prompt[] | undefined }) {
  const call = useCall()
  const { device } = useEngine()
  const navigate = useNavigate()
  const isOpen = useIsOpen()
  const roomId: Id = room.id
  const rename = async (name: string) => {
    const answer = await call(rooms.rename, { roomId }, { name }, { keeps: 'room', words: `Room renamed to ${name}` })
    if (answer.kind === 'failed') return failureLine('Failed to save room', answer)
    tell('Room saved')
  }
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete ${room.name}?`,
      text: `${prompts ? plural(prompts.length, 'prompt') : 'Its prompts'} will be deleted with it. Areas made from it keep their name, but lose their checklist.`,
      yes: 'Delete Room',
      isDanger: true,
    })
    if (!isSure) return
    const isKeyed = device.keyed === true && device.upstream === null
    // Any other server may refuse a room with prompts, and then each of them is deleted first.
    if (!prompts && !isKeyed) return tellFailure('The room was not deleted: its prompts are not known yet.')
    const answer = await removeRoom(call, room, prompts ?? [], isKeyed)
    if (answer.kind === 'failed') return tellFailure(failureLine('The room was not deleted', answer))
    tell(`Room ${room.name} deleted`)
    if (isOpen.current) await navigate({ to: '/rooms' })
    const drafts = [newPromptDraft(roomId), ...(prompts ?? []).map((it) => promptDraft(it.id))]
    await Promise.all(drafts.map((form) => clearDraft(device.db, form)))
  }
  return (
    <>
      <EditInPlace label="Room Name" value={room.name} editWords="Edit Room" saveWords="Save Room" onSave={rename} />
      <Button kind="danger" icon="trash" onClick={() => void remove()}>
        Delete Room
      </Button>
    </>
  )
}
