import { expect, type Page } from '@playwright/test'
import { cameraPicture, Inspector } from './inspector.ts'
import { inKitchen, onDevice, runStory, type StoryContext, unsent } from './story.ts'
import { test } from './story-test.ts'
import { openRepeatingLine, type RepeatingLine } from './twice.ts'

/** Runs a story in a kitchen of a documented town, behind a line that can deliver a call twice. */
const behindTheLine = (
  story: (told: Pick<StoryContext, 'me' | 'rows'> & { page: Page; line: RepeatingLine }) => Promise<void>,
) =>
  runStory({ profile: 'documented', doubtWaitSeconds: 1 }, async ({ town, phone: { page }, rows }) => {
    const line = await openRepeatingLine(town.url)
    try {
      await page.goto(line.url)
      const me = new Inspector(page, line.url)
      await inKitchen(me)
      await story({ me, page, rows, line })
    } finally {
      await line.close()
    }
  })

const light = (page: Page) => page.getByTitle('Unsent work')
const card = (page: Page, text: string) => page.getByRole('article', { name: text })
const picture = (page: Page, name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`) })

test('I2 I17 a command delivered twice: status and card say so, both records can be compared, one choice ends it', async () => {
  await behindTheLine(async ({ me, page, rows, line }) => {
    await me.observe('Tap drips')
    await expect.poll(() => unsent(page)).toEqual([])
    line.repeatNext(/\/observations\/?$/)
    await me.observe('Loose wire')
    await expect.poll(() => unsent(page)).toEqual([])
    await expect(light(page)).toContainText('1 maybe twice')
    expect(await rows("select id from observations where content = 'Loose wire'")).toHaveLength(2)
    const mine = card(page, 'Loose wire').first()
    await expect(mine).toContainText('There may be a second one')
    // A record that exists once has no such notice.
    await expect(card(page, 'Tap drips')).not.toContainText('second one')
    await picture(page, 'card')

    await mine.getByRole('button', { name: 'Look' }).click()
    const dialog = page.getByRole('dialog', { name: 'There may be a second one' })
    await expect(dialog).toContainText('The office has 2 that look the same.')
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await expect(dialog.getByText('taken for yours')).toHaveCount(1)
    await expect(dialog).toContainText(/cannot remove an observation.* ask the office to remove #\d+/)
    await picture(page, 'look')
    await dialog.getByRole('button', { name: 'Close' }).click()
    // The page shows both from now on.
    await expect(card(page, 'Loose wire')).toHaveCount(2)

    await page.reload()
    await light(page).click()
    const section = page.getByRole('region', { name: /May be there twice/ })
    await expect(section.getByRole('article', { name: 'Observation: Loose wire' })).toBeVisible()
    await picture(page, 'unsent')
    // The office changes the other one.
    await rows(
      "update observations set content = 'Another wire' where id = (select min(id) from observations where content = 'Loose wire')",
    )
    await section.getByRole('button', { name: 'Look' }).click()
    await expect(dialog).toContainText('The office has this once.')
    await dialog.getByRole('button', { name: 'It is one' }).click()
    await expect(section).toHaveCount(0)
    await expect(light(page)).toContainText('All sent')
    const journal = await onDevice<{ what: string }>(page, 'journal')
    expect(journal.map((it) => it.what)).toContain('said to be one')
    await page.reload()
    await expect(light(page)).toContainText('All sent')
  })
})

test('I2 a photo that the line delivered twice: its wall says so, also without signal', async () => {
  await behindTheLine(async ({ me, page, rows, line }) => {
    line.repeatNext(/\/photos\/?$/)
    await me.observe('Wet ceiling', { photos: [await cameraPicture(7)] })
    await expect.poll(() => unsent(page), { timeout: 30_000 }).toEqual([])
    expect(await rows('select id from attachments')).toHaveLength(2)
    const mine = card(page, 'Wet ceiling')
    await expect(mine).toContainText('There may be a second copy of a file')
    await page.route('**/api/**', (route) => route.abort())
    await page.context().setOffline(true)
    await mine.getByRole('button', { name: 'Look' }).click()
    const dialog = page.getByRole('dialog', { name: 'There may be a second one' })
    await expect(dialog).toContainText('could not be read: No signal')
    await picture(page, 'no-signal')
    await page.context().setOffline(false)
    await page.unroute('**/api/**')
    await dialog.getByRole('button', { name: 'Look again' }).click()
    await expect(dialog).toContainText('The office has 2 that look the same.')
    await dialog.getByRole('button', { name: 'It is one' }).click()
    await expect(mine).not.toContainText('second copy')
  })
})
