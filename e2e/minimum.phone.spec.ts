import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { chromiumExecutable } from './browser.ts'
import { holdCalls, openApp, signIn, test } from './open-app.ts'
import { dist } from './static-site.ts'

// Phone only: what a browser lacks is the same on the desk.

const app = openApp()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const tooOld = 'This browser is too old for CodeSoft'
const refused = 'This browser lets CodeSoft keep nothing'
const notLoaded = 'CodeSoft could not be loaded'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1'

/** Opens the app in this test's own browser, from which something was removed before. */
async function openWithout(page: Page, takeAway: () => void, path = '/'): Promise<void> {
  await page.addInitScript(takeAway)
  await page.goto(app.town.url + path)
}

/** The page no longer says that it is loading. */
const noLoading = (page: Page) => expect(page.getByText('Loading...')).toHaveCount(0)

test.describe('before the app', () => {
  test('an older browser reads why and what to do, and the app paints nothing over it', async ({ page }) => {
    await openWithout(page, () => Reflect.deleteProperty(Array.prototype, 'toSorted'), '/violations')
    await expect(heading(page, tooOld)).toBeVisible()
    await expect(page.getByText('CodeSoft needs Safari 16.4, Chrome or Edge 111, Firefox 115, or newer.')).toBeVisible()
    await expect(
      page.getByText('Update this browser, or open this address in a new Edge, Chrome or Firefox.'),
    ).toBeVisible()
    await expect(page.getByText('What was saved on this device before stays here')).toBeVisible()
    await page.waitForLoadState('load')
    await expect(heading(page, tooOld)).toBeVisible()
    await noLoading(page)
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
  })

  test('an older iPhone is asked to update its system, as no other browser there helps', async ({ browser }) => {
    const context = await browser.newContext({ userAgent: iPhone, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await openWithout(page, () => Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets'))
    await expect(heading(page, tooOld)).toBeVisible()
    await expect(page.getByText('Settings, General, Software Update, to iOS or iPadOS 16.4')).toBeVisible()
    await expect(page.getByText('Another browser on this device does not help')).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('too-old.png') })
    await context.close()
  })

  test('an address without https says so in words, with the way to the secure one', async ({ page }) => {
    const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
    await page.route('http://town.example/**', (route) => {
      const { pathname } = new URL(route.request().url())
      const path = join(dist, pathname === '/' ? 'index.html' : pathname)
      return route.fulfill({ body: readFileSync(path), contentType: types[extname(path)] ?? 'image/png' })
    })
    await page.goto('http://town.example/')
    await expect(heading(page, 'This address is not secure')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open the secure address' })).toBeVisible()
    await page.waitForLoadState('load')
    await noLoading(page)
  })

  for (const part of ['index', 'vendor']) {
    test(`a page whose ${part} file does not arrive says so, and opens with the next try`, async ({ page }) => {
      const address = new RegExp(`/assets/${part}-[^/]*\\.js$`)
      await page.route(address, (route) => route.fulfill({ status: 404, body: 'Not Found', contentType: 'text/plain' }))
      await page.goto(app.town.url)
      await expect(heading(page, notLoaded)).toBeVisible()
      await noLoading(page)
      await page.screenshot({ path: test.info().outputPath('not-loaded.png') })
      await page.unroute(address)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(heading(page, 'Sign in')).toBeVisible()
    })
  }

  test('a page whose code this browser cannot read says so', async ({ page, problems }) => {
    await page.route(/\/assets\/first-[^/]*\.js$/, (route) =>
      route.fulfill({ body: 'export const = 1', contentType: 'text/javascript' }),
    )
    await page.goto(app.town.url)
    await expect(heading(page, notLoaded)).toBeVisible()
    await noLoading(page)
    // The console reports only the fault of the planted file.
    expect(problems.splice(0).join()).toMatch(/SyntaxError/)
  })

  test('a page whose code hangs on the way says that it is still loading, and opens when it arrives', async ({
    page,
  }) => {
    await page.clock.install()
    const arrive = await holdCalls(page, /\/assets\/vendor-[^/]*\.js$/)
    await page.goto(app.town.url, { waitUntil: 'commit' })
    await expect(page.locator('#first-bones')).toBeVisible()
    await page.clock.fastForward(21_000)
    await expect(heading(page, 'CodeSoft is still loading')).toBeVisible()
    await noLoading(page)
    arrive()
    await expect(heading(page, 'Sign in')).toBeVisible()
  })
})

test.describe('storage refused', () => {
  const ways: Record<string, () => void> = {
    'there is no IndexedDB': () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
    'IndexedDB may not even be asked for': () =>
      Object.defineProperty(window, 'indexedDB', {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      }),
    'opening a database throws': () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    },
    'opening a database fails': () => {
      IDBFactory.prototype.open = () => {
        const asked = new EventTarget() as IDBOpenDBRequest
        const error = new DOMException('A mutation operation was attempted', 'InvalidStateError')
        Object.defineProperty(asked, 'error', { value: error })
        for (const name of ['onerror', 'onsuccess', 'onblocked', 'onupgradeneeded'] as const) {
          asked.addEventListener(name.slice(2), (event) => asked[name]?.call(asked, event as never))
        }
        setTimeout(() => asked.dispatchEvent(new Event('error', { cancelable: true })))
        return asked
      }
    },
  }
  for (const [what, takeAway] of Object.entries(ways)) {
    test(`${what}: the app names the fault, what is untouched, and what to do`, async ({ page }) => {
      await openWithout(page, takeAway, '/unsent')
      await expect(heading(page, refused)).toBeVisible()
      await expect(page.getByText('Cookies are blocked.')).toBeVisible()
      await expect(page.getByText('This is a private window.')).toBeVisible()
      await expect(page.getByText('What was saved here before is not touched')).toBeVisible()
      await noLoading(page)
      await page.screenshot({ path: test.info().outputPath('refused.png') })
    })
  }

  test('opening a database never ends: the app says that the storage does not answer', async ({ page }) => {
    await page.clock.install()
    await openWithout(page, () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    })
    await expect(page.locator('.bones')).toBeVisible()
    await page.clock.fastForward(9_000)
    await expect(heading(page, 'This device’s storage does not answer')).toBeVisible()
    await noLoading(page)
  })

  test('cookies are really blocked in the browser’s settings: words, and no error in the console', async ({
    problems,
  }) => {
    const { page, end } = await blockingCookies(problems)
    try {
      await page.goto(app.town.url)
      await expect(heading(page, refused)).toBeVisible()
      await page.screenshot({ path: test.info().outputPath('cookies-blocked.png') })
      await noLoading(page)
    } finally {
      await end()
    }
  })

  test('only localStorage is refused: signing in, recording and sending work all the same', async ({ page }) => {
    await openWithout(page, () =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      }),
    )
    await signIn(page, 'ons')
    await record(page, 'Kept without hints')
    await expect.poll(() => areas('Kept without hints')).toBe(1)
    await page.reload()
    await expect(heading(page, 'Kept without hints')).toBeVisible()
  })
})

test.describe('a part is missing', () => {
  test('without locks the app reads and records, sends nothing, and says so until it is mended', async ({ page }) => {
    await openWithout(page, () => {
      Reflect.deleteProperty(Navigator.prototype, 'locks')
      // Its own locks would be gone with the page's, and nothing can take them away there.
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
    })
    await signIn(page, 'ons')
    await expect(page.getByText('This browser cannot send')).toBeVisible()
    const from = app.town.calls.length
    await record(page, 'Recorded without locks')
    await expect(page.getByTitle('Unsent work')).toContainText('Saved, 1 waiting')
    await page.getByRole('link', { name: 'What to do' }).click()
    await expect(heading(page, 'Unsent work')).toBeVisible()
    await expect(page.getByText('To send it, update this browser. Or save the rescue copy below')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send now' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Save rescue copy' })).toBeEnabled()
    await page.screenshot({ path: test.info().outputPath('no-locks.png') })
    await page.goto(`${app.town.url}/contacts`)
    await expect(page.getByText('Harriet Vale').first()).toBeVisible()
    const sent = app.town.calls.slice(from).filter((it) => !it.startsWith('GET') && !it.endsWith('/heartbeat'))
    expect(sent).toEqual([])
    expect(await areas('Recorded without locks')).toBe(0)
  })

  const ways: Record<string, () => void> = {
    'no service worker': () => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'),
    'service workers forbidden': () => {
      ServiceWorkerContainer.prototype.register = () =>
        Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
      ServiceWorkerContainer.prototype.getRegistration = () =>
        Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
    },
  }
  for (const [what, takeAway] of Object.entries(ways)) {
    test(`${what}: the app works with signal, and says once and on its own page that it cannot open without`, async ({
      page,
    }) => {
      const words = page.getByText('This browser does not keep the app: CodeSoft opens here only with signal.')
      await openWithout(page, takeAway)
      await signIn(page, 'ons')
      await expect(words).toBeVisible()
      await page.screenshot({ path: test.info().outputPath('no-worker.png') })
      await record(page, what)
      await expect.poll(() => areas(what)).toBe(1)
      await page.getByRole('button', { name: 'I have read this' }).click()
      await expect(words).toHaveCount(0)
      await page.goto(`${app.town.url}/device`)
      await expect(page.getByText('No: this browser does not keep the app.')).toBeVisible()
      await expect(words).toHaveCount(1)
      await page.goto(`${app.town.url}/field`)
      await expect(heading(page, 'Prepare for the field')).toBeVisible()
      await expect(words).toHaveCount(1)
    })
  }
})

/** An area with this name at the first inspection; ends on its page. */
async function record(page: Page, name: string): Promise<void> {
  await page.goto(`${app.town.url}/inspections/1/conduct`)
  await page.getByLabel('Area name').fill(name)
  await page.getByRole('button', { name: 'Add Area' }).click()
  await expect(heading(page, name)).toBeVisible()
}

const areas = async (name: string): Promise<number> =>
  Number((await app.rows('select count(*) from areas where name = $1', [name]))[0]?.count)

/** A browser with a profile in which cookies are blocked, as its settings page does it. */
async function blockingCookies(problems: string[]): Promise<{ page: Page; end(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-blocking-'))
  mkdirSync(join(folder, 'Default'))
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(settings))
  const executablePath = chromiumExecutable()
  const context: BrowserContext = await chromium.launchPersistentContext(folder, {
    ...(executablePath ? { executablePath } : {}),
    args: ['--headless=new'],
    viewport: { width: 390, height: 844 },
  })
  context.on('console', (line) => line.type() === 'error' && problems.push(line.text()))
  context.on('weberror', (error) => problems.push(String(error.error())))
  const [page = await context.newPage()] = context.pages()
  const end = async () => {
    await context.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  return { page, end }
}
