import { clearDraft, repairDraft } from '../../sync/entry/drafts.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useLive } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import type { Choices } from '../../ui/fields.tsx'
import { Section } from '../../ui/section.tsx'
import { useDescribed } from './described.tsx'
import { ItemFrame } from './item-frame.tsx'
import { type OpenRepair, repairsLeft, useOpenRepairs } from './open-repairs.ts'
import { repairFields } from './repair-fields.ts'
import { Where } from './where.tsx'

/** Words that were being typed about entries that were sent meanwhile. They stay until the user has them. */
export function SentBeforeSaved() {
  const gone = useLive(
    async (db) => {
      const left = await repairsLeft(db)
      const there = await db.outbox.bulkGet(left.map((it) => it.entry.seq))
      return left.filter((_, at) => !there[at])
    },
    [],
    'sent before saved',
  )
  if (!gone?.length) return null
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
  const { db } = useEngine().device
  const described = useDescribed(entry)
  const done = async () => {
    await clearDraft(db, repairDraft(entry.seq))
    end(entry.seq)
  }
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
        <Button onClick={() => void done()}>Done</Button>
      </div>
    </ItemFrame>
  )
}

/** The changed fields of a form, in words. */
function changedIn({ entry, isComplaint, typed }: OpenRepair): { name: string; label: string; text: string }[] {
  return repairFields(entry.body, isComplaint)
    .filter(({ name }) => typed[name] !== undefined)
    .map(({ name, label, choices }) => ({ name, label, text: textOf(typed[name], choices) }))
}

function textOf(value: string | boolean | undefined, choices: Choices = []): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const choice = choices.find((it) => [it].flat()[0] === value)
  return (choice ? [choice].flat().at(-1) : value) || 'Nothing'
}
