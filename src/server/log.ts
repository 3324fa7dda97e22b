import { DrizzleQueryError } from 'drizzle-orm'
import { type Logger, pino, stdSerializers } from 'pino'

/** The server's log: one JSON line per event, without tokens, passwords, keys or the values of a failed query. */
export type Log = Logger

/** Makes the log. Level 'silent' logs nothing. */
export const createLog = (level: string): Log =>
  pino({
    level,
    serializers: { err: loggable },
    redact: {
      paths: [
        'authorization',
        'cookie',
        'password',
        'token',
        '*.authorization',
        '*.cookie',
        '*.password',
        '*.token',
        '*.access_token',
      ],
      censor: '(left out)',
    },
  })

/** The error as it is logged: of a failed query its cause and text, but never its values. */
const loggable = (error: unknown): unknown => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof DrizzleQueryError && cause.cause)
      return { ...stdSerializers.err(cause.cause), query: cause.query }
  return error instanceof Error ? stdSerializers.err(error) : error
}
