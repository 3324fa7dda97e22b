import { type Age, AsOf } from '../../parts/as-of.tsx'
import { type Problem, problemText } from '../../sync/transport/problem.ts'
import { ErrorLine, Loading } from '../../ui/states.tsx'

/** The age of a panel, shown only while there is no newer answer: with signal all panels are new. */
export function PanelAge({ of }: { of: Age }) {
  return of.problem && of.pulledAt !== undefined ? <AsOf of={of} /> : null
}

interface Props {
  problem: Problem | undefined
  loading?: string
  /** The specification's text if the server answered with a failure. */
  failed: string
  /** Its text for every other reason why there is no answer. */
  otherwise?: string
}

/** Shown in place of a panel for which this device has no data (DB-18, DB-30, DB-50). */
export function PanelState({ problem, loading, failed, otherwise = failed }: Props) {
  if (!problem) return <Loading>{loading}</Loading>
  const isAnswer = problem.kind === 'refused' || problem.kind === 'serverDown'
  return <ErrorLine message={isAnswer ? failed : otherwise} hint={problemText(problem)} />
}
