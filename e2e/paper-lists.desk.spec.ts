import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'
import { sheetsOf } from './printed-sheets.ts'

// Desk only: paper has the same width everywhere.

const app = openApp('admin', (pool) =>
  pool.query(`
    insert into addresses (combadd, latitude, longitude) values ('5 ALDER ST', 39.30, -76.60), ('7 ALDER ST', 39.31, -76.61);
    insert into violations (address_id, user_id, deadline, violation_type)
      select id, 1, '7 days', 'doorhanger' from addresses where combadd like '%ALDER ST';
  `),
)

test('the map that the menu of the browser prints is as large as the one that is drawn for paper', async () => {
  const page = await app.open('/map')
  const canvas = page.locator('.map canvas').first()
  const fetchBook = page.getByRole('button', { name: 'Fetch the address book' })
  await expect(fetchBook.or(canvas).first()).toBeVisible()
  if (await fetchBook.isVisible()) await fetchBook.click()
  await expect(canvas).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  // The page at the end of the event is what the browser prints.
  const sizes = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'))
    const sizeOf = (selector: string) => {
      const { width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      return [Math.round(width), Math.round(height)]
    }
    const paper = document.querySelector<HTMLElement>('[data-paper-map] > div')
    paper?.classList.remove('not-printed')
    return {
      paper: sizeOf('[data-paper-map] > div'),
      map: sizeOf('.map:not([data-paper-map] *)'),
      canvas: sizeOf('.map canvas'),
    }
  })
  expect(sizes.paper).toEqual([650, 435])
  expect(sizes.map).toEqual(sizes.paper)
  // Within the frame of the map.
  expect(sizes.canvas[0]).toBeGreaterThan(640)
  expect(sizes.canvas[0]).toBeLessThanOrEqual(650)
  expect(sizes.canvas[1]).toBeLessThanOrEqual(435)
})

test('the plots begin on the first sheet, and a part that was left closed is no title alone', async () => {
  const plots = await app.open('/sir?view=plots')
  await expect(plots.getByRole('heading', { name: 'Week by week' })).toBeVisible()
  await expect(plots.locator('.print-head')).toBeAttached()
  const [first] = await sheetsOf(plots)
  expect(first).toContain('Week by week')
  expect(first).toContain('2 violations')
  const users = await app.open('/users')
  await expect(users.getByRole('heading', { name: 'What each role may do' })).toBeVisible()
  await expect(users.locator('.print-head')).toBeAttached()
  const words = (await sheetsOf(users)).join(' ')
  expect(words).toContain('Ona Sutter')
  expect(words).not.toContain('What each role may do')
})

test('a list that cannot be searched is printed as it is, and holds no print for later', async () => {
  await app.pool.query(`
    insert into violations (address_id, user_id, deadline, violation_type)
      select 1, 1, '7 days', 'doorhanger' from generate_series(1, 40)`)
  const page = await app.open('/about')
  await page.addInitScript(() => {
    const Whole = Worker
    // As if its code could not be loaded.
    const Lame = class extends Whole {
      constructor(url: string | URL, options?: WorkerOptions) {
        if (String(url).includes('list-worker')) throw new TypeError('Failed to fetch')
        super(url, options)
      }
    }
    Object.defineProperty(window, 'Worker', { value: Lame })
    Object.defineProperty(window, 'print', { value: () => document.body.setAttribute('data-printed', 'yes') })
  })
  await page.goto(`${app.town.url}/violations`)
  await expect(page.locator('tbody tr')).toHaveCount(10)
  await page.getByRole('searchbox', { name: 'Search all columns' }).fill('elm')
  await expect(page.getByText('The list cannot be searched just now.')).toBeVisible()
  await page.keyboard.press('Control+p')
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
})
