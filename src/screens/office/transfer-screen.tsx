import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { merges, type TransferKind, transferKinds, undoDays, type Workload } from '../../contract/merge.ts'
import type { User } from '../../contract/user.ts'
import { NeedsSignal } from '../../parts/online-only.tsx'
import { workload } from '../../records/merge-doubles.ts'
import { allUsers } from '../../records/user.ts'
import { dateText } from '../../rules/date-text.ts'
import { byText } from '../../rules/list-order.ts'
import { may, roleText } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { useRows, useValue } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { framedGroup } from '../../ui/framed-group.ts'
import { Page } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Section } from '../../ui/section.tsx'
import { ErrorLine, Loading, Note } from '../../ui/states.tsx'
import { failureOf } from './failure.ts'
import { MergeList } from './merge-list.tsx'
import { SureDialog } from './sure-dialog.tsx'

const Frame = chakra('fieldset', {
  base: {
    ...framedGroup,
    '& > small': { color: 'fg.muted', fontSize: 'sm' },
  },
})

/** Transfers all work of one inspector to another, for a colleague who leaves or is away for long. */
export function TransferScreen() {
  const isAllowed = may(useUser().role, 'transferWork')
  if (!isAllowed) return <Refused title="Transfer" message="Only office staff can transfer work." />
  return (
    <Page title="Transfer">
      <NeedsSignal what="Transferring work" />
      <Section title="From one inspector to another">
        <TransferForm />
      </Section>
      <Section title="Merges and transfers">
        <MergeList />
      </Section>
    </Page>
  )
}

interface Asked {
  from: string
  to: string
  kinds: ReadonlySet<TransferKind>
  openOnly: boolean
  since: string
}

const nothing: Asked = { from: '', to: '', kinds: new Set(transferKinds), openOnly: true, since: '' }

function TransferForm() {
  const users = useRows(allUsers())
  const [asked, setAsked] = useState<Asked>(nothing)
  const [problem, setProblem] = useState<string>()
  const [isSure, setSure] = useState(false)
  const change = (more: Partial<Asked>) => {
    setAsked({ ...asked, ...more })
    setProblem(undefined)
  }
  const submit = () => {
    if (asked.from === '' || asked.to === '') return setProblem('Choose both people')
    if (asked.from === asked.to) return setProblem('Choose two different people')
    if (asked.kinds.size === 0) return setProblem('Choose what to transfer')
    setSure(true)
  }
  const people = byText(users.rows ?? [], (it) => personName(it))
  const nameOf = (id: string) => personName(people.find((it) => String(it.id) === id))
  // The work may belong to somebody who has left, but only a current colleague can get it.
  const receivers = people.filter((it) => it.active !== false && it.role !== 0)
  return (
    <Form
      aria-label="Transfer"
      problem={problem}
      onSubmit={submit}
      actions={
        <Button type="submit" kind="main">
          Transfer
        </Button>
      }
    >
      <PersonField label="From" people={people} value={asked.from} onChange={(from) => change({ from })} />
      <PersonField label="To" people={receivers} value={asked.to} onChange={(to) => change({ to })} />
      <div className="half">
        <TextField
          label="Made on or after"
          type="date"
          hint="Leave empty for all dates"
          value={asked.since}
          onChange={(event) => change({ since: event.target.value })}
        />
      </div>
      <CheckField
        label="Only unfinished work"
        checked={asked.openOnly}
        onChange={(event) => change({ openOnly: event.target.checked })}
      />
      {asked.from !== '' && <Kinds asked={asked} onChange={(kinds) => change({ kinds })} />}
      {isSure && (
        <HandOverDialog
          asked={asked}
          from={nameOf(asked.from)}
          to={nameOf(asked.to)}
          onDone={() => setAsked(nothing)}
          onClose={() => setSure(false)}
        />
      )}
    </Form>
  )
}

interface PersonProps {
  label: string
  people: readonly User[]
  value: string
  onChange: (id: string) => void
}

function PersonField({ label, people, value, onChange }: PersonProps) {
  return (
    <div className="half">
      <SelectField
        label={label}
        blank="Choose..."
        choices={people.map(choiceOf)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

const choiceOf = (user: User) =>
  [String(user.id), `${personName(user)}, ${roleText(user.role)}${user.active === false ? ', inactive' : ''}`] as const

const kindWords: Record<TransferKind, string> = {
  inspections: 'Inspections',
  complaints: 'Complaints',
  violations: 'Violations',
}

/** The person's work, with the number of each kind. Citations stay with their author. */
function Kinds({ asked, onChange }: { asked: Asked; onChange: (kinds: ReadonlySet<TransferKind>) => void }) {
  const counted = useValue<Workload>(workload(Number(asked.from), asked.since))
  if (counted.problem && !counted.value)
    return <ErrorLine message={failureOf(counted.problem, 'Failed to count the work')} />
  if (!counted.value) return <Loading />
  return (
    <Frame>
      <legend>What to transfer</legend>
      {counted.value.map(({ kind, open, all }) => (
        <CheckField
          key={kind}
          label={`${kindWords[kind]}: ${open} not finished, ${all} in all`}
          checked={asked.kinds.has(kind)}
          onChange={(event) =>
            onChange(
              new Set(event.target.checked ? [...asked.kinds, kind] : [...asked.kinds].filter((it) => it !== kind)),
            )
          }
        />
      ))}
      <small>Citations stay with the person who wrote them.</small>
    </Frame>
  )
}

interface SureProps {
  asked: Asked
  from: string
  to: string
  onDone: () => void
  onClose: () => void
}

function HandOverDialog({ asked, from, to, onDone, onClose }: SureProps) {
  const kinds = transferKinds.filter((it) => asked.kinds.has(it))
  const body = {
    from_id: Number(asked.from),
    to_id: Number(asked.to),
    kinds,
    open_only: asked.openOnly,
    since: asked.since || null,
  }
  return (
    <SureDialog
      title={`Transfer from ${from} to ${to}?`}
      verb="Transfer"
      what="Transferring work"
      failed="The work could not be transferred"
      words={`Work of ${from} transferred to ${to}`}
      send={(call, leaves) => call(merges.transfer, {}, body, leaves)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {kinds.map((it) => kindWords[it]).join(', ')} of {from}
        {asked.openOnly ? ' that are not finished' : ''}
        {asked.since ? ` made on or after ${dateText(asked.since)}` : ''} go to {to}. Both phones learn of it at their
        next contact.
      </p>
      <Note tone="accent">This can be undone for {undoDays} days.</Note>
    </SureDialog>
  )
}
