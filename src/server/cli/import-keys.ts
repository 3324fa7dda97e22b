import type pg from 'pg'

/** Lists of fields that identify a record. A line has the first list whose first field it has. */
export type KeyLists = readonly (readonly string[])[]

/** A table of records. `mergedAs`: the kind under which the office merges them. */
interface KnownTable {
  table: string
  mergedAs?: 'address'
}

/**
 * The key of a row in SQL; null for a row without the list's first field. It begins with the number of its list, so that
 * a value of one list never equals one of another. Keys are made in SQL alone, because JavaScript lowers some letters
 * differently.
 */
const keyBy = (keys: KeyLists, at: number, row: string): string => {
  const values = (keys[at] ?? []).map((field) => `substr(search_line(${row}.${field}::text), 2)`)
  return `case when ${values[0] ?? "''"} <> '' then '${at}' || chr(31) || ${values.join(' || chr(31) || ')} end`
}

/** The key of a line in SQL. */
export const keyOf = (keys: KeyLists, row: string): string =>
  `coalesce(${keys.map((_, at) => keyBy(keys, at, row)).join(', ')})`

/** Drops lines with the key of an earlier line. */
export const dropRepeatedLines = async (client: pg.ClientBase): Promise<{ line: number; first: number }[]> => {
  const dropped = await client.query<{ line: number; first: number }>(
    `delete from staged using (select import_key, min(line) as first from staged group by 1) as kept
     where staged.import_key = kept.import_key and staged.line > kept.first returning staged.line, kept.first`,
  )
  return dropped.rows
}

/**
 * Finds the record of each line, and no record for two lines: first by the line's own key, then by a later list among
 * records that lack the line's own. So an address that came without a pid gets one, and is not added again.
 */
export const claimRecords = async (client: pg.ClientBase, known: KnownTable, keys: KeyLists): Promise<void> => {
  for (const at of keys.keys()) await claimByOwnKey(client, known, keys, at)
  await createFormer(client, known)
  for (const at of keys.keys())
    await client.query(
      `update staged set is_merged = true where record_id is null
       and import_key in (select ${keyBy(keys, at, 'former')} from former)`,
    )
  for (const own of keys.keys())
    for (const later of [...keys.keys()].slice(own + 1)) await claimByLaterKey(client, known, keys, { own, later })
}

const claim = async (client: pg.ClientBase, sql: string) => {
  await client.query(sql)
  // The next statement is planned by how many lines have a record.
  await client.query('analyze staged')
}

const isFree = 'not exists (select from staged where staged.record_id = it.id)'

const claimByOwnKey = (client: pg.ClientBase, { table }: KnownTable, keys: KeyLists, at: number) => {
  const key = keyBy(keys, at, 'it')
  const earlier = keys.slice(0, at).map((_, before) => `${keyBy(keys, before, 'it')} is not null`)
  // Records without an earlier key come first: a line without a pid is rather the address without one.
  const order = ['import_key', ...earlier, 'it.id'].join(', ')
  return claim(
    client,
    `update staged set record_id = found.id from (
       select distinct on (import_key) ${key} as import_key, it.id from ${table} it
       where ${key} is not null and ${isFree} order by ${order}
     ) as found where staged.import_key = found.import_key`,
  )
}

const claimByLaterKey = async (
  client: pg.ClientBase,
  { table }: KnownTable,
  keys: KeyLists,
  { own, later }: { own: number; later: number },
) => {
  const isOpen = `record_id is null and not is_merged and import_key = ${keyBy(keys, own, 'staged')}`
  const key = keyBy(keys, later, 'it')
  await claim(
    client,
    `update staged set record_id = found.id from (
       select ${key} as later_key, min(it.id) as id from ${table} it
       where ${key} is not null and ${keyBy(keys, own, 'it')} is null and ${isFree} group by 1
     ) as found join (
       select ${keyBy(keys, later, 'staged')} as later_key, min(line) as line from staged where ${isOpen} group by 1
     ) as asking using (later_key) where staged.line = asking.line`,
  )
  await markMerged(client, table, keys, { own, later, isOpen })
}

/** Marks the lines of former records by a later key, one for each former record. Any further line is a new record. */
const markMerged = (
  client: pg.ClientBase,
  table: string,
  keys: KeyLists,
  { own, later, isOpen }: { own: number; later: number; isOpen: string },
) =>
  client.query(
    `update staged set is_merged = true from (
       select line, later_key, row_number() over (partition by later_key order by line) as nth
       from (select line, ${keyBy(keys, later, 'staged')} as later_key from staged where ${isOpen}) as open
     ) as asking join (
       select later_key, sum(n) as free from (${formerByKey(table, keys, { own, later })}) as counted group by 1
     ) as gone using (later_key) where staged.line = asking.line and asking.nth <= gone.free`,
  )

/**
 * How many former records have a later key and no own one. A survivor that still has its former key has a line of its
 * own, and a line without an own key has taken its record already: both count as one less.
 */
const formerByKey = (table: string, keys: KeyLists, { own, later }: { own: number; later: number }) =>
  `select ${keyBy(keys, later, 'former')} as later_key, count(distinct former.id) as n from former
   where ${keyBy(keys, own, 'former')} is null group by 1
   union all
   select ${keyBy(keys, later, 'it')}, -1 from ${table} it where it.id in (select id from former)
     and (${keyBy(keys, own, 'it')} in (select ${keyBy(keys, own, 'former')} from former)) is not true
   union all
   select import_key, -1 from staged where is_merged`

/**
 * The table `former`: records that were merged into others, and the survivors as they were before they took values, of
 * all merges that stand. The county's file still has their lines.
 */
const createFormer = async (client: pg.ClientBase, { table, mergedAs }: KnownTable) => {
  if (!mergedAs) return void (await client.query(`create temp table former (like ${table}) on commit drop`))
  await client.query(
    `create temp table former on commit drop as
     with standing as (select winner_id, taken from merges where kind = '${mergedAs}' and undone_at is null),
     gone as (
       select (kept->'row'->>'id')::bigint as id, kept->'row' as row
       from standing, jsonb_array_elements(taken->'rows') as kept where kept->>'type' = '${mergedAs}'
     ),
     was as (
       select id, row from gone union all
       select winner_id, coalesce(to_jsonb(it), gone.row) || (taken->'before')
       from standing left join ${table} it on it.id = winner_id left join gone on gone.id = winner_id
       where taken->'before' <> '{}'
     )
     select (jsonb_populate_record(null::${table}, was.row)).* from was
     where exists (select from ${table} it where it.id = merged_into('${mergedAs}', was.id))`,
  )
}
