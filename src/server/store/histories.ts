import { desc, sql } from 'drizzle-orm'
import type { TownHistory } from '../../contract/sync.ts'
import { type Tx, townHistories } from './core-tables.ts'

/** The life of the town that goes on now; undefined where nobody wrote it down, and devices go on without. */
export const currentHistory = async (tx: Tx): Promise<TownHistory | undefined> => {
  const { id, backup_made_at, n } = townHistories
  const [row] = await tx.select({ id, backup_made_at }).from(townHistories).orderBy(desc(n)).limit(1)
  return row && { id: row.id, backupMadeAt: row.backup_made_at?.toISOString() ?? null }
}

/** 'observation:812': a record, and the number that it had in a town that was lost. */
const FORMER = /^[a-zA-Z]{1,30}:[1-9]\d{0,14}$/

/** Lets the first record of its type that this transaction makes have a former number again, where that was left free. */
export const requestFormerNumber = async (tx: Tx, former: string | undefined): Promise<void> => {
  if (former !== undefined && FORMER.test(former))
    await tx.execute(sql`select set_config('codesoft.former', ${former}, true)`)
}
