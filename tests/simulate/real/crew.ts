import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { bundle, type Patch } from '../bundle.ts'
import type { Profile } from '../world/server-types.ts'
import { type Judgement, judge } from './judge.ts'
import { CrashOffice } from './office.ts'
import type { FromWorker, Played, Point, ToWorker } from './point.ts'

/** The result of one point, on the device and at the office. */
export interface PointResult extends Played, Judgement {
  point: Point
  /** Duplicates without a warning on the device. */
  silent: string[]
}

interface Hand {
  worker: Worker
  office: CrashOffice
}

/** Phones in threads, each with an office of its own. */
export class Crew {
  #hands: Hand[]
  #remove: () => void

  /** `admin` is the database server's own database. */
  static async open(profile: Profile, admin: string, patches: readonly Patch[] = [], threads?: number): Promise<Crew> {
    const { path, remove } = await bundle(patches, 'tests/simulate/real/worker.ts')
    const hands: Hand[] = []
    for (let n = 0; n < (threads ?? Math.min(2, availableParallelism())); n++)
      hands.push({ worker: new Worker(path), office: await CrashOffice.open(profile, admin) })
    return new Crew(hands, remove)
  }

  private constructor(hands: Hand[], remove: () => void) {
    this.#hands = hands
    this.#remove = remove
  }

  /** Plays each point once and reports it. */
  async play(points: readonly Point[], tell: (went: PointResult) => void): Promise<void> {
    const waiting = [...points]
    const share = async (hand: Hand) => {
      for (let point = waiting.shift(); point; point = waiting.shift()) tell(await playOn(hand, point))
    }
    await Promise.all(this.#hands.map(share))
  }

  /** Compares an office with the plan after a run. */
  async look<Seen>(at: (office: CrashOffice) => Promise<Seen>): Promise<Seen> {
    const [hand] = this.#hands
    if (!hand) throw new Error('There is no office')
    return at(hand.office)
  }

  async close(): Promise<void> {
    for (const { worker, office } of this.#hands) {
      await worker.terminate()
      await office.close()
    }
    this.#remove()
  }
}

async function playOn({ worker, office }: Hand, point: Point): Promise<PointResult> {
  const town = await office.fresh()
  const played = await new Promise<Played>((resolve, reject) => {
    const say = (said: ToWorker) => worker.postMessage(said)
    const end = () => {
      worker.off('message', hear)
      worker.off('error', fail)
    }
    const fail = (error: unknown) => {
      end()
      reject(error)
    }
    const hear = (told: FromWorker) => {
      if (told.kind === 'ask') office.answer(told.call).then((reply) => say({ kind: 'reply', n: told.n, reply }), fail)
      else {
        end()
        resolve(told.played)
      }
    }
    worker.on('message', hear)
    worker.on('error', fail)
    say({ kind: 'play', point, town })
  })
  const judged = judge(await office.found(), town.jpeg)
  return { ...played, ...judged, point, silent: judged.doubled.filter((it) => !mayBeDoubled(it, played.said)) }
}

/** Whether the device warned that this very record may be a duplicate. */
export const mayBeDoubled = (name: string, said: readonly string[]): boolean =>
  said.some((words) => name.includes(words.replace(/^(Observation: |Area |New unit )/, '')))

/** The failures of a point in words; empty when it went well. */
export const failuresOf = ({ point, problems, lost, doubled, silent, strange }: PointResult): string[] => [
  ...lost.map((it) => `lost: ${it}`),
  ...(point.profile === 'keyed' ? doubled : silent).map((it) => `doubled in silence: ${it}`),
  ...strange.map((it) => `nobody saved: ${it}`),
  ...problems,
]
