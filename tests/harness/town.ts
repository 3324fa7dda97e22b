import { sql } from 'drizzle-orm'
import type { Office } from './office.ts'

/** The start of every engine test: an address, a code section, and an inspection of the first inspector. */
export async function smallTown(office: Office): Promise<{ addressId: number; inspectionId: number; codeId: number }> {
  const one = async (statement: ReturnType<typeof sql>) =>
    Number((await office.db.execute<{ id: string }>(statement)).rows[0]?.id)
  const addressId = await one(sql`insert into addresses (combadd) values ('12 ELM STREET') returning id`)
  const codeId = await one(
    sql`insert into codes (chapter, section, name) values ('50', '1.0', 'Tall grass') returning id`,
  )
  const inspectionId = await one(
    sql`insert into inspections (source, address_id, inspector_id) values ('Multifamily License', ${addressId}, ${office.people.ons.id}) returning id`,
  )
  return { addressId, inspectionId, codeId }
}

/** The same, after emptying the town of other tests' records. */
export async function freshTown(office: Office): ReturnType<typeof smallTown> {
  await office.pool.query(
    'truncate addresses, contacts, codes, inspections, areas, observations, units, violations, attachments, dismissed_doubles restart identity cascade',
  )
  return smallTown(office)
}

/** The number of rows of a table. */
export async function count(office: Office, table: string): Promise<number> {
  const found = await office.db.execute<{ n: string }>(sql`select count(*) as n from ${sql.identifier(table)}`)
  return Number(found.rows[0]?.n)
}
