import type { Answer } from '../sync/call.ts'
import { problemText } from '../sync/problem.ts'
import { useSyncStatus } from '../sync/react.ts'
import { ErrorLine, Note } from '../ui/states.tsx'

/** A direct call that failed: see useCall. */
export type Failure = Extract<Answer<unknown>, { kind: 'failed' }>

/** Said where something is done at the office only, while there is no signal: "Changing a license needs signal". */
export function NeedsSignal({ what }: { what: string }) {
  const { connection } = useSyncStatus()
  if (connection !== 'noSignal') return null
  return (
    <Note tone="yellow" role="status">
      {what} needs signal: it is done at the office at once and does not wait on this device. What you type is kept.
    </Note>
  )
}

interface Props {
  /** The specification's words for the failure. */
  failed: string
  of: Failure | undefined
  /** The server's own words stand in place of the specification's where it gave any (LC-10, PM-04). */
  isServerFirst?: boolean
}

/** Why a direct call failed and what became of the work; nothing without a failure. */
export function CallFailure({ failed, of, isServerFirst = false }: Props) {
  if (!of) return null
  const { problem, mayHaveArrived } = of
  if (problem.kind === 'refused' && isServerFirst) return <ErrorLine message={problem.detail} />
  const next = mayHaveArrived
    ? 'It may have arrived all the same: look for it in the list before you save it again.'
    : problem.kind === 'refused'
      ? ''
      : 'What you typed is still here; save it again.'
  return <ErrorLine message={failed} hint={`${problemText(problem)}. ${next}`.trim()} />
}

/** The same in one line, for what has no form of its own. */
export const failureLine = (failed: string, { problem }: Failure): string => `${failed}: ${problemText(problem)}`
