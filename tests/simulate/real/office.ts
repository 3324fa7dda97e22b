import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createDiskStore } from '../../../src/server/files/disk-store.ts'
import { type Office, office } from '../../harness/office.ts'
import { copyTemplate } from '../../harness/postgres.ts'
import type { Profile } from '../world/server-types.ts'
import { type Found, findIn } from './found.ts'
import type { Town } from './plan.ts'
import type { Call, Reply } from './point.ts'

/** Files need not outlive the tests, so they are in memory where there is such a folder. */
const filesFolder = () => mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'codesoft-crash-'))

/**
 * Tables that are not emptied: the people, their sessions, the server's secrets, and the audit log with its
 * seals, which are append-only.
 */
const kept = ['users', 'sessions', 'server_settings', 'audit_log', 'audit_chain', 'town_histories']

/** The real server with a real database, on the clock of one simulated phone. */
export class CrashOffice {
  #office: Office
  #folder: string
  #clock: { now: number }
  #tables: string[]
  #jpeg: Uint8Array

  static async open(profile: Profile, admin: string): Promise<CrashOffice> {
    const clock = { now: Date.UTC(2026, 10, 20, 12) }
    const folder = filesFolder()
    const month = 30 * 24 * 3600
    const it = await office({
      profile,
      database: await copyTemplate(admin),
      config: { sessionSeconds: month, sessionIdleSeconds: month },
      clock: () => new Date(clock.now),
      store: createDiskStore(join(folder, 'files')),
    })
    const listed = await it.pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const tables = listed.rows.map(({ name }) => name).filter((name) => !kept.includes(name))
    const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    return new CrashOffice(it, folder, clock, tables, jpeg)
  }

  private constructor(it: Office, folder: string, clock: { now: number }, tables: string[], jpeg: Uint8Array) {
    this.#office = it
    this.#folder = folder
    this.#clock = clock
    this.#tables = tables
    this.#jpeg = jpeg
  }

  /** Empties the town, except one address and one inspection of it. */
  async fresh(): Promise<Town> {
    const { pool } = this.#office
    rmSync(join(this.#folder, 'files'), { recursive: true, force: true })
    mkdirSync(join(this.#folder, 'files'))
    await pool.query(`truncate ${this.#tables.map((it) => `"${it}"`).join(', ')} restart identity cascade`)
    const one = async (statement: string) => Number((await pool.query<{ id: number }>(statement)).rows[0]?.id)
    const { id: userId, token } = this.#office.people.ons
    const addressId = await one(`insert into addresses (combadd) values ('12 ELM STREET') returning id`)
    const inspectionId = await one(
      `insert into inspections (source, address_id, inspector_id) values ('Multifamily License', ${addressId}, ${userId}) returning id`,
    )
    return { addressId, inspectionId, userId, token, jpeg: this.#jpeg }
  }

  /** Answers a call as the server does. */
  async answer(call: Call): Promise<Reply> {
    const answer = await this.serve(requestOf(call), call.now)
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
  }

  /** Answers a call that is a request already. */
  async serve(request: Request, now: number): Promise<Response> {
    this.#clock.now = now
    return this.#office.app.fetch(request)
  }

  /** All records at the office. */
  found(): Promise<Found> {
    return findIn(this.#office.pool, this.#office.store)
  }

  get jpeg(): Uint8Array {
    return this.#jpeg
  }

  /** Runs a statement in the database, for changes that no call of a phone makes. */
  async meddle(statement: string): Promise<void> {
    await this.#office.pool.query(statement)
  }

  async close(): Promise<void> {
    await this.#office.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** A call as the request that arrives. */
export const requestOf = ({ method, path, headers, body }: Call): Request =>
  new Request(`https://town.example${path}`, { method, headers, ...(body ? { body: Uint8Array.from(body) } : {}) })
