import { type SQL, sql } from 'drizzle-orm'
import type { DoubleKind, DoublePair, MergeSide } from '../../contract/merge.ts'
import { anyPhoneText } from '../../rules/phone.ts'
import { Refused } from '../errors.ts'
import type { Tx } from '../store/core-tables.ts'
import type { StoredRow } from '../store/merge-tables.ts'
import { name, nameIn, versionOf } from './rows.ts'
import { columnFor, fieldsOf, hangsOn, linksOf, tableOfMerged, wordFor } from './what-hangs.ts'

/** Text in comparable form: lower-case letters and digits, with one space for each run of other characters. */
const plain = (text: SQL) => sql`trim(regexp_replace(search_line(${text}), '[^[:alnum:]]+', ' ', 'g'))`
const digits = sql`regexp_replace(phone, '[^0-9]', '', 'g')`
/** Shorter numbers are too common. */
const phoneKey = sql`case when length(${digits}) >= 7 then ${digits} end`
const filled = (text: SQL) => sql`nullif(${text}, '')`

/** Values that two records of a kind share if they are probably one. Each is a text, or null if missing. */
const likeness: Record<DoubleKind, readonly { same: DoublePair['same'][number][]; key: SQL; from?: SQL }[]> = {
  contact: [
    { same: ['email'], key: filled(sql`lower(trim(email))`) },
    { same: ['phone'], key: phoneKey },
    // Many people share a name, but rarely at one address.
    {
      same: ['name', 'address'],
      key: sql`${filled(plain(sql`name`))} || ' @ ' || address_contacts.address_id`,
      from: sql`contacts join address_contacts on address_contacts.contact_id = contacts.id`,
    },
  ],
  business: [
    { same: ['name', 'address'], key: sql`${filled(plain(sql`name`))} || ' @ ' || address_id` },
    { same: ['name', 'phone'], key: sql`${filled(plain(sql`name`))} || ' @ ' || ${phoneKey}` },
    { same: ['phone', 'address'], key: sql`${phoneKey} || ' @ ' || address_id` },
  ],
  address: [
    { same: ['address'], key: sql`double_key` },
    { same: ['propertyNumber'], key: sql`property_id` },
  ],
}

/** In a larger group not every pair is proposed: a number that thirty records share would make 435 pairs. */
const smallGroup = 10

/**
 * Pairs that are probably one record. In each group with a common value, the oldest record is paired with each of the
 * others, so that a number that a hundred records share makes a hundred pairs and not thousands. A pair marked as not
 * the same is left out; in a small group the next oldest record is then paired.
 */
export const doublesOf = async (
  tx: Tx,
  { kind, skip = 0, limit = 50 }: { kind: DoubleKind; skip?: number | undefined; limit?: number | undefined },
): Promise<{ pairs: DoublePair[]; count: number }> => {
  const table = name(tableOfMerged[kind])
  const isDismissed = (first: SQL) =>
    sql`exists (select from dismissed_doubles where kind = ${kind} and first_id = ${first} and second_id = second)`
  const each = likeness[kind].map(
    ({ same, key, from }) => sql`
      select first, second, ${sql.param(same)}::text[] as same from (
        select second, case
          when not ${isDismissed(sql`ids[1]`)} then ids[1]
          when cardinality(ids) <= ${smallGroup} then (
            select min(earlier) from unnest(ids) as earlier where earlier < second and not ${isDismissed(sql`earlier`)}
          ) end as first
        from (
          select array_agg(id order by id) as ids
          from (select ${table}.id, ${key} as key from ${from ?? table}) as keyed
          where trim(key) <> '' group by key having count(*) > 1
        ) as groups, unnest(ids) as second where second <> ids[1]
      ) as proposed where first is not null`,
  )
  const found = await tx.execute<Found>(sql`
    with alike as (${sql.join(each, sql` union all `)}),
    pairs as (
      select first, second, array_agg(distinct what) as same, count(*) over () as pairs
      from alike, unnest(same) as what group by first, second
    )
    select pairs.same, pairs.pairs, to_jsonb(a) as first, to_jsonb(b) as second
    from pairs join ${table} as a on a.id = pairs.first join ${table} as b on b.id = pairs.second
    order by cardinality(pairs.same) desc, pairs.second desc, pairs.first limit ${limit} offset ${skip}`)
  const pairs = found.rows.map(({ first, second, same }) => ({
    first: sideOf(kind, first),
    second: sideOf(kind, second),
    same,
  }))
  return { pairs, count: Number(found.rows[0]?.pairs ?? 0) }
}

interface Found extends Record<string, unknown> {
  first: StoredRow
  second: StoredRow
  same: DoublePair['same']
  pairs: string
}

/** One record of a pair, as lists name it. */
export const sideOf = (kind: DoubleKind, row: StoredRow) => ({
  id: Number(row.id),
  name: nameIn(kind, row),
  detail: detailOf[kind](row).filter(Boolean).join(', '),
})

const detailOf: Record<DoubleKind, (row: StoredRow) => (string | null)[]> = {
  contact: (row) => [phoneOf(row), textOf(row.email)],
  business: (row) => [phoneOf(row), textOf(row.trading_as), row.is_closed ? 'closed' : null],
  address: (row) => [textOf(row.property_name), textOf(row.ownername), textOf(row.premisezip)],
}

const phoneOf = ({ phone }: StoredRow) => (typeof phone === 'string' ? anyPhoneText(phone) || null : null)
const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)

/** Two records side by side, each with the records that belong to it. 404 if one does not exist. */
export const sidesOf = async (
  tx: Tx,
  { kind, first, second }: { kind: DoubleKind; first: number; second: number },
): Promise<MergeSide[]> => {
  const place = kind === 'business' ? sql`(${placeText})` : sql`null`
  const found = await tx.execute<{ row: StoredRow; version: string; place: string | null }>(sql`
    select to_jsonb(kept) as row, ${versionOf} as version, ${place} as place
    from ${name(tableOfMerged[kind])} as kept where id in (${first}, ${second})`)
  const sides: MergeSide[] = []
  for (const id of [first, second]) {
    const it = found.rows.find(({ row }) => Number(row.id) === id)
    if (!it) throw new Refused(404, `${wordFor[kind]} not found`)
    const fields = fieldsOf[kind].map((field) => ({ name: field.name, text: fieldText(it, field) }))
    sides.push({ id, name: nameIn(kind, it.row), version: it.version, fields, hangs: await hangsAt(tx, kind, id) })
  }
  return sides
}

/** The place of a business: its address and its unit. */
const placeText = sql`select concat_ws(', unit ', addresses.combadd, units.number) from addresses
  left join units on units.id = kept.unit_id where addresses.id = kept.address_id`

const fieldText = (
  { row, place }: { row: StoredRow; place: string | null },
  field: { name: string; with?: readonly string[] },
): string | null => {
  if (field.name === 'address_id') return place
  if (field.name === 'phone') return phoneOf(row)
  const parts = [field.name, ...(field.with ?? [])].map((column) => row[column])
  const texts = parts.filter((it) => it !== null && it !== undefined && it !== '').map(valueText)
  return texts.length === 0 ? null : texts.join(', ')
}

const valueText = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value))

/** The number of records that belong to a record, by table, without zeros. */
const hangsAt = async (tx: Tx, kind: DoubleKind, id: number): Promise<MergeSide['hangs']> => {
  const own = name(columnFor(kind))
  const tables = [
    ...hangsOn[kind],
    ...(kind === 'address' ? ['units'] : []),
    ...linksOf[kind].map(({ table }) => table),
  ]
  const counted = tables.map(
    (table) => sql`select ${table} as what, count(*)::int as count from ${name(table)} where ${own} = ${id}`,
  )
  if (kind !== 'contact')
    counted.push(sql`select 'citations' as what, count(*)::int from citations
      join violations on violations.id = citations.violation_id where violations.${own} = ${id}`)
  counted.push(sql`select 'photos' as what, count(*)::int from attachments where ${fileOwners(kind, own, id)}`)
  const rows = await tx.execute<{ what: string; count: number }>(sql.join(counted, sql` union all `))
  return rows.rows.filter(({ count }) => count > 0)
}

/** The types of records with files that can belong to a record of a kind, and their tables. */
const withFiles = {
  contact: { contactComment: 'contact_comments', inspection: 'inspections' },
  business: { inspection: 'inspections', violation: 'violations' },
  address: { inspection: 'inspections', violation: 'violations', comment: 'comments' },
} as const satisfies Record<DoubleKind, Record<string, string>>

const fileOwners = (kind: DoubleKind, own: SQL, id: number): SQL =>
  sql.join(
    Object.entries(withFiles[kind]).map(
      ([type, table]) => sql`owner_type = ${type} and owner_id in (select id from ${name(table)} where ${own} = ${id})`,
    ),
    sql` or `,
  )
