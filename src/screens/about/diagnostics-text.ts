import type { JournalLine } from '../../db/database.ts'
import type { OutboxEntry } from '../../db/outbox.ts'

/** What the office needs to find a fault. Facts only: no token, no name, nothing that the user wrote. */
interface DiagnosticFacts {
  version: string
  userId: number
  role: string
  page: Record<string, string>
  connection: string
  paused: string | null
  server: string
  storage: string
  counts: readonly (readonly [table: string, rows: number])[]
  entries: readonly OutboxEntry[]
  journal: readonly JournalLine[]
}

/** The facts as text, to be pasted into a message. */
export function diagnosticsText(facts: DiagnosticFacts): string {
  const head = {
    App: `CodeSoft ${facts.version}`,
    Person: `#${facts.userId}, ${facts.role}`,
    Connection: facts.connection,
    Paused: facts.paused ?? 'no',
    Server: facts.server,
    Storage: facts.storage,
    ...facts.page,
  }
  return [
    ...Object.entries(head).map(([name, value]) => `${name}: ${value}`),
    '',
    'Rows',
    ...facts.counts.map(([table, rows]) => `${table} ${rows}`),
    '',
    `Unsent ${facts.entries.length}`,
    ...facts.entries.map(entryLine),
    '',
    'Journal',
    ...facts.journal.map(journalText),
  ].join('\n')
}

// The problem's words are left out: a server may repeat in them what the user wrote.
const entryLine = (it: OutboxEntry): string =>
  [
    it.seq,
    it.command,
    it.state,
    `attempts ${it.attempts}`,
    it.problem ? `${it.problem.kind} ${it.problem.status ?? ''}`.trim() : '',
    it.needs.length > 0 ? `needs ${it.needs.join(' ')}` : '',
  ]
    .filter((part) => part !== '')
    .join(' | ')

/** One line of the journal: '2026-11-20T09:05:00.000Z settled {"id":7}'. */
export const journalText = ({ at, what, facts }: JournalLine): string =>
  `${new Date(at).toISOString()} ${what}${facts === '{}' ? '' : ` ${facts}`}`
