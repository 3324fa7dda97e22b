import type { Endpoint } from '../../contract/endpoint.ts'
import { idsInParams, mapParams } from '../../contract/params.ts'
import { idsIn, mapIds } from '../../contract/refs.ts'
import { hasSqlState, refusalOf } from '../errors.ts'
import type { ParsedRequest } from '../request.ts'
import type { Db } from '../store/core-tables.ts'
import { survivorsOf } from './survivors.ts'
import { tableOfMerged } from './what-hangs.ts'

type Read = Omit<ParsedRequest, 'files'>

/** SQLSTATE of a reference to a record that does not exist. */
const missingReference = '23503'

/**
 * Carries out a call. If it is refused because a record that it names was merged into another, it is carried out again
 * with the surviving record: phones use the old id until they know of the merge. Only refused calls check this, so
 * others cost nothing, and a merge committed while a call waits for its row is noticed too. If the merged record is not
 * named but was looked up, such as the contact with a phone number, the second try looks it up again. A list filtered
 * by a merged record would be empty instead of refused, so such a call checks first.
 */
export const followingMerges = async <Answer>(
  db: Db,
  { endpoint, read }: { endpoint: Endpoint; read: Read },
  carryOut: (read: Read) => Promise<Answer>,
): Promise<Answer> => {
  const isNarrowed = idsIn(endpoint.search, read.search).some(({ of }) => of in tableOfMerged)
  if (isNarrowed) return carryOut((await withSurvivors(db, endpoint, read)) ?? read)
  try {
    return await carryOut(read)
  } catch (error) {
    const refusal = refusalOf(error)
    // 404: a record in the path; 422: one in the body. The result of the second try is the answer, even if it is a
    // refusal.
    if (!refusal || ![404, 422].includes(refusal.status)) throw error
    const now = await withSurvivors(db, endpoint, read)
    // The record that is missing may be one that the call found by itself, such as the address of a named business.
    if (!now && !hasSqlState(error, missingReference)) throw error
    return carryOut(now ?? read)
  }
}

/** The request with surviving records in place of merged ones; null if it names no merged record. */
const withSurvivors = async (db: Db, endpoint: Endpoint, read: Read): Promise<Read | null> => {
  const named = [
    ...idsInParams(read.params),
    ...idsIn(endpoint.body, read.body),
    ...idsIn(endpoint.search, read.search),
  ]
  const survivors = await survivorsOf(
    db,
    named.map(({ of, id }) => ({ type: of, id })),
  )
  if (survivors.size === 0) return null
  const replace = (of: string, id: number) => survivors.get(`${of} ${id}`) ?? id
  return {
    ...read,
    params: mapParams(read.params, replace),
    body: mapIds(endpoint.body, read.body, replace),
    search: mapIds(endpoint.search, read.search, replace),
  }
}
