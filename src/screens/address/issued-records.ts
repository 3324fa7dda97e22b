import type { Id } from '../../contract/id.ts'
import type { License } from '../../contract/license.ts'
import type { Permit } from '../../contract/permit.ts'
import type { AnyRow } from '../../db/rows.ts'
import { allLicenses, licensesByAddress, licensesOfAddress } from '../../records/license.ts'
import { allPermits, permitsByAddress, permitsOfAddress } from '../../records/permit.ts'
import type { Query } from '../../records/query.ts'
import { type Rows, usePull, useRows } from '../../sync/react/hooks.ts'
import type { Problem } from '../../sync/transport/problem.ts'

type Calls<Row extends AnyRow> = [ofAddress: Query<Row>, byField: Query<Row>, all: Query<Row>]

/** The calls that list licences and permits of an address, best first (AD-30). */
export const licenseCalls = (id: Id): Calls<License> => [licensesOfAddress(id), licensesByAddress(id), allLicenses()]
export const permitCalls = (id: Id): Calls<Permit> => [permitsOfAddress(id), permitsByAddress(id), allPermits()]

/**
 * The rows of the first query, from the first call that answers: by address, else by `?address_id=`, else the whole
 * list, which is filtered by its field (AD-30). Without signal the other calls are not tried.
 */
export function useFirstAnswer<Row extends AnyRow>([ofAddress, byField, all]: Calls<Row>, isAsked: boolean): Rows<Row> {
  const first = useRows(ofAddress, isAsked)
  // Whatever call answers, the rows are those of the address. The whole list would be read for nothing.
  const second = usePull(byField, 'list', isAsked && isServers(first.problem))
  const third = usePull(all, 'list', isAsked && isServers(first.problem) && isServers(second.problem))
  const answered = [first, second, third].filter((it) => it.pulledAt !== undefined && !it.problem)
  const { problem } = isServers(first.problem) ? (isServers(second.problem) ? third : second) : first
  const pulledAt = Math.max(...answered.map((it) => it.pulledAt ?? 0))
  return {
    rows: first.rows,
    problem: answered.length > 0 ? undefined : problem,
    pulledAt: answered.length > 0 ? pulledAt : first.pulledAt,
    pulling: first.pulling || second.pulling || third.pulling,
  }
}

/** The server answered with an error, so another of its calls may work. */
const isServers = (problem: Problem | undefined): boolean =>
  problem?.kind === 'refused' || problem?.kind === 'serverDown' || problem?.kind === 'misunderstood'
