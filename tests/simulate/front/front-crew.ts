import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { bundle, type Patch } from '../bundle.ts'
import { mayBeDoubled } from '../real/crew.ts'
import { type Judgement, judge } from '../real/judge.ts'
import { type FromWorker, lineFaults, type Played, type Point, type ToWorker } from '../real/point.ts'
import { Random } from '../world/random.ts'
import { bundleFront } from './bundle-front.ts'
import { type FaultRates, FrontOffice } from './front-office.ts'

/** The result of an inspection through a front. */
export interface FrontResult extends Judgement {
  seed: number
  played: Played
  deaths: number
  /**
   * Number of faults: of requests on the phone's connection, and of changes on the connection to the upstream server.
   */
  cuts: { near: number; far: number }
  /** The steps at which the front died, and the faults of its connection. */
  seen: string[]
  /** Violations in words. */
  wrong: string[]
}

/** From this time (ms) the connections are good and no front dies: well before the inspector gives up. */
const badUntil = Date.UTC(2026, 10, 20, 13, 40)

/** The fault rates of a seed, and whether the phone dies too. */
export function storyOf(seed: number): { rates: FaultRates; point: Point } {
  const chance = new Random(seed * 7 + 3)
  const upstream = chance.pick([0, 0.05, 0.15, 0.3])
  const often = chance.pick([0, 0.05, 0.15, 0.3])
  const deaths = chance.pick([0, 0, 0.01, 0.04])
  const phoneDies = chance.chance(0.25)
  return {
    rates: { seed, upstream, deaths },
    point: {
      profile: 'keyed',
      kind: phoneDies ? 'network' : null,
      at: phoneDies ? chance.whole(20, 150) : 0,
      line: { seed: seed * 5 + 1, often },
    },
  }
}

interface Hand {
  worker: Worker
  office: FrontOffice
}

/** Phones in threads, each with its own front and office. */
export class FrontCrew {
  #hands: Hand[]
  #remove: () => void

  /** `admin` is the database server's own database. The patches are for the phone or for the front. */
  static async open(admin: string, patches: readonly Patch[] = [], threads?: number): Promise<FrontCrew> {
    const ofFront = patches.filter(({ file }) => file.startsWith('src/server/'))
    const ofPhone = patches.filter(({ file }) => !ofFront.some((it) => it.file === file))
    const { path, remove } = await bundle(ofPhone, 'tests/simulate/real/worker.ts')
    const front = await bundleFront(ofFront)
    const hands: Hand[] = []
    for (let n = 0; n < (threads ?? Math.min(2, availableParallelism())); n++)
      hands.push({ worker: new Worker(path), office: await FrontOffice.open(admin, front.part) })
    return new FrontCrew(hands, () => {
      remove()
      front.remove()
    })
  }

  private constructor(hands: Hand[], remove: () => void) {
    this.#hands = hands
    this.#remove = remove
  }

  /** Plays seeds and reports each; stops after `enough` failures. */
  async play(seeds: readonly number[], tell: (went: FrontResult) => void, enough = Number.POSITIVE_INFINITY) {
    const waiting = [...seeds]
    let wrong = 0
    const share = async (hand: Hand) => {
      for (let seed = waiting.shift(); seed !== undefined && wrong < enough; seed = waiting.shift()) {
        const went = await playOn(hand, seed)
        if (went.wrong.length > 0) wrong++
        tell(went)
      }
    }
    await Promise.all(this.#hands.map(share))
  }

  async close(): Promise<void> {
    for (const { worker, office } of this.#hands) {
      await worker.terminate()
      await office.close()
    }
    this.#remove()
  }
}

async function playOn({ worker, office }: Hand, seed: number): Promise<FrontResult> {
  const { rates, point } = storyOf(seed)
  const town = await office.fresh(rates, badUntil)
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
  await office.settle()
  const judged = judge(await office.office.found(), town.jpeg)
  const seen = [...office.diedAt, ...office.line.seen]
  const near = played.trace.filter((line) => lineFaults.some((it) => line.endsWith(` ${it}`))).length
  const went = { ...judged, seed, played, deaths: office.deaths, cuts: { near, far: office.line.cuts }, seen }
  return { ...went, wrong: wrongs(went) }
}

const wrongs = ({ lost, doubled, strange, played, deaths }: Omit<FrontResult, 'wrong'>): string[] => [
  ...lost.map((it) => `lost: ${it}`),
  // A duplicate that the app warns of is wrong here too: with keys there must be none.
  ...doubled.map((it) => `doubled${mayBeDoubled(it, played.said) ? ', and said' : ' in silence'}: ${it}`),
  ...strange.map((it) => `nobody saved: ${it}`),
  ...played.askedFor
    .filter((it) => !it.endsWith(', front') || deaths === 0)
    .map((it) => `asked of the inspector: ${it}`),
  ...played.problems,
]
