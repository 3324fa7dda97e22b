import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Desk only: prompts belong to the desk.

const app = openApp('admin')

test('RM-08 a prompt text that was kept says what another Admin wrote since, and takes its place only when asked', async () => {
  const id = await app.put("insert into rooms (name) values ('Pantry') returning id")
  const asked = await app.put("insert into prompts (room_id, content) values ($1, 'Shelves are firm') returning id", [
    id,
  ])
  const page = await app.open(`/rooms/${id}`)
  const field = page.getByLabel('Prompt 1', { exact: true })
  await expect(field).toHaveValue('Shelves are firm')
  await app.signalOff()
  await field.fill('Shelves hold')
  await expect(page.getByText('Not saved: No signal')).toBeVisible()
  await page.reload()
  const kept = page.getByText('Not saved at the office yet; kept on this device.')
  await expect(kept).toBeVisible()
  // Nobody has changed it: nothing is said.
  await expect(kept).not.toContainText('It now says')
  await app.signalOn()
  await app.rows("update prompts set content = 'Shelves are level', updated_at = now() where id = $1", [asked])
  await page.reload()
  await expect(field).toHaveValue('Shelves hold')
  await expect(kept).toContainText('It now says: “Shelves are level”.')
  await page.getByRole('button', { name: 'Save again' }).click()
  await expect(page.getByText('It now says')).toHaveCount(0)
  await expect
    .poll(() => app.rows('select content from prompts where id = $1', [asked]))
    .toEqual([{ content: 'Shelves hold' }])
})
