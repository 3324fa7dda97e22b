import { Link } from '@tanstack/react-router'
import { DuplicateActions } from '../../parts/duplicate-warning.tsx'
import type { PossibleDuplicate } from '../../sync/acknowledge/possible-duplicates.ts'
import { splitName } from '../../sync/entry/names.ts'
import { useLive } from '../../sync/react/live.ts'
import { useDuplicates } from '../../sync/react/possible-duplicates.ts'
import { Section } from '../../ui/section.tsx'
import { placeOf } from './describe.ts'
import { ItemFrame } from './item-frame.tsx'

/** Sent work that the office may have twice, until the person has looked and decided. */
export function SecondsSection() {
  const seconds = useDuplicates()
  if (seconds.length === 0) return null
  return (
    <Section title="May be there twice" count={seconds.length}>
      {seconds.map((it) => (
        <Item key={it.key} second={it} />
      ))}
    </Section>
  )
}

function Item({ second }: { second: PossibleDuplicate }) {
  const place = useLive((db) => placeOf(db, ...splitName(second.on)), [second.on])
  return (
    <ItemFrame aria-label={second.words}>
      <h3>{second.words}</h3>
      <div className="where">{place && <Link to={place.path}>{place.text}</Link>}</div>
      <p>It was sent, and the office may have a second one like it.</p>
      <div className="actions">
        <DuplicateActions second={second} />
      </div>
    </ItemFrame>
  )
}
