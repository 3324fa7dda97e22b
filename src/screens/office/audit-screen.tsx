import { chakra } from '@chakra-ui/react/styled-system'
import type { AuditEntry } from '../../contract/audit.ts'
import type { User } from '../../contract/user.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { useZone } from '../../parts/use-now.ts'
import { auditPage, auditPageSize } from '../../records/office.ts'
import { allUsers } from '../../records/user.ts'
import { actionText, sentText, typeChoices } from '../../rules/audit-words.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { pageIn } from '../../rules/pages.ts'
import { may } from '../../rules/permissions.ts'
import { nameAmong, personName } from '../../rules/person.ts'
import { useRows, useValue } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Filters, SelectFilter, TextFilter, useFilter, useTextFilter } from '../../ui/filters.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Section } from '../../ui/section.tsx'
import { failureOf } from './failure.ts'
import { LogHeads } from './log-heads.tsx'
import { PartButton } from './parts-bar.tsx'

const Sent = chakra('details', {
  base: {
    '& > summary': { minHeight: { base: '44px', lg: '24px' }, cursor: 'pointer', color: 'fg.muted' },
    '& > pre': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 'sm', maxWidth: '60ch' },
  },
})

const Bar = chakra('nav', { base: { display: 'flex', alignItems: 'center', gap: 3, paddingTop: 3 } })

/** The log of every change, newest first, for everybody or for one person, record type or record (G-15). */
export function AuditScreen() {
  const isAllowed = may(useUser().role, 'seeAudit')
  const zone = useZone()
  const users = useRows(allUsers(), isAllowed)
  const person = useFilter('person', numberIn)
  const kind = useFilter('kind', typeIn)
  const record = useTextFilter('record')
  const part = useFilter('part')
  const page = pageIn(part.value)
  const number = record.value.trim()
  const isNoNumber = number !== '' && numberIn(number) === ''
  const log = useValue<AuditEntry[]>(
    auditPage({ user: person.value, type: kind.value, record: numberIn(number) }, page),
    isAllowed && !isNoNumber,
  )
  const problem = isNoNumber ? noNumberText : log.problem && !log.value ? failureOf(log.problem, failed) : undefined
  if (!isAllowed) return <Refused title="Log of Changes" message="Only an Admin can see the log." />
  /** A different filter starts at the newest entry again. */
  const fromStart = <Filter extends typeof person>(filter: Filter) => ({
    ...filter,
    onChange: (value: string) => {
      if (part.value) part.onChange('')
      filter.onChange(value)
    },
  })
  return (
    <Page title="Log of Changes" meta={<AsOf of={log} />}>
      <Filters>
        <SelectFilter label="Person" choices={choicesOf(users.rows)} all="Everybody" {...fromStart(person)} />
        <SelectFilter label="Kind" choices={typeChoices} all="Every kind" {...fromStart(kind)} />
        <TextFilter label="Number" placeholder="Number of the record..." {...fromStart(record)} />
      </Filters>
      <List
        name="Changes"
        rows={problem ? [] : log.value?.slice(0, auditPageSize)}
        columns={columnsIn(zone, users.rows ?? [])}
        empty="No changes match."
        problem={problem}
        pageSize={auditPageSize}
      />
      <Bar aria-label="Parts of the log" className="not-printed">
        <PartButton
          words="Newer"
          isOff={page === 1}
          onPress={() => part.onChange(page === 2 ? '' : String(page - 1))}
        />
        <PartButton
          words="Older"
          isOff={isNoNumber || (log.value?.length ?? 0) <= auditPageSize}
          onPress={() => part.onChange(String(page + 1))}
        />
      </Bar>
      <Section title="Seals of each day" starts="hidden">
        <LogHeads />
      </Section>
    </Page>
  )
}

const failed = 'Failed to load the log'

/** A number; '' for any other text. */
const numberIn = (text: string): string => (/^[1-9]\d{0,8}$/.test(text) ? text : '')
/** Shown instead of the whole log, which would look like an answer. */
const noNumberText = 'The number of a record has only digits, nine at most, and does not begin with 0.'

const typeIn = (text: string): string => (typeChoices.some(([type]) => type === text) ? text : '')

const choicesOf = (users: readonly User[] | undefined) => users?.map((it) => [String(it.id), personName(it)] as const)

const columnsIn = (zone: string, users: readonly User[]): Column<AuditEntry>[] => [
  { title: 'What', onPhone: 'head', cell: (it) => actionText(it) },
  { title: 'Who', cell: (it) => whoOf(it, users) },
  { title: 'Seen', cell: (it) => dateTimeText(it.observed_at, zone) || '—', onPhone: 'none' },
  { title: 'Arrived', cell: (it) => dateTimeText(it.received_at, zone) },
  { title: 'Phone', cell: (it) => it.device ?? '—', onPhone: 'none' },
  { title: 'Seal', onPhone: 'none', cell: (it) => sealText(it) },
  { title: 'Sent', onPhone: 'plain', cell: (it) => <WhatWasSent entry={it} /> },
]

/** '812 · 3f5c9a1b…': the place in the chain and the beginning of its hash. */
const sealText = ({ seal }: AuditEntry): string => (seal ? `${seal.n} · ${seal.hash.slice(0, 8)}…` : '—')

const whoOf = ({ user_id }: AuditEntry, users: readonly User[]): string =>
  nameAmong(users, user_id) ?? (user_id === null ? 'Command line' : `User #${user_id}`)

function WhatWasSent({ entry }: { entry: AuditEntry }) {
  const text = sentText(entry)
  return text === '' ? (
    <>—</>
  ) : (
    <Sent>
      <summary>What was sent</summary>
      <pre>{text}</pre>
    </Sent>
  )
}
