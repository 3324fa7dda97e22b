import { isShared } from '../../db/aside.ts'
import { DeviceDatabase, databaseName } from '../../db/database.ts'
import { isDatabaseClosed } from '../../db/database-closed.ts'
import { Directory, isSamePerson, type Person } from '../../db/directory.ts'
import { isStorageError } from '../../db/storage-error.ts'
import { forgetShownPhotos } from '../device/forget-photos.ts'
import { beHere, leaveHere } from '../device/frames.ts'
import { askPersistence, hintBackground } from '../device/platform-hints.ts'
import { started } from '../device/start.ts'
import { AddressSearch } from '../online/address-search.ts'
import { knownHere, knownTown, type Town } from '../online/town.ts'
import { Runner } from '../schedule/runner.ts'
import { pauseWithoutToken } from '../transport/token.ts'
import { clearAway, clearOld, finishClearing, finishDeletion } from './clear-away.ts'
import { hasComeBack } from './come-back.ts'
import { catchUpDelayMs, mirrorDelayMs, scheduleDelayMs } from './delays.ts'
import type { Departed } from './departure.ts'
import { lostIn, openedAt, repairFound } from './found-at-opening.ts'
import { deviceFor } from './open-device.ts'
import { dropToken, keepTokenOf, onSignedElsewhere, signOut } from './person-here.ts'
import type { Presence } from './presence.ts'
import type { Opening } from './seal/arrive.ts'
import { openWaiting, readyToSeal } from './seal/at-the-door.ts'
import { isClearedByOffice, isStillToClear, type Leaving } from './session-end.ts'
import type { SignInResult, Typed, Way } from './sign-in.ts'
import { markSignIn } from './sign-in-mark.ts'
import { lostUnread, mirrorUnsent, tellLost, unsentOf } from './unsent-mirror.ts'
import { bySingleSignOn, prepareSignIn, signInBy, withPassword } from './ways-in.ts'

/** The session of this page. It opens at once from the device's data and updates from the network later (C-01). */
export class Session {
  presence: Presence = { state: 'opening' }
  #directory = new Directory()
  #listeners = new Set<() => void>()
  #remembering: ReturnType<typeof setTimeout> | undefined
  /** A sign-out in progress. The next sign-in waits for it. */
  #departing: Promise<void> = Promise.resolve()
  /** Several refusals may bring the office's order to clear this device. They are handled one at a time. */
  #clearing: Promise<void> = Promise.resolve()
  /** Called with a failure that nothing else shows. */
  onBug: (error: unknown) => void = () => undefined

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): Presence => this.presence

  #become(presence: Presence): void {
    this.presence = presence
    for (const listener of this.#listeners) listener()
  }

  /** Opens the last person's work, with or without signal. If the storage fails, `presence` says so. */
  async open(): Promise<void> {
    onSignedElsewhere(() => void this.#follow().catch(this.#unlessClosed))
    try {
      await this.#openLast()
    } catch (error) {
      return this.#fail(error)
    }
    void started()
      .then(() => finishClearing(this.#directory))
      .then(() => this.#follow())
      .catch(this.onBug)
  }

  /** If another tab or the service worker has signed this person out, or somebody else in, this page follows. */
  async #follow(): Promise<void> {
    const current = await this.#directory.current()
    if (this.presence.state !== 'in' || this.#isOf(current)) return
    this.#leave('signedOut')
    await this.#openLast()
  }

  /** Whether this page is already that person's. */
  #isOf(person: Person | null): boolean {
    return this.presence.state === 'in' && isSamePerson(this.presence.engine.person, person)
  }

  #fail(error: unknown): void {
    this.#become({ state: 'failed', error })
    if (!isStorageError(error)) throw error
  }

  /** The result of a single sign-on from which the browser has just come back, if it did not sign anybody in. */
  arrival: SignInResult | null = null

  /** The town as last received by this device. */
  town = (): Promise<Town | null> => knownTown(this.#directory)

  /**
   * If the provider's redirect opened this page, a session for this browser is waiting at the server. True if somebody
   * is signed in by it.
   */
  async #arrive(): Promise<boolean> {
    if (!hasComeBack()) return false
    const result = await signInBy(this.#directory, bySingleSignOn)
    if (result.kind !== 'signedIn') this.arrival = result
    return result.kind === 'signedIn'
  }

  async #openLast(): Promise<void> {
    const isSignIn = await this.#arrive()
    const { person, town } = await knownHere(this.#directory)
    if (!person || !town) {
      leaveHere()
      this.#become({ state: 'signedOut', byOffice: await isClearedByOffice(this.#directory) })
      void prepareSignIn(this.#directory).catch(this.onBug)
      return
    }
    keepTokenOf(person)
    await this.#enter(person, town, isSignIn ? null : undefined)
    if (isSignIn) await this.#resume(null)
    void started().then(this.#catchUpInPeace)
  }

  /** Fetches the profile and the town again. Only a refusal ends the session (SE-04, SE-05). */
  async catchUp(): Promise<void> {
    if (this.presence.state !== 'in') return
    const { role, serverNow, town } = await (await import('./settle-in.ts')).catchUp(this.presence.engine)
    if (role !== null && this.presence.state === 'in') beHere({ ...this.presence.engine.person, role })
    if (town && this.presence.state === 'in') this.#become({ state: 'in', engine: { ...this.presence.engine, town } })
    if (serverNow !== null) void clearOld(this.#directory, serverNow).catch(this.#unlessClosed)
  }

  /** `password`: as just typed; null for another way to sign in, undefined for a stored session. */
  async #enter(person: Person, town: Town, password?: string | null): Promise<void> {
    const db = new DeviceDatabase(databaseName(person.townId, person.userId))
    let runner: Runner | undefined
    const device = deviceFor(db, this.#directory, person, town, {
      mustClear: (token) => this.#clear(person.userId, token),
      wake: () => {
        // The saved change is painted first; sending can wait for that.
        setTimeout(() => runner?.schedule(), scheduleDelayMs)
        this.#rememberUnsent(db)
        void hintBackground().catch(this.onBug)
        void askPersistence(db).catch(this.#unlessClosed)
      },
    })
    device.shrink = async (bytes, type) => (await import('../capture/shrink.ts')).shrink(bytes, type)
    device.tokenRefused = (token) => dropToken(this.#directory, person.userId, token)
    runner = new Runner(device)
    runner.onBug = this.onBug
    // Sent work must no longer be reported as lost.
    runner.onRan = () => this.#rememberUnsent(db)
    const isSignIn = password !== undefined
    if (isSignIn || person.leaving) await finishDeletion(this.#directory, person.userId)
    await db.open()
    // Without it, a sign-out that another tab still completes would seal the work of this session.
    if (isSignIn) await markSignIn(db).catch(this.onBug)
    const { found, opening } = await openedAt(device, password ?? null, this.onBug)
    if (person.token === null || person.townId !== town.townId) await pauseWithoutToken(device)
    // The password is known only now, and a kill must not leave the key half made.
    else if (isSignIn) await readyToSeal(device, password).catch(this.onBug)
    await repairFound(device, found.unsent)
    const lost = lostUnread(db.name) + (await lostIn(db, found))
    tellLost(db.name, lost)
    // It will be shown from now on, so it must not be counted again.
    if (lost > 0) mirrorUnsent(db.name, { count: 0, keys: [] })
    const book = new AddressSearch(device)
    const engine = { device, directory: this.#directory, person, town, runner, book, lost, opening }
    beHere({ ...person, role: person.profile.role })
    this.#become({ state: 'in', engine })
    void started()
      .then(() => import('./settle-in.ts'))
      .then(({ settleIn }) => settleIn(device, runner, !isSignIn && found.sealing === 'notReady', this.#catchUpInPeace))
      .catch(this.#unlessClosed)
  }

  /** Tries again to open work that stayed sealed at the sign-in. */
  async openSealed(password: string | null = null): Promise<Opening> {
    if (this.presence.state !== 'in') return 'needsSignal'
    const { engine } = this.presence
    const opening = await openWaiting(engine.device, password)
    if (this.presence.state === 'in') this.#become({ state: 'in', engine: { ...engine, opening } })
    engine.runner.schedule(true)
    return opening
  }

  /** The session may have ended meanwhile, and the task with it. */
  #unlessClosed = (error: unknown): void => {
    if (!isDatabaseClosed(error)) this.onBug(error)
  }

  #catchUpInPeace = (): void => void this.catchUp().catch(this.#unlessClosed)

  /** With a short delay, once for a series of saves: with thousands waiting the list is long. */
  #rememberUnsent(db: DeviceDatabase): void {
    this.#remembering ??= setTimeout(() => {
      this.#remembering = undefined
      unsentOf(db)
        .then((unsent) => mirrorUnsent(db.name, unsent))
        .catch(this.#unlessClosed)
    }, mirrorDelayMs)
  }

  /** Makes the key for the next sign-out with the password just typed; null for another way to sign in. */
  async readyToSeal(password: string | null): Promise<void> {
    if (this.presence.state === 'in') await readyToSeal(this.presence.engine.device, password).catch(this.#unlessClosed)
  }

  /** Signs in. The same person comes back to the same work, another person, or one of another town, to their own (G-20, I14). */
  async signIn(typed: Typed): Promise<SignInResult> {
    const result = await this.enterBy(withPassword(typed), typed.password)
    const town = await knownTown(this.#directory)
    return result.kind === 'noSignal' && town ? this.#signInSealed(town, typed) : result
  }

  /** Signs in by any way; `password` is null if none is typed. */
  async enterBy(way: Way, password: string | null): Promise<SignInResult> {
    const result = await signInBy(this.#directory, way)
    if (result.kind !== 'signedIn') return result
    this.arrival = null
    const town = await knownTown(this.#directory)
    if (this.#isOf(result.person)) await this.#resume(password)
    else if (town) await this.#change(result.person, town, password)
    // A page that was opened without a session has not cleared old records away yet. The first screen comes first.
    setTimeout(this.#catchUpInPeace, catchUpDelayMs)
    return result
  }

  /** The person has signed in again: entries that waited for it are sent. */
  async #resume(password: string | null): Promise<void> {
    if (this.presence.state !== 'in') return
    const { device, runner, opening } = this.presence.engine
    await (await import('./sign-in.ts')).sendAgain(device)
    if (opening !== 'opened') await this.openSealed(password)
    runner.schedule(true)
    void this.readyToSeal(password)
  }

  /** Somebody has signed in, where nobody or another person was signed in before. */
  async #change(person: Person, town: Town, password: string | null): Promise<void> {
    this.#leave('signedOut')
    await this.#departing.catch(() => undefined)
    // Pictures cached for one person must not be shown to the next.
    if (await isShared(this.#directory)) await forgetShownPhotos()
    await this.#enter(person, town, password).catch((error: unknown) => this.#fail(error))
  }

  /** Without signal the password is tried on the sealed work. If it fits, it opens the work; nothing is sent yet. */
  async #signInSealed(town: Town, typed: Typed): Promise<SignInResult> {
    if (this.presence.state === 'in') return { kind: 'noSignal' }
    await this.#departing.catch(() => undefined)
    const { personWithoutSignal } = await import('./seal/without-signal.ts')
    const person = await personWithoutSignal(this.#directory, town, typed)
    if ('kind' in person) return person
    await this.#change(person, town, typed.password)
    return { kind: 'signedIn', person }
  }

  /** The office wants this person's records off this device. */
  #clear(userId: number, token: string): void {
    const work = this.#clearing.then(() => isStillToClear(this.#directory, userId, token))
    this.#clearing = work.then((still) => (still ? this.signOut('cleared') : this.#follow())).catch(this.#unlessClosed)
  }

  /** Signs out, and deletes this person's data from the device unless they keep it. */
  async signOut(how: Leaving = 'takeAway'): Promise<void> {
    // Another tab may have signed this person out already, and somebody else in.
    await this.#follow()
    const { presence } = this
    if (presence.state !== 'in') return
    const { person } = presence.engine
    // On this device first. The server may take long to answer, and another person may sign in meanwhile.
    const token = await signOut(this.#directory, how, person.userId)
    this.#leave('leaving')
    let said: Departed | undefined
    if (how !== 'keep') {
      this.#departing = clearAway(this.#directory, person, how, (sealed) => {
        if (this.presence.state === 'leaving') this.#become({ state: 'leaving', sealed })
      }).then((departed) => {
        said = departed
      })
      // A kill or failure here is repaired at the next start of the app.
      await this.#departing.catch(this.onBug)
    }
    const byOffice = how === 'cleared'
    if (this.presence.state === 'leaving') this.#become({ state: 'signedOut', said, byOffice })
    // The office has already ended that session.
    if (!token || byOffice) return
    const { tellSignedOut } = await import('./sign-in.ts')
    await tellSignedOut({ base: `${location.origin}/api`, fetch: (request) => fetch(request) }, token)
  }

  #leave(state: 'leaving' | 'signedOut'): void {
    if (this.presence.state !== 'in') return
    leaveHere()
    const { runner, device } = this.presence.engine
    runner.end()
    // The pending mirror update must not run: the next person's keys are their own, and this database will be closed.
    clearTimeout(this.#remembering)
    this.#remembering = undefined
    this.#become({ state })
    device.db.close()
  }
}
