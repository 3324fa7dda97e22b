import { expect, type Page } from '@playwright/test'
import { everythingSent, installed, onDevice, runStory } from './story.ts'
import { test } from './story-test.ts'

const camera = (page: Page) => page.getByRole('dialog', { name: 'Camera' })

/** Takes photos with the app's own camera, and waits until all are stored. */
async function shoot(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Many photos' }).click()
  const shutter = camera(page).getByRole('button', { name: 'Take photo' })
  await expect(shutter).toBeEnabled()
  for (let n = 0; n < count; n++) await shutter.click()
  const word = count === 1 ? 'photo' : 'photos'
  await expect(camera(page).getByRole('status')).toHaveText(`${count} ${word} taken, ${count} saved on this phone`)
}

test('I1 I8 photos added to a violation: each camera counts its own, and a battery that ends then costs none', async () => {
  await runStory({ dies: true, hasCamera: true }, async ({ town, phone, me, rows }) => {
    await rows(
      "insert into violations (address_id, user_id, deadline, violation_type) values (1, 1, '7 days', 'doorhanger')",
    )
    await me.signIn()
    await me.go('/violation/1')
    await expect(me.page.getByRole('button', { name: 'Many photos' })).toBeVisible()
    // The code of the camera too.
    await installed(me.page)
    await town.signalOff()
    // The first ones are being given to the violation while the second camera is open.
    await shoot(me.page, 3)
    await camera(me.page).getByRole('button', { name: 'Done' }).click()
    await shoot(me.page, 2)
    // Their smaller copies are made for seconds after that. Nobody opens this violation again.
    await expect
      .poll(async () => (await onDevice<{ state: string }>(me.page, 'photos')).map(({ state }) => state))
      .toEqual(Array.from({ length: 5 }, () => 'waiting'))
    await expect(camera(me.page).getByRole('status')).toHaveText('2 photos taken, 2 saved on this phone')
    await phone.kill()
    await town.signalOn()
    me.page = await phone.start(town.url)
    await everythingSent(me.page)
    expect(
      await rows(
        "select count(*)::int as n, count(distinct filename)::int as different from attachments where owner_type = 'violation'",
      ),
    ).toEqual([{ n: 5, different: 5 }])
  })
})
