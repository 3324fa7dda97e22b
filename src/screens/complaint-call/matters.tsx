import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useId, useState } from 'react'
import type { Id } from '../../contract/id.ts'
import { isServerUnreachable, notOnDeviceText } from '../../parts/not-on-device.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { inspectionsOfAddress } from '../../records/inspection.ts'
import { complaintsOfAddress } from '../../records/linked.ts'
import { violationsOfAddress } from '../../records/violation.ts'
import { dateText } from '../../rules/date-text.ts'
import type { Matter } from '../../rules/further-call.ts'
import { openViolations, openVisits } from '../../rules/open-matters.ts'
import { cutText } from '../../rules/text.ts'
import { violationTypeText } from '../../rules/violation-type.ts'
import { writtenAt } from '../../rules/written-at.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { framedGroup } from '../../ui/framed-group.ts'

/** An open record of an address that a call may be about. */
export interface OpenMatter {
  what: Matter
  id: Id
  title: string
  detail: string
}

const Frame = chakra('fieldset', {
  base: {
    ...framedGroup,
    display: 'grid',
    gap: 1,
    '& > p': { color: 'fg.muted', fontSize: 'sm' },
    '& > label': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      columnGap: 3,
      alignItems: 'center',
      minHeight: '48px',
      paddingBlock: 1,
      overflowWrap: 'anywhere',
    },
    '& > label > input': { width: '20px', height: '20px', accentColor: 'var(--accent)' },
    '& > label small': { display: 'block', color: 'fg.muted', fontSize: 'sm' },
  },
})

interface Props {
  addressId: Id
  /** null: something new. */
  value: OpenMatter | null
  onChange: (matter: OpenMatter | null) => void
}

/** Asks whether the call is about an open record of this address; nothing if there is none. */
export function Matters({ addressId, value, onChange }: Props) {
  const name = useId()
  const { matters, isRead, isUnheld } = useOpenMatters(addressId)
  // A record that was made on this device is found by its old number too, but is listed under the office's.
  const isUnlisted = value !== null && value.id > 0 && !matters.some((it) => isSame(it, value))
  const [closed, setClosed] = useState<OpenMatter>()
  // A restored call may name a record that was closed meanwhile. Nothing more is added to it.
  useEffect(() => {
    if (!isUnlisted || !isRead) return
    setClosed(value)
    onChange(null)
  }, [isUnlisted, isRead, value, onChange])
  // The one that a restored call names is offered although the records may have left this device since.
  const offered = isUnlisted ? [value, ...matters] : matters
  const notes = (
    <>
      {closed && value === null && (
        <p role="status">{`“${closed.title}” has been closed meanwhile. The call is a new matter.`}</p>
      )}
      {isUnheld && <p>{notOnDeviceText('records of this address')}</p>}
    </>
  )
  if (offered.length === 0) return notes
  return (
    <Frame>
      <legend>What is the call about?</legend>
      {matters.length > 0 && <p role="status">{openText(matters.length)}</p>}
      {notes}
      <label>
        <input type="radio" name={name} checked={value === null} onChange={() => onChange(null)} />
        <span>A new matter</span>
      </label>
      {offered.map((it) => (
        <label key={`${it.what} ${it.id}`}>
          <input
            type="radio"
            name={name}
            // A record that no server has yet has no number that a comment could name.
            disabled={it.id < 0}
            checked={value !== null && isSame(it, value)}
            onChange={() => onChange(it)}
          />
          <span>
            {it.title}
            <small>{it.id < 0 ? 'Waiting to be sent: another call can join it after that' : it.detail}</small>
          </span>
        </label>
      ))}
    </Frame>
  )
}

const isSame = (a: OpenMatter, b: OpenMatter): boolean => a.what === b.what && a.id === b.id

const openText = (count: number): string =>
  count === 1
    ? 'One matter is open here. A second call about it is added to it.'
    : `${count} matters are open here. A second call about one of them is added to it.`

/** Complaints first, because most calls are about one. */
function useOpenMatters(addressId: Id): { matters: OpenMatter[]; isRead: boolean; isUnheld: boolean } {
  const now = useNow()
  const zone = useZone()
  const complaints = useRows(complaintsOfAddress(addressId))
  const inspections = useRows(inspectionsOfAddress(addressId))
  const violations = useRows(violationsOfAddress(addressId))
  const matters: OpenMatter[] = [
    ...openVisits(complaints.rows ?? []).map((it) => ({
      what: 'complaint' as const,
      id: it.id,
      title: `Complaint: ${cutText(it.description, 90) || 'without words'}`,
      detail: `Since ${dateText(writtenAt(it), zone)}`,
    })),
    ...openViolations(violations.rows ?? [], now, zone).map(({ record, left }) => ({
      what: 'violation' as const,
      id: record.id,
      title: `${violationTypeText(record.violation_type)}${record.description ? `: ${cutText(record.description, 90)}` : ''}`,
      detail: `Violation since ${dateText(writtenAt(record), zone)}${left ? `, ${left.text}` : ''}`,
    })),
    ...openVisits(inspections.rows ?? []).map((it) => ({
      what: 'inspection' as const,
      id: it.id,
      title: `${it.source} inspection`,
      detail: `Since ${dateText(writtenAt(it), zone)}`,
    })),
  ]
  const lists = [complaints, violations, inspections]
  const isUnheld = lists.some((it) => it.pulledAt === undefined && isServerUnreachable(it.problem))
  const isRead = lists.every((it) => it.rows && it.pulledAt !== undefined)
  return { matters, isRead, isUnheld }
}
