import { type Logger, pino } from 'pino'

/** The server's log: one JSON line per event, without tokens, passwords or keys. */
export type Log = Logger

/** Makes the log. Level 'silent' logs nothing. */
export const createLog = (level: string): Log =>
  pino({
    level,
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
