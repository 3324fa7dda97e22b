import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright'
import { chromiumExecutable } from './browser.ts'

/**
 * Pictures of every screen of the demo town, on the phone and at the desk, for people to look through:
 * `npm run screenshots`, then open the folder that it names. `--only violation` takes those whose name holds the word,
 * `--look dark` another look.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    look: { type: 'string', default: 'light' },
    out: { type: 'string', default: 'test-results/screenshots' },
  },
})

const sizes = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1440, height: 900 } },
} as const

const password = 'codesoft demo town'
type Who = 'ons' | 'oas' | 'admin' | 'guest'

/** The screens in the order of the specification; `{contacts}` stands for the first contact's id. */
const screens: readonly { path: string; as: Who; press?: string }[] = [
  { path: '/', as: 'ons' },
  { path: '/', as: 'oas' },
  { path: '/', as: 'admin' },
  { path: '/', as: 'guest' },
  { path: '/about', as: 'ons' },
  { path: '/software', as: 'ons' },
  { path: '/due-list', as: 'ons' },
  { path: '/sir', as: 'oas' },
  ...[
    'comments',
    'contacts',
    'units',
    'violations',
    'citations',
    'inspections',
    'complaints',
    'businesses',
    'licenses',
    'permits',
    'photos',
  ].map((tab) => ({ path: `/address/{addresses}?tab=${tab}`, as: 'ons' as const })),
  { path: '/address/{addresses}', as: 'ons', press: 'Edit' },
  { path: '/contacts', as: 'oas' },
  { path: '/contacts/{contacts}', as: 'oas' },
  { path: '/violations', as: 'ons' },
  { path: '/violation/{violations}', as: 'ons' },
  { path: '/inspections', as: 'ons' },
  { path: '/inspection/{inspections}', as: 'ons' },
  { path: '/inspections/{inspections}/conduct', as: 'ons' },
  { path: '/inspections/{inspections}/review', as: 'ons' },
  { path: '/businesses', as: 'oas' },
  { path: '/business/{businesses}', as: 'oas' },
  { path: '/codes', as: 'ons' },
  { path: '/code/{codes}', as: 'ons' },
  { path: '/licenses', as: 'oas' },
  { path: '/licenses', as: 'oas', press: 'Add License' },
  { path: '/license/{licenses}', as: 'oas' },
  { path: '/permits', as: 'oas' },
  { path: '/permit/{permits}', as: 'oas' },
  { path: '/complaints', as: 'oas' },
  { path: '/complaint/{complaints}', as: 'oas' },
  { path: '/citations', as: 'oas' },
  { path: '/citation/{citations}', as: 'oas' },
  { path: '/rooms', as: 'admin' },
  { path: '/rooms/{rooms}', as: 'admin' },
  { path: '/users', as: 'admin' },
  { path: '/users/{users}', as: 'admin' },
  { path: '/address/1/unit/{units}', as: 'ons' },
  { path: '/helpful', as: 'ons' },
  { path: '/new-address', as: 'admin' },
  { path: '/vacancy-statuses', as: 'oas' },
  { path: '/field', as: 'ons' },
  { path: '/unsent', as: 'ons' },
  { path: '/device', as: 'ons' },
]

const lists: Record<string, string> = {
  addresses: '/addresses/',
  contacts: '/contacts/',
  violations: '/violations/',
  inspections: '/inspections/',
  businesses: '/businesses/',
  codes: '/codes/',
  licenses: '/licenses/',
  permits: '/permits/',
  complaints: '/complaints/',
  citations: '/citations/',
  rooms: '/rooms/',
  users: '/users/',
  units: '/addresses/1/units',
}

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
  const ids = await firstIds(url)
  for (const [size, device] of Object.entries(sizes)) {
    for (const who of ['ons', 'oas', 'admin', 'guest'] as const) {
      const mine = screens.filter((it) => it.as === who && (!values.only || it.path.includes(values.only)))
      if (mine.length > 0) await takeAll(browser, { url, ids, size, device, who, mine })
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

/** The id of the first record of each kind; an inspection that waits for the inspector. */
async function firstIds(url: string): Promise<Record<string, number>> {
  const form = new URLSearchParams({ email: 'admin@codesoft.example', password })
  const login = await fetch(`${url}/api/login`, { method: 'POST', body: form })
  const { access_token } = (await login.json()) as { access_token: string }
  const entries = Object.entries(lists).map(async ([name, path]) => {
    const answer = await fetch(`${url}/api${path}`, { headers: { Authorization: `Bearer ${access_token}` } })
    const rows = (await answer.json()) as { id: number }[]
    return [name, rows[0]?.id ?? 1] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

interface Round {
  url: string
  ids: Record<string, number>
  size: string
  device: (typeof sizes)[keyof typeof sizes]
  who: Who
  mine: readonly { path: string; press?: string }[]
}

/** One person's screens at one size. */
async function takeAll(on: Browser, { url, ids, size, device, who, mine }: Round): Promise<void> {
  const context = await on.newContext({ ...device, timezoneId: 'America/New_York', locale: 'en-US' })
  await context.addInitScript((look) => localStorage.setItem('codesoft-look', look), values.look)
  const page = await context.newPage()
  await page.goto(url)
  await page.getByLabel('Email').fill(`${who}@codesoft.example`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('main#main').waitFor()
  const folder = join(values.out, size)
  mkdirSync(folder, { recursive: true })
  for (const { path, press } of mine) {
    await page.goto(url + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name])))
    await settled(page)
    if (press) {
      await page.getByRole('button', { name: press }).first().click()
      await settled(page)
    }
    const words = [path === '/' ? 'dashboard' : path.slice(1), press, path === '/' ? who : undefined]
    const name = words
      .filter(Boolean)
      .join(' ')
      .replaceAll(/[{}]/g, '')
      .replaceAll(/[^\w-]+/g, '-')
      .toLowerCase()
    const file = join(folder, `${name}.png`)
    await page.screenshot({ path: file, fullPage: true })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    console.log(`${file}${wide > 0 ? `  (${wide} px wider than the screen)` : ''}`)
  }
  await context.close()
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
