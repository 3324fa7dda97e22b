import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { buildForNode, root } from '../harness/node-build.ts'

/** A planted bug: a change to a passage of the engine's source. */
export interface Patch {
  file: string
  find: string
  put: string
}

/**
 * The engine, its world and the checks as one program for a worker thread, with passages of the engine replaced. Throws
 * when a passage is not there: a planted bug that is not planted proves nothing.
 */
export async function bundle(
  patches: readonly Patch[] = [],
  program = 'tests/simulate/worker.ts',
): Promise<{ path: string; remove(): void }> {
  assertPassages(patches)
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-simulate-'))
  await buildForNode({
    programs: [program],
    folder,
    file: 'worker.mjs',
    plugins: [planted(patches), withoutShrinking()],
    isOneFile: true,
    hasPackages: true,
  })
  return { path: join(folder, 'worker.mjs'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The patches whose passage is not in its file exactly once, a sentence each. */
export const lostPassages = (patches: readonly Patch[]): string[] =>
  patches
    .filter(({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2)
    .map(({ file, find }) => `${file} has not exactly one passage:\n${find}`)

/** Throws when a passage is not there exactly once. */
export const assertPassages = (patches: readonly Patch[]): void => {
  const lost = lostPassages(patches)
  if (lost.length > 0) throw new Error(lost.join('\n'))
}

export const planted = (patches: readonly Patch[]): Plugin => ({
  name: 'planted',
  enforce: 'pre',
  transform(code, id) {
    const mine = patches.filter(({ file }) => id === join(root, file))
    return mine.length === 0 ? null : mine.reduce((text, { find, put }) => text.replace(find, () => put), code)
  },
})

/** Shrinking pictures needs a browser, so the simulation passes its own function in. */
const withoutShrinking = (): Plugin => ({
  name: 'without-shrinking',
  enforce: 'pre',
  load: (id) => (id === join(root, 'src/sync/capture/shrink.ts') ? 'export const shrink = undefined' : null),
})
