import { useMemo } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { allComplaints, allInspections, complaintListing, pendingInspections } from '../../records/inspection.ts'
import { openInspectionListing, openViolationListing } from '../../records/on-map.ts'
import { allViolations } from '../../records/violation.ts'
import { isPendingComplaint } from '../../rules/complaint-status.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import { goesOut } from '../../rules/permissions.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { type ListingRows, useListing } from '../../sync/react/listing.ts'
import { useUser } from '../../sync/react/live.ts'
import { type MapRecord, stopOnMap, violationsOnMap } from './map-records.ts'

/** The open matters of the map, by kind; undefined while they are first read. `lacking` says what could not be had. */
interface OnMap {
  records: MapRecord[] | undefined
  lacking: string[]
  oldest: Pick<ListingRows<never>, 'problem' | 'pulledAt' | 'pulling'>
}

/** An inspector's own stops, everybody's for the office; open violations and complaints of the town. */
export function useMapRecords(): OnMap {
  const user = useUser()
  const now = useNow()
  const zone = useZone()
  const isMine = goesOut(user.role)
  const mine = useRows(pendingInspections(user.id), isMine)
  const all = useListing<Inspection>(allInspections(), openInspectionListing, 'all', !isMine)
  const violations = useListing<Violation>(allViolations(), openViolationListing, 'all')
  const complaints = useListing<Inspection>(allComplaints(), complaintListing('Pending'), 'all')
  const stops = isMine ? mine.rows : all.found?.rows
  const stopsState = isMine ? { ...mine, isBare: mine.rows?.length === 0 } : all
  const day = now.toDateString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: days left change with the day, not with the minute
  const records = useMemo(() => {
    const open = violations.found?.rows
    const waiting = complaints.found?.rows
    if (!stops || !open || !waiting) return undefined
    return [
      ...stops.filter((it) => !isComplaint(it)).map((it) => stopOnMap(it, zone)),
      ...violationsOnMap(open, now, zone),
      ...waiting.filter((it) => isPendingComplaint(it.status)).map((it) => stopOnMap(it, zone)),
    ]
  }, [stops, violations.found?.rows, complaints.found?.rows, day, zone])
  const parts = [
    { what: isMine ? 'your stops' : 'inspections', state: stopsState },
    { what: 'violations', state: violations },
    { what: 'complaints', state: complaints },
  ]
  const ages: OnMap['oldest'][] = [stopsState, violations, complaints]
  const unheard = parts.filter(({ state }) => state.isBare && state.pulledAt === undefined)
  const isWaiting = unheard.some(({ state }) => !state.problem)
  return {
    records: isWaiting && records?.length === 0 ? undefined : records,
    lacking: unheard.filter(({ state }) => state.problem).map(({ what }) => what),
    oldest: ages.reduce((oldest, it) => ((it.pulledAt ?? 0) < (oldest.pulledAt ?? 0) ? it : oldest), violations),
  }
}
