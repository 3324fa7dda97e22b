import { desc, isNotNull, sql } from 'drizzle-orm'
import type { TownHistory } from '../../contract/sync.ts'
import { type Tx, townHistories } from './core-tables.ts'

/** The current life of the town; undefined if none was recorded, and devices work without it. */
export const currentHistory = async (tx: Tx): Promise<TownHistory | undefined> => {
  const { id, backup_made_at, n } = townHistories
  const [row] = await tx.select({ id, backup_made_at }).from(townHistories).orderBy(desc(n)).limit(1)
  return row && { id: row.id, backupMadeAt: row.backup_made_at?.toISOString() ?? null }
}

/** The last restore of the town from a backup: the life that began with it, and when. */
export const lastRestore = async (tx: Tx): Promise<{ life: string; at: Date } | undefined> => {
  const { id, began_at, backup_made_at, n } = townHistories
  const rows = tx.select({ life: id, at: began_at }).from(townHistories).where(isNotNull(backup_made_at))
  return (await rows.orderBy(desc(n)).limit(1))[0]
}

/** 'observation:812': a record, and its number in a lost town. */
const FORMER = /^[a-zA-Z]{1,30}:[1-9]\d{0,14}$/

/** Gives the first record of its type in this transaction its former number again, if that was left unused. */
export const requestFormerNumber = async (tx: Tx, former: string | undefined): Promise<void> => {
  if (former !== undefined && FORMER.test(former))
    await tx.execute(sql`select set_config('codesoft.former', ${former}, true)`)
}
