import { expect } from '@playwright/test'
import { cameraPicture, Inspector } from './inspector.ts'
import { Phone } from './phone.ts'
import { everythingSent, inKitchen, runStory, unsent } from './story.ts'
import { test } from './story-test.ts'

const seen = 'select content from observations order by content'

test('I21 I2 a rescue copy is taken in and sent by another phone; when the first comes back, nothing is there twice', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    await inKitchen(me)
    await town.signalOff()
    await me.observe('Loose wire over the sink', { photos: [await cameraPicture(81), await cameraPicture(82)] })
    await me.observe('Tap drips')
    await page.getByTitle('Unsent work').click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save rescue copy' }).click()
    const file = await (await saving).path()
    await expect(page.getByText('The work is still on this phone as well.')).toBeVisible()
    await page.goto('about:blank')

    const other = new Phone({ dies: false })
    try {
      await town.signalOn()
      const there = new Inspector(await other.start(town.url), town.url)
      await there.signIn()
      await there.go('/unsent')
      const choose = there.page.locator('input[type=file][aria-label="Rescue copy"]')
      await choose.setInputFiles({ name: 'notes.codesoft', mimeType: '', buffer: Buffer.from('no copy at all') })
      await expect(there.page.getByText('Nothing was added.')).toBeVisible()
      await choose.setInputFiles(file)
      await expect(there.page.getByText('4 changes added from the copy.')).toBeVisible()
      await everythingSent(there.page)
      await choose.setInputFiles(file)
      await expect(there.page.getByText('Here or sent already: 4 changes.')).toBeVisible()
      expect(await unsent(there.page)).toEqual([])
      expect(other.problems).toEqual([])
    } finally {
      await other.end()
    }

    await me.go('/unsent')
    await everythingSent(page)
    expect(await rows(seen)).toEqual([{ content: 'Loose wire over the sink' }, { content: 'Tap drips' }])
    expect(await rows('select count(*)::int as n from attachments')).toEqual([{ n: 2 }])
  })
})

test('I16 I17 storage cleared under unsent work is reported until the user has read it', async () => {
  await runStory({}, async ({ town, me }) => {
    const { page } = me
    await inKitchen(me)
    await town.signalOff()
    await me.observe('Tap drips')
    await me.observe('Loose wire')
    // Unsent work is copied outside the database shortly after it is saved.
    const counted = () => page.evaluate(() => Object.entries(localStorage).find(([name]) => /unsent-/.test(name))?.[1])
    await expect.poll(counted).toContain('"count":2')
    const cdp = await page.context().newCDPSession(page)
    await page.goto('about:blank')
    await cdp.send('Storage.clearDataForOrigin', { origin: town.url, storageTypes: 'indexeddb' })
    await town.signalOn()
    await page.goto(town.url)
    // The session is gone with it.
    await me.signIn()
    const lost = page.getByText(/^2 saved changes had not been sent when this device's storage was cleared/)
    await expect(lost).toBeVisible()
    await page.goto(`${town.url}/device`)
    await expect(page.getByText(/storage was cleared while 2 changes had not been sent/)).toBeVisible()
    await page.getByRole('button', { name: 'I have read this' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'This device', exact: true })).toBeVisible()
    await expect(lost).toHaveCount(0)
  })
})
