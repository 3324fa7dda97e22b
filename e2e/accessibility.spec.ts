import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { inspectionIn, openApp, photoFiles, refuse, test, toScreen } from './open-app.ts'
import { savedHere } from './story.ts'

let inspection = 0
let area = 0
const app = openApp('ons')

test.beforeAll(async () => {
  inspection = await inspectionIn(app, { source: 'Multifamily License', address_id: 1, inspector_id: 1 })
  await app.pool.query('insert into units (number, address_id) select n::text, 1 from generate_series(101, 108) n')
  area = await app.put("insert into areas (name, inspection_id, unit_id) values ('Kitchen', $1, 1) returning id", [
    inspection,
  ])
  const seen = await app.put(
    "insert into observations (area_id, content, potentialvio, user_id) values ($1, 'Loose wire', true, 1) returning id",
    [area],
  )
  await app.pool.query('insert into observation_codes values ($1, 2), ($1, 3)', [seen])
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const areaPath = () => `/inspections/${inspection}/unit/1/area/${area}`
const codes = (page: Page) => page.getByRole('combobox', { name: 'Suspected codes' })
const form = (page: Page) => page.getByRole('form', { name: 'Add observation' })

test('axe finds nothing on sign-in, also when it was refused', async ({ page }) => {
  await page.goto(app.town.url)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectAccessible(page, 'sign-in')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill('nobody@town.example')
  await page.getByLabel('Password').fill('not known')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'sign-in, refused')
})

test('axe finds nothing on the dashboard, the field page, an inspection, conduct, unit areas, a unit, a list and this device', async ({
  isMobile,
}) => {
  const page = await app.open('/')
  const open = async (path: string, title: string | RegExp) => {
    await toScreen(page, path)
    await expect(heading(page)).toHaveText(title)
    await expect(page.getByText('Loading...')).toHaveCount(0)
    await expectAccessible(page, path)
  }
  await open('/', /^Hello/)
  await open('/field', /./)
  await open(`/inspection/${inspection}`, /^Inspection Information/)
  await open(`/inspections/${inspection}/conduct`, 'Conduct Inspection')
  await open(`/inspections/${inspection}/unit/1`, 'Unit 1A Areas')
  await open('/address/1/unit/1', 'Unit 1A')
  await open('/inspections', 'Inspections')
  await open('/?new=complaint', /^Hello/)
  await open('/?new=business', /^Hello/)
  await open('/sir', 'SIR')
  await open('/device', /./)
  if (!isMobile) return
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible(page, 'the menu over the page')
})

test('axe finds nothing on an area with its list of codes open, with a photo enlarged, and in the dark', async () => {
  const page = await app.open(areaPath())
  await expect(page.getByRole('article', { name: 'Loose wire' })).toBeVisible()
  await expectAccessible(page, 'area')
  await codes(page).click()
  await expect(page.getByRole('listbox', { name: 'Suspected codes' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page, 'area, code list')
  await page.keyboard.press('Escape')
  await page.locator('input[type=file][multiple]').setInputFiles(await photoFiles(2))
  await expect(page.getByRole('list', { name: 'Chosen files' }).getByText('Saved')).toHaveCount(2)
  await form(page).getByLabel('Observation', { exact: true }).fill('Burnt socket')
  await expectAccessible(page, 'area, half typed')
  await page.getByRole('button', { name: /^(Save|Add) Observation$/ }).click()
  const wall = page.getByRole('article', { name: 'Burnt socket' }).getByRole('button', { name: /^Enlarge/ })
  await expect(page.getByRole('article', { name: 'Burnt socket' }).getByText('Sent')).toHaveCount(2, {
    timeout: 20_000,
  })
  await wall.first().click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await expectAccessible(page, 'area, enlarged photo')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(wall.first()).toBeFocused()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'area, dark')
})

test('axe finds nothing on the review, with its question open', async () => {
  const page = await app.open(`/inspections/${inspection}/review`)
  await page.getByLabel('Select all').check()
  await page.getByRole('button', { name: 'Add suspected codes to violation' }).click()
  await expectAccessible(page, 'review')
  await page.getByRole('button', { name: 'Review and Create' }).click()
  await expect(page.getByRole('dialog', { name: 'Create this violation?' })).toBeVisible()
  await expectAccessible(page, 'review, question')
})

test('axe finds nothing on Unsent work: empty, with work that waits and work that was refused, asking before it is discarded', async () => {
  const page = await app.open('/unsent')
  await expect(page.getByText(/Everything is sent/)).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page, 'unsent, empty')
  const other = await inspectionIn(app, { source: 'Complaint', address_id: 2, inspector_id: 1 })
  app.town.faults.inject = refuse(/status/, 422, 'The fee is not paid yet')
  await page.goto(`${app.town.url}/inspections/${other}/conduct`)
  await page.getByLabel('Status', { exact: true }).selectOption('Scheduled')
  await expect(page.locator('[data-entry-state=Refused]')).toBeVisible()
  await app.signalOff()
  await page.goto(`${app.town.url}/inspections/${inspection}/conduct`)
  await page.getByLabel('Status', { exact: true }).selectOption('In Progress')
  await expect(page.getByText(savedHere()).first()).toBeVisible()
  await page.goto(`${app.town.url}/unsent`)
  await expect(page.getByRole('heading', { name: /^Needs you/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Waiting to be sent/ })).toBeVisible()
  await expectAccessible(page, 'unsent, with work')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'unsent, dark')
  await page.getByRole('button', { name: 'Discard' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Discard unsent work?' })).toBeVisible()
  await expectAccessible(page, 'unsent, question')
  await page.getByRole('button', { name: 'Keep' }).click()
  await app.signalOn()
})

/** The focused element in words. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const it = document.activeElement
    if (!it || it === document.body) return 'nothing'
    const label = it instanceof HTMLInputElement ? it.labels?.[0]?.textContent : null
    return (it.getAttribute('aria-label') ?? label ?? it.textContent ?? '').replace('*', '').trim() || it.id
  })

// Desk only: keyboards are used at desks.
test('the keyboard goes through sign-in in the order of its fields', { tag: '@desk' }, async ({ page }) => {
  await page.goto(app.town.url)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const order: string[] = []
  for (let n = 0; n < 3; n += 1) {
    await page.keyboard.press('Tab')
    order.push(await focused(page))
  }
  expect(order).toEqual(['Email', 'Password', 'Sign in'])
})

test('the first stop of every page leads past the navigation to its content', async () => {
  const page = await app.open('/codes')
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to content')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.locator('main#main')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

// Phone only: only there a bar covers part of the page.
test('no bar hides what has the focus: every stop of the area page can be seen', { tag: '@phone' }, async () => {
  const page = await app.open(areaPath())
  // The app itself, not the copy of its screen, under which a press of Tab would move on.
  await expect(page.locator('.print-head')).toBeAttached()
  await expect(page.getByRole('article', { name: 'Loose wire' })).toBeVisible()
  await page.locator('main#main').focus()
  const seen: string[] = []
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press('Tab')
    const name = await focused(page)
    if (name === 'nothing' || name === 'Skip to content') break
    seen.push(name)
    const isSeen = await page.evaluate(() => {
      const it = document.activeElement
      if (!it) return false
      const { left, top, width, height } = it.getBoundingClientRect()
      // A multi-line field may be taller than the screen. Its upper edge must be visible.
      const at = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 24))
      return at !== null && (it.contains(at) || at.closest('label')?.contains(it) === true)
    })
    expect.soft(isSeen, `stop ${n}: ${name}`).toBe(true)
  }
  expect(seen.length).toBeGreaterThan(8)
  expect(seen.join()).toContain('Take a photo')
})

// Desk only: keyboards are used at desks.
test('AR-10 suspected codes by keyboard alone: arrows, Enter, Escape; the marked one is announced', {
  tag: '@desk',
}, async () => {
  const page = await app.open(areaPath())
  await codes(page).focus()
  await expect(codes(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const told = await codes(page).getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${told}"]`)).toHaveRole('option')
  await expect(page.locator(`[id="${told}"]`)).toContainText('Smoke alarms')
  await page.keyboard.press('Enter')
  // A choice closes the list; an arrow opens it again, and there it is marked as chosen.
  await expect(codes(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true }).filter({ hasText: 'Smoke alarms' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(codes(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(codes(page)).toBeFocused()
  // Chosen codes come before the box, and the box before recently used ones.
  for (let n = 0; n < 5 && !(await focused(page)).includes('Smoke alarms'); n += 1)
    await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toContain('Smoke alarms')
  await page.keyboard.press('Space')
  await expect(form(page).getByRole('button', { pressed: true })).toHaveCount(0)
})

// Desk only: keyboards are used at desks.
test('the tabs of an address are one stop; arrows, Home and End choose', { tag: '@desk' }, async () => {
  const page = await app.open('/address/1')
  const tabs = page.getByRole('tab')
  const chosen = page.getByRole('tab', { selected: true })
  await expect(chosen).toHaveCount(1)
  await chosen.focus()
  await page.keyboard.press('Home')
  await expect(tabs.first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.nth(1)).toBeFocused()
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  await expect(tabs.last()).toBeFocused()
  // Keys that come faster than the page renders: each one starts from where the last one went.
  await tabs.last().evaluate((last) => {
    for (const key of ['Home', 'ArrowRight', 'ArrowRight'])
      (document.activeElement ?? last).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
  await expect(tabs.nth(2)).toBeFocused()
  await expect(tabs.nth(2)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).not.toBe('tab')
})

// Desk only: keyboards are used at desks.
test('UN-02 a question keeps the focus inside, Escape is its No, and the focus goes back to where it came from', {
  tag: '@desk',
}, async () => {
  const page = await app.open('/address/1/unit/1')
  const edit: Locator = page.getByRole('button', { name: 'Edit' })
  await edit.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Unit number')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('77')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (let n = 0; n < 8; n += 1) {
    await page.keyboard.press('Tab')
    // After the last stop the focus is in the browser's own bar, never behind the dialog.
    const where = await page.evaluate(() => {
      const it = document.activeElement
      return it === document.body || it?.closest('dialog') !== null
    })
    expect(where).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(edit).toBeFocused()
  await expect(heading(page)).toHaveText('Unit 1A')
})

// The desk has the same region.
test('there is one polite live region, and it announces news', { tag: '@desk' }, async () => {
  const page = await app.open(`/inspection/${inspection}`)
  await expect(page.locator('[aria-live]')).toHaveCount(1)
  await expect(page.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite')
  await page.getByLabel('Date and time').fill('2031-05-06T10:00')
  await page.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(page.locator('[aria-live]')).toContainText('Schedule saved')
})
