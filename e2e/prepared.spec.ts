import { expect, type Page } from '@playwright/test'
import { cameraPicture } from './inspector.ts'
import { giveRoom, takeRoom } from './storage.ts'
import { onDevice, runStory, type StoryContext } from './story.ts'
import { test } from './story-test.ts'
import { people } from './town.ts'

/** At the office: two attachments of the inspection, and a comment with a picture on its address and on its unit. */
async function fillOffice({ town }: StoryContext): Promise<void> {
  const call = async (path: string, body: FormData | URLSearchParams, token = '') => {
    const headers = token ? { Authorization: `Bearer ${token}` } : undefined
    const answer = await fetch(`${town.url}/api${path}`, { method: 'POST', body, ...(headers ? { headers } : {}) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { email, password } = people.ons
  const { access_token } = await call('/login', new URLSearchParams({ username: email, password }))
  const form = async (seed: number, fields: Record<string, string> = {}) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set(
      'files',
      new File([new Uint8Array(await cameraPicture(seed))], `office ${seed}.jpg`, { type: 'image/jpeg' }),
    )
    return body
  }
  await call('/inspections/1/photos', await form(1), access_token)
  await call('/inspections/1/photos', await form(2), access_token)
  const said = { content: 'Gate was locked', user_id: '1' }
  await call('/comments/1/address/', await form(3, said), access_token)
  await call('/comments/unit/1/', await form(4, { ...said, content: 'Dog inside', address_id: '1' }), access_token)
}

/** Opens every picture of the page, small and enlarged: none is missing. */
async function openAllPictures(page: Page, count: number): Promise<void> {
  const tiles = page.getByRole('button', { name: /^Enlarge / })
  await expect(tiles).toHaveCount(count)
  for (let n = 0; n < count; n++) {
    const tile = tiles.nth(n)
    await tile.scrollIntoViewIfNeeded()
    await expect.poll(() => widthIn(tile.locator('img'))).toBeGreaterThan(0)
    await tile.click()
    const enlarged = page.getByRole('dialog', { name: /^Photo \d+ of/ })
    // The picture itself, not the small copy of its tile.
    await expect.poll(() => widthIn(enlarged.locator('img'))).toBeGreaterThan(1000)
    await page.keyboard.press('Escape')
  }
  await expect(page.getByText('Not on this device')).toHaveCount(0)
}

const widthIn = (picture: ReturnType<Page['locator']>) =>
  picture.evaluate((it) => (it instanceof HTMLImageElement && it.complete ? it.naturalWidth : 0))

test('II-08 AD-18 UN-08 a prepared record opens without signal with every picture, also of its comments', {
  tag: '@phone',
}, async () => {
  await runStory({}, async (told) => {
    const { town, me } = told
    await fillOffice(told)
    await me.signIn()
    await me.prepare('ready 7 of 7')
    await expect(me.page.getByText('4 pictures')).toBeVisible()
    await town.signalOff()
    await me.go('/inspection/1')
    await openAllPictures(me.page, 2)
    await me.go('/address/1?tab=comments')
    await expect(me.page.getByRole('tabpanel').getByText('Gate was locked')).toBeVisible()
    // Those of the comments, and the same among the newest photos of the summary.
    await openAllPictures(me.page, 4)
    await me.go('/address/1/unit/1')
    await expect(me.page.getByText('Dog inside')).toBeVisible()
    await openAllPictures(me.page, 1)
  })
})

test('I16 a preparation that finds no room says so, makes the other parts ready, and goes on once there is room', {
  tag: '@phone',
}, async () => {
  await runStory({}, async ({ me }) => {
    const { page } = me
    await me.signIn()
    await me.go('/field')
    await takeRoom(page, 'put', ['addressChunks'])
    await page.getByRole('button', { name: 'Prepare now' }).click()
    await expect(page.getByRole('alert')).toContainText('Not everything was prepared: this phone is full')
    await expect(page.getByText('Ready 6 of 7')).toBeVisible()
    const parts = page.getByRole('list', { name: 'Parts' }).getByRole('listitem')
    await expect(parts.filter({ hasText: 'Address book' })).toContainText('No room left on this device')

    await giveRoom(page)
    await page.getByRole('button', { name: 'Prepare again' }).click()
    await expect(page.getByText('Ready 7 of 7')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('an inspection that is completed elsewhere is counted neither as ready nor as needed', {
  tag: '@phone',
}, async () => {
  await runStory({}, async ({ me, rows }) => {
    const { page } = me
    const askAgain = () => page.evaluate(() => dispatchEvent(new Event('focus')))
    await me.signIn()
    await me.prepare('Ready 7 of 7')
    // From now on the device follows the office's changes.
    await expect(async () => {
      await askAgain()
      expect((await onDevice<{ name: string }>(page, 'meta')).map((it) => it.name)).toContain('feed')
    }).toPass()
    await rows("update inspections set status = 'Completed', updated_at = now() where id = 1")
    await expect(async () => {
      await askAgain()
      await expect(page.getByText('Ready 6 of 6')).toBeVisible({ timeout: 1_000 })
    }).toPass()
  })
})

test('I16 AD-18 a part whose pictures the device has deleted is not called ready, and is prepared again', {
  tag: '@phone',
}, async () => {
  await runStory({}, async (told) => {
    const { me, town } = told
    const { page } = me
    const parts = page.getByRole('list', { name: 'Parts' }).getByRole('listitem')
    await fillOffice(told)
    await me.signIn()
    await me.prepare('ready 7 of 7')
    await page.evaluate(async () => {
      const names = (await caches.keys()).filter((it) => /thumbs|photos/.test(it))
      await Promise.all(names.map((it) => caches.delete(it)))
    })
    await town.signalOff()
    await me.go('/')
    // In the line under the title, and on its card.
    await expect(page.getByText('Ready 6 of 7').first()).toBeVisible()
    await me.go('/field')
    await expect(page.getByText('Ready 6 of 7')).toBeVisible()
    await expect(page.getByText('Pictures or PDF files are no longer on this phone')).toBeVisible()
    await expect(parts.filter({ hasText: 'Incomplete' })).toContainText('No longer on this device: 4 of 4 files')

    await town.signalOn()
    await page.getByRole('button', { name: 'Prepare again' }).click()
    await expect(page.getByText('Ready 7 of 7')).toBeVisible()
    await expect(page.getByText('4 pictures')).toBeVisible()
    await expect(page.getByText('no longer on this')).toHaveCount(0)
  })
})
