import { expect, type Locator, type Page } from '@playwright/test'
import { wallTimeOf } from '../src/rules/dates.ts'
import { cameraPicture, type Inspector, savedCard } from './inspector.ts'
import { everythingSent, runStory, type StoryContext, unsent } from './story.ts'
import { test } from './story-test.ts'
import { Taps } from './taps.ts'

const stop = (page: Page) => page.getByRole('list', { name: 'Stops today' }).getByRole('listitem').first()
const field = (page: Page) =>
  page.getByRole('form', { name: 'Add observation' }).getByLabel('Observation', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Observation' })

/** A photo from the camera and a few words: two taps, since the words are typed where the cursor is. */
async function observeWithPhoto({ page }: Inspector, content: string, seed: number): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Take a photo' }).click(),
  ])
  await chooser.setFiles([{ name: `${seed}.jpg`, mimeType: 'image/jpeg', buffer: await cameraPicture(seed) }])
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(content)
  await save(page).click()
  await expect(savedCard(page, content)).toBeVisible()
}

async function nextRoom({ page }: Inspector, room: string): Promise<void> {
  await page.getByRole('button', { name: 'Add area' }).click()
  await page.getByRole('dialog').getByRole('button', { name: room }).click()
  await expect(page.getByRole('heading', { level: 1, name: room })).toBeVisible()
}

/** Signed in and prepared, with an appointment at 12 Elm Street today; from here on there is no signal. */
async function dayBegins({ town, me, rows }: StoryContext): Promise<void> {
  const today = wallTimeOf(new Date()).slice(0, 10)
  await rows('update inspections set scheduled_datetime = $1 where id = 1', [`${today}T09:00`])
  await me.signIn()
  await me.page.getByRole('button', { name: /^Hide what to do before/ }).click()
  await me.prepare('ready 7 of 7')
  await town.signalOff()
  await me.go('/')
  await expect(stop(me.page)).toContainText('12 ELM STREET')
}

const finish = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Finish' }).click()
  return page.getByRole('dialog', { name: 'Finish inspection' })
}

test('I1 I2 RV-05 the whole day by Today alone, without signal, the battery empty in the middle: all of it is sent once', async () => {
  await runStory({ dies: true }, async (told) => {
    const { town, phone, me, rows } = told
    let taps = await Taps.on(me.page)
    await dayBegins(told)

    await test.step('4 taps from the open app to the first observation with its photo', async () => {
      taps.taken()
      await stop(me.page)
        .getByRole('button', { name: /^Start/ })
        .click()
      await me.page
        .getByRole('list', { name: 'Add an area from a room' })
        .getByRole('button', { name: 'Kitchen' })
        .click()
      await expect(me.page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
      await observeWithPhoto(me, 'Seen 1', 1)
    })
    const first = taps.taken()
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThanOrEqual(4)

    await test.step('28 taps for ten observations with photos in three rooms', async () => {
      for (const n of [2, 3, 4]) await observeWithPhoto(me, `Seen ${n}`, n)
      await nextRoom(me, 'Bathroom')
      for (const n of [5, 6, 7]) await observeWithPhoto(me, `Seen ${n}`, n)
      await nextRoom(me, 'Porch')
      for (const n of [8, 9, 10]) await observeWithPhoto(me, `Seen ${n}`, n)
    })
    expect(first + taps.taken()).toBeLessThanOrEqual(28)

    await phone.kill()
    me.page = await phone.start(town.url)
    taps = await Taps.on(me.page)
    await me.page.reload()
    await stop(me.page)
      .getByRole('button', { name: /^Continue/ })
      .click()
    await me.page
      .getByRole('main')
      .getByRole('link', { name: /^Kitchen/ })
      .click()
    await expect(me.page.getByRole('article')).toHaveCount(4)
    await me.page.getByRole('button', { name: 'Sink drains Problem' }).click()
    await expect(field(me.page)).toHaveValue('Problem: Sink drains\n')
    await save(me.page).click()
    await expect(savedCard(me.page, 'Problem: Sink drains')).toBeVisible()
    for (const content of ['No alarm', 'Alarm is dead']) await me.observe(content, { code: 'smoke' })
    await me.page
      .getByRole('main')
      .getByRole('link', { name: /^Inspection #1/ })
      .first()
      .click()

    await test.step('II-05 undecided observations are named, and completing with them asks a second time', async () => {
      const sheet = await finish(me.page)
      await expect(sheet).toContainText('3 potential violations are not decided.')
      await sheet.getByRole('button', { name: 'Complete' }).click()
      await me.page.getByRole('button', { name: 'Go back' }).click()
      await sheet.getByRole('button', { name: 'Close' }).click()
    })

    await test.step('5 taps for a violation of two observations', async () => {
      taps.taken()
      await me.page.getByRole('link', { name: 'Review Potential Violations 3' }).click()
      await me.page.getByLabel('Select all').click()
      await me.page.getByRole('button', { name: 'Add suspected codes to violation' }).click()
      await me.page.getByRole('button', { name: 'Review and Create' }).click()
      await me.page.getByRole('button', { name: 'Create Violation', exact: true }).click()
      await expect(me.page).toHaveURL(/\/inspection\/1$/)
    })
    const notice = taps.taken()
    expect(notice).toBeGreaterThan(0)
    expect(notice).toBeLessThanOrEqual(5)

    await me.go('/inspections/1/conduct')
    const sheet = await finish(me.page)
    await sheet.getByRole('button', { name: 'Complete' }).click()
    await expect(me.page.getByRole('button', { name: 'Finish' })).toHaveCount(0)
    expect((await unsent(me.page)).length).toBeGreaterThan(20)

    await town.signalOn()
    await everythingSent(me.page)
    expect(await rows('select name from areas order by id')).toEqual([
      { name: 'Kitchen' },
      { name: 'Bathroom' },
      { name: 'Porch' },
    ])
    // In each area in the order of the taps; different areas are sent side by side.
    const seen = (...numbers: number[]) => numbers.map((n) => `Seen ${n}`)
    expect((await rows('select content from observations order by area_id, id')).map((it) => it.content)).toEqual([
      ...seen(1, 2, 3, 4),
      'Problem: Sink drains',
      'No alarm',
      'Alarm is dead',
      ...seen(5, 6, 7),
      ...seen(8, 9, 10),
    ])
    expect(
      await rows(
        "select count(*)::int as n, count(distinct sha256)::int as different from attachments where owner_type = 'observation'",
      ),
    ).toEqual([{ n: 10, different: 10 }])
    expect(await rows('select address_id, inspection_id from violations')).toEqual([
      { address_id: 1, inspection_id: 1 },
    ])
    expect(await rows('select status from inspections where id = 1')).toEqual([{ status: 'Completed' }])
    expect(await rows('select answer from prompt_answers')).toEqual([{ answer: 'problem' }])
  })
})
