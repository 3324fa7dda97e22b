import { expect } from '@playwright/test'
import { cameraPicture } from './inspector.ts'
import { everythingSent, inKitchen, onDevice, runStory } from './story.ts'
import { test } from './story-test.ts'

interface Photo {
  sends: { part: string; size: number } | null
}

const browsers: Record<string, () => void> = {
  'an old iPhone, which cannot draw in a worker': () => Reflect.deleteProperty(globalThis, 'OffscreenCanvas'),
  'a browser whose photo worker draws': () => undefined,
}

for (const [browser, takeAway] of Object.entries(browsers))
  test(`AR-17 I9 ${browser}: a photo that is taken without signal is shrunk all the same`, async () => {
    await runStory({}, async ({ town, phone, me, rows }) => {
      const { page } = me
      await phone.context.addInitScript(takeAway)
      await page.reload()
      await inKitchen(me)
      const needsPage = await page.evaluate(() => typeof OffscreenCanvas === 'undefined')
      await expect.poll(() => page.evaluate(() => caches.has('codesoft-shrinker'))).toBe(needsPage)
      // Opened again without signal: nothing that this page has loaded before can help.
      await town.signalOff()
      await page.reload()
      const picture = await cameraPicture(7)
      await me.observe('Loose wire over the sink', { photos: [picture] })
      const kept = await onDevice<Photo>(page, 'photos')
      expect(kept.map((it) => it.sends?.part)).toEqual(['web'])
      expect(kept[0]?.sends?.size).toBeLessThan(picture.length)
      await town.signalOn()
      await everythingSent(page)
      expect(await rows('select content_type from attachments')).toEqual([{ content_type: 'image/jpeg' }])
    })
  })
