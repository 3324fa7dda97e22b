import type { Id } from '../contract/id.ts'
import { sentence } from '../rules/text.ts'
import { type Problem, problemText } from '../sync/transport/problem.ts'
import { Empty, ErrorLine, Loading } from '../ui/states.tsx'

/** A record that is being loaded: see useRow. */
interface Sought {
  row: unknown
  problem: Problem | undefined
}

interface Props {
  of: Sought
  id: Id
  /** The specification's text while loading. */
  loading?: string
  /** The specification's text for a failure, shown only if the device has nothing. */
  failed: string
}

/** Shown in place of a record that is missing or still loading. Use it only while `of.row` is missing. */
export function LoadState({ of, id, loading, failed }: Props) {
  if (of.problem)
    return <ErrorLine message={failed} hint={`${sentence(problemText(of.problem))} ${whatStillWorks(of.problem)}`} />
  // A missing record with a local id was discarded by the user, or belongs to another device.
  if (of.row === null && id < 0) return <Empty>This record is not on this device.</Empty>
  return <Loading>{loading}</Loading>
}

const whatStillWorks = (problem: Problem): string =>
  problem.kind === 'refused'
    ? 'It may have been removed at the office.'
    : 'It has not been opened on this device before. Everything that was can still be used.'
