import { chakra } from '@chakra-ui/react/styled-system'
import type { Violation } from '../../contract/violation.ts'
import { citationDraft } from '../../parts/citation-draft.ts'
import { CitationForm } from '../../parts/citation-form.tsx'
import { CitationDeadline } from '../../parts/deadlines.tsx'
import { ExtendChoices } from '../../parts/extend-choices.tsx'
import { RecordTo } from '../../parts/record-to.tsx'
import { UnsentMark, useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { citationsOfViolation } from '../../records/citation.ts'
import { abateViolation, extendDeadline } from '../../records/violation.ts'
import { fineText } from '../../rules/citation-form.ts'
import { daysPassed, maxAddedDays, mostAddedText } from '../../rules/deadline.ts'
import { newestFirst } from '../../rules/list-order.ts'
import { plural } from '../../rules/text.ts'
import { useDraft } from '../../sync/react/forms.ts'
import { useEntriesOf, usePerform, useRows } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { tellFailure } from '../../ui/toast.tsx'

const Frame = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    paddingTop: 3,
    borderTop: 'var(--hairline) solid var(--line)',
    '& > h3': { fontSize: 'md', fontWeight: 'semibold' },
    '& > [data-row]': { display: 'flex', flexWrap: 'wrap', gap: 2 },
    '& > [data-row] > *': { flex: '1 1 8rem' },
    '& > ul': { display: 'flex', flexDirection: 'column', gap: 1 },
    '& > ul a': { display: 'inline-flex', alignItems: 'center', minHeight: '24px' },
  },
})

interface Props {
  violation: Violation
  result: 'allFixed' | 'notAllFixed'
  isSaving: boolean
  /** Stores the answers before the next step; false if that failed. */
  before: () => Promise<boolean>
  /** The answers are already stored. */
  isSaid: boolean
  step: Step
  onStep: (step: Step) => void
}

/** What is done about a violation on this visit: 'extended' after an extension, 'more' to extend again. */
export type Step = 'none' | 'extended' | 'more' | 'cite' | 'closed'

/** What follows from the answers: abated if all is fixed, else more time or a citation (VD-02 to VD-06). */
export function Outcome(props: Props) {
  return props.result === 'allFixed' ? <Abate {...props} /> : <NotFixed {...props} />
}

function Abate({ violation: { id }, isSaving, before, isSaid }: Props) {
  const perform = usePerform()
  const abate = async () => {
    if (!(await confirm({ title: 'Mark this violation as abated?', text: abateText, yes: 'Mark as Abated' }))) return
    if (!(await before())) return
    const done = await saved(() => perform(abateViolation, { violationId: id }, { status: 1 }))
    if (done !== null) tellSaved('Marked as abated')
  }
  return (
    <Frame>
      <Button kind="main" icon="check" disabled={isSaving} onClick={() => void abate()}>
        Mark as Abated
      </Button>
      {!isSaid && <SaveOnly isSaving={isSaving} before={before} />}
    </Frame>
  )
}

const abateText = 'Every section is fixed. Its status becomes Resolved. It can be reopened later.'

function NotFixed({ violation, isSaving, before, isSaid, step, onStep }: Props) {
  const { id } = violation
  const perform = usePerform()
  const passed = daysPassed(violation, useNow(), useZone())
  // Time was added on this visit. A second tap must not add it again.
  const isExtended = useEntriesOf('violation', id).some((it) => it.command === extendDeadline.name)
  const { restored } = useDraft(citationDraft(id))
  const extend = async (days: number) => {
    const total = (violation.extend ?? 0) + days
    if (total > maxAddedDays) return tellFailure(mostAddedText)
    if (!(await before())) return
    const done = await saved(() => perform(extendDeadline, { violationId: id }, { extend: total }))
    if (done === null) return
    onStep('extended')
    tellSaved(`Deadline extended by ${plural(days, 'day')}`)
  }
  const cite = async () => {
    if (await before()) onStep('cite')
  }
  if (step === 'cite' || (step === 'none' && (restored ?? null) !== null))
    return (
      <Frame>
        <h3>New citation</h3>
        <CitationForm violation={violation} onAdded={() => onStep('closed')} />
        <Button onClick={() => onStep('closed')}>Close</Button>
      </Frame>
    )
  const isDone = step === 'extended' || (isExtended && step !== 'more')
  return (
    <Frame>
      <h3>{isDone ? 'More time is given' : 'Give more time, or cite'}</h3>
      {!isDone && (
        <ExtendChoices violation={violation} passed={passed} onChoose={(days) => !isSaving && void extend(days)} />
      )}
      <Citations violation={violation} />
      <div data-row="">
        {isDone && <Button onClick={() => onStep('more')}>Give more time</Button>}
        <Button disabled={isSaving} onClick={() => void cite()}>
          Cite
        </Button>
        {!isSaid && <SaveOnly isSaving={isSaving} before={before} />}
      </div>
    </Frame>
  )
}

/** Stores the answers without changing the violation. */
const SaveOnly = ({ isSaving, before }: Pick<Props, 'isSaving' | 'before'>) => (
  <Button
    disabled={isSaving}
    onClick={() => void before().then((isStored) => isStored && tellSaved('Follow-up saved'))}
  >
    Save only
  </Button>
)

/** The existing citations. */
function Citations({ violation: { id } }: Pick<Props, 'violation'>) {
  const { rows } = useRows(citationsOfViolation(id))
  const marks = useUnsentMarks('citation')
  if (!rows || rows.length === 0) return null
  return (
    <ul aria-label="Citations">
      {newestFirst(rows).map((it) => (
        <li key={it.id}>
          <RecordTo kind="citation" id={it.id}>
            Citation {it.citationid?.trim() || 'without a number'}
          </RecordTo>
          : {fineText(it.fine)}, due <CitationDeadline citation={it} /> <UnsentMark entries={marks.get(it.id)} />
        </li>
      ))}
    </ul>
  )
}
