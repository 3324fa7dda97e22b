import { useMemo } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { bareFacts, useSheetFacts } from '../../parts/use-sheet-facts.ts'
import {
  allComplaints,
  allInspections,
  complaintListing,
  inspectionListing,
  openComplaintListing,
  pendingInspections,
} from '../../records/inspection.ts'
import { openInspectionListing, openViolationListing } from '../../records/on-map.ts'
import { allViolations, violationListing } from '../../records/violation.ts'
import { inCodeOrder } from '../../rules/code-search.ts'
import { dayOf, deadlineMoment } from '../../rules/dates.ts'
import { deadlineOfViolation } from '../../rules/deadline.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import { asksOpen, type MapFilter, type MatterKind, statusAsked } from '../../rules/map-filter.ts'
import { goesOut } from '../../rules/permissions.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { type ListingRows, useListing } from '../../sync/react/listing.ts'
import { useUser } from '../../sync/react/live.ts'
import { type MapRecord, stopOnMap, violationsOnMap } from './map-records.ts'

/** The records of the map, by kind; undefined during the first read. */
interface OnMap {
  /** The inspections are the inspector's own only. */
  isMine: boolean
  records: MapRecord[] | undefined
  /** The code sections of the violations. */
  codes: Code[]
  /** The kinds of which the office has never told anything, so that no record does not mean none. */
  unheard: Unheard[]
  oldest: Pick<ListingRows<never>, 'problem' | 'pulledAt' | 'pulling'>
}

interface Unheard extends Pick<ListingRows<never>, 'problem'> {
  kind: MatterKind
  what: string
}

type Code = NonNullable<Violation['codes']>[number]

const allOf = { source: '', status: '', from: '', to: '' }

/** The lists read for a status: open records, each kind's whole list, or those of one kind with that status. */
function listingsOf(filter: MapFilter) {
  const asked = statusAsked(filter)
  const reads = (kind: MatterKind) => !asksOpen(filter) && (asked?.kind ?? kind) === kind
  const status = asked?.status ?? ''
  return {
    stops: reads('stop') ? inspectionListing({ ...allOf, status }) : openInspectionListing,
    violations: reads('violation') ? violationListing(status, '') : openViolationListing,
    complaints: reads('complaint') ? complaintListing(status) : openComplaintListing,
  }
}

/**
 * The records with the filter's status. Without one: an inspector's own stops, everybody's for the office; the town's
 * open violations and complaints.
 */
export function useMapRecords(filter: MapFilter): OnMap {
  const user = useUser()
  const now = useNow()
  const zone = useZone()
  const isMine = goesOut(user.role) && asksOpen(filter)
  const listings = listingsOf(filter)
  const mine = useRows(pendingInspections(user.id), isMine)
  const all = useListing<Inspection>(allInspections(), listings.stops, 'all', !isMine)
  const violations = useListing<Violation>(allViolations(), listings.violations, 'all')
  const complaints = useListing<Inspection>(allComplaints(), listings.complaints, 'all')
  const stops = isMine ? mine.rows : all.found?.rows
  const stopsState = isMine ? { ...mine, isBare: mine.rows?.length === 0 } : all
  const day = dayOf(now, zone)
  const passed = usePassed(violations.found?.rows, now, zone)
  const isSearched = filter.text.trim() !== ''
  const facts = useSheetFacts(zone, isSearched)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time left changes with the day and when a deadline passes
  const records = useMemo(() => {
    const found = violations.found?.rows
    const told = complaints.found?.rows
    if (!stops || !found || !told) return undefined
    const read = { zone, facts: isSearched ? (facts ?? bareFacts(zone)) : null }
    return [
      ...stops.filter((it) => !isComplaint(it)).map((it) => stopOnMap(it, read)),
      ...violationsOnMap(found, now, read),
      ...told.map((it) => stopOnMap(it, read)),
    ]
  }, [stops, violations.found?.rows, complaints.found?.rows, day, passed, zone, isSearched, facts])
  const codes = useMemo(() => {
    const named = (violations.found?.rows ?? []).flatMap((it) => it.codes ?? [])
    return inCodeOrder([...new Map(named.map((it) => [it.id, it])).values()])
  }, [violations.found?.rows])
  const parts = [
    { kind: 'stop', what: isMine ? 'stops' : 'inspections', state: stopsState },
    { kind: 'violation', what: 'violations', state: violations },
    { kind: 'complaint', what: 'complaints', state: complaints },
  ] as const
  const ages: OnMap['oldest'][] = [stopsState, violations, complaints]
  const unheard = parts
    .filter(({ state }) => state.isBare && state.pulledAt === undefined)
    .map(({ state: { problem }, ...it }) => ({ ...it, problem }))
  const isWaiting = unheard.some(({ problem }) => !problem)
  return {
    codes,
    isMine,
    records: isWaiting && records?.length === 0 ? undefined : records,
    unheard,
    oldest: ages.reduce((oldest, it) => ((it.pulledAt ?? 0) < (oldest.pulledAt ?? 0) ? it : oldest), violations),
  }
}

/** How many deadlines have passed. Counted each minute, so that the records are made anew only when one passes. */
function usePassed(rows: readonly Violation[] | undefined, now: Date, zone: string): number {
  const moments = useMemo(
    () => (rows ?? []).flatMap((it) => deadlineMoment(deadlineOfViolation(it), zone)?.getTime() ?? []),
    [rows, zone],
  )
  return moments.filter((at) => at <= now.getTime()).length
}
