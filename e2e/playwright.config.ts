import { defineConfig } from '@playwright/test'
import { useMemoryFolder } from '../tests/harness/memory-folder.ts'
import { pageExecutable, pageSwitches } from './browser.ts'

useMemoryFolder()
const executablePath = pageExecutable()

/**
 * A test runs in both projects unless it says where it belongs: a whole file by its name (`area.phone.spec.ts`),
 * a test of a file for both by its tag (`@phone`, `@desk`). Nothing is started for a project that has no use for it.
 *
 * Stories start the server that they need themselves, each with a database of its own on the one database server of the run.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results/e2e',
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  // A build machine that is short of breath gets one second chance; what needed it is listed as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  // Only a page that hangs may meet it: how fast things are is the benchmark’s business, and small machines are slow.
  timeout: 150_000,
  globalTimeout: 90 * 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    // A trace of every action costs more than the action: only what needs a second chance is traced.
    trace: 'on-first-retry',
    // An action that hangs must say which one it was, before the whole test runs out of time.
    actionTimeout: 30_000,
    serviceWorkers: 'allow',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    launchOptions: { args: pageSwitches, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: '**/*.desk.spec.ts',
      grepInvert: /@desk/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true },
    },
    {
      name: 'desk',
      testIgnore: '**/*.phone.spec.ts',
      grepInvert: /@phone/,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
})
