import { chakra } from '@chakra-ui/react/styled-system'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { User } from '../../contract/user.ts'
import type { Violation } from '../../contract/violation.ts'
import { isServerUnreachable } from '../../parts/not-on-device.ts'
import { useKnownServices } from '../../parts/use-known-services.ts'
import { useZone } from '../../parts/use-now.ts'
import { useKnownComments } from '../../parts/violation-comments-known.ts'
import { citationsOfViolation } from '../../records/citation.ts'
import { evidenceOf } from '../../records/evidence.ts'
import { inspectionById } from '../../records/inspection.ts'
import { allUsers } from '../../records/user.ts'
import { type CaseEvent, type CaseKind, caseEvents, caseKinds, daysLater } from '../../rules/case-file.ts'
import { dateText, wallTimeText } from '../../rules/date-text.ts'
import { useRows, useValue } from '../../sync/react/hooks.ts'
import { useTakesOurs } from '../../sync/react/kept-here.ts'
import { Button } from '../../ui/button.tsx'
import { useFilter } from '../../ui/filters.tsx'
import { useLateSheet } from '../../ui/late-sheet.ts'
import { useIsPrinting } from '../../ui/printing.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import { type Evidence, EvidenceFiles, EvidenceHead, EvidenceWaiting } from './evidence-parts.tsx'
import { ProofOfViolation, ProofPage } from './proof-page.tsx'

const Kinds = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: 2, marginBottom: 3, '& > button': { paddingInline: 3 } },
})

const Lines = chakra('ol', {
  base: {
    listStyle: 'none',
    maxWidth: '56rem',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '11rem minmax(0, 1fr)' },
      columnGap: 4,
      paddingBlock: 2,
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& time, & small': { color: 'fg.muted', fontSize: 'sm', fontVariantNumeric: 'tabular-nums', display: 'block' },
    '& strong': { fontWeight: 'semibold' },
    '& p': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  },
})

/** Not in the recipe, because all recipes are in the first page. A sheet is narrower than a tablet, but has two columns. */
const onPaper = '@media print { main li[data-kind] { grid-template-columns: 2in minmax(0, 1fr); } }'

/**
 * The case file of a violation: the events from the complaint to the end, its files and their proofs; also for paper.
 */
export function CaseFileScreen() {
  const { violationId } = useParams({ from: '/violation/$violationId/case-file' })
  return (
    <ProofOfViolation title="Case file" routeId={Number(violationId)} refused="Only staff can see the case file.">
      {(violation) => <CaseFile violation={violation} />}
    </ProofOfViolation>
  )
}

function CaseFile({ violation }: { violation: Violation }) {
  const { id } = violation
  const { events, isWhole, evidence, users } = useCase(violation)
  const [missing, countMissing] = useState(0)
  useLateSheet(onPaper)
  return (
    <ProofPage title="Case file" violation={violation} age={evidence} canPrint missing={missing}>
      <Chronology events={events} isWhole={isWhole} hasLog={evidence.value !== undefined} />
      {id < 0 && <Note tone="gray">Files and the log are shown once the violation has been sent.</Note>}
      {id > 0 && !evidence.value && <EvidenceWaiting problem={evidence.problem} />}
      {evidence.value && (
        <>
          <EvidenceFiles files={evidence.value.files} users={users} countMissing={countMissing} />
          <EvidenceHead head={evidence.value.head} />
        </>
      )}
    </ProofPage>
  )
}

const nobody: User[] = []

/** All records of a case that this device has or can fetch. */
function useCase(violation: Violation) {
  const { id } = violation
  const zone = useZone()
  const takesOurs = useTakesOurs()
  const evidence = useValue<Evidence>(evidenceOf(id), id > 0)
  const users = useRows(allUsers()).rows ?? nobody
  const services = useKnownServices(violation)
  const citations = useRows(citationsOfViolation(id))
  const visitId = violation.inspection_id ?? 0
  const visit = useRows(inspectionById(visitId), visitId !== 0)
  const inspection = visit.rows?.[0] ?? null
  const { rows: comments, isWhole: hasComments } = useKnownComments(violation)
  const hasVisit = visitId === 0 || inspection !== null || (visit.problem && !isServerUnreachable(visit.problem))
  const isWhole =
    id < 0 ||
    (hasComments &&
      hasVisit === true &&
      citations.pulledAt !== undefined &&
      (takesOurs === false || services.pulledAt !== undefined))
  const events = useMemo(
    () =>
      caseEvents(
        {
          violation,
          inspection,
          comments: comments ?? [],
          services: services.rows ?? [],
          citations: citations.rows ?? [],
          evidence: evidence.value ?? null,
          people: users,
        },
        zone,
      ),
    [violation, inspection, comments, services.rows, citations.rows, evidence.value, users, zone],
  )
  return { events, isWhole, evidence, users }
}

interface ChronologyProps {
  events: readonly CaseEvent[]
  /** Whether the office has told the comments, the citations, the records of service and the inspection. */
  isWhole: boolean
  /** Whether the log was read. */
  hasLog: boolean
}

function Chronology({ events, isWhole, hasLog }: ChronologyProps) {
  const only = useFilter('only')
  const kinds = Object.keys(caseKinds).filter((kind): kind is CaseKind => events.some((it) => it.kind === kind))
  const isPrinting = useIsPrinting()
  // On paper nothing tells that a kind was chosen, so a printed case file has every event.
  const chosen = isPrinting ? undefined : kinds.find((it) => it === only.value)
  const shown = chosen ? events.filter((it) => it.kind === chosen) : events
  return (
    <Section title="What happened" count={shown.length}>
      <Kinds role="group" aria-label="Show only" className="not-printed">
        <Button aria-pressed={!chosen} onClick={() => only.onChange('')}>
          All {events.length}
        </Button>
        {kinds.map((kind) => (
          <Button key={kind} aria-pressed={kind === chosen} onClick={() => only.onChange(kind)}>
            {caseKinds[kind]} {events.filter((it) => it.kind === kind).length}
          </Button>
        ))}
      </Kinds>
      {shown.length === 0 && <Empty>Nothing is known about this case yet.</Empty>}
      <Lines aria-label="What happened">
        {shown.map((it, at) => (
          <Line key={it.key} event={it} later={daysLater(shown[at - 1]?.at, it.at)} />
        ))}
      </Lines>
      {!isWhole && (
        <Empty>
          Comments, citations, records of service and the inspection or complaint are known in full once they have come
          from the office with signal.
        </Empty>
      )}
      {!hasLog && (
        <Empty>
          Extensions, abatements and files are known in full once the log has been read from the office with signal.
        </Empty>
      )}
    </Section>
  )
}

function Line({ event: { kind, at, title, detail, who }, later }: { event: CaseEvent; later: string | null }) {
  return (
    <li data-kind={kind}>
      <div>
        {at ? (
          <time dateTime={at}>{`${dateText(at.slice(0, 10))} ${wallTimeText(at)}`}</time>
        ) : (
          <small>Day not known</small>
        )}
        {later && <small>{later}</small>}
      </div>
      <div>
        <strong>{title}</strong>
        {who && <small>{who}</small>}
        {detail && <p>{detail}</p>}
      </div>
    </li>
  )
}
