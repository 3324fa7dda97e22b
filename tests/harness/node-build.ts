import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

interface NodeBuild {
  /** Programs, as paths in the project. */
  programs: readonly string[]
  folder: string
  /** The name of a built file: 'worker.mjs', or '[name].mjs' for several programs. */
  file: string
  plugins: Plugin[]
  /** Everything in one file, for one program. */
  isOneFile?: boolean
  /** Packages are built in too, so that the file runs at any place. */
  hasPackages?: boolean
}

/** Builds programs for Node from their sources. */
export async function buildForNode({ programs, folder, file, plugins, ...how }: NodeBuild): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins,
    ...(how.hasPackages ? { ssr: { noExternal: true } } : {}),
    build: {
      ssr: true,
      outDir: folder,
      minify: false,
      target: 'node20',
      rollupOptions: {
        input: programs.map((it) => join(root, it)),
        output: { entryFileNames: file, ...(how.isOneFile ? { codeSplitting: false } : {}) },
      },
    },
  })
}

/**
 * A new folder below the root, so that programs in it find the packages that they import. Not in node_modules, which a
 * test copies meanwhile.
 */
export function newFolderInProject(name: string): string {
  const beside = join(root, 'test-results')
  mkdirSync(beside, { recursive: true })
  return mkdtempSync(join(beside, `codesoft-${name}-`))
}
