import { sentence } from '../rules/text.ts'
import type { Failure } from '../sync/online/call.ts'
import { useSyncStatus } from '../sync/react/hooks.ts'
import { useSignalAsked } from '../sync/react/signal-asked.ts'
import { problemText } from '../sync/transport/problem.ts'
import { ErrorLine, Note } from '../ui/states.tsx'
import type { DirectEdit } from './direct-edit.ts'

/**
 * Shown while there is no signal, for actions that only the office can do: "Changing a license needs signal". `keeps`:
 * what is typed stays on the device (`useKeptForm`).
 */
export function NeedsSignal({ what, keeps = false }: { what: string; keeps?: boolean }) {
  const { connection } = useSyncStatus()
  useSignalAsked(keeps)
  if (connection !== 'noSignal') return null
  return (
    <Note tone="yellow" role="status">
      {what} needs signal: it is done at the office at once and does not wait on this device.
      {keeps && ' What you type is kept.'}
    </Note>
  )
}

/** Shown if the town's server has no such call: what to do instead. `keeps`: the typed text stays in the form. */
export function NotOffered({ what, instead, keeps = false }: { what: string; instead: string; keeps?: boolean }) {
  return (
    <Note tone="yellow" role="alert">
      <p>
        The server of this town cannot {what} from here. Nothing was changed
        {keeps && ', and what you typed is still here'}.
      </p>
      <p>{instead}</p>
    </Note>
  )
}

interface Props {
  /** The specification's text for the failure. */
  failed: string
  of: Failure | undefined
  /** The server's own message replaces the specification's if there is one (LC-10, PM-04). */
  isServerFirst?: boolean
  /** The action has no form, so nothing typed can be saved again. */
  nothingTyped?: boolean
}

/** Why a direct call failed and what happened to the work; nothing without a failure. */
export function CallFailure({ failed, of, isServerFirst = false, nothingTyped = false }: Props) {
  if (!of) return null
  const { problem, mayHaveArrived } = of
  if (problem.kind === 'refused' && isServerFirst) return <ErrorLine message={problem.detail} />
  const [arrived, again] = nothingTyped ? nextOfAction : nextOfForm
  const next = mayHaveArrived ? arrived : problem.kind === 'refused' ? '' : again
  return <ErrorLine message={failed} hint={`${sentence(problemText(problem))} ${next}`.trim()} />
}

const nextOfForm = [
  'It may have arrived anyway: look for it in the list before you save it again.',
  'What you typed is still here; save it again.',
]
const nextOfAction = ['It may have been done anyway: look before you try again.', 'Nothing was changed. Try again.']

/** What somebody else changed since the form was opened. Saving again overwrites it knowingly. */
export function EditClash({ of, nameOf }: { of: DirectEdit['clashes']; nameOf: Record<string, string> }) {
  if (of.length === 0) return null
  return (
    <Note tone="yellow" role="alert">
      <p>Changed at the office since you opened this:</p>
      <ul>
        {of.map(({ name, theirs }) => (
          <li key={name}>
            {nameOf[name] ?? name}: {shownValue(theirs)}
          </li>
        ))}
      </ul>
      <p>Save again to put what you typed in its place.</p>
    </Note>
  )
}

const shownValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}

/** A failure in one line, for actions without a form. */
export const failureLine = (failed: string, { problem }: Failure): string => `${failed}: ${problemText(problem)}`
