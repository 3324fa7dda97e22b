import { expect } from '@playwright/test'
import { runStory } from './story.ts'
import { test } from './story-test.ts'
import { uploadTo } from './upload.ts'

test('VD-04 an earlier photo that cannot be loaded hides no other one, and is shown once there is signal again', async () => {
  await runStory({}, async ({ town, phone, me, rows }) => {
    await rows(
      "insert into violations (address_id, user_id, deadline, violation_type) values (1, 1, '7 days', 'doorhanger')",
    )
    await rows('insert into violation_codes (violation_id, code_id) values (1, 1)')
    const upload = await uploadTo(town)
    await upload('/violation/1/photos', 1)
    await upload('/violation/1/photos', 2)
    const { page } = me
    await me.signIn()
    // Every request for the newest photo fails.
    let isAway = true
    const asked: string[] = []
    await phone.context.route(/\/files\//, async (route) => {
      asked.push(route.request().url())
      await (isAway && asked[0] === route.request().url() ? route.abort() : route.continue())
    })
    await me.go('/address/1/follow-up')
    await page.getByRole('button', { name: 'Not fixed' }).first().click()
    await expect(page.getByRole('button', { name: 'Earlier photo before' })).toBeVisible()
    const missing = page.getByText('Not on this device')
    await expect(missing).toBeVisible()
    const picture = page.getByRole('button', { name: /^Enlarge/ }).getByRole('img')
    await page.getByRole('button', { name: 'Earlier photo before' }).click()
    await expect(picture).toBeVisible()
    await page.getByRole('button', { name: 'Earlier photo after' }).click()
    await expect(missing).toBeVisible()
    isAway = false
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(picture).toBeVisible()
    phone.problems.splice(0)
  })
})
