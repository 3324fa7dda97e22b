import { FileStoreDown } from './files/file-store.ts'
import { CommitInDoubt } from './store/broken-transaction.ts'

/** One field that did not parse, in the format of the documented server. */
export interface FieldProblem {
  type: string
  loc: (string | number)[]
  msg: string
}

/**
 * An expected refusal, answered as `{detail}` with this status. Routes throw it. Every other exception is a bug or an
 * error of the database (see `refusalOf`), and its text never reaches the caller.
 */
export class Refused extends Error {
  readonly status: number
  readonly detail: string | FieldProblem[]
  readonly headers: Record<string, string>

  constructor(status: number, detail: string | FieldProblem[], headers: Record<string, string> = {}) {
    super(typeof detail === 'string' ? detail : detail.map((problem) => problem.msg).join('; '))
    this.name = 'Refused'
    this.status = status
    this.detail = detail
    this.headers = headers
  }
}

/** The row, or 404 with the documented server's words ('Area not found'). */
export const found = <Row>(row: Row | undefined | null, what: string): Row => {
  if (row === undefined || row === null) throw new Refused(404, `${what} not found`)
  return row
}

/** Seconds until a caller may retry when the database or the disk does not answer. */
export const RETRY_AFTER_SECONDS = 15

/** Nobody reads this answer: the caller hung up before anything was changed. The status is the one that proxies write down. */
export const callerGone = () => new Refused(499, 'The caller went away. Nothing was changed.')

const gone = () =>
  new Refused(503, 'The server cannot store or read records just now. Nothing was changed.', {
    'Retry-After': String(RETRY_AFTER_SECONDS),
  })

const withoutFiles = () =>
  new Refused(503, 'Files cannot be stored or read just now. Nothing was changed.', {
    'Retry-After': String(RETRY_AFTER_SECONDS),
  })

const inDoubt = () =>
  new Refused(503, 'The server lost its database while it was saving. The change may or may not be stored.', {
    'Retry-After': String(RETRY_AFTER_SECONDS),
  })

/**
 * SQLSTATE classes and codes of PostgreSQL for temporary failures: nothing is wrong with the request. Our own timeouts
 * are among them: 57014 for a statement, 55P03 for a lock, 25P03 for an idle transaction.
 */
const passing = /^(08|53|57P|57014|58|40001|40P01|25006|25P03|25P04|55P03|XX)/

/** Codes of temporary failures of the disk and of the network to the database. */
const passingSystem = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EMFILE',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EPIPE',
])

const refusalsBySqlState: Record<string, (detail: string) => Refused> = {
  '23503': (detail) =>
    /is still referenced/.test(detail)
      ? new Refused(409, 'Other records still refer to this one')
      : new Refused(422, `${columnIn(detail)} does not exist`),
  '23505': () => new Refused(409, 'A record with these values already exists'),
  '23502': () => new Refused(422, 'A required value is missing'),
  '23514': () => new Refused(422, 'A value is out of its range'),
  '22001': () => new Refused(422, 'A text is too long'),
  '22003': () => new Refused(422, 'A number is out of its range'),
  '22007': () => new Refused(422, 'A date is not valid'),
  '22008': () => new Refused(422, 'A date is out of its range'),
  '22009': () => new Refused(422, 'A date is out of its range'),
  '22021': () => new Refused(422, 'A text holds characters that cannot be stored'),
  '22P05': () => new Refused(422, 'A text holds characters that cannot be stored'),
  '22P02': () => new Refused(422, 'A value has the wrong form'),
  // A row of an index would be too long. The contract's limits prevent it; this is for a column without a limit.
  '54000': () => new Refused(422, 'A text is too long'),
}

/** The field in PostgreSQL's text: 'Key (room_id)=(7) is not present in table "rooms".' */
const columnIn = (detail: string) => /^Key \((\w+)\)/.exec(detail)?.[1] ?? 'A record named in the request'

/**
 * The refusal for an error of the database or the disk: 422 for an unknown reference, 409 for a taken value, 503 with
 * Retry-After for a lost database or a full disk. Undefined for a bug.
 */
export const refusalOf = (error: unknown): Refused | undefined => {
  for (const cause of causesOf(error)) {
    if (cause instanceof Refused) return cause
    if (cause instanceof FileStoreDown) return withoutFiles()
    if (cause instanceof CommitInDoubt) return inDoubt()
    const { code, detail, message } = cause as { code?: unknown; detail?: unknown; message?: unknown }
    if (typeof code === 'string') {
      const refusal = refusalsBySqlState[code]
      if (refusal) return refusal(typeof detail === 'string' ? detail : '')
      if (passingSystem.has(code) || (code.length === 5 && passing.test(code))) return gone()
    }
    // The driver has no code for these. All mean that the connection is lost.
    if (
      typeof message === 'string' &&
      /Connection terminated|is not queryable|timeout exceeded when trying to connect|Cannot use a pool after/.test(
        message,
      )
    )
      return gone()
  }
  return undefined
}

/** Whether the database gave this SQLSTATE. */
export const hasSqlState = (error: unknown, code: string): boolean =>
  causesOf(error).some((cause) => 'code' in cause && cause.code === code)

/** The error and its causes, without drizzle's wrapper. */
const causesOf = (error: unknown): object[] => {
  const causes: object[] = []
  for (let cause = error; cause instanceof Object && causes.length < 5; cause = (cause as { cause?: unknown }).cause)
    causes.push(cause)
  return causes
}
