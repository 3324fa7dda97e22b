import { expect } from '@playwright/test'
import { everythingSent } from '../story.ts'
import { openTown, type TestTown } from '../town.ts'
import { type BadNetwork, type LineQuality, openLine } from './bad-network.ts'
import { Fieldworker } from './fieldworker.ts'
import { openCamera, type PickedFile } from './pictures.ts'
import { type Comparison, compareWithOffice, duplicatesText } from './promises.ts'
import { sentByItself } from './sent-by-itself.ts'
import { chanceOf, type Measured, pause, type Trial, type TrialOptions } from './trial.ts'

/** One megabit per second. One request in twenty is cut. */
const field: LineQuality = { bitsPerSecond: 1_000_000, latencyMs: 60, cuts: 0.05, stalls: 0, stallMs: 0 }
const office: LineQuality = { ...field, bitsPerSecond: 50_000_000, latencyMs: 2, cuts: 0 }

const inspectionCount = 30
const areaNames = ['Kitchen', 'Bathroom']
const observationsPerArea = 2
const photosPerObservation = 5

/** An inspector's day over a bad line. The phone dies three times, and the session ends once. */
export const day: Trial = {
  goal: '30 inspections, 600 photos, 1 Mbit/s, 5 % cut, 3 kills, 1 expired session: 0 lost, 0 doubled, 0 taps but the sign-in',
  async run(options) {
    const { distFolder, seed, profile = 'keyed' } = options
    const town = await openTown({ distFolder, profile, doubtWaitSeconds: 45 })
    const line = await openLine(town.url, office, chanceOf(seed + 1))
    const story = new Day(town, line, options, await openCamera())
    try {
      return await story.tell()
    } finally {
      await story.worker.phone.discard()
      await line.close()
      await town.close()
    }
  },
}

class Day {
  readonly worker: Fieldworker
  #town: TestTown
  #line: BadNetwork
  #options: TrialOptions
  #camera: (n: number) => PickedFile
  #chance: () => number
  #count: number
  #pictures = 0
  #kills = 0
  /** The observations at which the phone dies, by how many were made before. */
  #deadly: Set<number>

  constructor(town: TestTown, line: BadNetwork, options: TrialOptions, camera: (n: number) => PickedFile) {
    this.#town = town
    this.#line = line
    this.#options = options
    this.#camera = camera
    this.#chance = chanceOf(options.seed)
    this.#count = Math.max(1, Math.round(inspectionCount * options.scale))
    this.worker = new Fieldworker(line.url)
    const all = this.#count * areaNames.length * observationsPerArea
    this.#deadly = new Set([0.2, 0.5, 0.8].map((part) => Math.floor((part + this.#chance() * 0.1) * all)))
  }

  async tell(): Promise<Measured> {
    const { worker } = this
    await this.#morning()
    const began = performance.now()
    const passed = () => Math.round((performance.now() - began) / 1000)
    for (let n = 1; n <= this.#count; n++) {
      if (n === Math.ceil(this.#count * 0.4)) await this.#town.pool.query('delete from sessions')
      await this.#inspect(n)
      if (n === Math.ceil(this.#count * 0.4)) await this.#signInAgain()
      this.#options.say(`${n} of ${this.#count} inspections after ${passed()} s`)
    }
    const worked = passed()
    const left = await sentByItself(worker.me, 300_000, this.#options.say)
    const all = passed()
    if (left.length === 0) await everythingSent(worker.me.page)
    const found = await compareWithOffice(this.#town, worker.me.page, worker.book)
    const broken = [...worker.broken, ...left, ...found.broken, ...(await this.#others()), ...worker.phone.problems]
    return { measured: this.#words(found, worked, all), broken }
  }

  /** Prepares the phone for the day, at the office with a good line. */
  async #morning(): Promise<void> {
    const { worker } = this
    await this.#town.pool.query(`
      insert into addresses (combadd, ownername)
        select (100 + n) || ' MILL LANE', 'Owner ' || n from generate_series(3, ${this.#count}) n;
      insert into inspections (source, address_id, inspector_id)
        select 'Multifamily License', n, 1 from generate_series(3, ${this.#count}) n`)
    await worker.open('/')
    await worker.me.signIn()
    await worker.me.prepare(/Ready (\d+) of \1\b/, 180_000)
    this.#line.quality = field
    this.#line.told = { requests: 0, cutThere: 0, cutBack: 0, stalled: 0 }
  }

  async #inspect(id: number): Promise<void> {
    const { worker } = this
    await worker.openConduct(id)
    for (const name of areaNames) {
      await worker.addAreaOf(name)
      for (let n = 1; n <= observationsPerArea; n++)
        await this.#observe(`No ${String(id).padStart(2, '0')} ${name} ${n}.`)
      await worker.backToConduct()
    }
    await worker.complete()
  }

  async #observe(content: string): Promise<void> {
    const { worker } = this
    const files = Array.from({ length: photosPerObservation }, () => this.#camera(++this.#pictures))
    const made = worker.book.saved.size
    if (!this.#deadly.has(made)) return worker.observe(content, files)
    this.#deadly.delete(made)
    const path = new URL(worker.me.page.url()).pathname
    let isDead = false
    const working = worker.observe(content, files).catch((error: unknown) => {
      // Errors after the browser was killed do not count.
      if (!isDead) throw error
    })
    await pause(this.#chance() * 1_500)
    isDead = true
    await worker.phone.kill()
    await working
    this.#kills++
    await worker.open(path)
    await worker.resume()
  }

  /** Signs in again: the only thing that the user must do. A sign-in that the line cuts is repeated. */
  async #signInAgain(): Promise<void> {
    const { page, person } = this.worker.me
    const ended = page.getByText('Your session has ended. You can keep working')
    await expect(ended).toBeVisible({ timeout: 120_000 })
    await page.getByRole('button', { name: 'Sign in to send' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Sign in to send' })
    await dialog.getByLabel('Password').fill(person.password)
    for (let tries = 1; await dialog.isVisible(); tries++) {
      if (tries > 5) throw new Error('Signing in again did not succeed')
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await dialog.waitFor({ state: 'hidden', timeout: 25_000 }).catch(() => undefined)
    }
    await expect(ended).toBeHidden()
  }

  /** Checks the rest: each area exists once, and each inspection is completed. */
  async #others(): Promise<string[]> {
    const areas = await this.#town.pool.query('select inspection_id, name, count(*)::int as n from areas group by 1, 2')
    const done = await this.#town.pool.query("select id from inspections where status = 'Completed'")
    const wanted = this.#count * areaNames.length
    return [
      ...areas.rows.filter((it) => it.n > 1).map((it) => `doubled: area ${it.name} of inspection ${it.inspection_id}`),
      ...(areas.rows.length < wanted ? [`lost: ${wanted - areas.rows.length} areas`] : []),
      ...(done.rows.length < this.#count ? [`lost: ${this.#count - done.rows.length} inspections completed`] : []),
    ]
  }

  #words(found: Comparison, worked: number, all: number): string {
    const { requests, cutThere, cutBack } = this.#line.told
    return `${this.#count} inspections, ${found.observations} observations, ${found.photos} photos of ${Math.round(found.bytes / 1e6)} MB, ${this.#kills} kills, 1 expired session, ${requests} requests of which ${cutThere} cut on the way and ${cutBack} in the answer: ${found.lost} lost, ${duplicatesText(found)}, ${found.torn} torn, 0 taps but the sign-in; ${worked} s of work, all sent after ${all} s`
  }
}
