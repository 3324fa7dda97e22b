import { useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Violation } from '../../contract/violation.ts'
import { againIfAborted } from '../../db/again-if-aborted.ts'
import { AssignAll } from '../../parts/assign-all.tsx'
import { bringMissing } from '../../parts/bring-missing.ts'
import { BulkBar, type RunBulk, type Ticked, useBulk } from '../../parts/bulk.tsx'
import { LettersButtons, type MadeLetter } from '../../parts/letters.tsx'
import { addressById } from '../../records/address.ts'
import type { Query } from '../../records/query.ts'
import { assignViolation, extendDeadline, violationFiles } from '../../records/violation.ts'
import { addedDays, maxAddedDays, mostAddedText } from '../../rules/deadline.ts'
import { listText } from '../../rules/list-text.ts'
import { may, mayWrite } from '../../rules/permissions.ts'
import { numberText, plural } from '../../rules/text.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { tellFailure } from '../../ui/toast.tsx'
import { noticeHere } from './notice-letter.ts'

/** Assigns all ticked violations, or extends their deadlines, at once. */
export function BulkViolations({ ticked, rows }: { ticked: Ticked; rows: readonly Violation[] | undefined }) {
  const { role } = useUser()
  const perform = usePerform()
  const run = useBulk(ticked, 'violation')
  return (
    <BulkBar ticked={ticked} rows={rows} what="violation">
      {may(role, 'assign') && (
        <AssignAll
          run={run}
          assign={(violationId, userId) => perform(assignViolation, { violationId }, { user_id: userId })}
        />
      )}
      {mayWrite(role) && <ExtendAll run={run} />}
      <NoticesOf ids={ticked.ids} />
    </BulkBar>
  )
}

/** The notices of all ticked violations, each with its photos, as one document. */
function NoticesOf({ ids }: { ids: ReadonlySet<number> }) {
  const { device, town } = useEngine()
  const make = async () => {
    const found = await againIfAborted(() => device.db.rows('violation').bulkGet([...ids]))
    const rows = found.flatMap((it) => it ?? [])
    const missing = found.length - rows.length
    if (missing > 0) tellFailure(`${plural(missing, 'ticked violation')} no longer on this device: no notice was made.`)
    // A list comes without the owners and the photos.
    const isAnswered = await bringMissing(
      device,
      rows.flatMap((it) => [addressById(it.address_id) as Query, { value: violationFiles(it.id).query }]),
    )
    const letters: MadeLetter[] = []
    for (const row of rows) letters.push(await noticeHere({ device, town }, row, true))
    // Of letters that lack something the buttons say so.
    if (!isAnswered && !letters.some((it) => it.isPartial))
      tellFailure('The office could not be asked, so the newest photos may be missing. Make them again with signal.')
    return letters
  }
  return <LettersButtons what="Notices" lacks="the owner or photos" fileName="violation_notices" make={make} />
}

/** The ticked violations whose deadlines were not extended. */
interface Left {
  gone: number
  resolved: string[]
  longest: string[]
}

/** One message for all of them: a message for each would cover the screen. */
const wordsOf = ({ gone, resolved, longest }: Left): string =>
  [
    gone === 1 && 'A ticked violation is no longer on this device. Its deadline was not changed.',
    gone > 1 && `${gone} ticked violations are no longer on this device. Their deadlines were not changed.`,
    resolved.length === 1 && `${named(resolved)} is resolved. Its deadline was not changed.`,
    resolved.length > 1 && `${named(resolved)} are resolved. Their deadlines were not changed.`,
    longest.length > 0 && `${named(longest)}: ${mostAddedText}`,
  ]
    .filter(Boolean)
    .join(' ')

/** More names would not fit on a phone. All stay ticked, so each can be found in the list. */
const mostNamed = 12

/** 'Violation #4', 'Violations #4, #5 and #9'. */
function named(names: readonly string[]): string {
  if (names.length === 1) return `Violation ${names[0]}`
  const others = names.length - mostNamed
  return `Violations ${listText(others > 0 ? [...names.slice(0, mostNamed), `${others} more, which stay ticked,`] : names)}`
}

function ExtendAll({ run }: { run: RunBulk }) {
  const perform = usePerform()
  const { db } = useEngine().device
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const extend = async (days: number) => {
    const left: Left = { gone: 0, resolved: [], longest: [] }
    const act = async (violationId: Id) => {
      const row = await againIfAborted(() => db.rows('violation').get(violationId))
      if (!row) {
        left.gone += 1
        return false
      }
      const total = (row.extend ?? 0) + days
      // As on its own page, which offers no extension then.
      const list = row.status === 1 ? left.resolved : total > maxAddedDays ? left.longest : null
      if (!list) return perform(extendDeadline, { violationId }, { extend: total })
      list.push(numberText(violationId) || `at ${row.combadd ?? 'an address'}`)
      return false
    }
    try {
      await run((count) => `${count} extended by ${plural(days, 'day')} (waiting to send)`, act)
    } finally {
      const words = wordsOf(left)
      if (words !== '') tellFailure(words)
    }
  }
  return (
    <form
      aria-label="Extend the ticked"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const asked = addedDays(typed)
        if (asked.kind === 'invalid') setProblem(asked.text)
        else void extend(asked.days)
      }}
    >
      <TextField
        label="Days to add"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        problem={problem}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit">Extend</Button>
    </form>
  )
}
