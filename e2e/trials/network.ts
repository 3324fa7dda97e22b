import type { Profile } from '../../src/server/config.ts'
import { openTown } from '../town.ts'
import { type LineQuality, openLine } from './bad-network.ts'
import { Fieldworker } from './fieldworker.ts'
import { openCamera } from './pictures.ts'
import { compareWithOffice, duplicatesText } from './promises.ts'
import { sentByItself } from './sent-by-itself.ts'
import { chanceOf, type Measured, type Trial, type TrialOptions } from './trial.ts'

/** A phone at the edge of coverage. The app gives up a stalled call after 30 s, so some stalls are longer. */
const edgeOfCoverage: LineQuality = {
  bitsPerSecond: 1_000_000,
  latencyMs: 80,
  cuts: 0.05,
  stalls: 0.03,
  stallMs: 33_000,
}

/** Longer than the longest stall, because a stalled request may arrive that late. */
const doubtWaitSeconds = 45

/** Work over a line that cuts one request in twenty and stalls others, with both kinds of server. */
export const network: Trial = {
  goal: '1 Mbit/s, 5 % cut, 3 % stalled, both kinds of server: 0 lost, 0 doubled (without keys: none of which it is not said), 0 torn, 0 taps',
  async run(options) {
    const kinds: Profile[] = options.profile ? [options.profile] : ['keyed', 'documented']
    const told: Measured[] = []
    for (const kind of kinds) told.push(await tell(kind, options))
    return { measured: told.map((it) => it.measured).join('; '), broken: told.flatMap((it) => it.broken) }
  },
}

async function tell(profile: Profile, { distFolder, scale, seed, say }: TrialOptions): Promise<Measured> {
  const town = await openTown({ distFolder, profile, doubtWaitSeconds })
  const line = await openLine(town.url, edgeOfCoverage, chanceOf(seed))
  const worker = new Fieldworker(line.url)
  try {
    const camera = await openCamera()
    // The phone is prepared at the office, with a good line.
    line.quality = { ...edgeOfCoverage, bitsPerSecond: 50_000_000, latencyMs: 2, cuts: 0, stalls: 0 }
    await worker.open('/')
    await worker.me.signIn()
    await worker.me.prepare('ready 7 of 7', 180_000)
    await worker.openConduct(1)
    line.quality = edgeOfCoverage
    line.told = { requests: 0, cutThere: 0, cutBack: 0, stalled: 0 }
    const began = performance.now()
    await worker.addAreaOf('Kitchen')
    const count = Math.max(1, Math.round(40 * scale))
    for (let n = 1; n <= count; n++) {
      const photos = n % 2 === 0 ? [camera(2 * n), camera(2 * n + 1)] : []
      await worker.observe(`Seen ${String(n).padStart(3, '0')}.`, photos)
      if (n % 10 === 0) say(`${profile}: ${n} of ${count} observed`)
    }
    const left = await sentByItself(worker.me, 240_000, say)
    const seconds = Math.round((performance.now() - began) / 1000)
    const found = await compareWithOffice(town, worker.me.page, worker.book)
    const { requests, cutThere, cutBack, stalled } = line.told
    return {
      measured: `${profile}: ${worker.book.saved.size} observations and ${found.photos} photos, ${requests} requests of which ${cutThere} cut on the way, ${cutBack} in the answer and ${stalled} stalled: ${found.lost} lost, ${duplicatesText(found)}, ${found.torn} torn, 0 taps, ${seconds} s`,
      broken: [...worker.broken, ...left, ...found.broken, ...worker.phone.problems].map((it) => `${profile}: ${it}`),
    }
  } finally {
    await worker.phone.discard()
    await line.close()
    await town.close()
  }
}
