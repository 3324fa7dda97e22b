import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'

/** Dexie as a module that a plugin can change on its way in. */
export const dexieModule = fileURLToPath(new URL('../../node_modules/dexie/dist/dexie.mjs', import.meta.url))

/**
 * Dexie follows a transaction by the running promise over at most a hundred steps in which nothing is asked of the
 * database; what comes later is written outside of it. Here it follows a single one, so that every transaction of the
 * engine that does not hold together by itself (`inTransaction`) fails in these tests, not on a phone with much work.
 */
export const tightDexie: Plugin = {
  name: 'tight-dexie',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(dexieModule)) return null
    const tight = code.replace(/ZONE_ECHO_LIMIT = \d+/, 'ZONE_ECHO_LIMIT = 1')
    if (tight === code) throw new Error('Dexie names its limit otherwise in this version')
    return tight
  },
}
