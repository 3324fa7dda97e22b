import { eq, getTableColumns } from 'drizzle-orm'
import { found } from '../errors.ts'
import { citations, violations } from '../store/case-tables.ts'
import { addresses, codes, users } from '../store/town-tables.ts'
import { fieldRow } from './created-row.ts'
import { newest, type Reader, type Reading, readingOf } from './page.ts'
import { userChip } from './user.ts'

const { created_by_key: _key, unit_id: _unit, ...columns } = getTableColumns(citations)

const fromCitations = readingOf(citations, newest(citations), (tx) =>
  tx
    .select({
      row: columns,
      code_name: codes.name,
      code_description: codes.description,
      user: userChip,
      combadd: addresses.combadd,
    })
    .from(citations)
    .innerJoin(violations, eq(violations.id, citations.violation_id))
    .innerJoin(addresses, eq(addresses.id, violations.address_id))
    .leftJoin(codes, eq(codes.id, citations.code_id))
    .leftJoin(users, eq(users.id, citations.user_id))
    .$dynamic(),
)

/** Citations with their code section, author and address, in one statement. */
export const readCitations = async ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => {
  const rows = await fromCitations(tx, reading)
  return rows.map(({ row, ...around }) => ({ ...fieldRow(row), ...around }))
}

/** One citation; 404 without. */
export const readCitation = async (ask: Pick<Reader, 'tx'>, id: number) =>
  found((await readCitations(ask, { ids: [id] }))[0], 'Citation')
