import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { type Patch, planted } from '../bundle.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export type FrontPart = typeof import('./front-part.ts')

/** The front as one program, with passages of it replaced. Throws when a passage is not there. */
export async function bundleFront(patches: readonly Patch[]): Promise<{ part: FrontPart; remove(): void }> {
  for (const { file, find } of patches)
    if (readFileSync(join(root, file), 'utf8').split(find).length !== 2)
      throw new Error(`${file} has not exactly one passage:\n${find}`)
  // Beside the packages that it imports, and as deep in the repository as its own package.json is looked for.
  const beside = join(root, 'node_modules')
  mkdirSync(beside, { recursive: true })
  const folder = mkdtempSync(join(beside, '.codesoft-front-'))
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
  // The program that was just built from this very file.
  const part = (await import(pathToFileURL(join(folder, 'front.mjs')).href)) as FrontPart
  return { part, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
