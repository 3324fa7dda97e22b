import { type Age, AsOf } from '../../parts/as-of.tsx'
import { type Problem, problemText } from '../../sync/transport/problem.ts'
import { ErrorLine, Loading } from '../../ui/states.tsx'

/** How old a panel is, said only while there is no newer answer: with signal all of them are new. */
export function PanelAge({ of }: { of: Age }) {
  return of.problem && of.pulledAt !== undefined ? <AsOf of={of} /> : null
}

interface Props {
  problem: Problem | undefined
  loading?: string
  /** The specification's words when the server answered with a failure. */
  failed: string
  /** Its words for everything else that keeps the answer away. */
  otherwise?: string
}

/** What stands in place of a panel of which this device holds nothing (DB-18, DB-30, DB-50). */
export function PanelState({ problem, loading, failed, otherwise = failed }: Props) {
  if (!problem) return <Loading>{loading}</Loading>
  const isAnswer = problem.kind === 'refused' || problem.kind === 'serverDown'
  return <ErrorLine message={isAnswer ? failed : otherwise} hint={problemText(problem)} />
}
