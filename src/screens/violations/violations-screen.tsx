import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Violation } from '../../contract/violation.ts'
import { addressColumn } from '../../parts/address-column.tsx'
import { AsOf } from '../../parts/as-of.tsx'
import { TickButton, useTickColumn, useTicked } from '../../parts/bulk.tsx'
import { CodeWords } from '../../parts/code-words.tsx'
import { DaysLeft, ViolationDeadline } from '../../parts/deadlines.tsx'
import { ListBar } from '../../parts/list-bar.tsx'
import { ColumnsButton, useListColumns } from '../../parts/list-columns.tsx'
import { LongListTools } from '../../parts/list-tools.tsx'
import { listed } from '../../parts/listed.ts'
import { MapLink } from '../../parts/map-link.tsx'
import { SplitButton, SplitList, useNarrowed, useSplit } from '../../parts/split-list.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useLongList } from '../../parts/use-listing.ts'
import { violationSheet } from '../../records/sheets.ts'
import { onsUsers } from '../../records/user.ts'
import { allViolations, violationListing } from '../../records/violation.ts'
import { may, mayWrite } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { violationStatuses } from '../../rules/violation-status.ts'
import { violationTypeText } from '../../rules/violation-type.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Filters, SelectFilter, TickFilter, useFilter } from '../../ui/filters.tsx'
import { type Column, PagedList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { BulkViolations } from './bulk-violations.tsx'
import { ViolationRecord } from './violation-screen.tsx'

/** All violations, filtered by status and by their user (VL-01 to VL-07). Nothing is changed here (VL-06). */
export function ViolationsScreen() {
  const user = useUser()
  const marks = useUnsentMarks('violation')
  const status = useFilter('status')
  const mine = useFilter('mine')
  const ons = useFilter('user')
  const email = may(user.role, 'seeMyViolationsToggle') && mine.value === '1' ? user.email : ons.value
  const ticked = useTicked('violations')
  const own = useMemo(() => columnsWith(marks), [marks])
  const chosen = useListColumns('violations', own, violationSheet)
  const split = useSplit()
  const columns = useTickColumn(ticked, useNarrowed(split, chosen.columns, besideRecord), tickName)
  const violations = useLongList({
    name: 'violations',
    query: allViolations(),
    listing: violationListing(status.value, email),
    titles: chosen.titles,
    failed: 'Failed to fetch violations',
  })
  return (
    <Page title="Violations" meta={<AsOf of={violations} />} actions={<OnMap status={status.value} email={email} />}>
      <Filters>
        <SelectFilter
          label="Status"
          choices={violationStatuses.map((it) => [String(it.value), it.text] as const)}
          {...status}
        />
        {may(user.role, 'seeMyViolationsToggle') && <TickFilter label="Show My Violations" {...mine} />}
        {may(user.role, 'filterByOnsUser') && <OnsFilter {...ons} />}
      </Filters>
      <ListBar list={violations.atHand} person="Inspector" day="Created" hasCodes>
        {mayWrite(user.role) && <TickButton ticked={ticked} />}
        <SplitButton split={split} />
      </ListBar>
      <SplitList split={split} list="Violations" name="Violation" record={(id) => <ViolationRecord routeId={id} />}>
        <BulkViolations ticked={ticked} rows={violations.part.rows} />
        <PagedList
          name="Violations"
          tools={
            <LongListTools
              name="Violations"
              sheet={violationSheet}
              list={violations.atHand}
              page={violations.part.pages.page}
            >
              <ColumnsButton {...chosen} />
            </LongListTools>
          }
          part={violations.part}
          open={split.open}
          columns={columns}
          empty="No violations match your filter."
          problem={violations.said}
        />
      </SplitList>
    </Page>
  )
}

/** The columns that stay, after the first, beside an open record. */
const besideRecord = ['Deadline', 'Status']

/** What a screen reader calls the check box of a row. */
const tickName = (it: Violation) => `${violationTypeText(it.violation_type)}, ${it.combadd ?? ''}`

const columnsWith = (marks: ReturnType<typeof useUnsentMarks>): Column<Violation>[] => [
  addressColumn(marks, (it, text) => (
    <Link to="/violation/$violationId" params={{ violationId: String(it.id) }}>
      {text}
    </Link>
  )),
  { title: 'Violation Type', isOrdered: true, onPhone: 'plain', cell: (it) => violationTypeText(it.violation_type) },
  {
    title: 'Deadline',
    isOrdered: true,
    cell: (it) => <ViolationDeadline violation={it} />,
  },
  {
    title: 'Status',
    isOrdered: true,
    cell: (it) => <StatusBadge of="violation" status={it.status} />,
  },
  { title: 'Codes', onPhone: 'none', cell: (it) => <CodeWords codes={it.codes} /> },
  { title: 'Days Left', onPhone: 'none', cell: (it) => <DaysLeft violation={it} /> },
  { title: 'Inspector', onPhone: 'none', cell: (it) => personName(it.user, '—') },
]

/** The map identifies a violation's user by id, the list by email. Of a user who is not known here there is no map. */
function OnMap({ status, email }: { status: string; email: string }) {
  const user = useUser()
  const { rows } = useRows(onsUsers(), email !== '')
  const person = email === user.email ? user : rows?.find((it) => it.email === email)
  if (email && !person) return null
  return <MapLink kind="violation" filter={{ status, inspector: person ? String(person.id) : '' }} />
}

/** By the email of an inspector (VL-05). */
function OnsFilter(props: ReturnType<typeof useFilter>) {
  const inspectors = useRows(onsUsers())
  const { rows, problem } = listed(inspectors, 'Failed to fetch ONS users')
  const emails = (rows ?? []).map((it) => it.email).sort()
  return (
    <>
      <SelectFilter label="ONS user" choices={emails} all="All users" {...props} />
      {problem && <span role="alert">Error: {problem}</span>}
    </>
  )
}
