import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { type Files, filesIn } from './files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const made: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-bench-'))
  made.push(folder)
  return folder
}

/** Removes what was built. */
export const removeBuilds = (): void => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
}

/** Builds a small page of the benchmark, named by its folder here, into memory. */
export async function builtPage(name: 'page' | 'floor'): Promise<Files> {
  const outDir = newFolder()
  const from = fileURLToPath(new URL(name, import.meta.url))
  await build({
    root: from,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(from, name === 'page' ? 'bench.html' : 'index.html') },
    },
  })
  return filesIn(outDir)
}

let app: string | undefined

/** The folder of the app itself, built as `npm run build` does it, but beside the real one. */
export function builtApp(): string {
  if (app) return app
  const outDir = newFolder()
  // Relative to the root: the app's own plug-ins write beside the bundle by that path.
  const words = ['vite', 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', relative(root, outDir)]
  const built = spawnSync('npx', words, { cwd: root, stdio: ['ignore', 2, 2], timeout: buildLimitMs })
  if (built.status !== 0 || !existsSync(join(outDir, 'index.html'))) throw new Error('The app was not built')
  app = outDir
  return outDir
}

const buildLimitMs = 180_000
