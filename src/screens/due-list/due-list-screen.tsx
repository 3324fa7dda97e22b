import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useMemo } from 'react'
import { AsOf } from '../../parts/as-of.tsx'
import { isServerUnreachable } from '../../parts/not-on-device.ts'
import { AddressLink } from '../../parts/record-links.tsx'
import { RecordTo } from '../../parts/record-to.tsx'
import { SavedViews } from '../../parts/saved-views.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { allCitations } from '../../records/citation.ts'
import { licenseSource } from '../../records/due.ts'
import { allComplaints, allInspections } from '../../records/inspection.ts'
import { allLicenses } from '../../records/license.ts'
import type { Query } from '../../records/query.ts'
import { onsUsers } from '../../records/user.ts'
import { allViolations } from '../../records/violation.ts'
import { dateText } from '../../rules/date-text.ts'
import { addDays, dayOf } from '../../rules/dates.ts'
import { byText } from '../../rules/list-order.ts'
import { daysLeftText } from '../../rules/open-matters.ts'
import { personName } from '../../rules/person.ts'
import { usePull, useRows } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Filters, SelectFilter, useFilter } from '../../ui/filters.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { printPage } from '../../ui/print-page.ts'
import { Section } from '../../ui/section.tsx'
import { ErrorLine, Loading } from '../../ui/states.tsx'
import { RenewalLetters } from './renewal-letters.tsx'
import { TotalAddresses } from './total-addresses.tsx'
import { type Band, type DueRow, type DueRows, most, useDue } from './use-due.ts'

/** The earliest possible due day, and how many days after today are listed. */
const beginning = '1900-01-01'
const nextDays = 6
/** A licence ends soon if it is within this many days. */
const licenseDays = 60

/** What is late, due today and due in the next six days, by person; and how many addresses the town has (ST-06). */
export function DueListScreen() {
  const age = usePulls()
  const today = dayOf(useNow(), useZone())
  const person = useFilter('person')
  const bands = useMemo(() => bandsFrom(today), [today])
  const { due, isFailed } = useDue(bands, person.value)
  return (
    <Page
      title="Due List"
      meta={
        <>
          <TotalAddresses />
          <AsOf of={age} />
        </>
      }
      actions={<Button onClick={printPage}>Print</Button>}
    >
      <Filters>
        <PersonFilter {...person} />
      </Filters>
      <SavedViews />
      {isFailed && (
        <ErrorLine message="The list cannot be read just now" hint="It is read as soon as there is signal." />
      )}
      {!due && !isFailed && <Loading />}
      <DuePart title="Overdue" name="overdue" none="Nothing is overdue." age={age} due={due?.[0]} />
      <DuePart title="Today" name="today" none="Nothing is due today." age={age} due={due?.[1]} />
      <DuePart title="Next six days" name="week" none="Nothing is due in the next six days." age={age} due={due?.[2]} />
      {/* The parts above would push it down. */}
      {(due || isFailed) && <EndingLicenses today={today} age={age} />}
    </Page>
  )
}

const bandsFrom = (today: string): Band[] => [
  { from: beginning, to: addDays(today, -1) },
  { from: today, to: today },
  { from: addDays(today, 1), to: addDays(today, nextDays) },
]

type Age = ReturnType<typeof usePull>

/** Fetches the newest of everything that can be due, and returns the age of the oldest list. */
function usePulls(): Age {
  const pulls = [
    // Queries with known types are passed on as those whose types are known only at run time.
    usePull(allViolations() as unknown as Query, 'list', true),
    usePull(allInspections() as unknown as Query, 'list', true),
    usePull(allComplaints() as unknown as Query, 'list', true),
    usePull(allCitations() as unknown as Query, 'list', true),
    usePull(allLicenses() as unknown as Query, 'list', true),
  ]
  return pulls.reduce((oldest, it) => ((it.pulledAt ?? 0) < (oldest.pulledAt ?? 0) ? it : oldest))
}

const loading = 'Loading...'

/** What is said of a part while not every list has come from the office once; undefined if all have. */
function unheardText({ pulledAt, problem }: Age): string | undefined {
  if (pulledAt !== undefined) return undefined
  if (!problem) return loading
  return isServerUnreachable(problem)
    ? 'Not everything that may be due is on this device. It comes with signal.'
    : 'Error: Failed to fetch what is due.'
}

function PersonFilter(props: ReturnType<typeof useFilter>) {
  const { rows } = useRows(onsUsers())
  const names = byText(rows ?? [], (it) => personName(it)).map((it) => personName(it))
  return <SelectFilter label="Inspector" all="Everybody" choices={names} {...props} />
}

// Days and remaining time each have a fixed width, so that all parts are aligned.
const Day = chakra('span', { base: { display: 'inline-block', minWidth: '6em', fontVariantNumeric: 'tabular-nums' } })
const Left = chakra('span', { base: { display: 'inline-block', minWidth: '7.5em', '&[data-late]': { color: 'red' } } })

interface PartProps {
  title: string
  /** The name of its page number in the URL. */
  name: string
  /** The text without rows, once every list has come from the office. */
  none: string
  age: Age
  due: DueRows | undefined
  actions?: ReactNode
}

function DuePart({ title, name, none, age, due, actions }: PartProps) {
  const now = useNow()
  const zone = useZone()
  const rows = due?.rows.map((it, at) => ({ ...it, record: it.id, id: at }))
  const columns: Column<DueRow & { record: number }>[] = [
    {
      title: 'Due',
      onPhone: 'plain',
      isKept: true,
      cell: ({ day, deadline }) => {
        const left = daysLeftText(deadline ?? day, now, zone)
        return (
          <>
            <Day>{dateText(day, zone)}</Day> <Left data-late={left?.isLate ? '' : undefined}>{left?.text}</Left>
          </>
        )
      },
    },
    {
      title: 'What',
      onPhone: 'head',
      cell: ({ kind, record, what }) => (
        <RecordTo kind={kind} id={record}>
          {what}
        </RecordTo>
      ),
    },
    { title: 'Address', onPhone: 'plain', cell: (it) => <AddressLink id={it.addressId} combadd={it.combadd} /> },
    { title: 'Inspector', cell: ({ person }) => person },
  ]
  // The page itself says once that it is loading.
  if (!due) return null
  const unheard = unheardText(age)
  const isComing = unheard === loading
  return (
    <Section title={title} actions={actions} {...(unheard ? {} : { count: due.total })}>
      <List
        name={title}
        inUrl={name}
        rows={isComing && due.total === 0 ? undefined : rows}
        columns={columns}
        empty={unheard ?? none}
      />
      {due.total > 0 && (isComing ? <Loading /> : unheard && <p>{unheard}</p>)}
      {due.total > due.rows.length && (
        <p>
          The first {most} of each kind are listed;{' '}
          {due.total - due.rows.length === 1
            ? 'one more is in its own list.'
            : `${due.total - due.rows.length} more are in their own lists.`}
        </p>
      )}
    </Section>
  )
}

/** Licences that end soon and are not renewed; their holders get a letter. */
function EndingLicenses({ today, age }: { today: string; age: Age }) {
  const band = { from: today, to: addDays(today, licenseDays) }
  const { due } = useDue([band], '', licenseSources)
  return (
    <DuePart
      actions={due?.[0] && due[0].rows.length > 0 && <RenewalLetters band={band} total={due[0].total} />}
      title="Licenses that end soon"
      name="licenses"
      none={`No license ends in the next ${licenseDays} days without a renewal.`}
      age={age}
      due={due?.[0]}
    />
  )
}

const licenseSources = [licenseSource]
