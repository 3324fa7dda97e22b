import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { pageExecutable } from '../../e2e/browser.ts'
import { policyOfPage } from '../../src/server/page-policy.ts'
import { styles } from '../../src/styles/plugin.ts'

vi.setConfig({ testTimeout: 20_000 })

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desk = { viewport: { width: 1440, height: 900 } }

const files = new Map<string, string | Uint8Array>()
const opened: BrowserContext[] = []
/** As the real server makes it from its page. */
let policy = ''
let browser: Browser

beforeAll(async () => {
  // As the app is built: the parts of libraries that only help a developer stay out.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({
    root: fileURLToPath(new URL('stage', import.meta.url)),
    configFile: false,
    logLevel: 'silent',
    plugins: [styles()],
    build: { write: false, target: 'es2022', modulePreload: { polyfill: false } },
  })
  vi.unstubAllEnvs()
  if (!('output' in built)) throw new Error('The stage was not built')
  for (const file of built.output) files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source)
  policy = policyOfPage('header', String(files.get('/index.html')))
  browser = await chromium.launch({ executablePath: pageExecutable() })
}, 120_000)

afterEach(async () => {
  for (const context of opened.splice(0)) await context.close()
})

afterAll(() => browser.close())

/** The stage in a page of its own, under the policy of the real app; what breaks the policy is in `broken`. */
async function stage(
  options: Parameters<Browser['newContext']>[0] = desk,
  at = '/',
): Promise<{ page: Page; broken: string[] }> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(4_000)
  opened.push(context)
  const page = await context.newPage()
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) broken.push(message.text())
  })
  await page.route('https://stage.example/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const body = files.get(pathname) ?? files.get('/index.html') ?? ''
    const type = pathname.endsWith('.js') ? 'text/javascript' : pathname.endsWith('.css') ? 'text/css' : 'text/html'
    return route.fulfill({
      body: typeof body === 'string' ? body : Buffer.from(body),
      headers: { 'Content-Type': type, 'Content-Security-Policy': policy },
    })
  })
  await page.goto(`https://stage.example${at}`)
  await page.getByRole('heading', { name: 'Stage' }).waitFor()
  return { page, broken }
}

test('all styles are in the page, before its scripts: no file of styles is waited for', () => {
  expect([...files.keys()].filter((name) => name.endsWith('.css'))).toEqual([])
  // Rules may contain "<=": a condition on the width.
  expect(files.get('/index.html')).toMatch(
    /<style>([^<]|<=)*:root\{([^<]|<=)*\.c\w{5}([^<]|<=)*<\/style>[\s\S]*<script type="module"/,
  )
})

const bodyRows = (page: Page) => page.getByRole('table', { name: 'Citations' }).locator('tbody tr')

describe('a list', () => {
  test('LS-02 shows ten rows, Previous, Next and "Page X of Y"; the page is in the address and survives a reload', async () => {
    const { page, broken } = await stage()
    expect(await bodyRows(page).count()).toBe(10)
    expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Page 3 of 3').waitFor()
    expect(await bodyRows(page).count()).toBe(3)
    expect(new URL(page.url()).search).toBe('?page=3')
    await page.reload()
    await page.getByText('Page 3 of 3').waitFor()
    expect(broken).toEqual([])
  })

  test('LS-02 a page that no longer exists shows the last one', async () => {
    const { page } = await stage(desk, '/?page=99')
    await page.getByText('Page 3 of 3').waitFor()
  })

  test('LS-01 loading, failed and empty each have their words', async () => {
    const { page } = await stage()
    await page.getByText('Loading...').waitFor()
    await page.getByText('Error: Failed to fetch citations').waitFor()
    await page.getByText('No permits for this address.').waitFor()
  })

  test('CT-03 a title that sorts goes down first, then up', async () => {
    const { page } = await stage()
    const heading = page.getByRole('columnheader', { name: 'Fine' })
    await heading.getByRole('button').click()
    expect(await heading.getAttribute('aria-sort')).toBe('descending')
    expect(await bodyRows(page).first().innerText()).toContain('$220')
    await heading.getByRole('button').click()
    expect(await heading.getAttribute('aria-sort')).toBe('ascending')
    expect(await bodyRows(page).first().innerText()).toContain('$0')
  })

  test('arrow keys move from row to row, Enter opens', async () => {
    const { page } = await stage()
    await page.getByRole('link', { name: 'Citation 1', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#3$/)
  })

  test.each([320, 390])(
    'at %i px every row is a card with its titles, and nothing hangs over the edge',
    async (width) => {
      const { page } = await stage({ ...phone, viewport: { width, height: 844 } })
      const card = bodyRows(page).first()
      expect((await card.locator('td').nth(1).boundingBox())?.y).toBeGreaterThan(
        (await card.locator('td').nth(0).boundingBox())?.y ?? 0,
      )
      const title = await card
        .locator('td')
        .nth(1)
        .evaluate((cell) => getComputedStyle(cell, '::before').content)
      expect(title).toContain('Fine')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    },
  )
})

describe('a combobox', () => {
  test('GS-02, GS-06, GS-07 opens at two letters, arrows wrap at both ends, Enter chooses', async () => {
    const { page } = await stage()
    const box = page.getByRole('combobox', { name: 'Street' })
    const marked = () => page.locator('[role=option][data-marked]').innerText()
    await box.fill('e')
    expect(await box.getAttribute('aria-expanded')).toBe('false')
    await box.fill('el')
    expect(await page.getByRole('option').count()).toBe(3)
    await page.keyboard.press('ArrowUp')
    expect(await marked()).toBe('Oak Avenue')
    await page.keyboard.press('ArrowDown')
    expect(await marked()).toBe('Elm Street')
    expect(await box.getAttribute('aria-activedescendant')).toBe(await page.locator('[data-marked]').getAttribute('id'))
    await page.keyboard.press('Enter')
    expect(await page.getByLabel('Chosen street').innerText()).toBe('Elm Street')
    expect(await box.inputValue()).toBe('')
    expect(await page.getByRole('option').count()).toBe(0)
  })

  test('GS-08 Tab marks the first result, a second Tab leaves', async () => {
    const { page } = await stage()
    const box = page.getByRole('combobox', { name: 'Street' })
    await box.fill('el')
    await page.keyboard.press('Tab')
    expect(await page.locator('[data-marked]').innerText()).toBe('Elm Street')
    expect(await box.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.press('Tab')
    expect(await box.evaluate((input) => input === document.activeElement)).toBe(false)
    expect(await page.getByRole('option').count()).toBe(0)
  })

  test('GS-12 the dropped list is at most 15rem high; Escape closes it and keeps the typed text', async () => {
    const { page } = await stage(phone)
    const box = page.getByRole('combobox', { name: 'Street' })
    await box.fill('el')
    const drop = page.getByRole('listbox', { name: 'Street' }).locator('..')
    expect((await drop.boundingBox())?.height).toBeLessThanOrEqual(240)
    await page.keyboard.press('Escape')
    expect(await box.getAttribute('aria-expanded')).toBe('false')
    expect(await box.inputValue()).toBe('el')
  })
})

describe('by keyboard', () => {
  test('tabs are one stop; arrows, Home and End choose', async () => {
    const { page } = await stage()
    await page.getByRole('tab', { name: 'Comments' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('tabpanel').innerText()).toBe('Panel of photos')
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('tab', { selected: true }).innerText()).toContain('Contacts')
    await page.keyboard.press('End')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Photos')
  })

  test('a question that needs a typed word stays closed without it, and the focus returns afterwards', async () => {
    const { page } = await stage()
    await page.getByRole('button', { name: 'Ask' }).click()
    const yes = page.getByRole('button', { name: 'Delete', exact: true })
    expect(await yes.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByText('Kept').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ask')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByLabel('Type DELETE to continue').fill('DELETE')
    await yes.click()
    await page.getByRole('status').getByText('Deleted').waitFor()
  })

  test('AD-16 the enlarged photo zooms by keys and buttons, and Escape closes it', async () => {
    const { page } = await stage()
    await page.getByRole('button', { name: 'Enlarge' }).click()
    const dialog = page.getByRole('dialog')
    await page.keyboard.press('+')
    await dialog.getByText('125 %').waitFor()
    await dialog.getByRole('button', { name: 'Zoom out' }).click()
    await dialog.getByText('100 %').waitFor()
    await page.mouse.move(500, 400)
    await page.mouse.wheel(0, 100)
    await dialog.getByText('90 %').waitFor()
    await page.keyboard.press('ArrowRight')
    await dialog.getByText('Roof').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})

test('UN-03 an unchanged or blank value just closes the editor; a problem keeps it open', async () => {
  const { page } = await stage()
  const edit = page.getByRole('button', { name: 'Edit' })
  const box = page.getByLabel('Room Name')
  await edit.click()
  await box.fill('   ')
  await page.getByRole('button', { name: 'Save' }).click()
  await edit.click()
  await box.fill('Hall')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Taken').waitFor()
  await page.keyboard.press('Escape')
  await edit.waitFor()
})

test('CF-21, UN-12 the chooser takes images and PDF, several at once, and the same file again after a refusal', async () => {
  const { page } = await stage()
  const input = page.locator('input[type=file][multiple]')
  expect(await input.getAttribute('accept')).toContain('application/pdf')
  expect(await page.locator('input[type=file][capture]').count()).toBe(1)
  const file = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.from('x') })
  await input.setInputFiles([file('a.jpg'), file('b.jpg')])
  await page.getByLabel('Chosen files').getByText('a.jpg, b.jpg').waitFor()
  expect(await input.evaluate((it: HTMLInputElement) => it.value)).toBe('')
})

test('P2c of 500 rows only those in sight are on the page, and the last one can be reached', async () => {
  const { page } = await stage()
  const list = page.getByRole('list', { name: 'Observations' })
  expect(await list.locator('li').count()).toBeLessThan(60)
  await page.keyboard.press('End')
  const last = page.getByText('Observation 500', { exact: true })
  // The list becomes longer or shorter as rows are measured, so one jump may end before its end.
  const isReached = async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    return last.isVisible()
  }
  await expect.poll(isReached, { timeout: 10_000 }).toBe(true)
})

test('UN-11, AD-20 the bar of the phone stays at the bottom and never covers a focused field', async () => {
  const { page } = await stage(phone)
  const bar = page.getByRole('group', { name: 'Next step' })
  const box = await bar.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0)
  await page.getByLabel('Name', { exact: true }).focus()
  const field = await page.getByLabel('Name', { exact: true }).boundingBox()
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
})

test('a long text is cut after three lines, and whole on request and on paper; a short one is whole', async () => {
  const { page } = await stage(phone)
  const words = page.getByRole('region', { name: 'Words' })
  const long = words.getByText('Line 1')
  const height = async () => (await long.boundingBox())?.height ?? 0
  const cut = await height()
  await expect.poll(() => words.getByRole('button', { name: 'Show all' }).count()).toBe(1)
  await page.emulateMedia({ media: 'print' })
  expect(await height()).toBeGreaterThan(3 * cut)
  await page.emulateMedia({ media: 'screen' })
  await words.getByRole('button', { name: 'Show all' }).click()
  expect(await height()).toBeGreaterThan(3 * cut)
  expect(await words.getByRole('button').count()).toBe(0)
})

test('an email that is too long for its line breaks before its @', async () => {
  const { page } = await stage(phone)
  const lines = await page.locator('#mail a span').evaluate((element) => {
    const range = document.createRange()
    const tops = [...element.childNodes].flatMap((node) => {
      if (node.nodeType !== Node.TEXT_NODE) return []
      range.selectNode(node)
      return [Math.round(range.getBoundingClientRect().top)]
    })
    return [tops, element.textContent]
  })
  expect(lines).toEqual([[expect.any(Number), expect.any(Number)], 'bartholomew@town.example'])
  expect(new Set(lines[0] as number[]).size).toBe(2)
})

test('a text near its limit shows how much is left, and a longer one stays whole and is marked as too long', async () => {
  const { page } = await stage(phone)
  const field = page.getByLabel('Notes', { exact: true })
  const said = () =>
    field.evaluate((it) => document.getElementById(it.getAttribute('aria-describedby') ?? '')?.textContent)
  await field.fill('x'.repeat(90))
  expect(await field.getAttribute('aria-describedby')).toBeNull()
  await field.fill('x'.repeat(99))
  expect(await said()).toBe('1 character left')
  // A paste passes the limit in one step.
  await field.fill('')
  await field.focus()
  await page.keyboard.insertText('y'.repeat(140))
  expect((await field.inputValue()).length).toBe(140)
  expect(await said()).toBe('Too long: 140 characters, at most 100 can be kept')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await field.fill('y'.repeat(95))
  expect(await said()).toBe('5 characters left')
  expect(await field.getAttribute('aria-invalid')).toBeNull()
})

test.each([
  ['phone', 'light', phone],
  ['desk', 'light', desk],
  ['phone', 'dark', phone],
  ['desk', 'sun', desk],
] as const)(
  'every piece passes axe on the %s in the %s look, under the policy of the app',
  async (_, look, options) => {
    const { page, broken } = await stage(options)
    await page.evaluate((name) => {
      document.documentElement.className = name
    }, look)
    await page.getByRole('button', { name: 'Ask' }).click()
    const asked = await new AxeBuilder({ page }).analyze()
    await page.keyboard.press('Escape')
    const rest = await new AxeBuilder({ page }).analyze()
    const found = [...asked.violations, ...rest.violations].map(
      (it) => `${it.id}: ${it.nodes.map((node) => node.target).join(' | ')}`,
    )
    expect(found).toEqual([])
    expect(broken).toEqual([])
  },
)

test('targets on the phone are 48 px high', async () => {
  const { page } = await stage(phone)
  const low = await page
    .locator('button:visible, input:visible:not([type=checkbox]), select:visible')
    .evaluateAll((all) =>
      all
        .filter((it) => it.closest('thead') === null && it.getBoundingClientRect().height < 48)
        .map((it) => it.outerHTML.slice(0, 80)),
    )
  expect(low).toEqual([])
})

test('a live read renders nothing when what it reads is shown already: not as it becomes live, nor after a change without one', async () => {
  const { page, broken } = await stage(phone, '/?live')
  const shown = page.getByLabel('Prepared')
  const seen = () =>
    page.evaluate(() => {
      const { reads, renders } = Reflect.get(window, 'liveRead')
      return { reads, renders }
    })
  await expect.poll(() => shown.textContent()).toBe('1')
  expect(await seen()).toEqual({ reads: 1, renders: 2 })
  await page.evaluate(() => Reflect.get(window, 'liveRead').goLive())
  await expect.poll(async () => (await seen()).reads).toBe(2)
  await page.evaluate(() => Reflect.get(window, 'liveRead').put(1))
  await expect.poll(async () => (await seen()).reads).toBe(3)
  await page.evaluate(() => Reflect.get(window, 'liveRead').put(2))
  await expect.poll(() => shown.textContent()).toBe('2')
  expect(await seen()).toEqual({ reads: 4, renders: 3 })
  expect(broken).toEqual([])
})

test('options that arrive later do not move the mark of a search to another one', async () => {
  const { page } = await stage()
  const box = page.getByRole('combobox', { name: 'House' })
  await box.fill('12')
  await box.press('ArrowDown')
  await box.press('ArrowDown')
  await page.evaluate(() => Reflect.get(window, 'officeAnswers')())
  await page.getByRole('option', { name: '12 Ash Lane' }).waitFor()
  await box.press('Enter')
  expect(await page.getByLabel('Chosen house').innerText()).toBe('12 Mill Road')
})
