import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { newPeopleLimit, type PeoplePreview, people as peopleCalls } from '../../contract/people-file.ts'
import { CsvButton } from '../../parts/file-button.tsx'
import { CallFailure, NeedsSignal, NotOffered } from '../../parts/online-only.tsx'
import { useOnlyProvider } from '../../parts/only-provider.ts'
import { mayAskOurs } from '../../parts/use-asked.ts'
import { useDirectCall } from '../../parts/use-direct-call.ts'
import { peopleColumns } from '../../rules/people-file.ts'
import { may } from '../../rules/permissions.ts'
import { plural } from '../../rules/text.ts'
import type { Failure } from '../../sync/online/call.ts'
import { useTakesOurs } from '../../sync/react/kept-here.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { textOfFile } from '../../ui/file-bytes.ts'
import { Page } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { saveCsv } from '../../ui/save-csv.ts'
import { ButtonRow } from '../../ui/stack.ts'
import { ErrorLine } from '../../ui/states.tsx'
import { tell } from '../../ui/toast.tsx'
import { mayLosePasswords, useAskBeforeLeaving } from './ask-before-leaving.ts'
import { firstPassword } from './first-password.ts'
import { PeoplePlan } from './people-plan.tsx'
import { RoleTable } from './role-table.tsx'
import { SignInSlips, type Slip } from './sign-in-slips.tsx'

const title = 'Add users from a file'

/** Adds several users from one file: a preview first, then all of them or none. */
export function PeopleFileScreen() {
  const isAllowed = may(useUser().role, 'manageUsers')
  const takesOurs = useTakesOurs()
  const [slips, setSlips] = useState<Slip[]>()
  if (!isAllowed) return <Refused title={title} message="Admins only: changing users." />
  return (
    <Page title={slips ? 'Sign-in slips' : title} above={<Link to="/users">Users</Link>} width="text">
      {slips && <SignInSlips slips={slips} />}
      {!slips && takesOurs === false && (
        <NotOffered what="add users from a file" instead="Ask whoever runs the server to make these users." />
      )}
      {!slips && mayAskOurs(takesOurs) && <ChooseFile onAdded={setSlips} />}
    </Page>
  )
}

function ChooseFile({ onAdded }: { onAdded: (slips: Slip[]) => void }) {
  const { failure, isBusy, make } = useDirectCall()
  const hasPasswords = useOnlyProvider() === null
  const [problem, setProblem] = useState<string>()
  const [chosen, setChosen] = useState<{ name: string; preview: PeoplePreview; slips: Slip[] }>()
  // A call without an answer may have added them. A later refusal of its repeat does not change that.
  const [isDoubted, setDoubted] = useState(false)
  useAskBeforeLeaving(hasPasswords && (isDoubted || (chosen !== undefined && isBusy)))
  const look = async (file: File) => {
    if (hasPasswords && isDoubted && !(await mayLosePasswords())) return
    setDoubted(false)
    setChosen(undefined)
    const { text, problem } = await textOfFile(file)
    setProblem(problem)
    if (text === undefined) return
    const preview = await make((call) => call(peopleCalls.preview, {}, { text }, null))
    // Made with the preview, so that a second try after a lost answer sends the same passwords.
    if (preview) setChosen({ name: file.name, preview, slips: preview.people.map((it) => slipOf(it, hasPasswords)) })
  }
  const add = async (slips: Slip[]) => {
    const people = slips.map(({ email, name, phone, role, password }) => ({
      email,
      name,
      phone,
      role,
      active: true,
      new_password: password,
    }))
    const words = `${plural(slips.length, 'user')} added from a file`
    const added = await make(async (call) => {
      const answer = await call(peopleCalls.add, {}, { people }, { words })
      if (answer.kind === 'failed' && answer.problem.kind !== 'refused') setDoubted(true)
      return answer
    })
    if (!added) return
    tell(`${plural(slips.length, 'user')} added`)
    onAdded(slips)
  }
  const count = chosen?.slips.length ?? 0
  return (
    <>
      <NeedsSignal what="Adding users" />
      <p>
        The file is a CSV table, as spreadsheets save it, with a heading line: {peopleColumns.join(', ')}. The order of
        the columns does not matter; name and phone may be empty. Nothing happens before you have seen who would be
        added. At most {newPeopleLimit} people at once.
      </p>
      <ButtonRow>
        <CsvButton isAgain={chosen !== undefined} isBusy={isBusy} onPick={(file) => void look(file)} />
        <Button icon="download" onClick={saveTemplate}>
          Template
        </Button>
      </ButtonRow>
      {problem && <ErrorLine message={problem} />}
      <NotAdded failure={failure} isDoubted={isDoubted} isOfPeople={chosen !== undefined} />
      {chosen && <PeoplePlan name={chosen.name} preview={chosen.preview} />}
      {count > newPeopleLimit && (
        <ErrorLine message={`At most ${newPeopleLimit} people can be added at once. Split the file.`} />
      )}
      {chosen && count > 0 && count <= newPeopleLimit && (
        <div>
          <Button kind="main" disabled={isBusy} onClick={() => void add(chosen.slips)}>
            {isBusy ? 'Adding...' : `Add ${plural(count, 'user')}`}
          </Button>
        </div>
      )}
      <RoleTable />
    </>
  )
}

/** Why the call for the file failed. */
function NotAdded({
  failure,
  isDoubted,
  isOfPeople,
}: {
  failure: Failure | undefined
  isDoubted: boolean
  isOfPeople: boolean
}) {
  if (isDoubted && failure && failure.problem.kind !== 'refused')
    return (
      <ErrorLine
        message="The users may have been added"
        hint="No clear answer came. Stay on this page and add them again: nobody is added twice, and their sign-in slips follow."
      />
    )
  return (
    <CallFailure
      of={failure}
      failed={isOfPeople ? 'The users could not be added' : 'The file could not be read'}
      isServerFirst
      nothingTyped
    />
  )
}

const slipOf = ({ email, name, phone, role }: PeoplePreview['people'][number], hasPassword: boolean): Slip => ({
  email,
  name,
  phone,
  role,
  password: hasPassword ? firstPassword() : null,
})

const saveTemplate = () =>
  saveCsv('users.csv', peopleColumns, [
    ['Ann Field', 'ann@town.example', 'ons', '(301) 555-0100'],
    ['Oscar Desk', 'oscar@town.example', 'oas', ''],
  ])
