import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { savedCard } from './inspector.ts'
import { everythingSent, inKitchen, onDevice, runStory } from './story.ts'
import { test } from './story-test.ts'
import { uploadTo } from './upload.ts'

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
    await me.page.getByRole('button', { name: 'Continue' }).click()
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

test('the camera in an area offers the photos of the same room at the inspection before, and shows none unasked', async () => {
  await runStory({ hasProfile: true, hasCamera: true }, async ({ town, me, rows }) => {
    await rows(
      "insert into inspections (source, address_id, inspector_id, status) values ('Multifamily License', 1, 2, 'Completed')",
    )
    await rows(
      "insert into areas (name, inspection_id) select name, 3 from unnest(array['kitchen ', 'Bathroom']) as name",
    )
    await rows(`insert into observations (content, area_id, potentialvio, user_id)
      select content, area, false, 2 from (values ('Wall', 1), ('Window', 1), ('Tub', 2)) as seen (content, area)`)
    const upload = await uploadTo(town)
    for (const id of [1, 2, 3]) await upload(`/observations/${id}/photos`, id)
    await inKitchen(me)
    await open(me.page)
    const ghost = camera(me.page).getByRole('img', { name: /^Earlier:/ })
    const toggle = camera(me.page).getByRole('button', { name: 'Show the earlier photo' })
    await expect(toggle).toHaveAttribute('aria-pressed', 'false')
    await expect(ghost).toHaveCount(0)
    await toggle.click()
    await expect.poll(() => ghost.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
    const first = await ghost.getAttribute('src')
    await camera(me.page).getByRole('button', { name: 'Next earlier photo (1 of 2)' }).click()
    await expect(camera(me.page).getByRole('button', { name: 'Next earlier photo (2 of 2)' })).toBeVisible()
    expect(await ghost.getAttribute('src')).not.toBe(first)
    await expectAccessible(me.page, 'the camera with an earlier photo')
    await toggle.click()
    await expect(ghost).toHaveCount(0)
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
