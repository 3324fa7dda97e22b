import { expect, type Page } from '@playwright/test'
import { openApp, test } from './open-app.ts'

const app = openApp('ons')

const inspection = (source: string) =>
  app.put('insert into inspections (source, address_id, inspector_id) values ($1, 1, 1) returning id', [source])
const field = (page: Page) => page.getByRole('form', { name: 'Schedule' }).getByLabel('Date and time')
const scheduled = (page: Page) => page.getByRole('region', { name: 'Scheduled' })
const officeSets = (id: number, time: string) =>
  app.pool.query('update inspections set scheduled_datetime = $2, updated_at = now() where id = $1', [
    id,
    `2031-05-06T${time}:00`,
  ])

for (const [title, source, path] of [
  ['II-06', 'Multifamily License', '/inspection'],
  ['CP-07', 'Complaint', '/complaint'],
] as const)
  test(`${title} a time typed while an answer of the office comes in stays typed, and is the one that is saved`, async () => {
    const id = await inspection(source)
    const page = await app.open(`${path}/${id}`)
    await field(page).fill('2031-05-06T11:30')
    await officeSets(id, '09:00')
    // The page asks again when it comes to the front.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await expect(scheduled(page)).toContainText('9:00 AM', { timeout: 1_000 })
    }).toPass()
    await expect(field(page)).toHaveValue('2031-05-06T11:30')
    const form = page.getByRole('form', { name: 'Schedule' })
    await form.getByRole('button', { name: /^Save/ }).click()
    // The user has not seen the office's new value, so it is not overwritten without a question.
    await expect(scheduled(page)).toContainText('Needs your decision')
    await page.goto(`${app.town.url}/unsent`)
    const entry = page.getByRole('article').filter({ hasText: 'Schedule set to 2031-05-06 11:30' })
    await entry.getByRole('button', { name: 'Keep mine' }).click()
    await expect
      .poll(() => app.rows('select scheduled_datetime from inspections where id = $1', [id]))
      .toEqual([{ scheduled_datetime: expect.stringContaining('2031-05-06T11:30') }])
  })

test('II-06 a time on a past day is told below the field, and can be saved all the same', async () => {
  const id = await inspection('Multifamily License')
  const page = await app.open(`/inspection/${id}`)
  const warning = scheduled(page).getByText('The day is past.')
  await field(page).fill('2031-05-06T10:00')
  await expect(page.getByRole('button', { name: 'Save Schedule' })).toBeVisible()
  await expect(warning).toHaveCount(0)
  await field(page).fill('2020-05-06T10:00')
  await expect(warning).toBeVisible()
  await page.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(scheduled(page).getByText(/^5\/6\/2020/)).toBeVisible()
})

test('II-06 a second time typed while the first is on its way stays, and both saves end without a question', async () => {
  const id = await inspection('Multifamily License')
  const page = await app.open(`/inspection/${id}`)
  const save = page.getByRole('button', { name: 'Save Schedule' })
  app.town.faults.inject = ({ method }) => (method === 'PATCH' ? { kind: 'delay', ms: 1_500 } : undefined)
  await field(page).fill('2031-05-06T10:00')
  await save.click()
  await field(page).fill('2031-05-06T14:45')
  await expect
    .poll(() => app.rows('select scheduled_datetime from inspections where id = $1', [id]))
    .toEqual([{ scheduled_datetime: expect.stringContaining('T10:00') }])
  await expect(scheduled(page).locator('[data-entry-state]')).toHaveCount(0)
  await expect(field(page)).toHaveValue('2031-05-06T14:45')
  await save.click()
  await expect
    .poll(() => app.rows('select scheduled_datetime from inspections where id = $1', [id]))
    .toEqual([{ scheduled_datetime: expect.stringContaining('T14:45') }])
  await expect(page.getByTitle('Unsent work')).toContainText('All sent')
})
