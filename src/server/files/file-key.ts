import { randomBytes } from 'node:crypto'

/** A key for stored bytes that nobody can guess: 160 random bits in hex. */
export const makeFileKey = (): string => randomBytes(20).toString('hex')

/** Keys come back in URLs. Only a key that `makeFileKey` could have made may become a path. */
export const isFileKey = (key: string): boolean => /^[0-9a-f]{40}$/.test(key)
