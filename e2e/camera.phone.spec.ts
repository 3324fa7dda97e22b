import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { cameraPicture, savedCard } from './inspector.ts'
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
    const chosen = form.getByRole('list', { name: 'Chosen files' })
    const goOn = me.page.getByRole('button', { name: 'Continue' })
    // A phone that dies before the draft is stored offers the photos without a question.
    await expect(async () => {
      if (await goOn.isVisible()) await goOn.click()
      await expect(chosen.getByRole('listitem')).toHaveCount(10, { timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
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
    await expect(toggle).toHaveCSS('background-color', 'rgba(255, 255, 255, 0.22)')
    await expect.poll(() => ghost.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
    const first = await ghost.getAttribute('src')
    await camera(me.page).getByRole('button', { name: 'Next earlier photo (1 of 2)' }).click()
    const next = camera(me.page).getByRole('button', { name: 'Next earlier photo (2 of 2)' })
    await expect(next).toBeVisible()
    // The mouse is still on it.
    await expect(next).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    expect(await ghost.getAttribute('src')).not.toBe(first)
    await expectAccessible(me.page, 'the camera with an earlier photo')
    await toggle.click()
    await expect(ghost).toHaveCount(0)
  })
})

test('the next earlier photo never shows the one before it, of this device, under its name', async () => {
  await runStory({ hasProfile: true, hasCamera: true }, async ({ town, me, rows }) => {
    await inKitchen(me)
    await me.page
      .locator('input[type=file][multiple]')
      .setInputFiles({ name: 'own.jpg', mimeType: 'image/jpeg', buffer: await cameraPicture(4) })
    await me.page.getByLabel('Observation', { exact: true }).fill('Wall')
    await save(me.page).click()
    await everythingSent(me.page)
    await rows("insert into inspections (source, address_id, inspector_id) values ('Multifamily License', 1, 1)")
    await rows("insert into areas (name, inspection_id) values ('Kitchen', 3)")
    await rows("insert into observations (content, area_id, potentialvio, user_id) values ('Window', 1, false, 2)")
    await (await uploadTo(town))('/observations/2/photos', 2)
    await me.go('/inspections/3/area/2')
    await open(me.page)
    await camera(me.page).getByRole('button', { name: 'Show the earlier photo' }).click()
    const ghost = camera(me.page).getByRole('img', { name: /^Earlier:/ })
    for (const [at, src] of [
      [1, /2\.jpg/],
      [2, /^blob:/],
      [1, /2\.jpg/],
    ] as const) {
      const next = camera(me.page).getByRole('button', { name: `Next earlier photo (${at} of 2)` })
      await expect(next).toBeVisible()
      await expect(ghost).toHaveAttribute('src', src)
      await next.click()
    }
  })
})

test('I1 Done or Back in the moment of the last shot: the camera closes once that photo is made, and it is kept', async () => {
  await runStory({ hasProfile: true, hasCamera: true }, async ({ town, me }) => {
    await inKitchen(me)
    await town.signalOff()
    const photos = me.page.getByRole('list', { name: 'Chosen files' }).getByText('Saved', { exact: true })
    for (const [at, close] of ['done', 'back', 'twice'].entries()) {
      await open(me.page)
      await expect(camera(me.page).getByRole('button', { name: 'Take photo' })).toBeEnabled()
      await camera(me.page).evaluate((frame: HTMLDialogElement, close) => {
        const named = (name: string) =>
          [...frame.querySelectorAll('button')].find((it) => (it.ariaLabel ?? it.textContent) === name)
        // The picture is given to the worker, and before the worker can answer, the camera is closed.
        const post = Worker.prototype.postMessage
        Worker.prototype.postMessage = function (...given: [unknown]) {
          Worker.prototype.postMessage = post
          post.apply(this, given)
          if (close === 'done') named('Done')?.click()
          else frame.dispatchEvent(new Event('cancel', { cancelable: true }))
          // The browser itself closes it then.
          if (close === 'twice') frame.close()
        }
        named('Take photo')?.click()
      }, close)
      await expect(camera(me.page)).toHaveCount(0)
      await expect(photos).toHaveCount(at + 1)
    }
  })
})

test('a shot that fails keeps the camera open, though Done was tapped, and says so', async () => {
  await runStory({ hasProfile: true, hasCamera: true }, async ({ phone, me }) => {
    await inKitchen(me)
    await open(me.page)
    await expect(camera(me.page).getByRole('button', { name: 'Take photo' })).toBeEnabled()
    await camera(me.page).evaluate((frame) => {
      window.VideoFrame = new Proxy(VideoFrame, {
        construct() {
          throw new Error('No memory')
        },
      })
      for (const name of ['[data-shutter]', 'footer > :last-child'])
        frame.querySelector<HTMLButtonElement>(name)?.click()
    })
    await expect(camera(me.page).getByRole('alert')).toHaveText('The last picture was not taken. Take it again.')
    await camera(me.page).getByRole('button', { name: 'Done' }).click()
    await expect(camera(me.page)).toHaveCount(0)
    expect(phone.problems.splice(0).join()).toContain('No memory')
  })
})

test('a camera that another app takes, or that ends, says so and takes no picture', async () => {
  await runStory({ hasProfile: true, hasCamera: true }, async ({ me }) => {
    await inKitchen(me)
    await open(me.page)
    const shutter = camera(me.page).getByRole('button', { name: 'Take photo' })
    const problem = camera(me.page).getByRole('alert')
    const happens = (what: 'mute' | 'unmute' | 'ended') =>
      camera(me.page)
        .locator('video')
        .evaluate((video: HTMLVideoElement, what) => {
          const [track] = (video.srcObject as MediaStream).getVideoTracks()
          if (what === 'ended') track?.stop()
          else Object.defineProperty(track, 'muted', { value: what === 'mute', configurable: true })
          track?.dispatchEvent(new Event(what))
        }, what)
    await expect(shutter).toBeEnabled()
    await happens('mute')
    await expect(problem).toContainText('The camera has stopped')
    // In front of the last picture, not behind it.
    await problem.click({ trial: true, timeout: 5_000 })
    await expect(shutter).toBeDisabled()
    await happens('unmute')
    await expect(shutter).toBeEnabled()
    await expect(problem).toHaveCount(0)
    await happens('ended')
    await expect(problem).toContainText('The camera has stopped')
    await expect(shutter).toBeDisabled()
    await camera(me.page).getByRole('button', { name: 'Done' }).click()
    await open(me.page)
    await expect(shutter).toBeEnabled()
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
