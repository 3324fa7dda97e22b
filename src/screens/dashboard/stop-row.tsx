import { chakra } from '@chakra-ui/react/styled-system'
import { useNavigate } from '@tanstack/react-router'
import type { Inspection } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import { isAppleTouch } from '../../parts/apple.ts'
import { FollowUpLink } from '../../parts/follow-up-link.tsx'
import { RecordTo } from '../../parts/record-to.tsx'
import { UnsentMark } from '../../parts/unsent-mark.tsx'
import { useZone } from '../../parts/use-now.ts'
import { saved } from '../../parts/use-save.ts'
import { setInspectionStatus } from '../../records/inspection.ts'
import { dateText, scheduleText, wallTimeText } from '../../rules/date-text.ts'
import { directionsLink, type Stop } from '../../rules/day-plan.ts'
import { inspectionChoice, inspectionStatusText, isUnderReview } from '../../rules/inspection-status.ts'
import { notInspectedToday } from '../../rules/not-inspected.ts'
import { phoneLink } from '../../rules/phone.ts'
import { milesText, type Point } from '../../rules/point.ts'
import { plural } from '../../rules/text.ts'
import { violationTypeText } from '../../rules/violation-type.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { Button, ButtonLook, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { StopFacts } from './use-stop-facts.ts'

const Row = chakra('li', {
  base: {
    paddingInline: 'var(--gutter)',
    paddingBlock: 2,
    borderBottom: 'var(--hairline) solid var(--line)',
    '& > a': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
      columnGap: 3,
      minHeight: '56px',
      color: 'fg',
      textDecoration: 'none',
      overflowWrap: 'anywhere',
    },
    '& strong': { display: 'block', fontWeight: 'semibold' },
    '& strong > span': {
      marginInlineEnd: 1,
      color: 'fg.muted',
      fontWeight: 'medium',
      fontVariantNumeric: 'tabular-nums',
    },
    '& p': { color: 'fg.muted', fontSize: 'sm' },
    '& [data-alert]': { display: 'flex', alignItems: 'center', gap: 1, color: 'yellow', fontWeight: 'semibold' },
    '& [data-late]': { color: 'red', fontWeight: 'medium' },
    '& > a > span': { display: 'flex', alignItems: 'center', gap: 2, color: 'fg.muted', fontSize: 'sm' },
    '& > div, & > div div': { display: 'flex', flexGrow: 1, gap: 2 },
    '& > div': { flexWrap: 'wrap', paddingBlock: 2 },
    '& > div a, & > div button': {
      flex: '1 1 auto',
      paddingInline: 2,
      gap: '6px',
      whiteSpace: 'nowrap',
      fontSize: 'sm',
      color: 'fg',
    },
    '& > div a > svg': { color: 'accent' },
    // Else the last buttons are in a row of their own on the narrowest phones.
    '@media (max-width: 23.5rem)': { '& > div a > svg': { display: 'none' } },
    '& [data-icon]': { flex: 'none', width: '40px' },
    '& > div > button': { flexGrow: 2 },
    '& [data-main]': { color: 'accent.on' },
  },
})

interface Props {
  stop: Stop<Inspection, Violation>
  place: Point | undefined
  facts: StopFacts | undefined
  miles: number | undefined
  /** The unsent work of the record. */
  entries: readonly OutboxEntry[] | undefined
  hasActions: boolean
  isFirst: boolean
  time: Date
  /** Asks why it could not be inspected. */
  onNotDone: (inspection: Inspection) => void
}

/** One stop of the round: the whole upper part opens it; below are Start, Call, Directions and other outcomes. */
export function StopRow({ stop, facts, place, miles, entries, hasActions, isFirst, time, onNotDone }: Props) {
  const zone = useZone()
  const { record, at, daysLate } = stop
  const address =
    stop.kind === 'inspection' ? (stop.record.address?.combadd ?? 'No address') : (stop.record.combadd ?? 'No address')
  const property = stop.kind === 'inspection' ? stop.record.address?.property_name : null
  const kind = stop.kind === 'inspection' ? stop.record.source : violationTypeText(stop.record.violation_type)
  const status = stop.kind === 'inspection' && stop.record.status ? inspectionStatusText(stop.record.status) : null
  // Once it is under review again, the words have been answered.
  const sentBack = stop.kind === 'inspection' && status !== 'Under Review' ? facts?.sentBack.get(record.id) : undefined
  const notMade = stop.kind === 'inspection' ? notInspectedToday(facts?.notMade ?? [], stop.record, time, zone) : null
  const content = (
    <>
      <div>
        <strong>
          {stop.kind === 'inspection' && hasActions && daysLate === 0 && at && <span>{wallTimeText(at)} </span>}
          {address}
        </strong>
        <p>
          {[kind, property, facts?.units, status === 'Pending' ? null : status, notMade].filter(Boolean).join(' · ')}
          {daysLate > 0 && (
            <>
              {' · '}
              <span data-late="">{plural(daysLate, 'day')} late</span>
            </>
          )}{' '}
          <UnsentMark entries={entries} />
        </p>
        {sentBack !== undefined && <p data-alert="">Sent back: {sentBack}</p>}
        {facts?.alerts && (
          <p data-alert="">
            <Icon name="warning" size={16} />
            {facts.alerts}
          </p>
        )}
        {daysLate === 0 && <DueWords stop={stop} isToday={hasActions} zone={zone} />}
      </div>
      <span>
        {miles !== undefined && milesText(miles)}
        <Icon name="next" size={16} />
      </span>
    </>
  )
  return (
    <Row>
      <RecordTo kind={stop.kind} id={record.id}>
        {content}
      </RecordTo>
      {stop.kind === 'inspection' && hasActions && (
        <StopActions
          inspection={stop.record}
          place={place}
          isFirst={isFirst}
          onNotDone={() => onNotDone(stop.record)}
        />
      )}
      {stop.kind === 'violation' && hasActions && stop.record.address_id && (
        <div>
          <FollowUpLink addressId={stop.record.address_id}>
            Follow up<span className="unseen"> at {address}</span>
          </FollowUpLink>
        </div>
      )}
    </Row>
  )
}

/** When a stop is due, if the list around it does not say so. */
function DueWords({ stop, isToday, zone }: { stop: Props['stop']; isToday: boolean; zone: string }) {
  if (stop.kind === 'inspection') return isToday ? null : <p>{scheduleText(stop.record.scheduled_datetime, zone)}</p>
  return <p>{isToday ? 'Deadline today' : `Deadline ${dateText(stop.at.slice(0, 10))}`}</p>
}

interface ActionsProps {
  inspection: Inspection
  place: Point | undefined
  isFirst: boolean
  onNotDone: () => void
}

/**
 * Start opens the conduct page and sets the inspection to in progress; a Guest has no round and no buttons. An
 * inspection under review waits for the office, and a tap must not take it from there.
 */
function StopActions({ inspection, place, isFirst, onNotDone }: ActionsProps) {
  const perform = usePerform()
  const navigate = useNavigate()
  const { id, address, contact, status } = inspection
  const isUnderWay = inspectionChoice(status) === 'In Progress'
  const isHandedIn = isUnderReview(status)
  const start = async () => {
    if (!isUnderWay) {
      const done = await saved(() => perform(setInspectionStatus, { inspectionId: id }, { status: 'In Progress' }))
      if (done === null) return
    }
    await navigate({ to: '/inspections/$inspectionId/conduct', params: { inspectionId: String(id) } })
  }
  const tel = phoneLink(contact?.phone)
  const where = address?.combadd
  return (
    <div>
      {!isHandedIn && (
        <Button kind={isFirst ? 'main' : 'plain'} data-main={isFirst ? '' : undefined} onClick={() => void start()}>
          {isUnderWay ? 'Continue' : 'Start'}
          <span className="unseen"> at {where ?? `inspection ${id}`}</span>
        </Button>
      )}
      {tel && (
        <ButtonLook asChild>
          <a href={tel} aria-label={`Call ${contact?.name ?? ''}`}>
            <Icon name="call" />
            Call
          </a>
        </ButtonLook>
      )}
      {/* One part of the row, or the smallest button would be alone in a second one. */}
      <div>
        {where && (
          <ButtonLook asChild>
            <a
              href={directionsLink({ words: where, point: place }, isAppleTouch())}
              aria-label={`Directions to ${where}`}
            >
              <Icon name="directions" />
              Directions
            </a>
          </ButtonLook>
        )}
        {!isHandedIn && (
          <IconButton
            data-icon=""
            icon="more"
            label={`Not done at ${where ?? `inspection ${id}`}`}
            aria-haspopup="dialog"
            onClick={onNotDone}
          />
        )}
      </div>
    </div>
  )
}
