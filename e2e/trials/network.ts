import type { Profile } from '../../src/server/config.ts'
import { Inspector } from '../inspector.ts'
import { Phone } from '../phone.ts'
import { openConduct } from '../story.ts'
import { openTown } from '../town.ts'
import { type LineQuality, openLine } from './bad-network.ts'
import { observe, sentByItself } from './phone-work.ts'
import { openCamera } from './pictures.ts'
import { compareWithOffice, doublesIn, newBook } from './promises.ts'
import { chanceOf, type Measured, type Trial, type TrialOptions } from './trial.ts'

/** A phone at the edge of a valley. A call that stands still is given up after 30 s, so some stalls are longer. */
const valley: LineQuality = {
  bitsPerSecond: 1_000_000,
  latencyMs: 80,
  cuts: 0.05,
  stalls: 0.03,
  stallMs: 33_000,
}

/** Longer than the longest stall: what stood still may arrive that late. */
const doubtWaitSeconds = 45

/** Work over a line that cuts one request in twenty somewhere, and lets others stand still, with both kinds of server. */
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
  const line = await openLine(town.url, valley, chanceOf(seed))
  const phone = new Phone()
  const book = newBook()
  try {
    const camera = await openCamera()
    const me = new Inspector(await phone.start(line.url), line.url)
    // The morning's preparation is done at the office, where the line is good.
    line.quality = { ...valley, bitsPerSecond: 50_000_000, latencyMs: 2, cuts: 0, stalls: 0 }
    await me.signIn()
    await me.prepare('ready 7 of 7', 180_000)
    await openConduct(me, 1)
    line.quality = valley
    line.told = { requests: 0, cutThere: 0, cutBack: 0, stalled: 0 }
    const began = performance.now()
    await me.addAreaOf('Kitchen')
    const count = Math.max(1, Math.round(40 * scale))
    for (let n = 1; n <= count; n++) {
      const photos = n % 2 === 0 ? [camera(2 * n), camera(2 * n + 1)] : []
      await observe(me, book, `Seen ${String(n).padStart(3, '0')}.`, photos)
      if (n % 10 === 0) say(`${profile}: ${n} of ${count} observed`)
    }
    const left = await sentByItself(me, 240_000, say)
    const seconds = Math.round((performance.now() - began) / 1000)
    const found = await compareWithOffice(town, me.page, book)
    const { requests, cutThere, cutBack, stalled } = line.told
    return {
      measured: `${profile}: ${book.saved.size} observations and ${found.photos} photos, ${requests} requests of which ${cutThere} cut on the way, ${cutBack} in the answer and ${stalled} stalled: ${found.lost} lost, ${doublesIn(found)}, ${found.torn} torn, 0 taps, ${seconds} s`,
      broken: [...left, ...found.broken, ...phone.troubles].map((it) => `${profile}: ${it}`),
    }
  } finally {
    await phone.discard()
    await line.close()
    await town.close()
  }
}
