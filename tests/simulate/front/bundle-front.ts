import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildForNode, newFolderInProject } from '../../harness/node-build.ts'
import { assertPassages, type Patch, planted } from '../bundle.ts'

export type FrontPart = typeof import('./front-part.ts')

/** Bundles the front as one program, with passages replaced. Throws when a passage is missing. */
export async function bundleFront(patches: readonly Patch[]): Promise<{ part: FrontPart; remove(): void }> {
  assertPassages(patches)
  // As deep as the path at which the program looks for package.json.
  const folder = newFolderInProject('front')
  await buildForNode({
    programs: ['tests/simulate/front/front-part.ts'],
    folder,
    file: 'front.mjs',
    plugins: [planted(patches)],
    isOneFile: true,
  })
  // The program was built from this very file.
  const part = (await import(pathToFileURL(join(folder, 'front.mjs')).href)) as FrontPart
  return { part, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
