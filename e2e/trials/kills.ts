import { everythingSent } from '../story.ts'
import { openTown } from '../town.ts'
import { type BadNetwork, clearLine, openLine } from './bad-network.ts'
import { Fieldworker, type Step } from './fieldworker.ts'
import { openCamera, type PickedFile } from './pictures.ts'
import { compareWithOffice, duplicatesText } from './promises.ts'
import { sentByItself } from './sent-by-itself.ts'
import { chanceOf, type Measured, pause, type Trial, type TrialOptions } from './trial.ts'

/** Slow, so that a request is always under way while the next entry is saved. */
const line = { ...clearLine, bitsPerSecond: 1_500_000, latencyMs: 30 }

/** The phone dies at most this long after such an event (ms). */
const moments = {
  starting: 2_000,
  picked: 500,
  tapped: 150,
  sending: 1_500,
  anyTime: 4_000,
} as const
type Moment = keyof typeof moments

/** The browser gets SIGKILL again and again while it saves and sends. Nothing may be lost, doubled or torn. */
export const kills: Trial = {
  goal: '50 kills while saving and sending: 0 lost, 0 doubled, 0 torn, no entry without its bytes',
  async run(options) {
    const { distFolder, scale, seed, say, profile = 'keyed' } = options
    const town = await openTown({ distFolder, profile, doubtWaitSeconds: 5 })
    const network = await openLine(town.url, line, chanceOf(seed + 1))
    const worker = new Fieldworker(network.url)
    try {
      const count = Math.max(1, Math.round(50 * scale))
      const story = new Dying(worker, network, options, await openCamera())
      await worker.open('/')
      await worker.me.signIn()
      await worker.me.prepare('ready 7 of 7', 180_000)
      await worker.openConduct(1)
      await worker.addAreaOf('Kitchen')
      story.path = new URL(worker.me.page.url()).pathname
      await worker.phone.kill()
      for (let n = 1; n <= count; n++) {
        await story.round()
        if (n % 5 === 0) say(`${n} of ${count} kills, ${worker.book.saved.size} saved`)
      }
      await worker.open(story.path)
      await worker.resume()
      const left = await sentByItself(worker.me, 120_000, say)
      if (left.length === 0) await everythingSent(worker.me.page)
      const found = await compareWithOffice(town, worker.me.page, worker.book)
      return measuredOf(story, found, [...worker.broken, ...left, ...found.broken, ...worker.phone.problems])
    } finally {
      await worker.phone.discard()
      await network.close()
      await town.close()
    }
  },
}

function measuredOf(
  { deaths, worker }: Dying,
  found: Awaited<ReturnType<typeof compareWithOffice>>,
  broken: string[],
): Measured {
  const at = (step: Step) => deaths.filter((it) => it.step === step).length
  const sending = deaths.filter((it) => it.underWay > 0).length
  const steps = `${at('picked')} while files are read, ${at('typed')} before saving, ${at('tapped')} while saving`
  return {
    measured: `${deaths.length} kills (${steps}, ${at('idle')} elsewhere; during ${sending} of all, requests were under way), ${worker.book.saved.size} observations and ${found.photos} photos of ${Math.round(found.bytes / 1000)} kB: ${found.lost} lost, ${duplicatesText(found)}, ${found.torn} torn`,
    broken,
  }
}

/** The state of the trial over all lives of the phone. */
class Dying {
  readonly worker: Fieldworker
  readonly deaths: { step: Step; underWay: number }[] = []
  /** The address of the current area's page. */
  path = ''
  #network: BadNetwork
  #chance: () => number
  #camera: (n: number) => PickedFile
  #written = 0
  #pictures = 0
  #step: Step = 'idle'

  constructor(worker: Fieldworker, network: BadNetwork, { seed }: TrialOptions, camera: (n: number) => PickedFile) {
    this.worker = worker
    this.#network = network
    this.#chance = chanceOf(seed)
    this.#camera = camera
  }

  /** One life: opens the app, finishes what was begun, and works until the phone dies. */
  async round(): Promise<void> {
    const names = Object.keys(moments) as Moment[]
    const moment = names[Math.floor(this.#chance() * names.length)] ?? 'anyTime'
    const after = this.#chance() * moments[moment]
    const skips = Math.floor(this.#chance() * 3)
    let isDead = false
    const living = this.#live(moment === 'sending').catch((error: unknown) => {
      // Errors after the browser was killed do not count.
      if (!isDead) throw error
    })
    // An error in a life ends the trial at once. It must not wait for the kill.
    await Promise.race([this.#reached(moment, skips), living])
    await pause(after)
    isDead = true
    this.deaths.push({ step: this.#step, underWay: this.#network.underWay() })
    await this.worker.phone.kill()
    await living
  }

  /** Resolves at an event of this kind, after skipping a number of them. */
  #reached(moment: Moment, skips: number): Promise<void> {
    this.#step = 'idle'
    return new Promise((resolve) => {
      this.#isReady = () => undefined
      let left = skips
      this.worker.onStep = (step) => {
        this.#step = step
        if (step === moment && left-- === 0) resolve()
      }
      if (moment === 'starting') resolve()
      if (moment === 'anyTime') this.#isReady = resolve
      if (moment === 'sending') this.#isReady = () => void this.#underWay().then(resolve)
    })
  }

  #isReady: () => void = () => undefined

  /** Waits until a request is under way. A phone with nothing to send is killed all the same. */
  async #underWay(): Promise<void> {
    for (let n = 0; n < 30 && this.#network.underWay() === 0; n++) await pause(100)
  }

  async #live(isResting: boolean): Promise<void> {
    await this.worker.open(this.path)
    await this.worker.resume()
    this.#isReady()
    // One more entry to send; then the inspector only waits.
    for (let n = 0; !isResting || n < 1; n++) {
      this.#written++
      const photos = [0, 1, 1, 2][this.#written % 4] ?? 0
      const files = Array.from({ length: photos }, () => this.#camera(++this.#pictures))
      await this.worker.observe(`Seen ${String(this.#written).padStart(3, '0')}.`, files)
    }
    await this.worker.me.page.waitForTimeout(60_000)
  }
}
