import type { Directory, Person } from '../../db/directory.ts'
import type { Device } from '../device/device.ts'
import type { AddressSearch } from '../online/address-search.ts'
import type { Town } from '../online/town.ts'
import type { Runner } from '../schedule/runner.ts'
import type { Departed } from './departure.ts'
import type { Opening } from './seal/arrive.ts'

/** One person's engine, running in this page. */
export interface Engine {
  device: Device
  directory: Directory
  person: Person
  /** The town at this address. If it is not the person's any more, nothing of this engine is sent. */
  town: Town
  runner: Runner
  book: AddressSearch
  /** How much unsent work this device has lost because its storage was cleared. */
  lost: number
  /** Whether all sealed work of this person was opened, or why not. */
  opening: Opening
}

/**
 * Who is signed in at this device. `opening` lasts for a few reads of the device and never waits for the network.
 * `failed` has the error: the browser refuses storage, or the disk is broken.
 */
export type Presence =
  | { state: 'opening' }
  | { state: 'failed'; error: unknown }
  /**
   * `said`: what happened to the unsent work of the person who has just signed out, if the screen must say it.
   * `byOffice`: an Admin has signed this device out and had it cleared.
   */
  | { state: 'signedOut'; said?: Departed | undefined; byOffice?: boolean }
  /**
   * The session has ended and the records are being deleted. `sealed`: the progress of sealing unsent work, 0 to 1.
   */
  | { state: 'leaving'; sealed?: number }
  | { state: 'in'; engine: Engine }
