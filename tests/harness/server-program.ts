import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { buildForNode, newFolderInProject, root } from './node-build.ts'

const programs = [
  'src/server/main.ts',
  ...['audit', 'backup', 'import', 'restore', 'user', 'verify-log'].map((it) => `src/server/cli/${it}.ts`),
]

/** Holds the folder of the built programs. Workers of a test run are processes and read it from the environment. */
const variable = 'TEST_SERVER_PROGRAMS'

/**
 * Builds the programs of the server once for a test run: compiling them anew for each process takes most of its start.
 * Returns what removes them.
 */
export async function buildServerPrograms(): Promise<() => void> {
  const folder = newFolderInProject('server')
  await buildForNode({ programs, folder, file: '[name].mjs', plugins: [addressesOfSources()] })
  process.env[variable] = folder
  return () => {
    delete process.env[variable]
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What Node is given to run a program from its source, as the commands of the README do. */
export const byTsx = (program: string, args: readonly string[] = []): string[] => ['--import', 'tsx', program, ...args]

/** What Node is given to run a program such as 'src/server/cli/user.ts': as built, or by tsx where nothing is built. */
export const programArgs = (program: string, args: readonly string[] = []): string[] => {
  const folder = process.env[variable]
  if (!folder) return byTsx(program, args)
  if (!programs.includes(program)) throw new Error(`${program} is not built for tests`)
  return [join(folder, `${basename(program, '.ts')}.mjs`), ...args]
}

/** Modules look for their migrations and package.json beside their source. */
const addressesOfSources = (): Plugin => ({
  name: 'addresses-of-sources',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith(join(root, 'src'))
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null,
})
