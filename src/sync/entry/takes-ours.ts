import type { DeviceDatabase } from '../../db/database.ts'
import { unlessFull } from '../../db/storage-error.ts'

/**
 * Whether this town's server supports our own calls, such as alerts. Only such a server reports changes and a history.
 * It is stored, so it is known without signal too. Null until the server has said: an answered list says nothing, because
 * on a weak signal it may arrive long before the answer to that question.
 */
export async function takesOursIn(db: DeviceDatabase): Promise<boolean | null> {
  const { history, feed, lacksOurs } = await db.facts({ history: null, feed: null, lacksOurs: false })
  if ((history ?? feed) !== null) return true
  return lacksOurs ? false : null
}

/** Stores that the server has said it has none of our own calls. A full device asks it again. */
export const noteLacksOurs = async (db: DeviceDatabase): Promise<void> => {
  if (!(await db.fact('lacksOurs', false))) await unlessFull(() => db.setFact('lacksOurs', true))
}
