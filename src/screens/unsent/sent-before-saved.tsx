import type { OutboxEntry } from '../../db/outbox.ts'
import { Button } from '../../ui/button.tsx'
import type { Choices } from '../../ui/fields.tsx'
import { Section } from '../../ui/section.tsx'
import { useDescribed } from './described.tsx'
import { ItemFrame } from './item-frame.tsx'
import { type OpenRepair, useOpenRepairs } from './open-repairs.ts'
import { repairFields, typedOf } from './repair-fields.ts'
import { Where } from './where.tsx'

/** Words that were being typed about entries that were sent meanwhile. They stay until the user has them. */
export function SentBeforeSaved({ entries }: { entries: readonly OutboxEntry[] }) {
  const { open } = useOpenRepairs()
  const here = new Set(entries.map(({ seq }) => seq))
  const gone = [...open.values()].filter((it) => !here.has(it.entry.seq) && changedIn(it).length > 0)
  if (gone.length === 0) return null
  return (
    <Section title="Sent before you saved" count={gone.length}>
      {gone.map((it) => (
        <Gone key={it.entry.seq} repair={it} />
      ))}
    </Section>
  )
}

function Gone({ repair }: { repair: OpenRepair }) {
  const { entry } = repair
  const { end } = useOpenRepairs()
  const described = useDescribed(entry)
  return (
    <ItemFrame aria-label={described?.words}>
      <h3>{described?.words}</h3>
      {described && <Where described={described} at={entry.capturedAt} />}
      <p role="alert">It was sent before you saved. What you typed is not at the office:</p>
      <dl>
        {changedIn(repair).map(({ name, label, text }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        <Button onClick={() => end(entry.seq)}>Done</Button>
      </div>
    </ItemFrame>
  )
}

/** The fields of a form that differ from its entry, in words. */
function changedIn({ entry, isComplaint, typed }: OpenRepair): { name: string; label: string; text: string }[] {
  const fields = repairFields(entry.body, isComplaint)
  const before = typedOf(fields)
  return fields
    .filter(({ name }) => typed[name] !== before[name])
    .map(({ name, label, choices }) => ({ name, label, text: textOf(typed[name], choices) }))
}

function textOf(value: string | boolean | undefined, choices: Choices = []): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const choice = choices.find((it) => [it].flat()[0] === value)
  return (choice ? [choice].flat().at(-1) : value) || 'Nothing'
}
