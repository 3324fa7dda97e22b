import type { Log } from '../log.ts'

/** The server that answers, and where its files lie if that is another place. */
export interface Upstream {
  /** Calls are made below it: 'https://records.town.example' or '.../api'. */
  api: URL
  /** The object store whose addresses its answers name; null where files come from the server itself. */
  files: URL | null
  /** Under the addresses of files elsewhere; asked for at the first of them. */
  fileSecret: () => Promise<string>
  trustProxy: boolean
  log: Log
}
