import { expect } from '@playwright/test'
import { everythingSent, kitchenWithoutSignal, onDevice, runStory } from './story.ts'
import { test } from './story-test.ts'
import { people } from './town.ts'

test('SE-05 I3 the session of a person ends whose email an Admin has changed: they type the new one, and all is sent', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    await kitchenWithoutSignal({ me, town })
    await town.pool.query("update users set email = 'renamed@fernhill.example' where id = 1")
    await town.pool.query('delete from sessions')
    await town.signalOn()
    await page.reload()
    await page.getByRole('button', { name: 'Sign in to send' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in to send' })
    const email = dialog.getByLabel('Email')
    await expect(email).toHaveValue(people.ons.email)
    // By this a password manager finds the field, and keeps the new email.
    await expect(email).toHaveAttribute('autocomplete', 'username')
    await dialog.getByLabel('Password').fill(people.ons.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Incorrect email or password. Please try again.')
    await email.fill('renamed@fernhill.example')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog).toHaveCount(0)
    await everythingSent(page)
    expect(await rows('select name from areas')).toEqual([{ name: 'Kitchen' }])
    // The next time the new one stands there.
    await town.pool.query('delete from sessions')
    await page.reload()
    await page.getByRole('button', { name: 'Sign in to send' }).click()
    await expect(email).toHaveValue('renamed@fernhill.example')
  })
})

test('SE-05 I14 a colleague signs in where the session of another has ended: nothing of that one is sent by it', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    await kitchenWithoutSignal({ me, town })
    await town.pool.query('delete from sessions')
    await town.signalOn()
    await page.reload()
    await page.getByRole('button', { name: 'Sign in to send' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in to send' })
    await dialog.getByLabel('Email').fill(people.otherOns.email)
    await dialog.getByLabel('Password').fill(people.otherOns.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    // They begin at the dashboard with their own work.
    await expect(page.getByRole('heading', { name: new RegExp(people.otherOns.name) })).toBeVisible()
    await expect(page.getByTitle('Unsent work')).toContainText('Nothing to send')
    expect(await onDevice(page, 'outbox')).toHaveLength(1)
    expect(await rows('select name from areas')).toEqual([])
  })
})
