import { expect } from '@playwright/test'
import { areaIn, flaggedIn, openApp, test } from './open-app.ts'
import { onDevice, typedIsKept } from './story.ts'

// Desk only: the review queue is a page of the office. The form is the same on a phone.

/** The account number of the person who reviews. */
const office = 3

const app = openApp('oas', async (pool) => {
  await pool.query(`
    update inspections set status = 'Completed';
    insert into inspections (source, address_id, inspector_id, status, updated_at)
      values ('Multifamily License', 1, 1, 'Under Review', now() - interval '9 days');
  `)
})

test('CI-01 X97 words for the inspector survive a reload, and their draft ends when they are deleted or sent', async () => {
  const page = await app.open('/under-review')
  const rows = page.getByRole('table', { name: 'Under review' }).locator('tbody tr')
  await rows.first().getByRole('link').first().click()
  const words = page.getByLabel('Comment for the inspector')
  await words.fill('Photograph the roof')
  await typedIsKept(page, 'Photograph the roof', office)
  await page.reload()
  await expect(words).toHaveValue('Photograph the roof')
  await words.fill('')
  await expect.poll(() => onDevice(page, 'drafts', office)).toEqual([])
  await page.reload()
  await expect(words).toHaveValue('')

  await words.fill('Photograph the roof from the yard')
  await typedIsKept(page, 'Photograph the roof from the yard', office)
  await page.reload()
  await expect(words).toHaveValue('Photograph the roof from the yard')
  // Typed just before it is sent: the delayed storing of the draft must not follow the decision.
  await words.press('End')
  await words.press('!')
  await words.press('Control+Enter')
  await expect(page.getByText('Nothing is waiting for review.')).toBeVisible()
  await expect.poll(() => onDevice(page, 'drafts', office)).toEqual([])
  await expect
    .poll(() => app.rows(`select content from comments where content like 'Sent back%'`))
    .toEqual([{ content: expect.stringMatching(/: Photograph the roof from the yard!$/) }])
})

test('CI-01 a question about a record of the queue closes with the record', async () => {
  const asked = await app.put(`insert into inspections (source, address_id, inspector_id, status)
    values ('Multifamily License', 1, 1, 'Under Review') returning id`)
  await flaggedIn(app, await areaIn(app, asked, 'Porch'), 'Loose wire')
  const page = await app.open('/under-review')
  // Not beside the list: the record has the place of the list, at the same path.
  await page.setViewportSize({ width: 700, height: 900 })
  const queue = page.getByRole('table', { name: 'Under review' })
  await queue.locator(`a[href$="open=${asked}"]`).click()
  await expect(page.getByRole('article').filter({ hasText: 'Loose wire' })).toBeVisible()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Complete without a decision?' })
  await expect(question).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(queue).toBeVisible()
  await expect(question).toHaveCount(0)
  expect(await app.rows('select status from inspections where id = $1', [asked])).toEqual([{ status: 'Under Review' }])
})

test('CI-01 what was typed for the inspector is not thrown away by Accept without a question', async () => {
  const id = await app.put(`insert into inspections (source, address_id, inspector_id, status)
    values ('Multifamily License', 1, 1, 'Under Review') returning id`)
  const page = await app.open(`/under-review?open=${id}`)
  const words = page.getByLabel('Comment for the inspector')
  await words.fill('Mind the roof next year')
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Accept without your comment?' })
  await expect(question).toContainText('Mind the roof next year')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(words).toHaveValue('Mind the roof next year')
  const status = () => app.rows('select status from inspections where id = $1', [id])
  expect(await status()).toEqual([{ status: 'Under Review' }])
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await question.getByRole('button', { name: 'Accept without it' }).click()
  await expect.poll(status).toEqual([{ status: 'Completed' }])
})
