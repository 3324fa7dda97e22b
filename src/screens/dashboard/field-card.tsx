import type { Inspection } from '../../contract/inspection.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { usePacks } from '../../parts/use-packs.ts'
import { packName } from '../../sync/online/pack-name.ts'
import { Loading } from '../../ui/states.tsx'
import { FactCard } from './fact-card.tsx'
import { fieldReady } from './field-ready.ts'

/** How well this device is prepared for the open inspections; undefined while that is read. */
export function useFieldReady(pending: readonly Inspection[] | undefined) {
  const now = useNow()
  const zone = useZone()
  const packs = usePacks()
  return packs && fieldReady({ packs, needed: (pending ?? []).map((it) => packName(it.id)), now, zone })
}

/** What is ready for a day without signal, and a link to the preparation. */
export function FieldCard({ pending }: { pending: readonly Inspection[] | undefined }) {
  const ready = useFieldReady(pending)
  if (!ready) return <Loading />
  const { tone, text, notes } = ready
  return (
    <FactCard
      to="/field"
      title="Prepare for the field"
      icon={tone === 'ready' ? 'done' : tone === 'partly' ? 'warning' : 'phone'}
      tone={tone === 'ready' ? 'green' : tone === 'partly' ? 'yellow' : 'accent'}
      text={text}
      notes={
        // Whoever has no inspections can still load the lists and the address book.
        tone === 'none' && pending?.length
          ? ['Without this, an inspection that was never opened here cannot be read without signal.']
          : notes
      }
    />
  )
}
