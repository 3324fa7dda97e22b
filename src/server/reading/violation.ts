import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { deadlineDate } from '../../rules/deadline.ts'
import { found } from '../errors.ts'
import { photosOf } from '../files/attach.ts'
import { citations, violationCodes, violationComments, violations } from '../store/case-tables.ts'
import { addresses, units, users } from '../store/town-tables.ts'
import { codesOf } from './code.ts'
import { fieldRow } from './created-row.ts'
import { newest, type Reader, type Reading, readingOf } from './page.ts'
import { unitChip } from './unit.ts'
import { userChip } from './user.ts'

const { created_by_key: _key, ...columns } = getTableColumns(violations)
const { created_by_key: _commentKey, ...commentColumns } = getTableColumns(violationComments)
const link = sql`(select code_id, violation_id as owner_id from ${violationCodes}) link`

/** The amount still owed: fines that are neither paid nor dismissed. */
const outstanding = sql<number>`(
  select coalesce(sum(fine), 0)::float8 from ${citations} citation
  where citation.violation_id = ${violations.id} and citation.status not in (1, 3))`

const fromViolations = readingOf(violations, newest(violations), (tx) =>
  tx
    .select({
      row: columns,
      combadd: addresses.combadd,
      ownername: addresses.ownername,
      unit: unitChip,
      user: userChip,
      codes: codesOf(link, violations.id),
      outstanding_fines_total: outstanding,
    })
    .from(violations)
    .innerJoin(addresses, eq(addresses.id, violations.address_id))
    .leftJoin(units, eq(units.id, violations.unit_id))
    .leftJoin(users, eq(users.id, violations.user_id))
    .$dynamic(),
)

/** Violations with address, unit, assignee and code sections, in one statement. */
export const readViolations = async ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => {
  const rows = await fromViolations(tx, reading)
  return rows.map(({ row, ...around }) => ({ ...fieldRow(row), ...around, deadline_date: deadlineOf(row) }))
}

/** One violation without its thread; 404 without. */
export const readBareViolation = async (ask: Pick<Reader, 'tx'>, id: number) =>
  found((await readViolations(ask, { ids: [id] }))[0], 'Violation')

/** One violation with its thread; 404 without. */
export const readViolation = async (ask: Reader, id: number) => {
  const violation = await readBareViolation(ask, id)
  return {
    ...violation,
    violation_comments: await readViolationComments(ask, { where: eq(violationComments.violation_id, id) }),
  }
}

const fromViolationComments = readingOf(
  violationComments,
  [asc(violationComments.created_at), asc(violationComments.id)],
  (tx) =>
    tx
      .select({ row: commentColumns, user: userChip })
      .from(violationComments)
      .leftJoin(users, eq(users.id, violationComments.user_id))
      .$dynamic(),
)

/** The threads of violations, each in the order in which it was written. */
export const readViolationComments = async (ask: Reader, reading: Reading) => {
  const rows = await fromViolationComments(ask.tx, reading)
  const photos = await photosOf(
    ask,
    'violationComment',
    rows.map(({ row }) => row.id),
  )
  return rows.map(({ row, user }) => ({ ...fieldRow(row), user, photos: photos.get(row.id) ?? [] }))
}

/**
 * Start, plus the days of the choice, plus the days of extension (G-23). The start is the time in the field if known
 * (G-18).
 */
const deadlineOf = (row: { deadline: string; extend: number; created_at: Date; observed_at: Date | null }) =>
  deadlineDate({
    deadline: row.deadline,
    extend: row.extend,
    created_at: row.created_at.toISOString(),
    observed_at: row.observed_at?.toISOString() ?? null,
  })
