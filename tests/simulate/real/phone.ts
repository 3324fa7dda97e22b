import { databaseName } from '../../../src/db/database.ts'
import { world } from '../world/platform.ts'
import { Random } from '../world/random.ts'
import { Phone, type Tab } from '../world/tab.ts'
import { withShrink } from './actions.ts'
import { commits } from './commits.ts'
import type { RealLine } from './line.ts'
import type { OutsideTime } from './outside.ts'
import type { Town } from './plan.ts'
import type { Played, Point } from './point.ts'

/** The inspector's phone. It dies at one point and is switched on again. */
export class FieldPhone {
  phone: Phone
  problems: string[] = []
  states: Played['states'] = { storage: [], network: [] }
  died = false
  /** Questions that the inspector was asked. */
  askedFor: string[] = []
  /** Number of actions that the inspector has begun. */
  begun = 0
  #armed = false
  #town: Town
  #line: RealLine
  #time: OutsideTime

  constructor(town: Town, line: RealLine, time: OutsideTime) {
    this.#town = town
    this.#line = line
    this.#time = time
    this.phone = new Phone(line, (error, tab) => this.bug(error, tab))
    this.phone.people.set(town.userId, { token: town.token, endsAt: null })
  }

  bug(error: unknown, tab: Tab | null): void {
    if (!tab?.dead) this.problems.push(`bug: ${String(error)} ${String(Object(error).stack).slice(0, 400)}`)
  }

  /** The open app. After a crash it is opened again, and the phone had lost its power too. */
  async tab(): Promise<Tab> {
    const [living] = this.phone.living()
    if (living) return living
    if (this.phone.tabs.length > 0) {
      this.died = true
      this.phone.disk.loseFloating()
      // The random numbers restart, so that the run after a crash depends only on the disk.
      world.chance = new Random(4711)
    }
    const tab = withShrink(await this.phone.open(this.#town.userId), this.#town)
    tab.runner.schedule()
    return tab
  }

  /** Begins to count steps. The process may die at any of them. */
  async arm({ kind, at }: Point): Promise<void> {
    const tab = await this.tab()
    if (kind === 'storage') tab.crashAtStorage = at
    if (kind === 'network') tab.crashAtNetwork = at
    this.#armed = true
    const { onStorageStep, onNetworkStep } = tab
    tab.onStorageStep = () => {
      this.#note('storage')
      onStorageStep.call(tab)
    }
    tab.onNetworkStep = () => {
      this.#note('network')
      onNetworkStep.call(tab)
    }
  }

  /** Ends the counting: later checks are no steps of the work. */
  disarm(): void {
    this.#armed = false
    for (const tab of this.phone.tabs) Object.assign(tab, { crashAtStorage: null, crashAtNetwork: null })
  }

  #note(kind: 'storage' | 'network'): void {
    if (!this.#armed || this.died) return
    const { storage, network } = this.states
    // A network step also has its number: requests begin and end there.
    const requests = kind === 'network' ? `${network.length} at` : network.length
    const state = [commits.count, requests, this.#line.delivered, this.#time.now, this.begun].join(' ')
    ;(kind === 'storage' ? storage : network).push(state)
  }

  rows<Row>(table: string): Row[] {
    return this.phone.disk.rows<Row>(databaseName('town', this.#town.userId), table)
  }

  /** Waits, within this simulated moment, for work that takes no simulated time. */
  async done(tab: Tab, promise: Promise<unknown>): Promise<boolean> {
    let ok = false
    promise.then(
      () => {
        ok = true
      },
      (error: unknown) => this.bug(error, tab),
    )
    this.phone.acting = true
    await world.time.settle()
    this.phone.acting = false
    return ok
  }
}
