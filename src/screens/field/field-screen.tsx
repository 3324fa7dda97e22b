import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import { isAppleTab } from '../../parts/apple.ts'
import { partsOf } from '../../parts/field-parts.ts'
import { InstallSteps } from '../../parts/install-steps.tsx'
import { listed } from '../../parts/listed.ts'
import { noOpeningText, useOfflineOpening } from '../../parts/offline-opening.ts'
import { keptText, roomText, useStorage } from '../../parts/storage.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { usePacks } from '../../parts/use-packs.ts'
import { pendingInspections } from '../../records/inspection.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { inPendingOrder } from '../../rules/pending-order.ts'
import { sentence } from '../../rules/text.ts'
import { recheckPacks } from '../../sync/device/recheck-packs.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useRows, useSyncStatus } from '../../sync/react/hooks.ts'
import { problemText } from '../../sync/transport/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading, Note } from '../../ui/states.tsx'
import { deviceWord } from '../../ui/this-device.ts'
import { PackList } from './pack-list.tsx'
import { type Preparation, prepare, usePreparation } from './preparation.ts'
import { TownMapPart } from './town-map-part.tsx'

const Progress = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 1,
    '& progress': { width: '100%', maxWidth: '32rem', height: '12px', accentColor: 'var(--accent)' },
    '& strong': { fontSize: 'lg', fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
  },
})

/** Downloads a day's work before the signal ends, and shows what is ready. */
export function FieldScreen() {
  const engine = useEngine()
  const { connection } = useSyncStatus()
  const preparation = usePreparation(engine)
  const pending = useRows(pendingInspections(engine.person.userId))
  const packs = usePacks()
  const now = useNow()
  const zone = useZone()
  const [isTab] = useState(isAppleTab)
  const opening = useOfflineOpening()
  const { rows } = listed(pending, '')
  const { db } = engine.device
  useEffect(() => void recheckPacks(db), [db])
  if (!packs) return <Loading />
  const parts = partsOf(packs, inPendingOrder(rows ?? [], now, zone))
  const isBusy = preparation.progress !== null
  const start = () => void prepare(engine)
  const newest = Math.max(0, ...packs.map((it) => it.at))
  return (
    <Page
      title="Prepare for the field"
      meta={newest > 0 && <span>Last prepared {dateTimeText(new Date(newest), zone)}</span>}
      actions={
        <Button kind="main" icon="download" disabled={isBusy} onClick={start}>
          {isBusy ? 'Preparing...' : packs.length === 0 ? 'Prepare now' : 'Prepare again'}
        </Button>
      }
    >
      {isTab && (
        <Section title="Install before fieldwork">
          <InstallSteps />
        </Section>
      )}
      {opening === 'no' && <Note tone="yellow">{noOpeningText}</Note>}
      {connection === 'noSignal' && !isBusy && (
        <Note tone="accent">No signal. What is marked Ready below works without it; the rest waits for signal.</Note>
      )}
      {preparation.problem && (
        <ErrorLine
          message="Failed to fetch pending inspections"
          hint={`${sentence(problemText(preparation.problem))} What was prepared before is still here.`}
        />
      )}
      {preparation.isFull && (
        <ErrorLine
          message={`Not everything was prepared: this ${deviceWord} is full`}
          hint="What you saved is safe. Free some space, then prepare again."
        />
      )}
      {!isBusy && parts.some(({ pack }) => pack?.gone) && (
        <Note tone="yellow">
          Pictures or PDF files are no longer on this {deviceWord}, for instance because photos needed the room. Prepare
          again with signal to have them here.
        </Note>
      )}
      <Ready preparation={preparation} ready={parts.filter(({ pack }) => pack?.ready).length} of={parts.length} />
      <Section title="On this device">
        {parts.length === 0 ? (
          <Empty>Nothing is prepared yet: your open inspections, the code, checklists, contacts and addresses.</Empty>
        ) : (
          <PackList parts={parts} isBusy={isBusy} onRetry={start} />
        )}
      </Section>
      <TownMapPart />
      <Room ended={preparation.ended} />
    </Page>
  )
}

function Ready({ preparation: { progress }, ready, of }: { preparation: Preparation; ready: number; of: number }) {
  if (progress) {
    const total = Math.max(progress.of, 1)
    return (
      <Progress role="status">
        <strong>
          {progress.of === 0 ? 'Asking for your inspections' : `Ready ${progress.ready} of ${progress.of}`}
        </strong>
        <progress aria-label="Preparing" value={progress.ready} max={total} />
        <span>{progress.now}</span>
      </Progress>
    )
  }
  if (of === 0) return null
  return (
    <Progress role="status">
      <strong>{`Ready ${ready} of ${of}`}</strong>
      <progress aria-label="Ready" value={ready} max={of} />
    </Progress>
  )
}

/** The storage that the browser allows, and whether it promises to keep it. */
function Room({ ended }: { ended: number }) {
  const facts = useStorage(ended, true)
  if (!facts) return null
  return (
    <Section title="Storage">
      <Facts facts={{ 'In use': roomText(facts), 'Kept when space is short': keptText(facts.isKept, isAppleTab()) }} />
    </Section>
  )
}
