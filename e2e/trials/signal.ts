import { onDevice } from '../story.ts'
import { openTown } from '../town.ts'
import { Fieldworker } from './fieldworker.ts'
import { openSwitchableLine } from './switchable-line.ts'
import { chanceOf, type Measured, pause, type Trial, type TrialOptions } from './trial.ts'

/** How the signal is lost, and what the browser knows of it. */
const ways = {
  /** Airplane mode: the browser fires `offline`. */
  'with an online event': 'told',
  /** The network behind the phone is gone. `navigator.onLine` stays true. */
  'without an event': 'refused',
  /** The same, but connections stay open: requests hang until they are given up. */
  'without an event, requests hang': 'silent',
} as const

/** The goal (ms), when only the signal was missing. */
const goal = { median: 2_000, most: 5_000 }

/** How long one cut lasts (ms): until the backoff has grown. */
const cutMs = { least: 3_000, more: 20_000 }

/** The time from when the server is reachable again until the first request arrives there (ms). */
export const signal: Trial = {
  goal: '20 cuts of each kind: first sending after the signal by the median within 2 s, at most 5 s',
  async run(options) {
    const told: Measured[] = []
    for (const way of Object.keys(ways) as (keyof typeof ways)[]) told.push(await cutOften(way, options))
    return { measured: told.map((it) => it.measured).join('; '), broken: told.flatMap((it) => it.broken) }
  },
}

async function cutOften(way: keyof typeof ways, { distFolder, profile, scale, seed, say }: TrialOptions) {
  const town = await openTown({ distFolder, profile: profile ?? 'keyed', doubtWaitSeconds: 5 })
  const line = await openSwitchableLine(town.url)
  const worker = new Fieldworker(line.url)
  const chance = chanceOf(seed)
  let arrived: () => void = () => undefined
  town.faults.inject = ({ method, path }) => {
    if (method !== 'GET' && !/\/(login|heartbeat)$/.test(path)) arrived()
    return undefined
  }
  try {
    await worker.open('/')
    await worker.me.signIn()
    await worker.me.prepare('ready 7 of 7', 180_000)
    await worker.openConduct(1)
    await worker.addAreaOf('Kitchen')
    await nothingWaits(worker)
    const waits: number[] = []
    const cuts = Math.max(1, Math.round(20 * scale))
    const how = ways[way]
    for (let n = 1; n <= cuts; n++) {
      if (how === 'told') await worker.phone.context.setOffline(true)
      else line.take(how)
      await worker.me.observe(`Cut ${n}.`)
      await pause(cutMs.least + chance() * cutMs.more)
      const first = new Promise<number>((resolve) => {
        arrived = () => resolve(performance.now())
      })
      const began = performance.now()
      if (how === 'told') await worker.phone.context.setOffline(false)
      else line.giveBack()
      waits.push((await first) - began)
      arrived = () => undefined
      await nothingWaits(worker)
      if (n % 5 === 0) say(`${way}: ${n} of ${cuts}`)
    }
    return toldOf(way, waits, worker.phone.problems)
  } finally {
    await worker.phone.discard()
    await line.close()
    await town.close()
  }
}

function toldOf(way: keyof typeof ways, waits: number[], problems: string[]): Measured {
  const sorted = waits.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const most = sorted.at(-1) ?? 0
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const isMissed = median > goal.median || most > goal.most
  const measured = `${way}: ${waits.length} cuts, median ${seconds(median)} s, at most ${seconds(most)} s`
  return { measured, broken: [...(isMissed ? [`${measured}: later than promised`] : []), ...problems] }
}

/** Checks that everything saved is at the office. */
async function nothingWaits({ me }: Fieldworker): Promise<void> {
  while ((await onDevice(me.page, 'outbox')).length > 0) await pause(200)
}
