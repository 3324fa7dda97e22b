import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Id } from '../contract/id.ts'
import type { Room } from '../contract/room.ts'
import { textLimits } from '../contract/text-limits.ts'
import { addArea, addUnitArea } from '../records/area.ts'
import { allRooms } from '../records/room.ts'
import { searchable } from '../rules/address-text.ts'
import { byText } from '../rules/list-order.ts'
import { areaName } from '../rules/room-match.ts'
import { usePerform, useRows } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Form } from '../ui/form.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOneAtATime } from '../ui/one-at-a-time.ts'
import { ErrorLine } from '../ui/states.tsx'
import { KeptQuestion, useKeptForm } from './kept-form.tsx'
import { listed } from './listed.ts'
import { saved } from './use-save.ts'

const Chips = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 2,
    '& button': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 2,
      minHeight: 'tap',
      paddingInline: 3,
      borderRadius: 'full',
      border: 'var(--hairline) solid var(--line-strong)',
      '&:hover': { background: 'bg.muted' },
    },
    '& small': { fontSize: 'sm', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  },
})

const blank = { name: '', notes: '' }

interface Props {
  inspectionId: Id
  /** null: a general area, which belongs to no unit. */
  unitId: Id | null
  /** Names of the existing areas, to show how many there are of each. */
  standing: readonly string[]
  /** Shows the new area. Until then no other one is added. */
  onAdded: (areaId: Id) => Promise<void>
}

/**
 * Adds an area: a room with one tap, whose name wins (CI-11), or a typed name. An area of a unit can have notes
 * (AR-02).
 */
export function AreaForm({ inspectionId, unitId, standing, onAdded }: Props) {
  const perform = usePerform()
  const rooms = listed(useRows(allRooms()), 'Failed to fetch rooms')
  const [isSaving, setSaving] = useState(false)
  const about = unitId === null ? `inspection:${inspectionId}` : `unit:${unitId}/inspection:${inspectionId}`
  const draft = `area/${about}` as const
  const form = useForm({ defaultValues: blank })
  const kept = useKeptForm(form, { name: draft, blank })

  const add = useOneAtATime(async (room: Room | null) => {
    const typed = form.getValues()
    const { notes } = typed
    const name = areaName(typed.name, room)
    if (name === null) {
      form.setError('name', { message: 'Type a name or choose a room' }, { shouldFocus: true })
      return
    }
    setSaving(true)
    const body = { name, room_id: room?.id ?? null }
    const made = await saved(() =>
      unitId === null
        ? perform(addArea, { inspectionId }, body, { form: draft })
        : perform(addUnitArea, { inspectionId, unitId }, { ...body, notes: notes.trim() || null }, { form: draft }),
    )
    if (made !== null) {
      await kept.finish(typed)
      await onAdded(made)
    }
    setSaving(false)
  })

  if (kept.isAsking) return <KeptQuestion kept={kept} what="An area" />
  return (
    <Form
      aria-label="Add area"
      onSubmit={() => add(null)}
      actions={
        <Button type="submit" kind="plain" icon="plus" disabled={isSaving}>
          Add Area
        </Button>
      }
    >
      {rooms.problem && <ErrorLine message={rooms.problem} hint="Type the name instead." />}
      <Chips aria-label="Add an area from a room">
        {byText(rooms.rows ?? [], (room) => room.name).map((room) => (
          <li key={room.id}>
            <button type="button" disabled={isSaving} onClick={() => void add(room)}>
              <Icon name="plus" size={16} />
              {room.name}
              <Standing count={standing.filter((it) => searchable(it) === searchable(room.name)).length} />
            </button>
          </li>
        ))}
      </Chips>
      <TextField
        label="Area name"
        autoComplete="off"
        enterKeyHint="done"
        problem={form.formState.errors.name?.message}
        {...form.register('name')}
      />
      {unitId !== null && (
        <TextField label="Notes" most={textLimits.remark} autoComplete="off" {...form.register('notes')} />
      )}
    </Form>
  )
}

function Standing({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <small>
      {count} <span className="unseen">already here</span>
    </small>
  )
}
