import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import type { Id } from '../../contract/id.ts'
import { FollowUpLink } from '../../parts/follow-up-link.tsx'
import { useTiles } from '../../parts/photo-tile.tsx'
import { RecordTo } from '../../parts/record-to.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { dateText, scheduleText } from '../../rules/date-text.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import { openViolations, openVisits } from '../../rules/open-matters.ts'
import { violationTypeText } from '../../rules/violation-type.ts'
import { lastVisitDay } from '../../rules/visited-at.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useIsPrinting } from '../../ui/printing.ts'
import { Section } from '../../ui/section.tsx'
import { Loading } from '../../ui/states.tsx'
import { TargetRows } from '../../ui/target-rows.ts'
import type { AddressRecords } from './address-records.ts'

/** The numbers of newest photos, and of open records before "more". */
const photosShown = 6
const mattersShown = 4

const Strip = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    gap: 1,
    maxWidth: '36rem',
    marginTop: 3,
    '& > li > button, & > li > a': {
      display: 'grid',
      placeItems: 'center',
      position: 'relative',
      width: '100%',
      minHeight: '48px',
      aspectRatio: '1',
      overflow: 'hidden',
      borderRadius: 'sm',
      background: 'bg.muted',
      color: 'fg.muted',
      fontSize: 'sm',
    },
    '& > li > p': { display: 'none' },
    '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
  },
})

interface Props {
  addressId: Id
  records: AddressRecords
  hasPhotos: boolean
  /** It came after the rest of the page, so it stays closed until somebody opens it. */
  isLate: boolean
}

/**
 * What matters at the door: open violations with their days left, open inspections and complaints, the last visit, the
 * newest photos (unless the photo tab shows them). Nothing if nothing is known.
 */
export function AddressSummary({ addressId, records, hasPhotos, isLate }: Props) {
  const now = useNow()
  const zone = useZone()
  const isPrinting = useIsPrinting()
  const violations = openViolations(records.violations.rows ?? [], now, zone)
  const visits = [...(records.inspections.rows ?? []), ...(records.complaints.rows ?? [])]
  const open = openVisits(visits)
  const lastVisit = lastVisitDay(visits, zone)
  const count = violations.length + open.length
  const photos = hasPhotos ? (records.photos.rows ?? []).slice(0, photosShown) : []
  const isEmpty = count === 0 && !lastVisit && photos.length === 0
  if (isEmpty && !isLate) return null
  const lines: ReactNode[] = [
    ...violations.map(({ record, left }) => (
      <li key={`violation ${record.id}`}>
        <RecordTo kind="violation" id={record.id}>
          <strong>{violationTypeText(record.violation_type)}</strong>
          <em data-late={left?.isLate ? '' : undefined}>{left?.text}</em>
          <Icon name="next" size={16} />
        </RecordTo>
      </li>
    )),
    ...open.map((it) => (
      <li key={`inspection ${it.id}`}>
        <RecordTo kind={isComplaint(it) ? 'complaint' : 'inspection'} id={it.id}>
          <strong>
            <Breakable text={it.source} />
          </strong>
          <em>{scheduleText(it.scheduled_datetime, zone)}</em>
          <Icon name="next" size={16} />
        </RecordTo>
      </li>
    )),
  ]
  // On paper there are no tabs with the rest.
  const shown = isPrinting ? lines : lines.slice(0, mattersShown)
  return (
    <Section
      title="Open matters"
      // Without the violations the number would be too small.
      count={isEmpty || records.awaited.has('violations') ? undefined : count}
      starts={isLate ? 'hidden' : undefined}
      actions={violations.some(({ record }) => record.status === 0) && <FollowUpLink addressId={addressId} />}
    >
      {isEmpty && (records.awaited.size > 0 ? <Loading /> : <p>Nothing is open here.</p>)}
      {lines.length > 0 && <TargetRows>{shown}</TargetRows>}
      {lines.length > shown.length && <p>and {lines.length - shown.length} more in the tabs below</p>}
      {lastVisit && <p>Last visit {dateText(lastVisit, zone)}</p>}
      {photos.length > 0 && <NewestPhotos photos={photos} />}
    </Section>
  )
}

function NewestPhotos({ photos }: { photos: NonNullable<AddressRecords['photos']['rows']> }) {
  const { pictures, tile, enlarged } = useTiles(photos)
  return (
    <>
      <Strip aria-label="Newest photos">
        {pictures.map((it) => (
          <li key={it.key}>{tile(it)}</li>
        ))}
      </Strip>
      {enlarged}
    </>
  )
}
