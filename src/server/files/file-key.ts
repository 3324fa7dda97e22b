import { randomBytes } from 'node:crypto'

/** A name for stored bytes that nobody can guess: 160 random bits in hex. */
export const makeFileKey = (): string => randomBytes(20).toString('hex')

/** Keys come back from addresses: only what `makeFileKey` can have made may name a place. */
export const isFileKey = (key: string): boolean => /^[0-9a-f]{40}$/.test(key)
