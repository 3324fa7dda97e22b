import type { AddressBook } from '../../rules/address-book.ts'
import type { Device } from '../device/device.ts'
import { CallError } from '../transport/problem.ts'
import type { AddressesFound, TownBook } from './town-book.ts'

/**
 * The search for addresses (GS-01 to GS-11). Its code is fetched when somebody searches first: no screen waits for it.
 * Each call throws CallError where that code cannot be fetched.
 */
export class AddressSearch {
  #device: Device
  #fetched: Promise<TownBook> | null = null

  constructor(device: Device) {
    this.#device = device
  }

  /** The town's book, opened once for this page. */
  async book(): Promise<AddressBook> {
    return (await this.#townBook()).book()
  }

  /** Addresses that have the text in them; see `TownBook.find`. */
  async find(typed: string, limit: number, signal: AbortSignal): Promise<AddressesFound> {
    return (await this.#townBook()).find(typed, limit, signal)
  }

  /** Fetches the whole book; see `TownBook.fetchBook`. */
  async fetchBook(progress?: (count: number) => void): Promise<number> {
    return (await this.#townBook()).fetchBook(progress)
  }

  #townBook(): Promise<TownBook> {
    this.#fetched ??= import('./town-book.ts').then(
      ({ TownBook }) => new TownBook(this.#device),
      () => {
        this.#fetched = null
        throw new CallError({ kind: 'noSignal' })
      },
    )
    return this.#fetched
  }
}
