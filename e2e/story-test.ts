import { test as base } from '@playwright/test'
import { shareBrowser } from './phone.ts'

/** Playwright's test for stories: their phones are contexts of the worker's browser, unless one must die or keep a profile. */
export const test = base.extend<object, { sharedBrowser: undefined }>({
  sharedBrowser: [
    async ({ browser }, use) => {
      shareBrowser(browser)
      await use(undefined)
      shareBrowser(undefined)
    },
    { scope: 'worker', auto: true },
  ],
})
