import { Dexie } from 'dexie'

/**
 * Runs `act`, called within a transaction's body, as if there were no transaction: what it asks of a database belongs
 * to none. Not beside `inTransaction`, which a worker without Dexie uses.
 */
export const outsideTransaction = <Result>(act: () => Result): Result => Dexie.ignoreTransaction(act)
