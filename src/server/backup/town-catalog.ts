import type pg from 'pg'

/** A table and its stored columns; generated columns are left out. */
export interface CatalogTable {
  name: string
  columns: string[]
}

/** A trigger fills it while rows are restored: entries of the log that wait for their seal. */
const derived = 'audit_unsealed'

/** Every table of the town, read from the database itself so that none is forgotten. Referenced tables come first. */
export const townTables = async (client: pg.ClientBase): Promise<CatalogTable[]> => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attgenerated = '' and c.relname <> '${derived}'
    group by c.relname order by c.relname`)
  const links = await client.query<{ child: string; parent: string }>(`
    select child.relname as child, parent.relname as parent
    from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and child.oid <> parent.oid and child.relnamespace = current_schema()::regnamespace`)
  return parentsFirst(rows, links.rows)
}

/** The last value of each sequence of the town, '0' for an unused one. As text, because they have 64 bits. */
export const townSequences = async (client: pg.ClientBase): Promise<Record<string, string>> => {
  const { rows } = await client.query<{ name: string; last: string | null }>(`
    select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema()`)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last ?? '0']))
}

/** The newest migration of the database. */
export const newestMigration = async (client: pg.ClientBase): Promise<number> => {
  const { rows } = await client.query<{ at: string }>('select max(created_at) as at from drizzle.__drizzle_migrations')
  return Number(rows[0]?.at ?? 0)
}

/** A quoted SQL name. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

const parentsFirst = (tables: CatalogTable[], links: { child: string; parent: string }[]): CatalogTable[] => {
  const sorted: CatalogTable[] = []
  let left = tables
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const next = left.filter(({ name }) => !links.some((link) => link.child === name && waiting.has(link.parent)))
    if (next.length === 0) throw new Error(`These tables refer to each other: ${[...waiting].join(', ')}`)
    sorted.push(...next)
    left = left.filter((table) => !next.includes(table))
  }
  return sorted
}
