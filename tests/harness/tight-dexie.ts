import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'

/** Dexie as a module that a plugin can patch while it is loaded. */
export const dexieModule = fileURLToPath(new URL('../../node_modules/dexie/dist/dexie.mjs', import.meta.url))

/**
 * Dexie follows a transaction through at most a hundred promise steps without a database request; later writes land
 * outside of it. This build follows only one step. A transaction of the engine that is not held together by
 * `inTransaction` therefore fails in tests, and not on a phone with much work.
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
