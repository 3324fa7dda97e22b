import { expect, type Page } from '@playwright/test'
import { cameraPicture, Inspector } from './inspector.ts'
import { everythingSent, inKitchen, openConduct, runStory, type StoryContext, sendNow, unsent } from './story.ts'
import { test } from './story-test.ts'

/** At the address, without signal. */
async function makeViolation(page: Page): Promise<void> {
  await page.getByRole('tabpanel').getByRole('button', { name: 'New Violation' }).click()
  const form = page.getByRole('form', { name: 'Create Violation Notice' })
  await form.getByRole('radio', { name: '7 days' }).check()
  await form.getByRole('button', { name: 'Review and Create' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create Violation' }).click()
  await page.getByRole('button', { name: 'Create without a section' }).click()
  await expect(form).toHaveCount(0)
}

const item = (page: Page, name: string | RegExp) => page.getByRole('article', { name })

for (const [choice, ends] of [
  ['Send again', 1],
  ['It has arrived', 0],
] as const)
  test(`I2 a notice that may have arrived at a documented server is never sent twice on its own: “${choice}” ends the doubt`, async () => {
    await runStory({ profile: 'documented', doubtWaitSeconds: 1 }, async ({ town, me, rows }) => {
      const { page } = me
      await me.signIn()
      await me.prepare('ready 7 of 7')
      await me.go('/address/2?tab=violations')
      await town.signalOff()
      await makeViolation(page)
      town.faults.inject = ({ method, path }) =>
        method === 'POST' && /\/violations\/?$/.test(path) ? { kind: 'failBefore', status: 500 } : undefined
      await town.signalOn()
      await sendNow(page)
      const doubt = item(page, /violation/i)
      await expect(doubt).toContainText('Not sure it arrived')
      await expect(doubt).toContainText('We cannot tell whether this arrived', { timeout: 30_000 })
      await expect(page.getByTitle('Unsent work')).toContainText('1 needs you')
      const calls = () => town.calls.filter((it) => /^POST .*\/violations\/?$/.test(it)).length
      expect(calls()).toBe(1)

      town.faults.inject = () => undefined
      await doubt.getByRole('button', { name: choice }).click()
      await expect.poll(() => unsent(page)).toEqual([])
      await expect(page.getByText('Everything is sent.')).toBeVisible()
      expect(calls()).toBe(1 + ends)
      expect(await rows('select count(*)::int as n from violations')).toEqual([{ n: ends }])
      const sent = page.getByRole('region', { name: /Sent today/ })
      if (ends === 0) {
        await sent.getByRole('button', { name: /Sent today/ }).click()
        await expect(sent).toContainText('Marked as arrived by you')
      }
    })
  })

test('I2 a documented server has two equal records after a lost answer: one is ours, the other is reported', async () => {
  await runStory({ profile: 'documented', doubtWaitSeconds: 1 }, async ({ town, me, rows }) => {
    const { page } = me
    await inKitchen(me)
    let hasArrived = false
    town.faults.inject = ({ method, path }) => {
      if (!path.endsWith('/observations')) return undefined
      // The check must not run before the second one exists.
      if (method === 'GET') return hasArrived ? { kind: 'failBefore', status: 503 } : undefined
      hasArrived = true
      return { kind: 'loseAnswer' }
    }
    await me.observe('Tap drips')
    // A browser repeats a call on a cut keep-alive connection by itself, so there may be more than one already.
    await expect.poll(async () => (await unsent(page)).map((it) => it.state)).toEqual(['inDoubt'])
    await town.pool.query(
      'insert into observations (area_id, content, potentialvio, user_id) select area_id, content, potentialvio, user_id from observations',
    )
    const stand = await rows('select id from observations order by id')
    expect(stand.length).toBeGreaterThan(1)
    town.faults.inject = () => undefined
    await page.getByTitle('Unsent work').click()
    await expect.poll(() => unsent(page), { timeout: 30_000 }).toEqual([])
    await expect(page.getByTitle('Unsent work')).toContainText('1 maybe twice')
    await expect(page.getByRole('region', { name: /May be there twice/ })).toContainText('Tap drips')
    await expect(page.getByRole('region', { name: /Sent today/ })).toContainText('There may be a second one like it.')
    expect(await rows('select id from observations order by id')).toEqual(stand)
  })
})

/** Makes three observations, two with a photo, on a phone without signal. */
async function threeWaiting({ town, me }: StoryContext): Promise<void> {
  await inKitchen(me)
  await town.signalOff()
  await me.observe('Loose wire over the sink', { photos: [await cameraPicture(71), await cameraPicture(72)] })
  await me.observe('Tap drips', { photos: [await cameraPicture(73)] })
  await me.observe('Written by mistake')
  expect(await unsent(me.page)).toHaveLength(6)
}

test('I17 “stored 1 of 3 photos” stays true over a kill, in Unsent work and on the inspection, until all are', async () => {
  await runStory({ dies: true }, async (told) => {
    const { town, phone } = told
    await threeWaiting(told)
    let uploads = 0
    town.faults.inject = ({ method, path }) =>
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

    town.faults.inject = () => undefined
    await town.signalOn()
    await sendNow(page)
    await everythingSent(page)
    await page.goto(`${town.url}/inspection/1`)
    await expect(page.getByText('stored 3 of 3 photos')).toBeVisible()
  })
})
