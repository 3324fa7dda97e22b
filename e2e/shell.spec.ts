import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { installed, openApp, signIn, test } from './open-app.ts'
import { people } from './town.ts'

const app = openApp('admin', async (pool) => {
  // The first screen with work of the person who is signed in here.
  await pool.query('update inspections set inspector_id = 4 where id = 2')
})

const openMenu = async (page: Page) => {
  await expect(page.locator('main#main')).toBeVisible()
  const button = page.getByRole('button', { name: 'Open menu' })
  if (await button.isVisible()) await button.click()
}
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('SH-12, SH-15, SE-01 signed out there is the sign-in screen and nothing else, at every address', async ({
  page,
}) => {
  for (const path of ['/login', '/', '/inspection/1', '/nowhere']) {
    await page.goto(app.town.url + path)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('link')).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])
  // The office's data needs a session too.
  expect((await page.request.get(`${app.town.url}/api/inspections/1`)).status()).toBe(401)
})

const forEveryone = [
  'Dashboard',
  'Map',
  'Contacts',
  'Violations',
  'Citations',
  'Complaints',
  'Inspections',
  'Permits',
  'Licenses',
  'Codes',
  'Businesses',
  'SIR',
  'Helpful Links',
  'Vacancy Statuses',
]
const forAdmin = [
  ...forEveryone.slice(0, 2),
  'Week',
  ...forEveryone.slice(2, 12),
  ...['Users', 'Rooms', 'Helpful Links', 'New Address', 'Vacancy Statuses'],
  // Ours, after those of the specification.
  ...['Phones', 'Under Review', 'Duplicates', 'Transfer', 'Log of Changes', 'Town settings', 'Verify Files'],
]

/** Where each entry leads (SH-01). */
const to: Record<string, string> = {
  Dashboard: '/',
  Map: '/map',
  Week: '/week',
  Contacts: '/contacts',
  Violations: '/violations',
  Citations: '/citations',
  Complaints: '/complaints',
  Inspections: '/inspections',
  Permits: '/permits',
  Licenses: '/licenses',
  Codes: '/codes',
  Businesses: '/businesses',
  SIR: '/sir',
  Users: '/users',
  Rooms: '/rooms',
  'Helpful Links': '/Helpful',
  'New Address': '/new-address',
  'Vacancy Statuses': '/vacancy-statuses',
  Phones: '/phones',
  'Under Review': '/under-review',
  Duplicates: '/doubles',
  Transfer: '/transfer',
  'Log of Changes': '/audit',
  'Town settings': '/town',
  'Verify Files': '/verify',
}

for (const [who, label, entries] of [
  ['guest', 'Guest', forEveryone],
  ['ons', 'ONS, inspector', [...forEveryone, 'Verify Files']],
  ['oas', 'OAS, office staff', [...forEveryone, 'Phones', 'Under Review', 'Duplicates', 'Transfer', 'Verify Files']],
  ['admin', 'Admin', forAdmin],
] as const) {
  test(`SH-01, SH-02, SH-03, SH-06, SH-07, SH-08 the sidebar of ${who}: entries in order, who it is, Logout at the bottom`, {
    tag: who === 'admin' ? [] : '@desk',
  }, async ({ page, isMobile }) => {
    await page.goto(app.town.url)
    await signIn(page, who)
    await openMenu(page)
    if (who === 'admin') {
      // Our own entries of the office are folded: with them the sidebar is higher than a screen.
      await expect(menu(page).getByRole('link')).toHaveText(forAdmin.slice(0, -7))
      const fold = menu(page).getByRole('button', { name: 'Office' })
      await expect(fold).toHaveAttribute('aria-expanded', 'false')
      const aside = page.getByRole('complementary')
      if (!isMobile) expect(await aside.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0)
      await fold.press('Enter')
    }
    await expect(menu(page).getByRole('link')).toHaveText(entries)
    const hrefs = await menu(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((it) => it.getAttribute('href')))
    expect(hrefs).toEqual(entries.map((it) => to[it]))
    await expect(page.getByText(people[who].email, { exact: true })).toBeVisible()
    await expect(page.getByText(label, { exact: true }).last()).toBeVisible()
    const logout = await page.getByRole('button', { name: 'Logout' }).boundingBox()
    const last = await page.getByRole('link', { name: 'Vacancy Statuses' }).boundingBox()
    expect(logout?.y ?? 0).toBeGreaterThan(last?.y ?? 0)
  })
}

test('SH-04 on the desk the sidebar stays; SH-05 on the phone it slides over the page, has an open and a close button', async ({
  isMobile,
}) => {
  const page = await app.open('/codes')
  await expect(page.locator('main#main')).toBeVisible()
  if (!isMobile) {
    await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
    const before = await menu(page).boundingBox()
    await page.mouse.move(800, 600)
    await page.mouse.wheel(0, 2_000)
    await expect(menu(page)).toBeInViewport()
    expect(await menu(page).boundingBox()).toEqual(before)
    return
  }
  await expect(menu(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu(page)).toBeVisible()
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu(page).getByRole('link', { name: 'Contacts' }).click()
  await expect(page).toHaveURL(/\/contacts$/)
  await expect(menu(page)).toHaveCount(0)
})

// A keyboard belongs to the desk.
test('SH-09 the top bar holds the search box, and / leads to it; SH-10 Back goes back, and to / where there is no way back', {
  tag: '@desk',
}, async () => {
  const page = await app.open('/codes')
  await menu(page).getByRole('link', { name: 'Contacts' }).click()
  await expect(page).toHaveURL(/\/contacts$/)
  await page.keyboard.press('/')
  await expect(page.getByPlaceholder('Search by address or owner...')).toBeFocused()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/codes$/)
  const fresh = await app.open('/codes')
  await fresh.getByRole('button', { name: 'Back' }).click()
  await expect(fresh).toHaveURL(`${app.town.url}/`)
})

/** The 37 addresses in the order of the specification, and the heading of each on a device that holds none of its records. */
const screens = [
  ['/', 'Hello, Ada Minter'],
  ['/about', 'About'],
  ['/due-list', 'Due List'],
  ['/sir', 'SIR'],
  ['/address/999', 'Address'],
  ['/contacts', 'Contacts'],
  ['/contacts/999', 'Contact'],
  ['/violations', 'Violations'],
  ['/inspections', 'Inspections'],
  ['/businesses', 'Businesses'],
  ['/business/999', 'Business'],
  ['/codes', 'Code Violations'],
  ['/code/999', 'Code'],
  ['/licenses', 'Licenses'],
  ['/license/999', 'License'],
  ['/permits', 'Permits'],
  ['/permit/999', 'Permit'],
  ['/complaints', 'Complaints'],
  ['/complaint/999', 'Complaint Details'],
  ['/citations', 'Citations'],
  ['/citation/999', 'Citation'],
  ['/violation/999', 'Violation'],
  ['/inspection/999', 'Inspection Information'],
  ['/inspections/999/conduct', 'Conduct Inspection'],
  ['/inspections/999/review', 'Review Potential Violations'],
  ['/inspections/999/unit/999', 'Unit Areas'],
  ['/inspections/999/new-unit', 'Create Unit'],
  ['/inspections/999/area/999', 'Area'],
  ['/inspections/999/unit/999/area/999', 'Area'],
  ['/rooms', 'Rooms'],
  ['/rooms/999', 'Room'],
  ['/users', 'Users'],
  ['/users/999', 'User'],
  ['/address/999/unit/999', 'Unit'],
  ['/helpful', 'Helpful Links'],
  ['/new-address', 'Add New Address'],
  ['/vacancy-statuses', 'Addresses by Vacancy Status'],
] as const

// An address leads to the same screen on both.
test('SH-11 all 37 addresses open cold without signal, each to a screen of its own; others say that nothing is there', {
  tag: '@phone',
}, async () => {
  test.slow()
  expect(screens).toHaveLength(37)
  await app.signalOff()
  const look = async (own: readonly (readonly [string, string])[]) => {
    const page = await app.open('/about')
    for (const [path, heading] of own) {
      await page.goto(app.town.url + path)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading)
    }
    for (const path of [
      '/nowhere',
      '/inspection/abc',
      '/inspection/0',
      `/address/${'1'.repeat(400)}`,
      '/contacts/1/more',
    ]) {
      await page.goto(app.town.url + path)
      await expect(page.getByRole('heading', { name: 'Nothing here' }), path).toBeVisible()
    }
  }
  await Promise.all([look(screens.slice(0, 18)), look(screens.slice(18))])
})

// An address leads to the same screen on both.
test('US-05 everybody reaches the own password by the email in the menu', { tag: '@desk' }, async ({ page }) => {
  await page.goto(app.town.url)
  await signIn(page, 'ons')
  await page.getByRole('link', { name: people.ons.email }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ona Sutter')
  await expect(page.getByRole('region', { name: 'Password' })).toBeVisible()
})

test('SH-13, C-10 /businesses/{id}, /Helpful and any case of an address lead to the one that is meant', {
  tag: '@phone',
}, async () => {
  const business = await app.put("insert into businesses (name, address_id) values ('Vale Bakery', 1) returning id")
  const page = await app.open(`/businesses/${business}`)
  await expect(page).toHaveURL(`${app.town.url}/business/${business}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vale Bakery')
  for (const [written, meant] of [
    ['/Helpful', '/helpful'],
    ['/HELPFUL', '/helpful'],
    ['/login', '/'],
  ] as const) {
    await page.goto(app.town.url + written)
    await expect(page).toHaveURL(app.town.url + meant)
  }
})

// An address leads to the same screen on both.
test('SH-14 a unit of an address is linked as /address/{id}/unit/{unitId}', { tag: '@phone' }, async () => {
  const page = await app.open('/address/1')
  await page.getByRole('tab', { name: /^Units/ }).click()
  const link = page.getByRole('tabpanel').getByRole('link', { name: /1A/ })
  await expect(link).toHaveAttribute('href', '/address/1/unit/1')
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unit 1A')
})

// The desk has the same banner.
test('SE-05, C-01 a session that the server refuses asks for the password while work goes on', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(`${app.town.url}/inspection/1`)
  await signIn(page, 'ons')
  await expect(page.getByRole('heading', { name: /Inspection Information/ })).toBeVisible()
  await app.pool.query('delete from sessions where user_id = 1')
  await page.reload()
  const banner = page.getByText('Your session has ended. You can keep working')
  await expect(banner).toBeVisible()
  await expect(page.getByRole('heading', { name: /Inspection Information/ })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in to send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to send' })
  await expect(dialog.getByLabel('Email')).toHaveValue(people.ons.email)
  await dialog.getByLabel('Password').fill(people.ons.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(banner).toHaveCount(0)
})

// The same question is asked on both.
test('SH-08, G-05 Logout with unsent work: it shows what waits, keeps it, and sends it after the next sign-in', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(`${app.town.url}/inspections/1/conduct`)
  await signIn(page, 'ons')
  const status = page.getByLabel('Status', { exact: true })
  await expect(status).toBeVisible()
  await installed(page)
  await app.signalOff()
  await status.selectOption('In Progress')
  await expect(page.getByRole('link', { name: /1 waiting/ })).toBeVisible()
  await openMenu(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  const dialog = page.getByRole('dialog', { name: 'You have unsent work' })
  await expect(dialog).toContainText('1 piece of work is on this device only')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save rescue copy' }).click()
  expect((await download).suggestedFilename()).toMatch(/^codesoft-unsent-.*\.codesoft$/)
  await dialog.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByRole('button', { name: 'Delete and sign out' })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Keep and sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('codesoft-token'))).toBeNull()
  await app.signalOn()
  await signIn(page, 'ons')
  await expect
    .poll(() => app.rows('select status from inspections where id = 1'), { timeout: 20_000 })
    .toEqual([{ status: 'In Progress' }])
})

// The desk has the same switch.
test('the look is remembered, and is on the page before the app has started', { tag: '@phone' }, async ({ page }) => {
  await page.goto(app.town.url)
  await signIn(page, 'ons')
  await openMenu(page)
  await page.getByRole('group', { name: 'Look' }).getByRole('button', { name: 'Full sun' }).click()
  await expect(page.locator('html')).toHaveClass('sun')
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).toHaveClass('sun')
})
