import { type RecordType, recordTypes } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { inRepeatableWrite, inTransaction } from '../db/in-transaction.ts'
import type { AnyRow, Rows } from '../db/rows.ts'
import { resultLines } from '../rules/address-text.ts'
import { type Goal, mergedGoals, numberIn, type SearchedGoal, searchedGoal } from '../rules/go-to.ts'
import { isComplaint } from '../rules/inspection-source.ts'
import { licenseTypeText } from '../rules/license-type.ts'
import type { AddressLine } from '../rules/packed-addresses.ts'
import { phoneDigits } from '../rules/phone.ts'
import { numbered, numberText } from '../rules/text.ts'
import { violationTitle } from '../rules/violation-type.ts'

/** How a kind of record is shown as a search result. */
interface Kind<Row> {
  word: string
  path(row: Row): string
  title(row: Row): string | null | undefined
  detail(row: Row): string | null | undefined
  /** Other words that find it. */
  more?(row: Row): (string | null | undefined)[]
}

const kinds: { [Type in RecordType]?: Kind<Rows[Type]> } = {
  contact: {
    word: 'Contact',
    path: ({ id }) => `/contacts/${id}`,
    title: ({ name }) => name,
    detail: ({ email, phone }) => [email, phone].filter(Boolean).join(' · '),
    more: ({ phone }) => [phoneDigits(phone)],
  },
  business: {
    word: 'Business',
    path: ({ id }) => `/business/${id}`,
    title: ({ name }) => name,
    detail: ({ trading_as, address }) => [trading_as, address?.combadd].filter(Boolean).join(' · '),
    more: ({ email, phone }) => [email, phoneDigits(phone)],
  },
  license: {
    word: 'License',
    path: ({ id }) => `/license/${id}`,
    title: ({ license_type, license_number, id }) =>
      `${licenseTypeText(license_type)} ${license_number ?? numberText(id)}`.trim(),
    detail: ({ combadd, fiscal_year }) => [combadd, fiscal_year].filter(Boolean).join(' · '),
  },
  permit: {
    word: 'Permit',
    path: ({ id }) => `/permit/${id}`,
    title: ({ permit_type, permit_number, id }) =>
      `${permit_type ?? 'Permit'} ${permit_number ?? numberText(id)}`.trim(),
    detail: ({ combadd }) => combadd,
  },
  citation: {
    word: 'Citation',
    path: ({ id }) => `/citation/${id}`,
    title: ({ citationid, id }) => `Citation ${citationid?.trim() || numberText(id)}`.trim(),
    detail: ({ combadd, code_name }) => [combadd, code_name].filter(Boolean).join(' · '),
  },
  violation: {
    word: 'Violation',
    path: ({ id }) => `/violation/${id}`,
    title: violationTitle,
    detail: ({ combadd }) => combadd,
  },
  inspection: {
    word: 'Inspection',
    path: ({ id, source }) => (isComplaint({ source }) ? `/complaint/${id}` : `/inspection/${id}`),
    title: ({ source, id }) => numbered(source || 'Inspection', id),
    detail: ({ address }) => address?.combadd,
  },
}

const goalOf = (type: RecordType, row: AnyRow): SearchedGoal | null => {
  // A row of a table has the type of that table.
  const kind = kinds[type] as Kind<AnyRow> | undefined
  const title = kind?.title(row)?.trim()
  if (!kind || !title) return null
  const goal = { path: kind.path(row), kind: kind.word, title, detail: kind.detail(row)?.trim() ?? '' }
  return searchedGoal(goal, ...(kind.more?.(row) ?? []))
}

/**
 * Kinds that are kept in memory while somebody searches. Violations and inspections are found by number and by
 * address.
 */
const heldWhole = ['contact', 'business', 'license', 'permit', 'citation'] as const

/** All records of this device that are found by their words. */
export const goalsOfDevice = async (db: DeviceDatabase): Promise<SearchedGoal[]> =>
  (await Promise.all(heldWhole.map((type) => goalsIn(db, type)))).flat()

const goalsIn = async (db: DeviceDatabase, type: RecordType): Promise<SearchedGoal[]> =>
  (await db.anyRows(type).toArray()).flatMap((row) => goalOf(type, row) ?? [])

/** Records with the typed number; only of the named kind if one is given: 'violation 12'. */
export const goalsByNumber = async (db: DeviceDatabase, typed: string): Promise<Goal[]> => {
  const asked = numberIn(typed)
  if (!asked) return []
  const types = recordTypes.filter((type) => type in kinds && wordsOf(type).some((it) => it.startsWith(asked.word)))
  // Such as '12' in 'Elm 12'; a transaction needs a table.
  if (types.length === 0) return []
  const tables = types.map((type) => db.table(type))
  const rows = await inTransaction(db, 'r', tables, (db) =>
    Promise.all(types.map((type) => db.anyRows(type).get(asked.number))),
  )
  return types.flatMap((type, at) => (rows[at] && goalOf(type, rows[at])) ?? [])
}

/** What people call a kind of record. */
const wordsOf = (type: RecordType): string[] => [type, ...(alsoCalled[type] ?? [])]

const alsoCalled: Partial<Record<RecordType, string[]>> = { inspection: ['complaint'], license: ['licence'] }

/** An address as a search result. */
export const addressGoal = (line: AddressLine): Goal => {
  const [title = `Address #${line.id}`, ...rest] = [
    ...new Set([line.combadd?.trim() ?? '', ...resultLines(line)]),
  ].filter(Boolean)
  return { path: `/address/${line.id}`, kind: 'Address', title, detail: rest.join(' · ') }
}

/** The fact that stores the last results chosen, and how many. */
const RECENT = 'recentGoals'
const mostRecent = 8

const remembered = (db: DeviceDatabase): Promise<Goal[]> => db.fact<Goal[]>(RECENT, [])

/** Where this person went with this search, latest first: each record once, as this device has it now. */
export const recentGoals = (db: DeviceDatabase): Promise<SearchedGoal[]> => {
  const tables = recordTypes.filter((type) => type in kinds).map((type) => db.table(type))
  return inTransaction(db, 'r', [db.meta, db.ids, ...tables], async (db) => {
    const before = await remembered(db)
    return mergedGoals(await Promise.all(before.map((goal) => goalNow(db, goal))))
  })
}

/** A stored result with its record's current number, name and detail; unchanged if the record is not on this device. */
const goalNow = async (db: DeviceDatabase, goal: Goal): Promise<SearchedGoal> => {
  const type = recordTypes.find((it) => kinds[it]?.word === goal.kind)
  const id = Number(/-?\d+$/.exec(goal.path))
  if (!type || id === 0) return searchedGoal(goal)
  const server = id < 0 ? (await db.ids.get([type, id]))?.server : id
  const row = await db.anyRows(type).get(server ?? id)
  return (row && goalOf(type, row)) ?? searchedGoal(goal)
}

/** Stores a result as the latest one. */
export const rememberGoal = (db: DeviceDatabase, { path, kind, title, detail }: Goal): Promise<void> =>
  inRepeatableWrite(db, [db.meta], async (db) => {
    const before = await remembered(db)
    const goal: Goal = { path, kind, title, detail }
    await db.setFact(RECENT, [goal, ...before.filter((it) => it.path !== path)].slice(0, mostRecent))
  })
