import { useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Service } from '../../contract/service.ts'
import { RecordTo } from '../../parts/record-to.tsx'
import { useZone } from '../../parts/use-now.ts'
import { servicesOfAddress } from '../../records/service.ts'
import { dateText } from '../../rules/date-text.ts'
import { type TimelineEvent, timelineOf } from '../../rules/timeline.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useTakesOurs } from '../../sync/react/kept-here.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useIsPrinting } from '../../ui/printing.ts'
import { Section } from '../../ui/section.tsx'
import { TargetRows } from '../../ui/target-rows.ts'
import type { AddressRecords } from './address-records.ts'

/** Lines shown at first, and added by each further tap. */
const shownFirst = 3
const shownMore = 20

interface Props {
  addressId: Id
  records: AddressRecords
  /** It came after the rest of the page, so it stays closed until somebody opens it. */
  isLate: boolean
  /** Comments have no page of their own, so this shows the list of comments. */
  onComments: () => void
}

/** What happened here, newest first, from this device's data; each line opens its record. */
export function AddressTimeline({ addressId, records, isLate, onComments }: Props) {
  const zone = useZone()
  const [shown, setShown] = useState(shownFirst)
  const isPrinting = useIsPrinting()
  const services = useServicesOf(addressId)
  const events = timelineOf(
    {
      comments: records.comments.rows ?? [],
      inspections: records.inspections.rows ?? [],
      complaints: records.complaints.rows ?? [],
      violations: records.violations.rows ?? [],
      services,
      citations: records.citations.rows ?? [],
      licenses: records.licenses.rows ?? [],
      permits: records.permits.rows ?? [],
    },
    zone,
  )
  if (events.length === 0 && !isLate) return null
  return (
    <Section title="Timeline" count={events.length || undefined} starts={isLate ? 'hidden' : undefined}>
      <TargetRows isDated aria-label="What happened here">
        {(isPrinting ? events : events.slice(0, shown)).map((it) => (
          <li key={`${it.kind} ${it.id}`}>
            {it.kind === 'comment' ? (
              <button type="button" onClick={onComments}>
                <Words event={it} />
              </button>
            ) : (
              <RecordTo {...pageOf(it)}>
                <Words event={it} />
              </RecordTo>
            )}
          </li>
        ))}
      </TargetRows>
      {events.length > shown && (
        <Button kind="quiet" data-flush="" onClick={() => setShown(shown + shownMore)}>
          {shown + shownMore < events.length ? `Show ${shownMore} more` : `Show all ${events.length}`}
          <span className="unseen"> of the timeline</span>
        </Button>
      )}
    </Section>
  )
}

/** A service has no page of its own; it is shown with its violation. */
const pageOf = ({ kind, id, violationId }: TimelineEvent) =>
  kind === 'comment' || kind === 'service'
    ? ({ kind: 'violation', id: violationId ?? id } as const)
    : ({ kind, id } as const)

/** How notices were served here; empty if the server has no such records. */
function useServicesOf(addressId: Id): Service[] {
  const takesOurs = useTakesOurs()
  return useRows(servicesOfAddress(addressId), takesOurs === true).rows ?? []
}

function Words({ event: { at, title, detail } }: { event: TimelineEvent }) {
  return (
    <>
      <time dateTime={at}>{dateText(at.slice(0, 10))}</time>
      <span>
        <strong>{title}</strong>
        {detail && <em>{detail}</em>}
      </span>
      <Icon name="next" size={16} />
    </>
  )
}
