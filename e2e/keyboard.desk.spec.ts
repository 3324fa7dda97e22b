import { expect, type Page } from '@playwright/test'
import { live, openApp, test } from './open-app.ts'

/** A phone with a keyboard, or a desk whose page is enlarged: the rows of lists are cards there, and bars cover the foot. */
test.use({ viewport: { width: 390, height: 640 } })

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into violations (address_id, user_id, deadline, violation_type) values (1, 3, '7 days', 'doorhanger');
    insert into violation_codes values (1, 1);
    insert into areas (name, inspection_id) values ('Kitchen', 1);
    insert into observations (area_id, content, potentialvio, user_id) values (1, 'No rail', true, 1);
    insert into observation_codes values (1, 1), (1, 2), (1, 3);
  `)
})

/** The Tab stops of a page of which nothing is seen when they have the focus, each by its words. */
async function unseenStops(page: Page): Promise<string[]> {
  const unseen: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return null
      const { left, top, width, height } = focused.getBoundingClientRect()
      // On a grid: a stop that is partly behind a bar can still be seen.
      const isSeen = [0.1, 0.5, 0.9].some((x) =>
        [0.1, 0.5, 0.9].some((y) => {
          const there = document.elementFromPoint(left + width * x, top + height * y)
          // A tick or choice is seen by its words too.
          return there && (focused.contains(there) || there.closest('label')?.contains(focused))
        }),
      )
      return { isSeen, words: focused.getAttribute('aria-label') ?? focused.textContent ?? '' }
    })
    if (!stop) return unseen
    if (!stop.isSeen) unseen.push(stop.words)
  }
}

for (const path of [
  '/',
  '/inspections',
  '/inspection/1',
  '/inspections/1/conduct',
  '/inspections/1/area/1',
  '/address/1?tab=violations',
  '/violation/1',
])
  test(`G-25 whatever has the focus at ${path} can be seen beside the bars of a small window`, async () => {
    const page = await app.open(path)
    await live(page)
    await page.waitForLoadState('networkidle')
    expect(await unseenStops(page)).toEqual([])
  })

test('CT-03 in a small window the titles that sort a list are shown while the keyboard is on them', async () => {
  const page = await app.open('/inspections')
  const title = page.getByRole('columnheader', { name: 'Address' }).getByRole('button')
  await title.focus()
  await expect(title).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Address' })).toHaveAttribute('aria-sort', 'descending')
  await expect(title).toBeInViewport({ ratio: 1 })
})

test('CF-41 the field of the codes stays in view when the sections of before come above it', async () => {
  await expect((await app.open('/inspections/1/area/1')).getByText('No rail')).toBeVisible()
  const page = await app.open('/address/1?tab=violations')
  await page.getByRole('button', { name: 'New Violation' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /Smoke alarms/ })).toBeVisible()
  const codes = page.getByRole('combobox', { name: 'Codes' })
  await expect(codes).toBeFocused()
  await expect(codes).toBeInViewport({ ratio: 1 })
})
