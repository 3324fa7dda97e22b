import { plural } from '../../rules/text.ts'
import { type BoardRow, type Conflict, conflictText } from '../../rules/week.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Note } from '../../ui/states.tsx'
import { dayText } from './words.ts'

/** All conflicts of the week in words; nothing if there are none. */
export function Conflicts({
  rows,
  conflicts,
}: {
  rows: readonly BoardRow[]
  conflicts: ReadonlyMap<string, readonly Conflict[]>
}) {
  const lines = [...conflicts].flatMap(([name, them]) => {
    const [id, day = ''] = name.split(' ')
    const row = rows.find((it) => String(it.id) === id)
    return row && them.length > 0
      ? [{ name, text: `${row.name}, ${dayText(day)}: ${them.map(conflictText).join('; ')}` }]
      : []
  })
  if (lines.length === 0) return null
  return (
    <Note tone="yellow">
      <details className="week-conflicts">
        <summary>{plural(lines.length, 'day has a conflict', 'days have conflicts')}</summary>
        <ul>
          {lines.map(({ name, text }) => (
            <li key={name}>{text}</li>
          ))}
        </ul>
      </details>
    </Note>
  )
}

/** The last move, its conflicts, and Undo. It stays until the next move or until it is closed. */
export function MadeBar({ words, onUndo, onClose }: { words: string; onUndo: () => void; onClose: () => void }) {
  return (
    <section className="week-made not-printed" aria-label="Last move">
      <p>{words}</p>
      <Button kind="quiet" onClick={onUndo}>
        Undo
      </Button>
      <IconButton icon="close" label="Close message" onClick={onClose} />
    </section>
  )
}
