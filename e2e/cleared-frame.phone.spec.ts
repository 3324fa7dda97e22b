import { expect, type Page } from '@playwright/test'
import { tokenOf } from './seal-story.ts'
import { inKitchen, installed, runStory } from './story.ts'
import { test } from './story-test.ts'
import { holdApp, letGo } from './timers.ts'
import { people } from './town.ts'
import { wakeWorker } from './wake-worker.ts'

const frames = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((it) => it.startsWith('codesoft-frame')))

/** Whether a first frame is on the page. */
const isPainted = (page: Page) => page.evaluate(() => window.codesoftFirstFrame !== undefined)

/** Whether the worker has ended the session by the office's order. */
const clearedHere = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve, reject) => {
        const open = indexedDB.open('codesoft-directory')
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const asked = open.result.transaction('now').objectStore('now').get('clearedByOffice')
          asked.onsuccess = () => {
            open.result.close()
            resolve(asked.result !== undefined)
          }
        }
      }),
  )

/** An Admin signs the inspector's phones out and has them cleared. */
async function clearPhone(url: string): Promise<void> {
  const ordered = await fetch(`${url}/api/sync/devices/sign-out`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await tokenOf(url, people.admin)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ user_id: 1, device: null, clear: true }),
  })
  expect(ordered.status).toBe(200)
}

test('X89 G-20 a phone cleared by the office while no page was open paints nothing of its person at the next opening', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    await inKitchen(me)
    await installed(page)
    const area = new URL(page.url()).pathname
    await expect.poll(() => frames(page)).toContain(`codesoft-frame:${area}`)
    await me.go('/')
    await expect.poll(() => frames(page)).toContain('codesoft-frame:/')
    await expect.poll(async () => (await rows('select 1 from device_heartbeats where user_id = 1')).length).toBe(1)
    await page.goBack()
    await town.signalOff()
    await me.observe('Loose wire over the sink')
    await page.goto('about:blank')
    await town.signalOn()
    await clearPhone(town.url)
    await wakeWorker(page, town.url)
    await expect.poll(() => rows('select 1 from device_orders where told_at is not null')).toHaveLength(1)
    // Not a page of the app, which would act on the order itself.
    await me.go('/config.json')
    await expect.poll(() => clearedHere(page)).toBe(true)
    await holdApp(page)
    for (const address of [area, '/']) {
      await me.go(address)
      expect(await isPainted(page)).toBe(false)
    }
    await letGo(page)
    await expect(page.getByText('The office has signed this device out')).toBeVisible()

    // The frames are gone, and the next session has its own again.
    expect(await frames(page)).toEqual([])
    await me.signIn()
    await expect.poll(() => page.evaluate(() => caches.has('codesoft-cleared'))).toBe(false)
    await me.go('/')
    await letGo(page)
    await expect.poll(() => frames(page)).toContain('codesoft-frame:/')
  })
})
