import { type Browser, type BrowserContext, expect, type Page, type ViewportSize } from '@playwright/test'
import { openApp, signIn, test } from './open-app.ts'

const app = openApp()
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
/** The user agent of an iPad that requests desktop pages. */
const iPad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15'

const week = /may delete all that CodeSoft keeps here after 7 days without use, unsent work too/
const steps = ['1. Tap Share', '2. Tap Add to Home Screen', '3. Open CodeSoft there']

interface Apple {
  userAgent: string
  touchPoints?: number
  isStandalone?: boolean
}

let context: BrowserContext | undefined
test.afterEach(async () => {
  await context?.close()
  context = undefined
})

/** A browser with an Apple user agent and a signed-in person. */
const onApple = async (
  { browser, viewport, hasTouch }: { browser: Browser; viewport: ViewportSize | null; hasTouch: boolean },
  { userAgent, touchPoints = 5, isStandalone = false }: Apple,
): Promise<Page> => {
  context = await browser.newContext({ userAgent, viewport, hasTouch })
  await context.addInitScript(
    ([points, standalone]) => {
      Object.defineProperty(Navigator.prototype, 'maxTouchPoints', { get: () => points })
      Object.defineProperty(Navigator.prototype, 'standalone', { get: () => standalone })
    },
    [touchPoints, isStandalone] as const,
  )
  const page = await context.newPage()
  await page.goto(app.town.url)
  await signIn(page, 'ons')
  return page
}

/** Sends the first work of this device to the office. */
async function firstSuccess(page: Page): Promise<void> {
  await page.goto(`${app.town.url}/inspections/1/conduct`)
  await page.getByLabel('Area name').fill('Porch')
  await page.getByRole('button', { name: 'Add Area' }).click()
  await expect(page.getByTitle('Unsent work')).toContainText('All sent')
}

const noSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

test('an iPhone’s browser tab shows how to install once after the first work was sent, and remembers it', async ({
  browser,
  viewport,
  hasTouch,
}) => {
  const page = await onApple({ browser, viewport, hasTouch }, { userAgent: iPhone })
  await expect(page.getByRole('link', { name: /Nothing to send/ })).toBeVisible()
  await expect(page.getByText(week)).toHaveCount(0)
  await firstSuccess(page)
  await expect(page.getByText(week)).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('banner.png') })
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: 'Show how' }).click()
  const dialog = page.getByRole('dialog', { name: 'Install on this iPhone' })
  await expect(dialog.getByText(week)).toBeVisible()
  for (const step of steps) await expect(dialog.getByText(step)).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('steps.png') })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(week)).toHaveCount(0)
  await page.reload()
  await expect(page.getByTitle('Unsent work')).toContainText('All sent')
  await expect(page.getByText(week)).toHaveCount(0)
})

test('an iPhone’s device page always shows how to install, says what a tab may lose, and whether storage is kept', async ({
  browser,
  viewport,
  hasTouch,
}) => {
  const page = await onApple({ browser, viewport, hasTouch }, { userAgent: iPhone })
  await page.goto(`${app.town.url}/device`)
  const install = page.getByRole('region', { name: 'Install on this iPhone' })
  await expect(install.getByText(week)).toBeVisible()
  for (const step of steps) await expect(install.getByText(step)).toBeVisible()
  await expect(install.locator('svg[viewBox="0 0 200 112"]')).toHaveCount(3)
  await expect(page.getByText('Not granted: this data may be deleted after 7 days without use.')).toBeVisible()
  await expect(page.getByText('No: this is a browser tab')).toBeVisible()
  await noSidewaysScroll(page)
  await page.screenshot({ path: test.info().outputPath('device.png'), fullPage: true })
})

test('an iPhone’s tab asks to send unsent work first, as the installed app starts empty', async ({
  browser,
  viewport,
  hasTouch,
}) => {
  const page = await onApple({ browser, viewport, hasTouch }, { userAgent: iPhone })
  await page.goto(`${app.town.url}/inspections/1/conduct`)
  await page.getByLabel('Area name').fill('Attic')
  app.town.faults.inject = () => ({ kind: 'failBefore', status: 503 })
  await page.getByRole('button', { name: 'Add Area' }).click()
  await expect(page.getByTitle('Unsent work')).toContainText('1 waiting')
  await page.goto(`${app.town.url}/device`)
  await expect(page.getByText('Send what waits here first.')).toBeVisible()
})

test('an iPad that calls itself a Macintosh is known by its touch screen; a Macintosh sees nothing of it', async ({
  browser,
  viewport,
  hasTouch,
}) => {
  const page = await onApple({ browser, viewport, hasTouch }, { userAgent: iPad })
  await page.goto(`${app.town.url}/device`)
  await expect(
    page.getByRole('region', { name: 'Install on this iPad' }).getByText(/this iPad may delete/),
  ).toBeVisible()
  await context?.close()
  const mac = await onApple({ browser, viewport, hasTouch }, { userAgent: iPad, touchPoints: 0 })
  await mac.goto(`${app.town.url}/device`)
  await expect(mac.getByText('No: this is a browser tab')).toBeVisible()
  await expect(mac.getByText(week)).toHaveCount(0)
})

test('an iPhone that opened the app from its home screen reads only that it is installed', async ({
  browser,
  viewport,
  hasTouch,
}) => {
  const page = await onApple({ browser, viewport, hasTouch }, { userAgent: iPhone, isStandalone: true })
  await firstSuccess(page)
  await expect(page.getByText(week)).toHaveCount(0)
  await page.goto(`${app.town.url}/device`)
  await expect(page.getByText('Installed', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Install on/ })).toHaveCount(0)
})
