import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { styles } from '../src/styles/plugin.ts'
import { useMemoryFolder } from './harness/memory-folder.ts'
import { dexieModule, tightDexie } from './harness/tight-dexie.ts'

/** Two cores are what a small build machine has; a test file more at once only makes all of them slower. */
const maxWorkers = 2

useMemoryFolder()

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    environment: 'node',
    maxWorkers,
    // The files of a worker share its modules: loading them for each file took a third of the time. A test that
    // replaces a module therefore does so by vi.resetModules, vi.doMock and import(), not by vi.mock.
    isolate: false,
    // Only what hangs may meet the limits: generated cases, commands and passwords take many seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        // Screens run as they are built: without Chakra.
        plugins: [styles()],
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/server/**', 'tests/sync/**', 'tests/simulate/front/**', 'e2e/**', 'node_modules/**'],
        },
      },
      {
        extends: true,
        plugins: [tightDexie],
        resolve: { alias: { dexie: dexieModule } },
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.{ts,tsx}', 'tests/sync/**/*.test.ts', 'tests/simulate/front/**/*.test.ts'],
          // Starts one real database for all files; each test works on a fresh copy of a migrated template.
          globalSetup: ['tests/harness/global-setup.ts'],
          setupFiles: ['tests/harness/strict-cursors.ts'],
          // Dexie is patched while it is loaded; a test of an older browser loads ky again without AbortSignal.any.
          server: { deps: { inline: [/dexie/, /node_modules\/ky\//] } },
        },
      },
    ],
  },
})
