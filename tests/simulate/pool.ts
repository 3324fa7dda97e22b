import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { bundle, type Patch } from './bundle.ts'
import type { Job } from './worker.ts'
import type { Violation } from './world/check.ts'
import type { Played } from './world/play.ts'
import type { CrashPoint } from './world/scripted.ts'
import type { Profile } from './world/server-types.ts'
import type { Story } from './world/story.ts'

/** The result of one seed with one kind of server. */
export interface SeedResult {
  seed: number
  profile: Profile
  violation: Violation | null
  trace: string
  seen: string[]
  actions: number
}

type Told =
  | ({ kind: 'one' } & SeedResult)
  | { kind: 'played'; played: Played }
  | { kind: 'poisoned'; played: Played; left: number; runs: number }
  | { kind: 'end' }

/** Threads that play stories with one build of the engine. */
export class Pool {
  #workers: Worker[]
  #remove: () => void

  static async open(patches: readonly Patch[] = [], threads = Math.min(2, availableParallelism())): Promise<Pool> {
    const { path, remove } = await bundle(patches)
    return new Pool(
      Array.from(
        { length: threads }, // A story leaves much behind that is soon forgotten; a larger nursery copies less of it.
        () => new Worker(path, { resourceLimits: { maxYoungGenerationSizeMb: 96 } }),
      ),
      remove,
    )
  }

  private constructor(workers: Worker[], remove: () => void) {
    this.#workers = workers
    this.#remove = remove
  }

  /** Plays seeds until all are done or `enough` violations are found. */
  async seeds(
    { from, count, profiles, enough = Number.POSITIVE_INFINITY }: SeedRange,
    tell: (one: SeedResult) => void = () => undefined,
  ): Promise<SeedResult[]> {
    const all: SeedResult[] = []
    let next = from
    let found = 0
    const share = async (worker: Worker) => {
      // Small shares, so that no thread ends with all the long stories.
      while (next < from + count && found < enough) {
        const seeds = Array.from({ length: Math.min(5, from + count - next) }, (_, at) => next + at)
        next += seeds.length
        await ask(worker, { kind: 'seeds', seeds, profiles }, (told) => {
          if (told.kind !== 'one') return
          all.push(told)
          if (told.violation) found++
          tell(told)
        })
      }
    }
    await Promise.all(this.#workers.map(share))
    return all.sort((a, b) => a.seed - b.seed)
  }

  async story(story: Story): Promise<Played> {
    const told = await this.#one(0, { kind: 'story', story })
    if (told.kind !== 'played') throw new Error('The story was not played')
    return told.played
  }

  /** One whole inspection for each point at which a process may die. */
  async crashes(points: readonly CrashPoint[]): Promise<{ point: CrashPoint; played: Played }[]> {
    const left = [...points]
    const all: { point: CrashPoint; played: Played }[] = []
    const share = async (_: Worker, at: number) => {
      for (let point = left.shift(); point; point = left.shift()) {
        const told = await this.#one(at, { kind: 'crash', point })
        if (told.kind === 'played') all.push({ point, played: told.played })
      }
    }
    await Promise.all(this.#workers.map(share))
    return all
  }

  /** How many of 500 entries are unsent after the first pass when one of them is never accepted. */
  async poisoned(profile: Profile): Promise<{ played: Played; left: number; runs: number }> {
    const told = await this.#one(0, { kind: 'poison', profile })
    if (told.kind !== 'poisoned') throw new Error('The pass was not played')
    return told
  }

  async #one(at: number, job: Job): Promise<Told> {
    const worker = this.#workers[at]
    let answer: Told | undefined
    if (worker)
      await ask(worker, job, (told) => {
        answer = told
      })
    if (!answer) throw new Error('No answer')
    return answer
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((it) => it.terminate()))
    this.#remove()
  }
}

export interface SeedRange {
  from: number
  count: number
  profiles: Profile[]
  enough?: number
}

const ask = (worker: Worker, job: Job, hear: (told: Told) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (error?: unknown) => {
      worker.off('message', listen)
      worker.off('error', end)
      if (error) reject(error)
      else resolve()
    }
    const listen = (told: Told) => {
      hear(told)
      if (told.kind !== 'one') end()
    }
    worker.on('message', listen)
    worker.on('error', end)
    worker.postMessage(job)
  })
