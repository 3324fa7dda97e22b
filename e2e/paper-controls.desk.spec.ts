import { expect, type Page } from '@playwright/test'
import { openApp, test } from './open-app.ts'
import { printedSheets } from './printed-sheets.ts'

// Desk only: paper has the same width everywhere.

const app = openApp('admin', (pool) =>
  pool.query("insert into comments (content, user_id, address_id) values ('Fence is new', 1, 1)"),
)

/** Whether a choice looks like words on paper: no box around it, and no arrow. */
const isPlainOnPaper = async (page: Page, label: string) => {
  await page.emulateMedia({ media: 'print' })
  const looks = await page.getByLabel(label, { exact: true }).evaluate((it) => {
    const { borderTopWidth, backgroundImage, paddingLeft } = getComputedStyle(it)
    return [borderTopWidth, backgroundImage, paddingLeft]
  })
  await page.emulateMedia({ media: null })
  expect(looks).toEqual(['0px', 'none', '0px'])
}

test('DB-19 the dashboard on paper says whose comments it has in words, without the controls', async () => {
  const page = await app.open('/')
  await expect(page.getByText('Fence is new')).toBeVisible()
  await expect(page.locator('.print-head')).toBeAttached()
  await isPlainOnPaper(page, 'Comments by')
  expect((await printedSheets(page)).join(' ')).not.toContain('My comments')
  await page.getByLabel('My comments').check()
  await expect(page.getByText('No recent comments')).toBeVisible()
  const words = (await printedSheets(page)).join(' ')
  expect(words).toMatch(/My comments Comments by All users/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByLabel('My comments')).toBeHidden()
})

test('CI-03 the status of an inspection stands on paper as words', async () => {
  const page = await app.open('/inspections/1/conduct')
  await expect(page.getByLabel('Status', { exact: true })).toBeVisible()
  await expect(page.locator('.print-head')).toBeAttached()
  await isPlainOnPaper(page, 'Status')
  expect((await printedSheets(page)).join(' ')).toContain('Status Not yet conducted')
})

test('ST-06 a due list that is still loading says on paper that it is not complete, and no loading words', async () => {
  app.town.faults.inject = ({ method, path }) =>
    method === 'GET' && /^\/api\/(violations|citations|licenses|addresses)\b/.test(path)
      ? { kind: 'delay', ms: 8_000 }
      : undefined
  const page = await app.open('/due-list')
  await expect(page.getByRole('region', { name: 'Overdue' })).toContainText('Loading...')
  await expect(page.locator('.print-head')).toBeAttached()
  const words = (await printedSheets(page)).join(' ')
  expect(words).not.toContain('Loading')
  expect(words).toContain('This page was not complete when it was printed.')
  expect(words).toContain('Overdue')
  app.town.faults.inject = () => undefined
  await expect(page.getByRole('region', { name: 'Overdue' })).toContainText('Nothing is overdue.')
  await expect(page.getByText(/^Total Addresses/)).toBeVisible()
  expect((await printedSheets(page)).join(' ')).not.toContain('not complete')
})
