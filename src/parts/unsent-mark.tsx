import type { Id, RecordType } from '../contract/id.ts'
import { type OutboxEntry, rowName } from '../db/outbox.ts'
import { useLive } from '../sync/react/live.ts'
import { Badge } from '../ui/badge.tsx'
import { entryWords } from './entry-words.ts'

/**
 * The marks of all unsent records of a type, read once for a whole list, because a query for each row would be too
 * much. `marks.get(row.id)` goes into `<UnsentMark entries={…} />`.
 */
export const useUnsentMarks = (type: RecordType): ReadonlyMap<Id, OutboxEntry[]> =>
  useLive(
    async (db) => {
      const entries = await db.outbox.where('touches').startsWith(rowNamePrefix(type)).distinct().sortBy('seq')
      const marks = new Map<Id, OutboxEntry[]>()
      for (const entry of entries) {
        for (const name of entry.touches) {
          if (!name.startsWith(rowNamePrefix(type))) continue
          const id = Number(name.slice(rowNamePrefix(type).length))
          marks.set(id, [...(marks.get(id) ?? []), entry])
        }
      }
      return marks
    },
    [type],
    `unsent marks ${type}`,
  ) ?? none

const none: ReadonlyMap<Id, OutboxEntry[]> = new Map()

const rowNamePrefix = (type: RecordType) => rowName(type, 0).slice(0, -1)

/** The state of a record in a list; nothing if all of it is sent. On a detail page, `EntryState` says more. */
export function UnsentMark({ entries }: { entries: readonly OutboxEntry[] | undefined }) {
  const said = entryWords(entries ?? [])
  if (!said) return null
  return (
    <Badge tone={said.tone} icon={said.icon}>
      {said.text}
    </Badge>
  )
}
