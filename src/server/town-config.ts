import { Buffer } from 'node:buffer'
import * as z from 'zod/mini'
import { TownSettings } from '../contract/town.ts'
import { letterheadLines } from '../rules/letterhead.ts'
import type { Changeable, Config } from './config.ts'
import type { Log } from './log.ts'
import type { Db, Tx } from './store/core-tables.ts'
import { townSettings } from './store/office-tables.ts'

/** The stored form: some of the settings, and the seal as base64. */
const Stored = z.partial(z.object({ ...TownSettings.shape, seal: z.string() }))
export type StoredTown = z.infer<typeof Stored>

/** Settings are read again after this time (ms), because another process of the same town may have changed them. */
const FRESH_MS = 5 * 60 * 1000

/** Longer than the longest transaction (ms). */
const CHANGE_MS = 60 * 1000

interface Parts {
  db: Db
  /** The settings with which the server was started. */
  config: Config
  log: Log
}

/** The settings in effect: the environment's, else what an Admin has set in the app, else the defaults. */
export class TownConfig {
  readonly #services: Parts
  #known: { stored: StoredTown; ownSeal: Uint8Array | null } | undefined
  #reading: Promise<Config> | undefined
  #readAt = 0
  #changingUntil = 0

  constructor(services: Parts) {
    this.#services = services
  }

  /** The settings as cached; only the first call asks the database. */
  async now(): Promise<Config> {
    // Also the first time after that period: what was read within it may be from before the change.
    if (!this.#known || this.#readAt < this.#changingUntil) return this.read()
    if (performance.now() - this.#readAt > FRESH_MS) {
      this.#readAt = performance.now()
      void this.read().catch((error) => this.#services.log.warn({ err: error }, 'settings of the town not read'))
    }
    return configWith(this.#services.config, this.#known.stored, this.#known.ownSeal)
  }

  /** The settings within a transaction, including its own changes, which nobody else sees yet. */
  async within(tx: Tx): Promise<Config> {
    const stored = await storedTown(tx)
    const seal = stored.seal === undefined ? null : new Uint8Array(Buffer.from(stored.seal, 'base64'))
    return configWith(this.#services.config, stored, seal)
  }

  /** A running transaction changes them, so they are read for each call until its outcome is certain. */
  changing(): void {
    this.#changingUntil = performance.now() + CHANGE_MS
  }

  /** The settings as stored in the database now. */
  read(): Promise<Config> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #read(): Promise<Config> {
    const { db, config } = this.#services
    const stored = await storedTown(db)
    this.#readAt = performance.now()
    const seal = stored.seal ?? null
    // Equal bytes stay the same object, so that the picture is checked once.
    const known = this.#known && (this.#known.stored.seal ?? null) === seal ? this.#known.ownSeal : undefined
    const ownSeal = known ?? (seal === null ? null : new Uint8Array(Buffer.from(seal, 'base64')))
    this.#known = { stored, ownSeal }
    return configWith(config, stored, ownSeal)
  }
}

/** The settings of an Admin; unreadable ones count as not set. */
export const storedTown = async (tx: Tx): Promise<StoredTown> => {
  const rows = await tx.select().from(townSettings)
  const values = rows.flatMap(({ name, value }) => {
    const one = Stored.safeParse({ [name]: jsonIn(value) })
    return one.success ? Object.entries(one.data) : []
  })
  return Object.fromEntries(values)
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const configWith = (config: Config, stored: StoredTown, ownSeal: Uint8Array | null): Config => {
  const set = <Value>(variable: Changeable, own: Value | undefined, usual: Value): Value =>
    own === undefined || config.fixed.has(variable) ? usual : own
  const { address = '', phone = '', email = '', website = '', notice_text: noticeText = '', links } = stored
  const inspector = stored.default_complaint_inspector
  return {
    ...config,
    townName: set('TOWN_NAME', stored.town_name, config.townName),
    townZone: set('TOWN_ZONE', stored.time_zone, config.townZone),
    defaultComplaintInspector: set('DEFAULT_COMPLAINT_INSPECTOR', inspector, config.defaultComplaintInspector),
    manualPermits: set('MANUAL_PERMITS', stored.manual_permits, config.manualPermits),
    mapsUrl: set('MAPS_URL', stored.maps_url, config.mapsUrl) || null,
    taxUrl: set('TAX_URL', stored.tax_url, config.taxUrl) || null,
    helpfulLinks: set('HELPFUL_LINKS', links, config.helpfulLinks),
    letterhead: letterheadLines({ address, phone, email, website }),
    noticeText,
    ownSeal: set('TOWN_SEAL', ownSeal ?? undefined, null),
  }
}
