import { Link } from '@tanstack/react-router'
import type { ListEntry, ListField, TownListName } from '../../contract/town.ts'
import { cutText } from '../../rules/text.ts'
import { townLists } from '../../rules/town-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/list.tsx'

/** The titles of the columns. */
export const fieldNames: Record<ListField, string> = {
  room: 'Room',
  prompt: 'Prompt',
  chapter: 'Chapter',
  section: 'Section',
  name: 'Name',
  description: 'Description',
  retired: 'Retired',
  words: 'Words',
  text: 'Phrase',
}

/** The cell that identifies a line, for the names of its buttons. */
const heads: Record<TownListName, ListField> = { rooms: 'prompt', codes: 'name', synonyms: 'words', phrases: 'text' }

/** A line in a few words: 'Tall grass'. */
export const nameOf = (list: TownListName, cells: ListEntry['cells']): string =>
  cutText(cells[heads[list]] || cells.room || '', 60)

/** The columns of a list, with a button to edit a line. */
export const columnsOf = (list: TownListName, onEdit: (id: number) => void): Column<ListEntry>[] => [
  ...townLists[list].fields
    .filter((field) => field !== 'retired')
    .map(
      (field): Column<ListEntry> => ({
        title: fieldNames[field],
        ...(field === heads[list] ? { onPhone: 'head' } : {}),
        sortBy: ({ cells }) => cells[field],
        cell: ({ cells }) => cellText(list, field, cells),
      }),
    ),
  {
    title: list === 'rooms' ? 'Checklist' : 'Change',
    onPhone: 'plain',
    cell: ({ id, cells }) =>
      list === 'rooms' ? (
        <Link to="/rooms">
          Rooms<span className="unseen">, where {nameOf(list, cells)} is changed</span>
        </Link>
      ) : (
        <Button kind="quiet" icon="pencil" onClick={() => onEdit(id)}>
          Edit<span className="unseen"> {nameOf(list, cells)}</span>
        </Button>
      ),
  },
]

function cellText(list: TownListName, field: ListField, cells: ListEntry['cells']) {
  const text = cells[field]
  if (field === 'description') return cutText(text, 80)
  if (field === 'name' && cells.retired === 'yes')
    return (
      <>
        {text} <Badge tone="gray">Retired</Badge>
      </>
    )
  if (text) return text
  return list === 'phrases' ? 'Any' : '—'
}
