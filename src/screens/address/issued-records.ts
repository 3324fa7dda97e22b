import type { Id } from '../../contract/id.ts'
import type { License } from '../../contract/license.ts'
import type { Permit } from '../../contract/permit.ts'
import type { AnyRow } from '../../db/rows.ts'
import { allLicenses, licensesByAddress, licensesOfAddress } from '../../records/license.ts'
import { allPermits, permitsByAddress, permitsOfAddress } from '../../records/permit.ts'
import type { Query } from '../../records/query.ts'
import type { Problem } from '../../sync/problem.ts'
import { type Rows, useRows } from '../../sync/react.ts'

/** The licences of an address (AD-30). */
export const useLicensesOf = (addressId: Id, isAsked: boolean): Rows<License> =>
  useFirstAnswer([licensesOfAddress(addressId), licensesByAddress(addressId), allLicenses()], isAsked)

/** The permits of an address (AD-30). */
export const usePermitsOf = (addressId: Id, isAsked: boolean): Rows<Permit> =>
  useFirstAnswer([permitsOfAddress(addressId), permitsByAddress(addressId), allPermits()], isAsked)

/**
 * The rows of the first query, from whichever call answers: of the address, else by `?address_id=`, else the whole list,
 * in which the address's rows are found by their field (AD-30). Without signal no other call would do better.
 */
function useFirstAnswer<Row extends AnyRow>(
  [ofAddress, byField, all]: [Query<Row>, Query<Row>, Query<Row>],
  isAsked: boolean,
): Rows<Row> {
  const first = useRows(ofAddress, isAsked)
  const second = useRows(byField, isAsked && isServers(first.problem))
  const third = useRows(all, isAsked && isServers(first.problem) && isServers(second.problem))
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

/** The server answered, but not this: another of its calls may know more. */
const isServers = (problem: Problem | undefined): boolean =>
  problem?.kind === 'refused' || problem?.kind === 'serverDown' || problem?.kind === 'misunderstood'
