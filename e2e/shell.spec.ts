import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { closeDatabases, openTown, people, type TestTown } from './town.ts'

const distFolder = process.env.E2E_DIST ?? 'dist'
let town: TestTown

test.beforeAll(async () => {
  town = await openTown({ distFolder })
})
let isOff = false
const signalOff = async () => {
  isOff = true
  await town.signalOff()
}
const signalOn = async () => {
  if (isOff) await town.signalOn()
  isOff = false
}
test.afterEach(signalOn)
test.afterAll(async () => {
  await town.close()
  await closeDatabases()
})

const signIn = async (page: Page, who: keyof typeof people, path = '/') => {
  await page.goto(town.url + path)
  await page.getByLabel('Email').fill(people[who].email)
  await page.getByLabel('Password').fill(people[who].password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('main#main')).toBeVisible()
}

const openMenu = async (page: Page) => {
  await expect(page.locator('main#main')).toBeVisible()
  const button = page.getByRole('button', { name: 'Open menu' })
  if (await button.isVisible()) await button.click()
}

const results = (page: Page) => page.getByRole('listbox', { name: 'Search by address or owner' }).getByRole('option')

const searchBox = (page: Page) => page.getByPlaceholder('Search by address or owner...')

test('SH-12, SH-15, SE-01 signed out there is the sign-in screen and nothing else, at every address', async ({
  page,
}) => {
  for (const path of ['/login', '/', '/inspection/1', '/nowhere']) {
    await page.goto(town.url + path)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('link')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])
})

test('SE-07 a wrong password, SE-08 a server that cannot be reached: each has its words, and what was typed stays', async ({
  page,
}) => {
  await page.goto(`${town.url}/login`)
  await page.getByLabel('Email').fill(people.ons.email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password. Please try again.')
  await signalOff()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('An error occurred. Please try again later.')
  await expect(page.getByLabel('Email')).toHaveValue(people.ons.email)
})

test('SE-02, SE-03, SE-06 the token stands in local storage, the profile on screen; Logout takes both away', async ({
  page,
}) => {
  await signIn(page, 'ons', '/login')
  await expect(page).toHaveURL(`${town.url}/`)
  const token = () => page.evaluate(() => localStorage.getItem('codesoft-token'))
  expect(await token()).toBeTruthy()
  await openMenu(page)
  await expect(page.getByText(people.ons.email)).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await token()).toBeNull()
})

const forEveryone = [
  'Dashboard',
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
const forAdmin = [...forEveryone.slice(0, 11), 'Users', 'Rooms', 'Helpful Links', 'New Address', 'Vacancy Statuses']

for (const [who, label, entries] of [
  ['guest', 'Guest', forEveryone],
  ['ons', 'ONS', forEveryone],
  ['oas', 'OAS', forEveryone],
  ['admin', 'Admin', forAdmin],
] as const) {
  test(`SH-01, SH-02, SH-03, SH-06, SH-07, SH-08 the sidebar of ${who}: entries in order, who it is, Logout at the bottom`, async ({
    page,
  }) => {
    await signIn(page, who)
    await openMenu(page)
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(entries)
    await expect(page.getByText(people[who].email, { exact: true })).toBeVisible()
    await expect(page.getByText(label, { exact: true }).last()).toBeVisible()
    const logout = await page.getByRole('button', { name: 'Logout' }).boundingBox()
    const last = await page.getByRole('link', { name: 'Vacancy Statuses' }).boundingBox()
    expect(logout?.y ?? 0).toBeGreaterThan(last?.y ?? 0)
  })
}

test('SH-04 on the desk the sidebar stays; SH-05 on the phone it slides over the page and closes', async ({
  page,
  isMobile,
}) => {
  await signIn(page, 'ons')
  const menu = page.getByRole('navigation', { name: 'Main' })
  if (!isMobile) {
    await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
    await page.mouse.wheel(0, 2_000)
    await expect(menu).toBeInViewport()
    return
  }
  await expect(menu).toHaveCount(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu).toBeVisible()
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toHaveCount(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Codes' }).click()
  await expect(page).toHaveURL(/\/codes$/)
  await expect(menu).toHaveCount(0)
})

test('SH-10 Back goes back, and to the dashboard where there is no way back', async ({ page }) => {
  await signIn(page, 'ons')
  await page.goto(`${town.url}/codes`)
  await openMenu(page)
  await page.getByRole('link', { name: 'Contacts' }).click()
  await expect(page).toHaveURL(/\/contacts$/)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/codes$/)
  const fresh = await page.context().newPage()
  await fresh.goto(`${town.url}/codes`)
  await fresh.getByRole('button', { name: 'Back' }).click()
  await expect(fresh).toHaveURL(`${town.url}/`)
})

const routes = [
  '/',
  '/about',
  '/due-list',
  '/sir',
  '/address/1',
  '/contacts',
  '/contacts/1',
  '/violations',
  '/inspections',
  '/businesses',
  '/business/1',
  '/codes',
  '/code/1',
  '/licenses',
  '/license/1',
  '/permits',
  '/permit/1',
  '/complaints',
  '/complaint/1',
  '/citations',
  '/citation/1',
  '/violation/1',
  '/inspection/1',
  '/inspections/1/conduct',
  '/inspections/1/review',
  '/inspections/1/unit/1',
  '/inspections/1/new-unit',
  '/inspections/1/area/1',
  '/inspections/1/unit/1/area/1',
  '/rooms',
  '/rooms/1',
  '/users',
  '/users/1',
  '/address/1/unit/1',
  '/helpful',
  '/new-address',
  '/vacancy-statuses',
]

test('SH-11, SH-14 all 37 addresses open cold to a screen of their own; others say that nothing is there', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'An address leads to the same screen on both')
  test.slow()
  expect(routes).toHaveLength(37)
  await signIn(page, 'admin')
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`))
  for (const path of routes) {
    await page.goto(town.url + path)
    await expect(page.locator('main#main')).not.toBeEmpty()
    await expect(page.getByRole('heading', { name: /Nothing here|This page failed/ }), path).toHaveCount(0)
  }
  for (const path of ['/nowhere', '/inspection/abc', '/inspection/0', '/contacts/1/more']) {
    await page.goto(town.url + path)
    await expect(page.getByRole('heading', { name: 'Nothing here' }), path).toBeVisible()
  }
  expect(troubles).toEqual([])
})

test('SH-13, C-10 /businesses/{id}, /Helpful and any case of an address lead to the one that is meant', async ({
  page,
}) => {
  await signIn(page, 'ons')
  for (const [written, meant] of [
    ['/businesses/7', '/business/7'],
    ['/Helpful', '/helpful'],
    ['/HELPFUL', '/helpful'],
    ['/login', '/'],
  ] as const) {
    await page.goto(town.url + written)
    await expect(page).toHaveURL(town.url + meant)
  }
})

test('SH-09, GS-01 to GS-09 the search box: two letters, a pause, arrows, Enter; it goes to the address and is empty again', async ({
  page,
}) => {
  await signIn(page, 'ons')
  const box = searchBox(page)
  await box.fill('e')
  await page.waitForTimeout(400)
  await expect(results(page)).toHaveCount(0)
  await page.locator('main#main').click({ position: { x: 2, y: 2 } })
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await box.fill('vale')
  await expect(results(page)).toHaveText(['Elm Court12 ELM STREETHarriet Vale'])
  await box.fill('v')
  await expect(results(page)).toHaveCount(0)
  await box.fill('elm')
  await expect(results(page)).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(results(page).and(page.locator('[aria-selected=true]'))).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/address\/1$/)
  await expect(box).toHaveValue('')
})

test('GS-11 a search that nothing can answer says so and clears the results', async ({ page }) => {
  await signIn(page, 'ons')
  await searchBox(page).fill('elm')
  await expect(results(page)).toHaveCount(1)
  await signalOff()
  await searchBox(page).fill('quarry')
  await expect(page.getByText('Failed to search addresses')).toBeVisible()
  await expect(results(page)).toHaveCount(0)
})

test('SE-05, C-01 without signal the session holds; refused by the server it asks for the password while work goes on', async ({
  page,
}) => {
  await signIn(page, 'ons')
  await page.goto(`${town.url}/inspection/1`)
  await expect(page.getByRole('heading', { name: /Inspection Information/ })).toBeVisible()
  await town.pool.query('delete from sessions')
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

test('SH-08, G-05 Logout with unsent work: it shows what waits, keeps it, and sends it after the next sign-in', async ({
  page,
}) => {
  await signIn(page, 'ons')
  await page.goto(`${town.url}/inspections/2/conduct`)
  await expect(page.getByLabel('Status', { exact: true })).toBeVisible()
  await signalOff()
  await page.getByLabel('Status', { exact: true }).selectOption('In Progress')
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
  await signalOn()
  await signIn(page, 'ons')
  await expect(page.getByRole('link', { name: /All sent/ })).toBeVisible({ timeout: 20_000 })
  const { rows } = await town.pool.query('select status from inspections where id = 2')
  expect(rows).toEqual([{ status: 'In Progress' }])
})

test('the look is remembered, and is on the page before the app has started', async ({ page }) => {
  await signIn(page, 'ons')
  await openMenu(page)
  await page.getByLabel('Look').selectOption('Full sun')
  await expect(page.locator('html')).toHaveClass('sun')
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).toHaveClass('sun')
})
