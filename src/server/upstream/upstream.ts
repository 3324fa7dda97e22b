import type { Log } from '../log.ts'

/** The other server, and the place of its files. */
export interface Upstream {
  /** Base address of all calls: 'https://records.town.example' or '.../api'. */
  api: URL
  /** The object store whose addresses its answers name; null when files come from the server itself. */
  files: URL | null
  /** The key that signs foreign file addresses; made on first use. */
  fileSecret: () => Promise<string>
  trustProxy: boolean
  log: Log
}
