import { Link } from '@tanstack/react-router'
import type { Inspection } from '../../contract/inspection.ts'
import type { UnderReview } from '../../contract/merge.ts'
import { addressColumn } from '../../parts/address-column.tsx'
import { AsOf } from '../../parts/as-of.tsx'
import { listed } from '../../parts/listed.ts'
import { SplitList, useSplit } from '../../parts/split-list.tsx'
import { useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { allComplaints, allInspections, inspectionListing, openComplaintListing } from '../../records/inspection.ts'
import { underReview } from '../../records/merge-doubles.ts'
import { dayOf, daysBetween, parseMoment } from '../../rules/dates.ts'
import { isUnderReview } from '../../rules/inspection-status.ts'
import { may } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { plural } from '../../rules/text.ts'
import { statusSetAt } from '../../rules/visited-at.ts'
import { useValue } from '../../sync/react/hooks.ts'
import { useListing } from '../../sync/react/listing.ts'
import { useUser } from '../../sync/react/live.ts'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { ReviewRecord } from './review-record.tsx'

/** The inspections and complaints under review, the longest waiting first; the open one's findings are beside them. */
export function UnderReviewScreen() {
  const isAllowed = may(useUser().role, 'review')
  if (!isAllowed) return <Refused title="Under Review" message="Only office staff can review inspections." />
  return <Queue />
}

/** A waiting inspection with the office's details; without signal only the device's own row. */
interface Waiting extends Inspection {
  told: UnderReview | undefined
  since: string
}

function Queue() {
  const queue = useQueue()
  const now = useNow()
  const zone = useZone()
  const marks = useUnsentMarks('inspection')
  const { isOffered, show } = useSplit()
  const [inUrl] = useUrlState('open')
  const id = /^-?[1-9]\d*$/.test(inUrl) ? Number(inUrl) : null
  // On a narrow screen the record replaces the list.
  if (id !== null && !isOffered)
    return <ReviewRecord key={id} id={id} next={nextAfter(queue.rows, id)} isBeside={false} />
  const split = { isOffered, isOn: isOffered, turn: () => undefined, open: isOffered ? id : null, show }
  const columns = columnsIn(now, zone, marks)
  return (
    <Page title="Under Review" meta={<AsOf of={queue.age} />}>
      <SplitList
        split={split}
        list="Under Review"
        name="Inspection"
        record={(open) => <ReviewRecord id={open} next={nextAfter(queue.rows, open)} isBeside />}
      >
        <List
          name="Under review"
          rows={queue.rows}
          columns={split.open === null ? columns : columns.filter((it, at) => at === 0 || it.title === 'Waiting')}
          empty="Nothing is waiting for review."
          problem={queue.problem}
        />
      </SplitList>
    </Page>
  )
}

/** Both inspections and complaints, the longest waiting first. */
function useQueue() {
  const inspections = useListing<Inspection>(
    allInspections(),
    inspectionListing({ source: '', status: 'Under Review', from: '', to: '' }),
    'all',
  )
  // The list by status keeps a complaint under its status as it is written, which may be 'UNDER-REVIEW'.
  const complaints = useListing<Inspection>(allComplaints(), openComplaintListing, 'all')
  const told = useValue<UnderReview[]>(underReview())
  const known = [inspections, complaints].map((it) => listed({ ...it, rows: it.found?.rows }, failed))
  const rows = known
    .flatMap((it) => it.rows ?? [])
    .filter((it) => isUnderReview(it.status))
    .map((it): Waiting => {
      const of = told.value?.find(({ inspection_id }) => inspection_id === it.id)
      return { ...it, told: of, since: of?.since ?? statusSetAt(it) ?? it.created_at ?? '' }
    })
    .sort((a, b) => a.since.localeCompare(b.since) || a.id - b.id)
  const isKnown = known.every((it) => it.rows !== undefined)
  const problem = known.find((it) => it.problem !== undefined)?.problem
  return { rows: isKnown || rows.length > 0 ? rows : problem === undefined ? undefined : [], problem, age: inspections }
}

const failed = 'Failed to fetch inspections'

/** The longest waiting one besides this one, to continue with. */
const nextAfter = (rows: readonly Waiting[] | undefined, id: number): number | null =>
  rows?.find((it) => it.id !== id)?.id ?? null

const columnsIn = (now: Date, zone: string, marks: ReturnType<typeof useUnsentMarks>): Column<Waiting>[] => [
  addressColumn(marks, (it, text) => (
    <Link to="/under-review" search={{ open: String(it.id) }}>
      {text}
    </Link>
  )),
  { title: 'Kind', onPhone: 'plain', cell: (it) => it.source },
  { title: 'Inspector', sortBy: (it) => personName(it.inspector, ''), cell: (it) => personName(it.inspector, '—') },
  { title: 'Waiting', sortBy: (it) => it.since, cell: (it) => waitingText(it.since, now, zone) },
  {
    title: 'Potential violations',
    sortBy: (it) => it.told?.potential ?? -1,
    cell: (it) => it.told?.potential ?? '—',
  },
  { title: 'Photos', sortBy: (it) => it.told?.photos ?? -1, cell: (it) => it.told?.photos ?? '—' },
]

const waitingText = (since: string, now: Date, zone: string): string => {
  const from = parseMoment(since)
  if (!from) return '—'
  const days = daysBetween(dayOf(from, zone), dayOf(now, zone))
  return days > 0 ? plural(days, 'day') : 'Since today'
}
