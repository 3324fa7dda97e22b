import { DeviceDatabase, databaseName } from '../db/database.ts'
import { Directory, type Person } from '../db/directory.ts'
import { AddressSearch } from './address-search.ts'
import type { Device } from './device.ts'
import { note } from './journal.ts'
import { mendOutbox } from './mend.ts'
import { deviceFor } from './open.ts'
import { forgetShownPhotos } from './photo-caches.ts'
import { purge } from './photos/purge.ts'
import { shrink } from './photos/shrink.ts'
import { replayTag } from './replay-tag.ts'
import { Runner } from './runner.ts'
import {
  dropToken,
  keepTokenOf,
  mirroredKeys,
  mirrorKeys,
  profileOf,
  type SignInResult,
  signIn,
  signOut,
  tellSignedOut,
  thisDevice,
} from './session.ts'
import { askTown, knownTown, type Town } from './town.ts'

/** One person's engine at work in this page. */
export interface Engine {
  device: Device
  directory: Directory
  person: Person
  town: Town
  runner: Runner
  book: AddressSearch
  /** Keys of unsent work that this device once held and holds no more: its storage was cleared. */
  lost: string[]
}

/** Who is at this device. `opening` lasts for a few reads of the device, never for the network. */
export type Presence = { state: 'opening' } | { state: 'signedOut' } | { state: 'in'; engine: Engine }

/** The session of this page: opens at once from what the device knows, and lets the network catch up (C-01). */
export class Session {
  presence: Presence = { state: 'opening' }
  #directory = new Directory()
  #listeners = new Set<() => void>()
  #remembering: ReturnType<typeof setTimeout> | undefined
  /** Told of a failure that nobody else can show. */
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

  /** Opens the last person's work, signal or not. */
  async open(): Promise<void> {
    const [person, town] = await Promise.all([this.#directory.current(), knownTown(this.#directory)])
    if (!person || !town) {
      this.#become({ state: 'signedOut' })
      void askTown(this.#directory, (request) => fetch(request), location.origin).catch(this.onBug)
      return
    }
    keepTokenOf(person)
    await this.#enter(person, town)
    void this.#catchUp().catch(this.onBug)
  }

  /** Fetches the profile and the town again; only a refusal ends the session (SE-04, SE-05). */
  async #catchUp(): Promise<void> {
    if (this.presence.state !== 'in') return
    const { engine } = this.presence
    await askTown(this.#directory, (request) => fetch(request), location.origin)
    const token = await engine.device.token()
    if (!token) return
    const answer = await profileOf({ base: engine.device.base, fetch: (request) => fetch(request) }, token)
    if (answer.kind === 'profile') {
      const ends = answer.endsAt === null ? {} : { tokenEndsAt: answer.endsAt }
      await this.#directory.people.update(engine.person.userId, { profile: answer.user, ...ends })
    }
    if (answer.kind === 'refused') {
      await dropToken(this.#directory, engine.person.userId, token)
      await engine.device.db.setFact('paused', 'signIn')
    }
    if (answer.kind !== 'profile') await note(engine.device.db, Date.now(), 'profile', { answer: answer.kind })
  }

  async #enter(person: Person, town: Town): Promise<void> {
    const db = new DeviceDatabase(databaseName(person.townId, person.userId))
    let runner: Runner | undefined
    const device = deviceFor(db, this.#directory, person, town, () => {
      // What was just saved is painted first; sending it can wait for that.
      setTimeout(() => runner?.poke(), pokeDelayMs)
      this.#rememberUnsent(db)
      void hintBackground().catch(this.onBug)
      void askPersistence(db).catch(this.onBug)
    })
    device.shrink = shrink
    device.tokenRefused = (token) => dropToken(this.#directory, person.userId, token)
    runner = new Runner(device)
    runner.onBug = this.onBug
    await db.open()
    // Before any screen reads it.
    await mendOutbox(db, device.now())
    const lost = await lostWork(db)
    void db.setFact('deviceName', thisDevice()).catch(this.onBug)
    const book = new AddressSearch(device)
    this.#become({ state: 'in', engine: { device, directory: this.#directory, person, town, runner, book, lost } })
    setTimeout(() => runner.poke(), pokeDelayMs)
    void purge(db, Date.now()).catch(this.onBug)
  }

  /** Soon, and once for a run of saves: with thousands waiting the list is long. */
  #rememberUnsent(db: DeviceDatabase): void {
    this.#remembering ??= setTimeout(() => {
      this.#remembering = undefined
      unsentKeys(db)
        .then((keys) => mirrorKeys(db.name, keys))
        .catch(this.onBug)
    }, mirrorDelayMs)
  }

  /** Signs in; the same person comes back to the same work, another one to their own (G-20). */
  async signIn(email: string, password: string): Promise<SignInResult> {
    const town = await askTown(this.#directory, (request) => fetch(request), location.origin)
    if (!town) return { kind: 'noSignal' }
    const ask = { base: `${location.origin}/api`, townId: town.townId, fetch: (request: Request) => fetch(request) }
    const result = await signIn(this.#directory, ask, email, password)
    if (result.kind !== 'signedIn') return result
    if (this.presence.state === 'in' && this.presence.engine.person.userId === result.person.userId) {
      const { device, runner } = this.presence.engine
      await device.db.setFact('paused', null)
      runner.poke(true)
    } else {
      this.#leave()
      await this.#enter(result.person, town)
    }
    return result
  }

  /** Signs out. Unsent work stays in this person's database unless `wipe` says that they confirmed its loss. */
  async signOut(wipe = false): Promise<void> {
    const left = this.presence.state === 'in' ? this.presence.engine : null
    left?.runner.end()
    // On this device first: the server may take long to answer, and by then another person may have signed in.
    const token = await signOut(this.#directory)
    this.#leave()
    if (wipe && left) {
      mirrorKeys(left.device.db.name, [])
      await left.device.db.delete()
    }
    await forgetShownPhotos()
    if (token) await tellSignedOut({ base: `${location.origin}/api`, fetch: (request) => fetch(request) }, token)
  }

  #leave(): void {
    if (this.presence.state !== 'in') return
    const { runner, device } = this.presence.engine
    runner.end()
    // The keys of the next person's work are theirs, and this database answers no more.
    clearTimeout(this.#remembering)
    this.#remembering = undefined
    this.#become({ state: 'signedOut' })
    device.db.close()
  }
}

/** How long the sending waits after a save or a start, so that the screen is painted before (ms). */
const pokeDelayMs = 120

/** How soon after a save the keys of unsent work are mirrored (ms). */
const mirrorDelayMs = 250

/** Read from the index alone. */
const unsentKeys = async (db: DeviceDatabase): Promise<string[]> =>
  // The index holds the keys of entries, which are texts.
  (await db.outbox.orderBy('key').keys()) as string[]

/** Keys of unsent work that was mirrored here, of which the database knows nothing: its storage was cleared. */
async function lostWork(db: DeviceDatabase): Promise<string[]> {
  const mirrored = mirroredKeys(db.name)
  if (mirrored.length === 0 || (await db.outbox.count()) > 0) return []
  const receipts = await db.receipts.bulkGet(mirrored)
  return mirrored.filter((_, at) => !receipts[at])
}

/** Asks the platform to wake the service worker when there is signal; a hint, where it exists at all. */
async function hintBackground(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration?.active || !('sync' in registration)) return
  // The Background Sync API is not in the standard library's types.
  const { sync } = registration as unknown as { sync: { register(tag: string): Promise<void> } }
  try {
    await sync.register(replayTag)
  } catch (error) {
    // The user or the platform forbids it; the page's own runner does not need it.
    if (!(error instanceof DOMException)) throw error
  }
}

/** Asks once, after the first save, that the platform never clears this device's work by itself; keeps the answer. */
async function askPersistence(db: DeviceDatabase): Promise<void> {
  // WebKit on some systems has no storage manager.
  if (!navigator.storage?.persist || (await db.fact<boolean | null>('persisted', null)) !== null) return
  await db.setFact('persisted', await navigator.storage.persist())
}
