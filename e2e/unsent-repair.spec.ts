import { expect, type Page, test } from '@playwright/test'
import { cameraPicture, Inspector } from './inspector.ts'
import { Phone } from './phone.ts'
import { everythingSent, onDevice, openConduct, sendNow, type Told, tellStory, unsent } from './story.ts'
import { closeDatabases } from './town.ts'

test.afterAll(() => closeDatabases())
test.skip(({ isMobile }) => !isMobile, 'These stories are told on a phone')

/** At the address, without signal. */
async function makeViolation(page: Page): Promise<void> {
  await page.getByRole('tabpanel').getByRole('button', { name: 'New Violation' }).click()
  const form = page.getByRole('form', { name: 'Create Violation Notice' })
  await form.getByLabel('Deadline').selectOption('7 days')
  await form.getByRole('button', { name: 'Review and Create' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create Violation' }).click()
  await expect(form).toHaveCount(0)
}

const item = (page: Page, name: string | RegExp) => page.getByRole('article', { name })

async function inKitchen(me: Inspector): Promise<void> {
  await me.signIn()
  await me.prepare('ready 7 of 7')
  await openConduct(me, 1)
  await me.addAreaOf('Kitchen')
  await everythingSent(me.page)
}

for (const [choice, ends] of [
  ['Send again', 1],
  ['It has arrived', 0],
] as const)
  test(`I2 a notice that may have arrived at a documented server is never sent twice on its own: “${choice}” ends the doubt`, async () => {
    await tellStory({ profile: 'documented', doubtWaitSeconds: 1 }, async ({ town, me, rows }) => {
      const { page } = me
      await me.signIn()
      await me.prepare('ready 7 of 7')
      await me.go('/address/2?tab=violations')
      await town.signalOff()
      await makeViolation(page)
      town.mischief.choose = ({ method, path }) =>
        method === 'POST' && /\/violations\/?$/.test(path) ? { kind: 'failBefore', status: 500 } : undefined
      await town.signalOn()
      await sendNow(page)
      const doubt = item(page, /violation/i)
      await expect(doubt).toContainText('Not sure it arrived')
      await expect(doubt).toContainText('We cannot tell whether this arrived', { timeout: 30_000 })
      await expect(page.getByTitle('Unsent work')).toContainText('1 needs you')
      const calls = () => town.calls.filter((it) => /^POST .*\/violations\/?$/.test(it)).length
      expect(calls()).toBe(1)

      town.mischief.choose = () => undefined
      await doubt.getByRole('button', { name: choice }).click()
      await expect.poll(() => unsent(page)).toEqual([])
      await expect(page.getByText('Everything is sent.')).toBeVisible()
      expect(calls()).toBe(1 + ends)
      expect(await rows('select count(*)::int as n from violations')).toEqual([{ n: ends }])
      const sent = page.getByRole('region', { name: /Sent today/ })
      if (ends === 0) {
        await sent.getByRole('button', { name: /Sent today/ }).click()
        await expect(sent).toContainText('Taken as arrived by your word')
      }
    })
  })

test('I2 two equal records stand at a documented server after a lost answer: one is taken for ours, and the other is told', async () => {
  await tellStory({ profile: 'documented', doubtWaitSeconds: 1 }, async ({ town, me, rows }) => {
    const { page } = me
    await inKitchen(me)
    let hasArrived = false
    town.mischief.choose = ({ method, path }) => {
      if (!path.endsWith('/observations')) return undefined
      // Nobody looks before the second one stands there.
      if (method === 'GET') return hasArrived ? { kind: 'failBefore', status: 503 } : undefined
      hasArrived = true
      return { kind: 'loseAnswer' }
    }
    await me.observe('Tap drips')
    // A browser repeats a call by itself whose kept connection was cut, so there may be more than one already.
    await expect.poll(async () => (await unsent(page)).map((it) => it.state)).toEqual(['inDoubt'])
    await town.pool.query(
      'insert into observations (area_id, content, potentialvio, user_id) select area_id, content, potentialvio, user_id from observations',
    )
    const stand = await rows('select id from observations order by id')
    expect(stand.length).toBeGreaterThan(1)
    town.mischief.choose = () => undefined
    await page.getByTitle('Unsent work').click()
    await everythingSent(page)
    await expect(page.getByRole('region', { name: /Sent today/ })).toContainText('There may be a second one like it.')
    expect(await rows('select id from observations order by id')).toEqual(stand)
  })
})

/** Three observations, two with a photo, are on a phone without signal. */
async function threeWaiting({ town, me }: Told): Promise<void> {
  await inKitchen(me)
  await town.signalOff()
  await me.observe('Loose wire over the sink', { photos: [await cameraPicture(71), await cameraPicture(72)] })
  await me.observe('Tap drips', { photos: [await cameraPicture(73)] })
  await me.observe('Written by mistake')
  expect(await unsent(me.page)).toHaveLength(6)
}

test('I21 I1 what is discarded by hand is gone for good; the rest is taken out as a file, into another phone and sent from both, once', async () => {
  await tellStory({}, async (told) => {
    const { town, me, rows } = told
    const { page } = me
    await threeWaiting(told)
    await page.getByTitle('Unsent work').click()
    await expect(page.getByText('stored 0 of 3 photos')).toBeVisible()

    await item(page, 'Observation: Written by mistake').getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog', { name: 'Discard unsent work?' }).getByRole('button', { name: 'Discard' }).click()
    await expect(item(page, 'Observation: Written by mistake')).toHaveCount(0)
    expect(await unsent(page)).toHaveLength(5)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save rescue copy' }).click()
    const copy = await (await download).path()
    await expect(page.getByRole('status').filter({ hasText: 'The copy is in your downloads' })).toBeVisible()

    await town.signalOn()
    const other = new Phone()
    try {
      const there = new Inspector(await other.start(town.url), town.url)
      await there.signIn()
      await there.go('/unsent')
      const chooser = there.page.getByRole('region', { name: 'Rescue copy' }).locator('input[type=file]')
      await chooser.setInputFiles({ name: 'holiday.codesoft', mimeType: '', buffer: Buffer.from('no copy at all') })
      await expect(there.page.getByText('This is no rescue copy of CodeSoft. Nothing was taken in.')).toBeVisible()
      await chooser.setInputFiles(copy)
      await expect(there.page.getByText('5 changes taken in.')).toBeVisible()
      await everythingSent(there.page)
      expect(other.troubles).toEqual([])
    } finally {
      await other.end()
    }
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await everythingSent(page)
    expect(await rows('select content from observations order by content')).toEqual([
      { content: 'Loose wire over the sink' },
      { content: 'Tap drips' },
    ])
    expect(await rows('select count(*)::int as n from attachments')).toEqual([{ n: 3 }])
  })
})

test('I17 “stored 1 of 3 photos” stays true over a kill, in Unsent work and on the inspection, until all are', async () => {
  await tellStory({}, async (told) => {
    const { town, phone } = told
    await threeWaiting(told)
    let uploads = 0
    town.mischief.choose = ({ method, path }) =>
      method === 'POST' && path.endsWith('/photos') && ++uploads > 1 ? { kind: 'failBefore', status: 503 } : undefined
    await town.signalOn()
    await sendNow(told.me.page)
    await expect(told.me.page.getByText('stored 1 of 3 photos')).toBeVisible()

    await town.signalOff()
    await phone.kill()
    const page = await phone.start(`${town.url}/unsent`)
    await expect(page.getByText('stored 1 of 3 photos')).toBeVisible()
    await page.goto(`${town.url}/inspection/1`)
    await expect(page.getByText('stored 1 of 3 photos')).toBeVisible()
    await openConduct(new Inspector(page, town.url), 1)
    await expect(page.getByText('stored 1 of 3 photos')).toBeVisible()

    town.mischief.choose = () => undefined
    await town.signalOn()
    await sendNow(page)
    await everythingSent(page)
    await page.goto(`${town.url}/inspection/1`)
    await expect(page.getByText('stored 3 of 3 photos')).toBeVisible()
  })
})

test('I16 the browser clears the storage under unsent work: it is said until it is read; little room and no promise to keep it are said as well', async () => {
  await tellStory({}, async (told) => {
    const { town, me } = told
    await threeWaiting(told)
    await me.go('/unsent')
    await expect.poll(() => me.page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('"count\\":6')
    await town.signalOn()
    await me.page.goto(`${town.url}/favicon.svg`)
    await me.page.evaluate(async () => {
      for (const { name } of await indexedDB.databases())
        await new Promise((resolve) => {
          indexedDB.deleteDatabase(name ?? '').onsuccess = resolve
        })
    })
    const { page } = me
    await page.addInitScript(() => {
      navigator.storage.persist = async () => false
      navigator.storage.persisted = async () => false
      navigator.storage.estimate = async () => ({ usage: 930_000_000, quota: 972_000_000 })
    })
    await page.goto(town.url)
    await new Inspector(page, town.url).signIn()
    const words = page.getByText(
      /^6 saved changes had not been sent when this device's storage was cleared, and must be entered again\./,
    )
    await expect(words).toBeVisible()
    expect(await onDevice(page, 'outbox')).toEqual([])
    await page.reload()
    await expect(words).toBeVisible()
    await expect(
      page.getByText(/^This phone is nearly full: 4\d MB left\. Text is still saved, photos may not be\./),
    ).toBeVisible()

    await page.goto(`${town.url}/field`)
    const kept = page.getByRole('region', { name: 'Storage' })
    await expect(kept).toContainText('Not granted: the browser may clear this data when the device is short of space.')
    await page
      .getByRole('status')
      .filter({ hasText: 'saved changes' })
      .getByRole('button', { name: 'I have read this' })
      .click()
    await page.reload()
    await expect(kept).toBeVisible()
    await expect(words).toHaveCount(0)
  })
})
