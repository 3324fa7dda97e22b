import { getTableName } from 'drizzle-orm'
import type pg from 'pg'
import type { TownListName } from '../../contract/town.ts'
import { tablesOfList } from '../town-lists/read-list.ts'

/** The lock that the page of the list takes, so that neither adds what the other is adding. Held until the commit. */
export const lockListTables = async (client: pg.ClientBase, list: TownListName): Promise<void> => {
  const tables = tablesOfList[list].map((table) => getTableName(table))
  await client.query(`lock table ${tables.join(', ')} in share row exclusive mode`)
}
