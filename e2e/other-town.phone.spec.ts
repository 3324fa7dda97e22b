import { expect } from '@playwright/test'
import { kitchenWithoutSignal, onDevice, openConduct, runStory } from './story.ts'
import { test } from './story-test.ts'
import { people } from './town.ts'

test('I14 I1 another town comes to the address of the app: unsent work is not sent to it, is told, and can be saved', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    await kitchenWithoutSignal({ me, town })
    // The same numbers and people, as after a trial with the demo town.
    await town.pool.query("update server_settings set value = gen_random_uuid() where name = 'town-id'")
    await town.pool.query('delete from sessions')
    await town.signalOn()
    await page.reload()
    const told = page.getByText(
      /Another town is at this address now\. What you have not sent .* is not sent to this one\./,
    )
    await expect(told).toBeVisible()
    // One banner says it.
    await expect(page.getByRole('button', { name: 'Save rescue copy' })).toHaveCount(0)
    expect(await onDevice(page, 'outbox')).toHaveLength(1)

    await page.getByRole('button', { name: 'Sign in to this town' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in to this town' })
    await dialog.getByLabel('Password').fill(people.ons.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(told).toHaveCount(0)
    const left = page.getByText(
      '1 piece of work of yours was saved on this phone for another town that was at this address before.',
    )
    await expect(left).toBeVisible()
    await expect(page.getByTitle('Unsent work')).toContainText('Nothing to send')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save rescue copy' }).click()
    expect((await download).suggestedFilename()).toMatch(/^codesoft-rescue-.*\.codesoft$/)

    await openConduct(me, 1)
    await me.addAreaOf('Porch')
    await expect.poll(() => rows('select name from areas')).toEqual([{ name: 'Porch' }])
    await expect(left).toBeVisible()
    await page.getByRole('button', { name: 'I have read this' }).click()
    await expect(left).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByTitle('Unsent work')).toContainText('All sent')
    await expect(left).toHaveCount(0)
  })
})
