import { expect, type Page } from '@playwright/test'
import { savedCard } from './inspector.ts'
import { everythingSent, inKitchen, onDevice, runStory } from './story.ts'
import { test } from './story-test.ts'

const camera = (page: Page) => page.getByRole('dialog', { name: 'Camera' })
const open = (page: Page) => page.getByRole('button', { name: 'Many photos' }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Save Observation' })

test('I1 I8 ten shots of the app’s own camera, the battery empty after the last: all ten are there, and reach the office once', async () => {
  await runStory({ dies: true, hasCamera: true }, async ({ town, phone, me, rows }) => {
    await inKitchen(me)
    await town.signalOff()
    await open(me.page)
    const shutter = camera(me.page).getByRole('button', { name: 'Take photo' })
    await expect(shutter).toBeEnabled()
    for (let n = 0; n < 10; n++) await shutter.click()
    await expect(camera(me.page).getByRole('status')).toHaveText('10 photos taken, 10 saved on this phone')
    const area = new URL(me.page.url()).pathname
    await phone.kill()

    me.page = await phone.start(town.url + area)
    const form = me.page.getByRole('form', { name: 'Add observation' })
    await me.page.getByRole('button', { name: 'Go on with it' }).click()
    await expect(form.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveCount(10)
    await form.getByLabel('Observation', { exact: true }).fill('Whole wall')
    await save(me.page).click()
    await expect(savedCard(me.page, 'Whole wall')).toBeVisible()
    const facts = await onDevice<{ facts: { taken_at: string | null } }>(me.page, 'photos')
    for (const it of facts) expect(Math.abs(Date.parse(it.facts.taken_at ?? '') - Date.now())).toBeLessThan(600_000)
    await town.signalOn()
    await everythingSent(me.page)
    expect(
      await rows('select count(*)::int as n, count(distinct filename)::int as different from attachments'),
    ).toEqual([{ n: 10, different: 10 }])
  })
})

test('a camera that is refused, missing or busy says so in words, and the phone’s own stays beside it', async () => {
  await runStory({}, async ({ me }) => {
    await me.page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        const name = sessionStorage.getItem('camera') ?? 'NotAllowedError'
        // WebKit's is no DOMException.
        throw name === 'OverconstrainedError' ? { name } : new DOMException('', name)
      }
    })
    await inKitchen(me)
    for (const [error, words] of [
      ['NotAllowedError', 'The camera is not allowed'],
      ['NotFoundError', 'gives no camera'],
      ['OverconstrainedError', 'gives no camera'],
      ['NotReadableError', 'Another app holds the camera'],
    ] as const) {
      await me.page.evaluate((name) => sessionStorage.setItem('camera', name), error)
      await open(me.page)
      await expect(camera(me.page).getByRole('alert')).toContainText(words)
      await expect(camera(me.page).getByRole('button', { name: 'Take photo' })).toBeDisabled()
      await camera(me.page).getByRole('button', { name: 'Done' }).click()
      await expect(camera(me.page)).toHaveCount(0)
    }
    await expect(me.page.getByRole('button', { name: 'Take a photo' })).toBeVisible()
  })
})
