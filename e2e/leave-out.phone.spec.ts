import { expect } from '@playwright/test'
import { cameraPicture } from './inspector.ts'
import { openApp, test } from './open-app.ts'
import { unsent } from './story.ts'

// Phone only: the list of unsent work is the same at a desk.

const app = openApp('ons')

test('I1 a file that the office refuses is left out of a comment, and its text and other files arrive', async () => {
  const page = await app.open('/address/2?tab=comments')
  const form = page.getByRole('form', { name: 'Add a comment' })
  await form.getByRole('textbox').fill('The porch is loose')
  await form.locator('input[type=file][multiple]').setInputFiles([
    { name: 'permit.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nnothing of a document') },
    { name: 'porch.jpg', mimeType: 'image/jpeg', buffer: await cameraPicture(72) },
  ])
  await expect(form.getByText('Saved', { exact: true })).toHaveCount(2)
  await form.locator('button[type=submit]').click()
  await expect.poll(() => unsent(page)).toMatchObject([{ state: 'refused' }])
  await page.getByTitle('Unsent work').click()
  const entry = page.getByRole('article', { name: /The porch is loose/ })
  await expect(entry).toContainText('File 1 of 2: The PDF is damaged or cut short')
  await expect(entry.getByRole('list', { name: 'Files' }).getByRole('listitem')).toContainText([
    '1. permit.pdf',
    '2. porch.jpg',
  ])
  await entry.getByRole('button', { name: 'Leave out permit.pdf' }).click()
  const question = page.getByRole('dialog', { name: 'Leave this file out?' })
  await expect(question).toContainText('“permit.pdf” will be gone from this phone.')
  await question.getByRole('button', { name: 'Leave it out' }).click()
  await expect(page.getByText('Everything is sent.')).toBeVisible()
  const stored = `select content, filename from comments join attachments on owner_type = 'comment' and owner_id = comments.id`
  expect(await app.rows(stored)).toEqual([
    { content: 'The porch is loose', filename: expect.stringMatching(/\.jpe?g$/) },
  ])
})
