import type { ListCells } from '../../contract/town.ts'
import { codeBook } from '../../records/code.ts'
import { allRooms } from '../../records/room.ts'
import { codeLabel, inCodeOrder } from '../../rules/code-search.ts'
import { byText } from '../../rules/list-order.ts'
import { cutText } from '../../rules/text.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { SelectField } from '../../ui/fields.tsx'

/** Separates chapter and section; no section's name contains it. */
const between = '\u001f'

/** Where a phrase is offered: in rooms with one name, with one section of the code, or anywhere. */
export function PhrasePlace({ cells, onChange }: { cells: ListCells; onChange: (changes: ListCells) => void }) {
  const { rows: rooms = [] } = useRows(allRooms())
  const { rows: codes = [] } = useRows(codeBook())
  const section = cells.section || cells.chapter ? `${cells.chapter ?? ''}${between}${cells.section ?? ''}` : ''
  const names = [...new Set([...rooms.map(({ name }) => name.trim()), ...(cells.room ? [cells.room] : [])])]
  const choices = inCodeOrder(codes.filter((it) => !it.retired || placeOf(it) === section)).map(
    (it) => [placeOf(it), cutText(codeLabel(it), 90)] as const,
  )
  return (
    <>
      <SelectField
        label="Room"
        blank="Any room"
        choices={byText(names, (it) => it)}
        value={cells.room ?? ''}
        onChange={(event) => onChange({ room: event.target.value })}
      />
      <SelectField
        label="Section of the code"
        blank="Any section"
        choices={choices}
        value={section}
        hint="The section comes along when the phrase is chosen."
        onChange={(event) => {
          const [chapter = '', number = ''] = event.target.value.split(between)
          onChange({ chapter, section: number })
        }}
      />
    </>
  )
}

const placeOf = ({ chapter, section }: { chapter?: string | null; section?: string | null }): string =>
  `${chapter?.trim() ?? ''}${between}${section?.trim() ?? ''}`
