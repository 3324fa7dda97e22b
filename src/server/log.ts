import { type Logger, pino } from 'pino'

/** The server's log: one JSON line per event, with no token, password or key in it. */
export type Log = Logger

/** Makes the log. `level` 'silent' says nothing. */
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
