import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { holdCalls, openApp, signIn, test } from './open-app.ts'

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into violations (address_id, user_id, status, description) values
      (1, 1, 0, 'Tall grass'), (1, 1, 1, 'Tall grass, cut since'), (2, 2, 0, 'Broken pane');
    insert into saved_views (user_id, page, search, name, shared, created_at) values
      (1, '/violations', 'q=pane', 'Windows', true, now()),
      (1, '/violations', 'q=secret', 'Only for Ona', false, now()),
      (1, '/complaints', 'status=Pending', 'Of another list', true, now());
  `)
})

const views = (page: Page) => page.getByRole('group', { name: 'Saved views' })
/** The buttons of the views themselves. */
const shown = (page: Page) => views(page).locator('[aria-pressed]')
const rows = (page: Page) => page.locator('tbody tr')

test('X86 X87 X88 a view is saved with filters and order, shared, followed, replaced and removed', async () => {
  const page = await app.open('/violations')
  await expect(rows(page)).toHaveCount(3)
  await expect(shown(page)).toHaveText(['WindowsOna Sutter'])
  await expect(views(page).getByRole('button')).toHaveCount(1)
  await page.getByLabel('Status').selectOption({ label: 'Current' })
  await page.getByLabel('Search all columns').fill('grass')
  await expect(rows(page)).toHaveCount(1)
  await views(page).getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a name for this view')).toBeVisible()
  await dialog.getByLabel('Name').fill('Open grass')
  await dialog.getByLabel('Colleagues see it too').check()
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await app.rows("select user_id, page, search, shared from saved_views where name = 'Open grass'")).toEqual([
    { user_id: 4, page: '/violations', search: 'q=grass&status=0', shared: true },
  ])
  const own = views(page).getByRole('button', { name: 'Open grass' })
  await expect(own).toHaveAttribute('aria-pressed', 'true')

  await views(page).getByRole('button', { name: 'Windows' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(
    String((await app.rows('select combadd from addresses where id = 2'))[0]?.combadd),
  )
  await expect(page).toHaveURL(/violations\?q=pane$/)
  await expect(own).not.toHaveAttribute('aria-pressed', 'true')
  await own.click()
  await expect(page.getByLabel('Search all columns')).toHaveValue('grass')

  await page.getByLabel('Status').selectOption({ label: 'All' })
  await expect(rows(page)).toHaveCount(2)
  await views(page).getByRole('button', { name: 'Save this view' }).click()
  await dialog.getByLabel('Name').fill('open GRASS')
  await expect(dialog.getByText('You have a view with this name; it will be replaced.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(shown(page)).toHaveCount(2)
  // A corrected name is the same view.
  await views(page).getByRole('button', { name: 'Change view' }).click()
  await page.getByRole('dialog', { name: 'Change view' }).getByLabel('Name').fill('All grass')
  await page.getByRole('dialog', { name: 'Change view' }).getByRole('button', { name: 'Save' }).click()
  await expect(shown(page)).toHaveCount(2)
  await expect(shown(page).filter({ hasText: 'open GRASS' })).toHaveCount(0)
  await views(page).getByRole('button', { name: 'Change view' }).click()
  await page.getByRole('button', { name: 'Remove “All grass”' }).click()
  await expect(shown(page)).toHaveCount(1)
  expect(await app.rows('select 1 from saved_views where user_id = 4')).toEqual([])
})

test('X86 views are known without signal; saving one then says that it needs signal, and keeps the typed text', {
  tag: '@phone',
}, async () => {
  const page = await app.open('/violations')
  await expect(views(page).getByRole('button', { name: 'Windows' })).toBeVisible()
  await app.signalOff()
  await page.reload()
  await views(page).getByRole('button', { name: 'Windows' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Search all columns').fill('grass')
  await views(page).getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill('Grass')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The view could not be saved')).toBeVisible()
  await app.signalOn()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(views(page).getByRole('button', { name: 'Grass' })).toBeVisible()
  await app.pool.query('delete from saved_views where user_id = 4')
})

test('X87 X88 a view is saved under its new name, the former one cannot be removed: just that is said @desk', async () => {
  await app.pool.query(
    "insert into saved_views (user_id, page, search, name, shared, created_at) values (4, '/violations', 'q=cut', 'Cut', false, now())",
  )
  const page = await app.open('/violations?q=cut')
  await page.route('**/saved-views/remove', (route) => route.abort())
  await views(page).getByRole('button', { name: 'Change view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change view' })
  await dialog.getByLabel('Name').fill('A cut')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The view is saved as “A cut”, but “Cut” could not be removed')).toBeVisible()
  await expect(dialog.getByText('The view could not be saved')).toHaveCount(0)
  // Saved again, under the name that it has by now, the former one goes.
  await page.unroute('**/saved-views/remove')
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(dialog).toBeHidden()
  expect(await app.rows('select name from saved_views where user_id = 4')).toEqual([{ name: 'A cut' }])
  await app.pool.query('delete from saved_views where user_id = 4')
})

test('X87 the columns of a list are part of a view, and the usual ones of this device stay as they were @desk', async () => {
  const page = await app.open('/violations')
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog').getByLabel('Codes').uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('columnheader', { name: 'Codes' })).toHaveCount(0)
  await views(page).getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Without codes')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/columns=/)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog').getByLabel('Inspector').uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('columnheader', { name: 'Inspector' })).toHaveCount(0)
  await page.goto(`${app.town.url}/violations`)
  await expect(page.getByRole('columnheader', { name: 'Inspector' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Codes' })).toHaveCount(0)
  await views(page).getByRole('button', { name: 'Without codes' }).click()
  await expect(page.getByRole('columnheader', { name: 'Inspector' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('dialog').getByLabel('Codes')).not.toBeChecked()
})

test('X87 a view whose answer is late changes nothing on the page that was opened meanwhile @desk', async () => {
  const page = await app.open('/violations?status=0')
  const answer = await holdCalls(page, '**/saved-views', 'POST')
  const asked = page.waitForRequest((it) => it.method() === 'POST' && it.url().endsWith('/saved-views'))
  await views(page).getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Late')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await asked
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Licenses' }).first().click()
  await page.getByLabel('Address or id').fill('elm')
  await expect(page).toHaveURL(/licenses\?.*elm/)
  const url = page.url()
  answer()
  await expect(page.locator('[aria-live=polite]').getByText('View saved')).toBeVisible()
  await expect.poll(() => app.rows("select 1 from saved_views where name = 'Late'")).toHaveLength(1)
  // Saved from here, the next view shows that nothing else went on.
  await page.getByLabel('Address or id').fill('elm s')
  await expect(page).toHaveURL(/licenses\?.*elm(\+|%20)s/)
  expect(new URL(page.url()).search.replace(/(\+|%20)s/, '')).toBe(new URL(url).search)
  await app.pool.query('delete from saved_views where user_id = 4')
})

test('X86 a Guest follows shared views and saves none @desk', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${app.town.url}/violations`)
  await signIn(page, 'guest')
  await views(page).getByRole('button', { name: 'Windows' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(views(page).getByRole('button')).toHaveCount(1)
  await context.close()
})
