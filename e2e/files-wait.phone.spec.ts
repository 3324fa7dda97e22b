import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { chooser, comment, field, form } from './comments.ts'
import { photoFiles, signIn, test } from './open-app.ts'
import { openTown } from './town.ts'

test('G-19 I3 Unsent work says once until when files wait after the uploads of a day, and that records go on', async ({
  page,
}) => {
  const town = await openTown({
    distFolder: process.env.E2E_DIST ?? 'dist',
    config: { perDay: { uploads: 0, devices: 9 } },
  })
  await page.goto(town.url)
  await signIn(page, 'ons')
  await page.goto(`${town.url}/address/1`)
  await chooser(page).setInputFiles(await photoFiles(1))
  await field(page).fill('The porch is loose')
  await form(page)
    .getByRole('button', { name: /^(Add Comment|Post)$/ })
    .click()
  await expect(comment(page, 'The porch is loose')).toBeVisible()
  await page.goto(`${town.url}/unsent`)
  const note = page.getByText(/^The server takes no more of your files for now/)
  await expect(note).toHaveCount(1)
  await expect(note).toContainText(
    /wait on this (phone|computer|device) until \d{1,2}:\d\d [AP]M; then sending is tried again/,
  )
  await expect(note).toContainText('Records without files are sent meanwhile.')
  await expectAccessible(page, 'unsent work while files wait')
  await page.close()
  await town.close()
})
