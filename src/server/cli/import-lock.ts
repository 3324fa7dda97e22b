import { getTableName } from 'drizzle-orm'
import type pg from 'pg'
import type { TownListName } from '../../contract/town.ts'
import { tablesOfList } from '../town-lists/read-list.ts'

/** Only one import writes at a time: two of one file at once would each add every record. Held until the commit. */
export const lockImports = async (client: pg.ClientBase): Promise<void> => {
  await client.query("select pg_advisory_xact_lock(hashtextextended('codesoft import', 0))")
}

/** The lock that the page of the list takes, so that neither adds what the other is adding. Held until the commit. */
export const lockListTables = async (client: pg.ClientBase, list: TownListName): Promise<void> => {
  const tables = tablesOfList[list].map((table) => getTableName(table))
  await client.query(`lock table ${tables.join(', ')} in share row exclusive mode`)
}
