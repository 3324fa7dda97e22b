import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { DEMO_PASSWORD } from '../../src/server/demo/demo-town.ts'
import { chromiumExecutable } from '../browser.ts'
import { expectTextSize, textSizeFlags } from '../text-size.ts'
import { idsOf } from '../town-ids.ts'
import { acts, serverFails, withoutSignal } from './acts.ts'
import { startDemo } from './demo-server.ts'
import { type PicturedScreen, pictureName, screens, type Viewer, viewers } from './screens.ts'
import { sheetOf, type Tile } from './sheet.ts'

/**
 * Pictures of every screen of the demo town, with its dialogs and in its bad moments, for people to look through:
 * `npm run screenshots`, then open the folder that it names. All pictures of a size lie on one sheet beside the folders:
 * phone.png, desk.png, … `--only violation,week` takes those whose name holds one of the words, `--size phone,desk` those sizes
 * alone, `--every` all screens at every size, not the key ones alone, `--window` what the window shows, not the whole page.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    size: { type: 'string', default: '' },
    every: { type: 'boolean', default: false },
    window: { type: 'boolean', default: false },
    out: { type: 'string', default: 'test-results/screenshots' },
  },
})

interface Size {
  context: BrowserContextOptions & { viewport: { width: number; height: number } }
  look?: 'dark' | 'sun'
  /** Pixels of a text without size; a browser's own is 16. */
  text?: number
  /** All screens, not the key ones alone. */
  isWhole?: true
}

const phone = { deviceScaleFactor: 2, isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } }
const desk = { viewport: { width: 1440, height: 900 } }
const sizes: Record<string, Size> = {
  phone: { context: phone, isWhole: true },
  desk: { context: desk, isWhole: true },
  'phone-dark': { context: phone, look: 'dark' },
  'phone-sun': { context: phone, look: 'sun' },
  'phone-320': { context: { ...phone, viewport: { width: 320, height: 640 } } },
  'phone-text-200': { context: phone, text: 32 },
  'desk-dark': { context: desk, look: 'dark' },
  'desk-text-200': { context: desk, text: 32 },
}

const emailOf = (who: Viewer) => `${who}@codesoft.example`

/** An act that waits for longer waits for what does not come. */
const patienceMs = 10_000

const demo = await startDemo()
try {
  const ids = await idsOf(demo.url, { email: emailOf('ons'), password: DEMO_PASSWORD })
  const wanted = values.size === '' ? Object.keys(sizes) : values.size.split(',')
  for (const name of wanted) {
    const size = sizes[name]
    if (!size) throw new Error(`There is no size ${name}; there are ${Object.keys(sizes).join(', ')}`)
    await takeSize(name, size, ids)
  }
} finally {
  await demo.stop()
}

/** All pictures of one size, and their sheet. A browser of its own: the size of text is set at its start. */
async function takeSize(name: string, size: Size, ids: Record<string, number>): Promise<void> {
  const kind = size.context.isMobile ? 'phone' : 'desk'
  const isWanted = (it: PicturedScreen) =>
    (it.on ?? kind) === kind &&
    (size.isWhole || values.every || it.isKey) &&
    values.only.split(',').some((word) => pictureName(it).includes(word))
  const executablePath = chromiumExecutable()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: size.text ? textSizeFlags(size.text) : [],
  })
  const folder = join(values.out, name)
  mkdirSync(folder, { recursive: true })
  try {
    const tiles: Tile[] = []
    for (const who of viewers) {
      const mine = screens.filter((it) => it.as === who && isWanted(it))
      if (mine.length > 0) tiles.push(...(await takeAll(browser, { folder, size, who, mine, ids })))
    }
    if (tiles.length === 0) return
    const { viewport } = size.context
    const file = `${folder}.png`
    const width = kind === 'phone' ? 260 : 480
    writeFileSync(
      file,
      await sheetOf(`${name}: ${viewport.width} × ${viewport.height}`, tiles, { width, window: viewport }),
    )
    console.log(`${file} shows all ${tiles.length}`)
  } finally {
    await browser.close()
  }
}

interface Round {
  folder: string
  size: Size
  who: Viewer
  mine: readonly PicturedScreen[]
  ids: Record<string, number>
}

/** One person's screens at one size. */
async function takeAll(browser: Browser, { folder, size, who, mine, ids }: Round): Promise<Tile[]> {
  const context = await browser.newContext({ ...size.context, timezoneId: 'America/New_York', locale: 'en-US' })
  await context.addInitScript((look) => localStorage.setItem('codesoft-look', look), size.look ?? 'light')
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.goto(demo.url)
  if (size.text) await expectTextSize(page, size.text)
  if (who !== 'nobody') await signIn(page, who)
  const tiles: Tile[] = []
  for (const shown of mine) {
    const name = pictureName(shown)
    const png = await take(page, shown, { ids, file: join(folder, `${name}.png`) })
    tiles.push({ label: name, png })
  }
  await context.close()
  return tiles
}

async function signIn(page: Page, who: Viewer): Promise<void> {
  await page.getByLabel('Email').fill(emailOf(who))
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('main#main').waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
}

/** The whole page as a file; answers what the window shows of it. */
async function take(
  page: Page,
  { path, act, amid }: PicturedScreen,
  { ids, file }: { ids: Record<string, number>; file: string },
): Promise<Buffer> {
  const context = page.context()
  if (amid === 'error 500') await serverFails(page)
  if (amid === 'no signal') await withoutSignal(page)
  await page.goto(demo.url + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name])))
  await settled(page)
  if (act) {
    // An act that failed is named, and its picture shows why.
    await acts[act](page).catch((error: Error) => console.log(`${file}: ${act}: ${error.message.split('\n')[0]}`))
    await settled(page)
  }
  // The head of an address is one picture; those of its tabs begin at the tabs.
  if (path.includes('?tab=') && !act) await page.getByRole('tablist').evaluate((it) => it.scrollIntoView())
  const png = await page.screenshot()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  // Anything over the page belongs to the window.
  const isCovered = await page.locator('dialog[open]').count()
  await page.screenshot({ path: file, fullPage: isCovered === 0 && !values.window })
  console.log(`${file}${wide > 0 ? `  (${wide} px wider than the screen)` : ''}`)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  return png
}

/** Nothing is loading, and nothing has moved for a moment. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('main').first().waitFor()
  const isLoading = page.getByText(/^Loading/).first()
  // Shown all the same, and named: a picture of a screen that never ends loading is worth seeing.
  const until = Date.now() + patienceMs
  while ((await isLoading.isVisible()) && Date.now() < until) await page.waitForTimeout(100)
  if (await isLoading.isVisible()) console.log(`${page.url()} is still loading`)
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.waitForTimeout(300)
}
