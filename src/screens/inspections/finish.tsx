import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Area } from '../../contract/area.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { setInspectionStatus } from '../../records/inspection.ts'
import { violationsOfAddress } from '../../records/violation.ts'
import { areasDone, completionText } from '../../rules/finish.ts'
import { plural } from '../../rules/text.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { usePerform, useRows } from '../../sync/react/hooks.ts'
import { Button, ButtonLook } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useOneAtATime } from '../../ui/one-at-a-time.ts'
import { Loading } from '../../ui/states.tsx'
import { savedHere } from '../../ui/this-device.ts'
import { useIsOpen } from '../../ui/use-is-open.ts'
import {
  mayComplete,
  notHeardText,
  undecidedText,
  useHearing,
  useUndecided,
  useWaiting,
  type Waiting,
} from './finish-facts.ts'
import { useProgress } from './progress.ts'

const Facts = chakra('ul', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 3,
    '& > li': { display: 'flex', gap: 3, lineHeight: 1.4 },
    '& > li > svg': { flex: 'none', color: 'fg.muted', marginTop: '1px' },
    '& > li[data-tone=yellow] > svg': { color: 'yellow' },
    '& > li[data-tone=green] > svg': { color: 'green' },
    '& b': { display: 'block', fontWeight: 'semibold' },
    '& span': { color: 'fg.muted' },
  },
})

/** The end of an inspection: what is done, what is not, and what completing will cause. */
export function Finish({ inspection }: { inspection: Inspection }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Finish</Button>
      {isOpen && <FinishSheet inspection={inspection} onClose={() => setOpen(false)} />}
    </>
  )
}

function FinishSheet({ inspection, onClose }: { inspection: Inspection; onClose: () => void }) {
  const { id, source, address_id } = inspection
  const perform = usePerform()
  const { device } = useEngine()
  const count = useUndecided(inspection)
  const { areas, isHeard } = useHearing(inspection)
  const progress = useProgress(id, areas?.map((it) => it.id) ?? [])
  const violations = useRows(violationsOfAddress(address_id ?? 0), Boolean(address_id))
  const outlook = {
    source,
    openViolations: violations.rows?.filter((it) => it.status === 0).length ?? 0,
    mayHaveMore: (address_id ?? 0) > 0 && violations.pulledAt === undefined,
  }
  const waiting = useWaiting(id)
  const isOpen = useIsOpen()
  const [isChecking, setChecking] = useState(false)
  const complete = useOneAtATime(async () => {
    setChecking(true)
    const may = await mayComplete(device, inspection, isOpen).finally(() => setChecking(false))
    // Asking the office takes seconds. If the sheet is closed meanwhile, nothing is completed.
    if (!may || !isOpen.current) return
    const done = await saved(() => perform(setInspectionStatus, { inspectionId: id }, { status: 'Completed' }))
    if (done === null) return
    tellSaved('Inspection completed')
    onClose()
  })
  return (
    <Dialog
      title="Finish inspection"
      onClose={onClose}
      actions={
        <>
          <ButtonLook asChild>
            <Link to="/inspections/$inspectionId/review" params={{ inspectionId: String(id) }}>
              Review
            </Link>
          </ButtonLook>
          <Button kind="main" aria-disabled={isChecking} onClick={() => void complete()}>
            {isChecking ? 'Checking…' : 'Complete'}
          </Button>
        </>
      }
    >
      {areas && progress && violations.rows && count !== undefined && isHeard !== undefined && waiting ? (
        <Facts>
          {!isHeard && (
            <Fact icon="warning" tone="yellow" title={notHeardText}>
              What the office has of it may be undecided. It comes with signal.
            </Fact>
          )}
          {(isHeard || areas.length > 0) && <Done areas={areas} progress={progress} />}
          {count > 0 && (
            <Fact icon="flag" tone="yellow" title={undecidedText(count)}>
              Review them, or complete without.
            </Fact>
          )}
          {count === 0 && isHeard && waiting.saving === 0 && (
            <Fact icon="done" tone="green" title="Every potential violation is decided." />
          )}
          <Waits waiting={waiting} />
          <Fact icon="info" title={completionText(outlook)} />
        </Facts>
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

interface FactProps {
  icon: IconName
  tone?: 'yellow' | 'green'
  title: string
  children?: string
}

const Fact = ({ icon, tone, title, children }: FactProps) => (
  <li data-tone={tone}>
    <Icon name={icon} />
    <div>
      <b>{title}</b>
      {children && <span>{children}</span>}
    </div>
  </li>
)

interface DoneProps {
  areas: readonly Area[]
  progress: NonNullable<ReturnType<typeof useProgress>>
}

/** What was done: areas, answers, observations, photos. */
function Done({ areas, progress }: DoneProps) {
  const all = areas.flatMap((it) => progress(it.id) ?? [])
  const sum = (of: 'answered' | 'problems' | 'observations' | 'photos') => all.reduce((total, it) => total + it[of], 0)
  const words = [
    plural(sum('observations'), 'observation'),
    plural(sum('photos'), 'photo'),
    `${plural(sum('answered'), 'answer')}, ${plural(sum('problems'), 'problem')}`,
  ]
  return (
    <Fact icon="check" title={areasDone(areas.length, areas.filter((it) => !progress(it.id)).length)}>
      {words.join(' · ')}
    </Fact>
  )
}

/** Unsent work on this phone: the office gets the completion after all of it. */
function Waits({ waiting: { entries, photos, saving } }: { waiting: Waiting }) {
  if (entries + photos + saving === 0) return <Fact icon="done" tone="green" title="Everything is at the office." />
  const parts = [entries > 0 && plural(entries, 'entry', 'entries'), photos > 0 && plural(photos, 'photo')]
  return (
    <>
      {saving > 0 && (
        <Fact
          icon="clock"
          title={`${plural(saving, 'observation')} ${saving === 1 ? 'is' : 'are'} still being saved.`}
        />
      )}
      {entries + photos > 0 && (
        <Fact icon="clock" title={`${parts.filter(Boolean).join(' and ')} waiting to be sent.`}>
          {`${savedHere}. They go first, then the inspection is completed at the office.`}
        </Fact>
      )}
    </>
  )
}
