import type { AddressBook } from '../../rules/address-book.ts'
import type { Device } from '../device/device.ts'
import { CallError } from '../transport/problem.ts'
import type { StillIn } from './still-in.ts'
import type { AddressesFound, TownBook } from './town-book.ts'

/**
 * The search for addresses (GS-01 to GS-11). Its code is loaded at the first search, so that no screen waits for it.
 * Each call throws CallError if the code cannot be loaded.
 */
export class AddressSearch {
  #device: Device
  #fetched: Promise<TownBook> | null = null

  constructor(device: Device) {
    this.#device = device
  }

  /** The town's address book, opened once for this page. */
  async book(): Promise<AddressBook> {
    return (await this.#townBook()).book()
  }

  /** Addresses that contain the text; see `TownBook.find`. */
  async find(typed: string, limit: number, signal: AbortSignal): Promise<AddressesFound> {
    return (await this.#townBook()).find(typed, limit, signal)
  }

  /** Downloads the whole book; see `TownBook.fetchBook`. */
  async fetchBook(progress?: (count: number) => void): Promise<number> {
    return (await this.#townBook()).fetchBook(progress)
  }

  /** Renews a book that is a week old; see `TownBook.renewBook`. */
  async renewBook(): Promise<void> {
    return (await this.#townBook()).renewBook()
  }

  /** Downloads the book unless one of today is here; see `TownBook.fetchBookWhenOld`. */
  async fetchBookWhenOld(check: StillIn): Promise<void> {
    return (await this.#townBook()).fetchBookWhenOld(check)
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
