import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { type Patch, planted } from '../bundle.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export type FrontPart = typeof import('./front-part.ts')

/** Bundles the front as one program, with passages replaced. Throws when a passage is missing. */
export async function bundleFront(patches: readonly Patch[]): Promise<{ part: FrontPart; remove(): void }> {
  for (const { file, find } of patches)
    if (readFileSync(join(root, file), 'utf8').split(find).length !== 2)
      throw new Error(`${file} has not exactly one passage:\n${find}`)
  // The folder is below the root, so that imported packages are found, and as deep as the path at which the program
  // looks for package.json. Not in node_modules, which another test copies meanwhile.
  const beside = join(root, 'test-results')
  mkdirSync(beside, { recursive: true })
  const folder = mkdtempSync(join(beside, 'codesoft-front-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [planted(patches)],
    build: {
      ssr: join(root, 'tests/simulate/front/front-part.ts'),
      outDir: folder,
      minify: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'front.mjs', codeSplitting: false } },
    },
  })
  // The program was built from this very file.
  const part = (await import(pathToFileURL(join(folder, 'front.mjs')).href)) as FrontPart
  return { part, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
