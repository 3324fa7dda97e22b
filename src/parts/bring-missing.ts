import { againIfAborted } from '../db/again-if-aborted.ts'
import { hadNoRoom } from '../db/storage-error.ts'
import { type Query, queryName } from '../records/query.ts'
import type { Device } from '../sync/device/device.ts'
import { loadedOnce } from '../sync/device/loaded-once.ts'
import { severalAtOnce } from '../sync/online/several.ts'
import { notYet } from '../sync/react/hooks.ts'
import { CallError } from '../sync/transport/problem.ts'

const fetchingCode = loadedOnce(() => import('../sync/pull/changes.ts'))

/** A call whose answer is stored whole, such as a record's files. The query alone does not tell it from a list of rows. */
interface ValueOf {
  value: Query
}

/**
 * Fetches those records that are not on this device, and those lists and answers of calls: unlike records, nothing tells
 * that an answer from before is outdated. What cannot be fetched stays as it is: the caller looks, and says what is missing.
 * Returns false if the office could not be asked, so that an answer from before may be outdated.
 */
export async function bringMissing(device: Device, asked: readonly (Query | ValueOf)[]): Promise<boolean> {
  const missing = [...new Map(asked.map((it) => [queryName(queryOf(it)), it])).values()]
  // Its code too comes over the network, until the app is installed.
  const fetching = await fetchingCode().catch(notYet)
  if (!fetching) return false
  let isAnswered = true
  const bring = async (it: Query | ValueOf) => {
    const { db } = device
    const query = queryOf(it)
    const isOne = query.answers === 'one'
    if (isOne && (await db.anyRows(query.type).get(Number(query.scope.id)))) return
    try {
      await againIfAborted(() => fetching.bringUpToDate['value' in it ? 'value' : 'list'](device, query))
    } catch (error) {
      if (!(error instanceof CallError) && !hadNoRoom(error)) throw error
      // Only a refusal is about this record alone. Without signal or room the others would fail too.
      if (error instanceof CallError && error.problem.kind === 'refused') return
      missing.length = 0
      isAnswered = false
    }
  }
  await severalAtOnce(missing, bring)
  return isAnswered
}

const queryOf = (it: Query | ValueOf): Query => ('value' in it ? it.value : it)
