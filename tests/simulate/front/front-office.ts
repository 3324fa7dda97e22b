import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Hono } from 'hono'
import pg from 'pg'
import { readConfig } from '../../../src/server/config.ts'
import { createLog } from '../../../src/server/log.ts'
import { poolOf } from '../../../src/server/store/open-store.ts'
import { type KeyStore, migrateKeys } from '../../../src/server/upstream/store/key-store.ts'
import { CrashOffice, requestOf } from '../real/office.ts'
import type { Town } from '../real/plan.ts'
import type { Call, Reply } from '../real/point.ts'
import { Random } from '../world/random.ts'
import type { FrontPart } from './bundle-front.ts'
import { copyOf, UpstreamLine } from './upstream-line.ts'

/** How bad the conditions of a story are. */
export interface FaultRates {
  seed: number
  /** Rate of faults on the connection to the upstream server (0 to 1). */
  upstream: number
  /** Probability that the front dies at one of its steps (0 to 1). */
  deaths: number
}

/** The same as for phones (world/tab.ts). */
const doubtWaitMs = 120_000

const broken: Reply = { status: 0, headers: {}, text: '', broken: true }
const log = createLog('silent')

/** One run of a front. After its death nothing that it began continues. */
interface Life {
  app: Hono
  keys: KeyStore
  dead: boolean
  died: Promise<Reply>
  die(): void
}

/** The documented server, a front that dies now and then, and a bad connection between them. */
export class FrontOffice {
  deaths = 0
  /** Steps at which the front died, by name. */
  diedAt = new Set<string>()
  line: UpstreamLine
  #office: CrashOffice
  #part: FrontPart
  #pool: pg.Pool
  #folder: string
  #chance = new Random(1)
  #faultRates: FaultRates = { seed: 0, upstream: 0, deaths: 0 }
  #life: Life | null = null
  #badUntil = Number.POSITIVE_INFINITY

  /** `admin` is the database server's own database. */
  static async open(admin: string, part: FrontPart): Promise<FrontOffice> {
    const office = await CrashOffice.open('documented', admin)
    const name = `front_${Math.random().toString(36).slice(2)}`
    const client = new pg.Client({ connectionString: admin })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    const pool = poolOf(Object.assign(new URL(admin), { pathname: `/${name}` }).href, 10)
    await migrateKeys(drizzle(pool))
    const folder = mkdtempSync(join(tmpdir(), 'codesoft-front-'))
    mkdirSync(join(folder, 'on-its-way'))
    return new FrontOffice(office, part, pool, folder)
  }

  private constructor(office: CrashOffice, part: FrontPart, pool: pg.Pool, folder: string) {
    this.#office = office
    this.#part = part
    this.#pool = pool
    this.#folder = folder
    this.line = new UpstreamLine(office, part, this.#chance)
  }

  get office(): CrashOffice {
    return this.#office
  }

  /** Starts another story with a new town and an empty front. From `badUntil` (ms) on there are no faults. */
  async fresh(faultRates: FaultRates, badUntil: number): Promise<Town> {
    await this.#end()
    const town = await this.#office.fresh()
    await this.#pool.query('truncate front.keys')
    this.#faultRates = faultRates
    this.#badUntil = badUntil
    this.#chance = new Random(faultRates.seed * 2 + 1)
    this.line = new UpstreamLine(this.#office, this.#part, new Random(faultRates.seed * 2))
    this.deaths = 0
    this.diedAt = new Set()
    return town
  }

  /** Answers a call as the front does. When a browser sends twice, the last answer counts. */
  async answer(call: Call): Promise<Reply> {
    await this.line.arrive(call.now)
    this.line.often = call.now < this.#badUntil ? this.#faultRates.upstream : 0
    const all = await Promise.all(Array.from({ length: call.times ?? 1 }, () => this.#answerOnce(call)))
    return all.at(-1) ?? broken
  }

  async #answerOnce(call: Call): Promise<Reply> {
    const life = await this.#living()
    const answered = async (): Promise<Reply> => {
      const answer = await life.app.fetch(requestOf(call))
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
    }
    return Promise.race([answered(), life.died])
  }

  /** Waits for everything under way. */
  async settle(): Promise<void> {
    await this.line.arrive(Number.MAX_SAFE_INTEGER)
  }

  async #living(): Promise<Life> {
    if (this.#life && !this.#life.dead) return this.#life
    const keys = await this.#part.openKeyStore(drizzle(this.#pool), this.#pool, new Date(this.line.now))
    await keys.adopt(new Date(this.line.now + doubtWaitMs))
    // Two requests at the same moment use the same front.
    if (this.#life && !this.#life.dead) {
      await keys.close()
      return this.#life
    }
    let tell: (reply: Reply) => void = () => undefined
    const died = new Promise<Reply>((resolve) => {
      tell = resolve
    })
    const app = new this.#part.Hono()
    const life: Life = {
      app,
      keys,
      dead: false,
      died,
      die: () => {
        life.dead = true
        tell(broken)
      },
    }
    const config = readConfig({ API_UPSTREAM: 'http://documented.example' })
    const spoolFolder = join(this.#folder, 'on-its-way')
    const clock = () => new Date(this.line.now)
    const forward = (request: Request) => this.#forward(life, request)
    this.#part.serveKeyed(app, { config, log, keys: this.#mortal(life), clock, spoolFolder, doubtWaitMs, forward })
    app.all('/api/*', (c) =>
      forward(c.req.raw).catch((error) =>
        error instanceof this.#part.UpstreamUnreachable
          ? c.json({ detail: 'Away' }, 503, { 'Retry-After': '15' })
          : c.json({ detail: 'Broke' }, 503, { 'Retry-After': '2' }),
      ),
    )
    this.#life = life
    return life
  }

  /** A step of the front. A front that dies here never continues. */
  async #step(life: Life, name: string): Promise<void> {
    const isBad = this.line.now < this.#badUntil
    if (!life.dead && isBad && this.#chance.chance(this.#faultRates.deaths)) {
      life.die()
      await life.keys.close()
      this.deaths++
      this.diedAt.add(name)
    }
    if (life.dead) await new Promise(() => undefined)
  }

  /** The front's database. The front may die before and after each step. */
  #mortal(life: Life): KeyStore {
    const steps = ['find', 'take', 'takeAgain', 'answered', 'unknown', 'putBack', 'release'] as const
    const mortal = { ...life.keys }
    for (const name of steps) {
      const step = mortal[name] as (...all: unknown[]) => Promise<unknown>
      Object.assign(mortal, {
        [name]: async (...all: unknown[]) => {
          await this.#step(life, `before ${name}`)
          const done = await step(...all)
          await this.#step(life, `after ${name}`)
          return done
        },
      })
    }
    return mortal
  }

  /** What was sent before a death may arrive soon, late or never. */
  async #forward(life: Life, request: Request): Promise<Response> {
    if (request.method === 'GET') return this.line.forward(request)
    const copy = await copyOf(request)
    await this.#step(life, 'before it is passed on')
    const left = copy.clone()
    if (!life.dead && this.line.now < this.#badUntil && this.#chance.chance(this.#faultRates.deaths)) {
      const fate = this.#chance.pick(['never', 'late'] as const)
      if (fate === 'late') this.line.later(await copyOf(left))
      life.die()
      await life.keys.close()
      this.deaths++
      this.diedAt.add('while it is passed on')
      await new Promise(() => undefined)
    }
    const answer = await this.line.forward(copy)
    await this.#step(life, 'before its answer is heard')
    return answer
  }

  async #end(): Promise<void> {
    if (this.#life && !this.#life.dead) {
      this.#life.die()
      await this.#life.keys.close()
    }
    this.#life = null
  }

  async close(): Promise<void> {
    await this.#end()
    await this.#pool.end()
    await this.#office.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
