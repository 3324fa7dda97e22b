import type { DeviceDatabase } from '../../db/database.ts'

/*
 * The local id of a record is the number of its outbox entry, and the database assigns the number only when the entry
 * is stored. To store the entry once, with the id in it, the number is guessed: the last one that this page got plus one.
 * Only the database assigns numbers, so none is used twice, even if other tabs, other versions of the app or a restored
 * copy have stored entries meanwhile. A wrong guess aborts the whole transaction; the second attempt gets the number
 * first.
 */

/** How an entry gets its number. */
export interface Numbering {
  /** The expected number of the next entry; null if it must be read from the database. */
  guess(): number | null
  /** Reports the number that the database gave. Throws if it is not `expected`, so that the transaction is undone. */
  gave(number: number, expected?: number): void
}

class WrongGuess extends Error {
  override name = 'WrongGuess'
}

const lastGiven = new WeakMap<DeviceDatabase, number>()

/** Runs a transaction that stores entries, and repeats it once if the guessed number was wrong. */
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
