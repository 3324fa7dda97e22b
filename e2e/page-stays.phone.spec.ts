import { expect, type Page } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Phone only: on the wide head of the desk there is room for every line.

const app = openApp('ons', async (pool) => {
  await pool.query("insert into violations (address_id, user_id, deadline) values (1, 1, '7 days')")
  await pool.query("insert into areas (name, inspection_id) values ('Kitchen', 1)")
})

/** Where the part below the head of the page begins (px). */
const contentTop = (page: Page) =>
  page.locator('main#main h1').evaluate((it) => Math.round(it.closest('main > *')!.getBoundingClientRect().bottom))

for (const path of [
  '/violations',
  '/violation/1',
  '/contacts',
  '/licenses',
  '/codes',
  '/address/1',
  '/inspections',
  '/inspection/1',
  '/inspections/1/conduct',
  '/inspections/1/area/1',
])
  test(`the age of the data on ${path} takes its place before it is shown, and the signal moves nothing`, async () => {
    const page = await app.open(path)
    const age = page.locator('main#main [data-age]').first()
    await expect(age).toHaveText('')
    // By then the page has its data, so that there is an age to show.
    await page.waitForLoadState('networkidle')
    const before = await contentTop(page)
    await app.signalOff()
    await page.reload()
    // Its longest text of a day.
    await expect(age).toHaveText(/As of \d+:\d\d .M · No signal/)
    expect(await contentTop(page)).toBe(before)
  })

test('what was sent today has its place on the unsent work from the first frame on', async () => {
  const page = await app.open('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const titles = await page.locator('main#main').evaluateHandle((main) => {
    const seen = new Set<string>()
    new MutationObserver(() => {
      const all = [...main.querySelectorAll('h2')].map((it) => it.firstChild?.textContent ?? '')
      if (all.includes('Rescue copy')) seen.add(all.join(', '))
    }).observe(main, { childList: true, subtree: true })
    return seen
  })
  await page.getByRole('link', { name: 'Unsent' }).click()
  await expect(page.getByRole('heading', { name: /^Sent today\s*0$/ })).toBeVisible()
  expect(await titles.evaluate((it) => [...it])).toEqual(['Sent today, Rescue copy'])
})
