import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { drawPicture, type Scene } from '../src/server/demo/pictures.ts'
import { chanceOf } from '../src/server/demo/random.ts'
import { chromiumExecutable } from './browser.ts'
import { type PicturedScreen, pictureName, screens, type Viewer, viewers } from './screens.ts'
import { setTextSize } from './text-size.ts'
import { idsOf } from './town-ids.ts'

/**
 * Pictures of every screen of the demo town for people to look through: `npm run screenshots`, then open the folder
 * that it names. On the phone, at the desk, on a narrow phone, with text of 200 %, and in the sun. `--only violation`
 * takes those whose name holds the word, `--size phone,desk` those sizes alone, `--look dark` another look.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    size: { type: 'string', default: '' },
    look: { type: 'string', default: 'light' },
    out: { type: 'string', default: 'test-results/screenshots' },
  },
})

interface Size {
  context: BrowserContextOptions
  look?: string
  /** Pixels of a text without size; a browser's own is 16. */
  text?: number
}

const phone = { deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const usual = { width: 390, height: 844 }
const sizes: Record<string, Size> = {
  phone: { context: { ...phone, viewport: usual } },
  desk: { context: { viewport: { width: 1440, height: 900 } } },
  'phone-320': { context: { ...phone, viewport: { width: 320, height: 640 } } },
  'phone-text-200': { context: { ...phone, viewport: usual }, text: 32 },
  'phone-sun': { context: { ...phone, viewport: usual }, look: 'sun' },
}

const password = 'codesoft demo town'
const emailOf = (who: string) => `${who}@codesoft.example`

const data = mkdtempSync(join(tmpdir(), 'codesoft-screens-'))
const server = spawn('npx', ['tsx', 'src/server/main.ts'], {
  env: { ...process.env, PORT: '0', DATA_FOLDER: data },
  stdio: ['ignore', 'pipe', 'inherit'],
  detached: true,
})
const executablePath = chromiumExecutable()
const browser = await chromium.launch(executablePath ? { executablePath } : {})
try {
  const url = await addressOf(server.stdout)
  const ids = await idsOf(url, { email: emailOf('ons'), password })
  const wanted = values.size === '' ? Object.keys(sizes) : values.size.split(',')
  for (const name of wanted) {
    const size = sizes[name]
    if (!size) throw new Error(`There is no size ${name}; there are ${Object.keys(sizes).join(', ')}`)
    for (const who of viewers) {
      const mine = screens.filter((it) => it.as === who && pictureName(it).includes(values.only))
      if (mine.length > 0) await takeAll(browser, { url, ids, folder: join(values.out, name), size, who, mine })
    }
  }
} finally {
  await browser.close()
  if (server.pid) process.kill(-server.pid, 'SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(data, { recursive: true, force: true })
}

/** Waits for the line in which the server says where it answers. */
async function addressOf(lines: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of lines) {
    text += chunk
    const url = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(text)?.[0]
    if (url && text.includes(password)) return url
  }
  throw new Error(`The server ended before it said where it is:\n${text}`)
}

interface Round {
  url: string
  ids: Record<string, number>
  folder: string
  size: Size
  who: Viewer
  mine: readonly PicturedScreen[]
}

/** One person's screens at one size. */
async function takeAll(on: Browser, { url, ids, folder, size, who, mine }: Round): Promise<void> {
  const context = await on.newContext({ ...size.context, timezoneId: 'America/New_York', locale: 'en-US' })
  await context.addInitScript((look) => localStorage.setItem('codesoft-look', look), size.look ?? values.look)
  const page = await context.newPage()
  if (size.text) await setTextSize(page, size.text)
  await page.goto(url)
  await page.getByLabel('Email').fill(emailOf(who))
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('main#main').waitFor()
  mkdirSync(folder, { recursive: true })
  for (const shown of mine) {
    await page.goto(url + shown.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name])))
    await settled(page)
    if (shown.press) {
      await page.getByRole('button', { name: shown.press }).first().click()
      await settled(page)
    }
    if (shown.hasWork && shown.path.includes('/area/')) await work(page)
    const file = join(folder, `${pictureName(shown)}.png`)
    await page.screenshot({ path: file, fullPage: true })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    console.log(`${file}${wide > 0 ? `  (${wide} px wider than the screen)` : ''}`)
  }
  await context.close()
}

/** Without signal: an observation with two photos is saved, another one is half typed, with a photo. */
async function work(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.context().setOffline(true)
  const photos = page.locator('input[type=file][multiple]').first()
  const form = page.getByRole('form', { name: 'Add observation' })
  const taken = page.getByRole('list', { name: 'Chosen files' }).getByText('Saved')
  await photos.setInputFiles(await pictures(['broken window', 'damp corner']))
  await taken.nth(1).waitFor()
  await form.getByLabel('Observation', { exact: true }).fill('The window does not close, and the wall below is damp')
  // By keyboard: on a narrow phone the bars leave little room to tap in without moving the page.
  await form.getByLabel('Potential violation').press('Space')
  await page.getByRole('button', { name: /^(Save|Add) Observation$/ }).click()
  await page.getByRole('article').filter({ hasText: 'The window does not close' }).waitFor()
  await photos.setInputFiles(await pictures(['outlet']))
  await taken.first().waitFor()
  await form.getByLabel('Observation', { exact: true }).fill('Outlet by the sink has no')
  await settled(page)
}

/** Pictures as a camera hands them over. */
function pictures(drawn: readonly Scene[]) {
  const here = { zone: 'America/New_York', lat: 40.7, lng: -74 }
  return Promise.all(
    drawn.map(async (scene, at) => ({
      name: `${scene}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await drawPicture(scene, scene, { at: new Date(), ...here }, chanceOf(at + 1)),
    })),
  )
}

/** Nothing is loading, and nothing has moved for a moment. */
async function settled(page: Page): Promise<void> {
  await page.locator('main#main').waitFor()
  const isLoading = page.getByText(/^Loading/).first()
  // Shown all the same, and named: a picture of a screen that never ends loading is worth seeing.
  const until = Date.now() + 15_000
  while ((await isLoading.isVisible()) && Date.now() < until) await page.waitForTimeout(100)
  if (await isLoading.isVisible()) console.log(`${page.url()} is still loading`)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(300)
}
