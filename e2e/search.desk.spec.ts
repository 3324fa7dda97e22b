import { expect, type Page } from '@playwright/test'
import { holdCalls, openApp, signIn, test } from './open-app.ts'

// Desk only: the box is the same on the phone.

const app = openApp('ons', async (pool) => {
  await pool.query(`
    insert into addresses (combadd, property_name, aka, ownername)
      values ('7 MILL LANE', 'Mill House', 'The Old Mill', 'Ines Dorn'), ('9 MILL LANE', null, null, null);
    insert into addresses (combadd) select n || ' MAPLE AVENUE' from generate_series(1, 14) n;
    insert into addresses (combadd) values ('1 YEW COURT');
  `)
})

const box = (page: Page) => page.getByPlaceholder('Search by address or owner...')
const list = (page: Page) => page.getByRole('listbox', { name: 'Search by address or owner' })
const results = (page: Page) => list(page).getByRole('option')
const marked = (page: Page) => list(page).locator('[aria-selected=true]')
const searches = () => app.town.calls.filter((it) => it.startsWith('GET /api/addresses/search'))

test('GS-01 a search starts at 2 characters after trimming; GS-02 fewer clear the results and hide the list', async () => {
  const page = await app.open('/about')
  await page.clock.install()
  const before = searches().length
  for (const typed of ['q', ' q ', '    ']) {
    await box(page).fill(typed)
    await page.clock.runFor(350)
    await expect(list(page)).toBeHidden()
  }
  expect(searches()).toHaveLength(before)
  await box(page).fill('  qu  ')
  await expect(results(page)).toHaveText([/48 QUARRY ROAD/])
  await box(page).fill('q')
  await expect(results(page)).toHaveCount(0)
  await expect(list(page)).toBeHidden()
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
})

test('GS-03 it asks once, 250 ms after the last key', async ({ page }) => {
  // A fake clock changes a whole browser context, so this test has its own.
  await page.goto(`${app.town.url}/about`)
  await signIn(page, 'oas')
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 60_000)
  const before = searches().length
  await box(page).pressSequentially('quarr')
  await page.clock.runFor(240)
  await box(page).pressSequentially('y')
  await page.clock.runFor(240)
  expect(searches()).toHaveLength(before)
  await page.clock.runFor(20)
  await expect.poll(() => searches().length).toBe(before + 1)
})

test('GS-04 at most 10 results; GS-12 in a list at most about 15rem high, which scrolls', async () => {
  const page = await app.open('/about')
  await box(page).fill('maple')
  await expect(results(page)).toHaveCount(10)
  const drop = await list(page).locator('..').boundingBox()
  expect(drop?.height).toBeGreaterThan(200)
  expect(drop?.height).toBeLessThanOrEqual(242)
})

test('GS-05 a result shows property name, combined address, AKA and owner, those that there are', async () => {
  const page = await app.open('/about')
  await box(page).fill('mill lane')
  await expect(results(page)).toHaveCount(2)
  const lines = await results(page).evaluateAll((all) =>
    all.map((it) => [...it.querySelectorAll('[role=option] span')].map((line) => line.textContent)),
  )
  expect(lines).toContainEqual(['Mill House', '7 MILL LANE', 'AKA: The Old Mill', 'Ines Dorn'])
  expect(lines).toContainEqual(['9 MILL LANE'])
})

test('GS-06 arrows move the mark and wrap; GS-07 Enter opens the marked one; GS-09 at its address, and the box is empty', async () => {
  const page = await app.open('/about')
  await box(page).fill('maple')
  await expect(results(page)).toHaveCount(10)
  const at = async () => {
    const all = await results(page).evaluateAll((them) => them.map((it) => it.getAttribute('aria-selected')))
    return all.indexOf('true')
  }
  expect(await at()).toBe(-1)
  await page.keyboard.press('ArrowUp')
  expect(await at()).toBe(9)
  await page.keyboard.press('ArrowDown')
  expect(await at()).toBe(0)
  await page.keyboard.press('ArrowDown')
  expect(await at()).toBe(1)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  expect(await at()).toBe(9)
  await expect(marked(page)).toBeInViewport()
  const chosen = await marked(page).innerText()
  const [row] = await app.rows('select id from addresses where combadd = $1', [chosen.trim()])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${app.town.url}/address/${row?.id}`)
  await expect(box(page)).toHaveValue('')
  await expect(list(page)).toBeHidden()
})

test('GS-08 Tab moves the mark to the first result and stays in the box; GS-09 a tap opens a result too', async () => {
  const page = await app.open('/about')
  await box(page).fill('maple')
  await expect(results(page)).toHaveCount(10)
  await page.keyboard.press('Tab')
  await expect(results(page).first()).toHaveAttribute('aria-selected', 'true')
  await expect(box(page)).toBeFocused()
  await results(page).nth(2).click()
  await expect(page).toHaveURL(/\/address\/\d+$/)
  await expect(box(page)).toHaveValue('')
})

/** Delays the answer of one search until it is released. */
const hold = (page: Page, words: string) => holdCalls(page, new RegExp(`addresses/search\\?query=${words}`))

test('GS-10 the late answer of an older search changes nothing', async () => {
  const page = await app.open('/about')
  const letGo = await hold(page, 'quarry')
  const asked = page.waitForRequest(/query=quarry/)
  await box(page).fill('quarry')
  await asked
  await box(page).fill('mill')
  await expect(results(page)).toHaveCount(2)
  letGo()
  // A later request is answered, so the older answer has arrived too.
  await page.evaluate(() => fetch('/config.json').then((answer) => answer.text()))
  await expect(results(page)).toHaveCount(2)
  await expect(page.getByText('Failed to search addresses')).toHaveCount(0)
})

test('GS-10 a newer search ends the older request', async () => {
  const page = await app.open('/about')
  const letGo = await hold(page, 'quarry')
  let failure = ''
  page.on('requestfailed', (it) => {
    if (it.url().includes('query=quarry')) failure = it.failure()?.errorText ?? ''
  })
  const asked = page.waitForRequest(/query=quarry/)
  await box(page).fill('quarry')
  await asked
  await box(page).fill('mill')
  await expect.poll(() => failure, { timeout: 4_000 }).toContain('ERR_ABORTED')
  letGo()
})

test('GS-03 a text typed after the box was emptied shows nothing that was found for the one before', async () => {
  const page = await app.open('/about')
  await box(page).fill('mill')
  await expect(results(page)).toHaveCount(2)
  const letGo = await hold(page, 'maple')
  await box(page).fill('')
  await box(page).fill('maple')
  await expect(page.getByText('Searching...')).toBeVisible()
  await expect(results(page)).toHaveCount(0)
  letGo()
  await expect(results(page)).not.toHaveCount(0)
})

test('GS-11 Failed to search addresses, without results; with the town’s own book it goes on without signal', async ({
  page,
}) => {
  test.slow()
  await page.goto(`${app.town.url}/about`)
  await signIn(page, 'otherOns')
  await box(page).fill('mill')
  await expect(results(page)).toHaveCount(2)
  app.town.faults.inject = (call) =>
    call.path.includes('search') ? { kind: 'failBefore', status: 500, detail: 'Out of order' } : undefined
  await box(page).fill('maple')
  await expect(page.getByText('Failed to search addresses')).toBeVisible()
  await expect(results(page)).toHaveCount(0)

  app.town.faults.inject = () => undefined
  await page.goto(`${app.town.url}/field`)
  await page.getByRole('button', { name: /Prepare/ }).click()
  await expect(page.getByText(/^Ready (\d+) of \1$/)).toBeVisible({ timeout: 20_000 })
  // The book is older than this address.
  await app.rows("insert into addresses (combadd) values ('3 NEW MILL LANE') returning id", [])
  await box(page).fill('mill')
  await expect(results(page)).toHaveText([/7 MILL LANE/, /9 MILL LANE/, /3 NEW MILL LANE/])
  await app.signalOff()
  await box(page).fill('ines dorn')
  await expect(results(page)).toHaveText([/7 MILL LANE/])
  await box(page).fill('old mill')
  await expect(results(page)).toHaveText([/7 MILL LANE/])
})

test('GS-11 without signal and without the town’s book, the boxes find the addresses that were opened here', async () => {
  const page = await app.open('/about')
  await box(page).fill('old mill')
  await results(page).filter({ hasText: '7 MILL LANE' }).click()
  // The book is not here, so this is the record.
  await expect(page.getByRole('main').getByText('Ines Dorn').first()).toBeVisible()
  await app.signalOff()
  await box(page).fill('mill')
  await expect(results(page)).toHaveText([/7 MILL LANE/])
  await expect(page.getByText(/^No answer from the office: only addresses opened on this device/)).toBeVisible()
  // No other test opens it.
  await box(page).fill('yew')
  await expect(page.getByText('Failed to search addresses')).toBeVisible()

  await box(page).fill('')
  await page.keyboard.press('Control+k')
  const goTo = page.getByRole('dialog', { name: 'Go to' })
  await goTo.getByRole('combobox').fill('lane mill')
  await expect(goTo.getByRole('option').first()).toContainText('7 MILL LANE')
  await expect(goTo.getByText(/^No answer from the office/)).toBeVisible()
})

test('GS-11 a search that failed without signal is made again when the signal returns', async () => {
  const page = await app.open('/about')
  await app.signalOff()
  await box(page).fill('yew')
  await expect(page.getByText('Failed to search addresses')).toBeVisible()
  await app.signalOn()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(results(page).first()).toContainText('1 YEW COURT')
  await expect(page.getByText('Failed to search addresses')).toHaveCount(0)
})
