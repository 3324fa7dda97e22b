import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Violation, ViolationComment } from '../../contract/violation.ts'
import { ViolationDeadline } from '../../parts/deadlines.tsx'
import { EntriesState } from '../../parts/entry-state.tsx'
import { RecordTo } from '../../parts/record-to.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { reopenViolation, violationById } from '../../records/violation.ts'
import { filesOfViolationComment } from '../../records/violation-comment.ts'
import { dateText } from '../../rules/date-text.ts'
import { dayOf } from '../../rules/dates.ts'
import { followedCode, isFollowUp } from '../../rules/follow-up.ts'
import { canReopen } from '../../rules/violation-status.ts'
import { violationTitle } from '../../rules/violation-type.ts'
import { writtenAt } from '../../rules/written-at.ts'
import { useEntriesOf, usePerform, usePull } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Loading } from '../../ui/states.tsx'
import { CodeQuestion } from './code-question.tsx'
import { type EarlierPhoto, useEarlierPhotos } from './earlier-photos.ts'
import { useFollowUpForm } from './follow-up-form.ts'
import { followUpOf, useSaid } from './follow-ups-said.ts'
import { Outcome, type Step } from './outcome.tsx'
import { Result } from './result.tsx'
import { subjectsOf } from './subjects.ts'

const Card = chakra('article', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    minWidth: 0,
    padding: 3,
    border: 'var(--hairline) solid var(--line-strong)',
    borderRadius: 'md',
    '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 },
    '& > header > h2': { flex: '1 1 auto', fontSize: 'lg' },
    '& > header a': { display: 'inline-flex', alignItems: 'center', minHeight: 'tap', color: 'fg' },
    '& > [data-said]': { color: 'fg.muted', fontSize: 'sm', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
    '& > [data-hint]': { color: 'fg.muted', fontSize: 'sm' },
    '& > button': { alignSelf: 'flex-start' },
  },
})

/** One violation: its sections with earlier photos, the state of each, and what follows. */
export function ViolationCard({ violation }: { violation: Violation }) {
  const { id, status } = violation
  const title = useId()
  const today = dayOf(useNow(), useZone())
  usePull(violationById(id), 'list', id > 0)
  const said = useSaid(violation)
  const now = followUpOf(said, today)
  const [isAgain, setAgain] = useState(false)
  // Kept here, because the stored follow-up replaces the answers while the next step is taken.
  const [step, setStep] = useState<Step>('none')
  const steps = { step, onStep: setStep }
  const before = said.filter(({ content }) => !isFollowUp(content, today))
  const photos = useEarlierPhotos(violation, before)
  const isAsked = status === 0 && (!now || isAgain)
  return (
    <Card aria-labelledby={title}>
      <header>
        <h2 id={title}>
          <RecordTo kind="violation" id={id}>
            {violationTitle(violation)}
          </RecordTo>
        </h2>
        <span>
          {status === 0 ? <ViolationDeadline violation={violation} /> : <StatusBadge of="violation" status={status} />}
        </span>
      </header>
      <Words violation={violation} said={before} />
      {before.map((it) => it.id > 0 && !it.photos && <AskedFiles key={it.id} of={it} />)}
      {!photos ? (
        <Loading />
      ) : isAsked ? (
        <Questions violation={violation} photos={photos} onSaid={() => setAgain(false)} {...steps} />
      ) : (
        now && <Answered violation={violation} now={now} onAgain={() => setAgain(true)} {...steps} />
      )}
      <Waiting violationId={id} commentId={now?.id} />
    </Card>
  )
}

/** The state of all work on a violation here: one state for the answers and what followed. */
function Waiting({ violationId, commentId }: { violationId: Id; commentId: Id | undefined }) {
  const ofViolation = useEntriesOf('violation', violationId)
  const ofComment = useEntriesOf('violationComment', commentId ?? 0)
  return <EntriesState entries={[...ofViolation, ...ofComment]} />
}

/** The text of the notice, and the newest comments since. */
function Words({ violation, said }: { violation: Violation; said: readonly ViolationComment[] }) {
  const zone = useZone()
  const [last] = said.filter(({ content }) => content.trim() !== '')
  const words = [violation.description, violation.comment].filter((it) => it?.trim()).join('\n')
  return (
    <>
      {words && <p data-said="">{words}</p>}
      {last && (
        <p data-said="">
          {/* A follow-up begins with its day. */}
          {isFollowUp(last.content) ? last.content : `${dateText(writtenAt(last), zone)}: ${last.content}`}
        </p>
      )}
    </>
  )
}

/** A documented server lists the files of a comment only in a separate call. */
function AskedFiles({ of }: { of: ViolationComment }) {
  usePull(filesOfViolationComment(of.id), 'value', true)
  return null
}

interface Steps {
  step: Step
  onStep: (step: Step) => void
}

interface QuestionsProps extends Steps {
  violation: Violation
  photos: readonly EarlierPhoto[]
  onSaid: () => void
}

function Questions({ violation, photos, onSaid, ...steps }: QuestionsProps) {
  const followUp = useFollowUpForm(violation)
  const { subjects, result, isSaving, save } = followUp
  const before = async () => {
    const isStored = await save()
    if (isStored) onSaid()
    return isStored
  }
  return (
    <>
      <ul>
        {subjects.map((it) => (
          <CodeQuestion key={it.key} subject={it} followUp={followUp} photos={photos} />
        ))}
      </ul>
      {result === 'open' ? (
        <p data-hint="">Answer each section; then this violation can be abated, given more time, or cited.</p>
      ) : (
        <Outcome violation={violation} result={result} isSaving={isSaving} before={before} isSaid={false} {...steps} />
      )}
    </>
  )
}

interface AnsweredProps extends Steps {
  violation: Violation
  now: ViolationComment
  onAgain: () => void
}

/** Today's answers, and what follows while the violation is open. */
function Answered({ violation, now, onAgain, ...steps }: AnsweredProps) {
  const subjects = subjectsOf(violation)
  const isFixed = subjects.every(({ name }) => followedCode(now.content, name)?.isFixed)
  return (
    <>
      <Result comment={now} subjects={subjects} />
      {violation.status === 0 && (
        <>
          <Outcome
            violation={violation}
            result={isFixed ? 'allFixed' : 'notAllFixed'}
            isSaving={false}
            before={async () => true}
            isSaid
            {...steps}
          />
          <Button kind="quiet" data-flush="" onClick={onAgain}>
            Follow up again
          </Button>
        </>
      )}
      {canReopen(violation.status) && <Reopen violation={violation} />}
    </>
  )
}

/** Abated by mistake: back to Current after a question (VD-05). */
function Reopen({ violation: { id } }: { violation: Violation }) {
  const perform = usePerform()
  const reopen = async () => {
    const text = 'Its status becomes Current again.'
    if (!(await confirm({ title: 'Reopen this violation?', text, yes: 'Reopen Violation' }))) return
    const done = await saved(() => perform(reopenViolation, { violationId: id }, { status: 0 }))
    if (done !== null) tellSaved('Violation reopened')
  }
  return (
    <Button kind="quiet" data-flush="" onClick={() => void reopen()}>
      Reopen Violation
    </Button>
  )
}
