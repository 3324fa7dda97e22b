import type { DeviceDatabase } from '../../db/database.ts'

/*
 * A record that is made here is named by the number of its entry, and the database gives the number only with the
 * stored row. To store the entry once, with its name in it, the number is guessed: the one after the last that this
 * page was given. Only the database gives numbers, so none is ever given twice, whatever other tabs, other versions of
 * the app or a restored copy have stored meanwhile. A guess that proves wrong undoes its whole transaction, and the
 * second one is given the number first.
 */

/** How an entry gets its number. */
export interface Numbering {
  /** The number that the next entry will have if nobody else has stored one; null: it must be asked for. */
  guess(): number | null
  /** Tells the number that the database gave. Throws when it is not `expected`, so that the transaction is undone. */
  gave(number: number, expected?: number): void
}

class WrongGuess extends Error {
  override name = 'WrongGuess'
}

const lastGiven = new WeakMap<DeviceDatabase, number>()

/** Runs a transaction that stores entries; a second time where the guessed number was wrong. */
export async function withNumbers<Result>(
  db: DeviceDatabase,
  store: (numbering: Numbering) => Promise<Result>,
): Promise<Result> {
  const gave: Numbering['gave'] = (number, expected = number) => {
    lastGiven.set(db, number)
    if (number !== expected) throw new WrongGuess(`The number is ${number}, not ${expected}`)
  }
  const guess = () => {
    const last = lastGiven.get(db)
    return last === undefined ? null : last + 1
  }
  try {
    return await store({ guess, gave })
  } catch (error) {
    if (!(error instanceof WrongGuess)) throw error
    return store({ guess: () => null, gave })
  }
}
