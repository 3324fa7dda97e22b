import { expect, type Page } from '@playwright/test'
import { cameraPicture } from './inspector.ts'
import { everythingSent, onDevice, openConduct, runStory, sendNow, unsent } from './story.ts'
import { test } from './story-test.ts'

const taken = 'Unit number already exists for this address.'
const stillThere = 'Inspection not found'

/** Counts the taps from now on, until the page is loaded again. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.taps = '0'
    const count = () => {
      const { dataset } = document.documentElement
      dataset.taps = String(Number(dataset.taps) + 1)
    }
    addEventListener('pointerdown', count, true)
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.taps))
}

test('I7 C-25 C-29 UN-05 a refused unit number shows the server’s words and is mended in 3 taps; nothing else waits', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    await me.signIn()
    await me.prepare('ready 7 of 7')
    await me.go('/address/1/unit/1')
    await expect(page.getByRole('heading', { name: 'Unit 1A' })).toBeVisible()
    await town.signalOff()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Unit number').fill('2B')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Yes, Update' }).click()
    await expect(page.getByRole('heading', { name: 'Unit 2B' })).toBeVisible()
    await expect(page.getByText('Saved on this phone')).toBeVisible()
    await openConduct(me, 1)
    await me.addAreaOf('Kitchen')
    await me.observe('Loose wire over the sink', { photos: [await cameraPicture(21)] })

    await town.pool.query("insert into units (number, address_id) values ('2b', 1)")
    await town.signalOn()
    await sendNow(page)
    await expect(page.getByTitle('Unsent work')).toContainText('1 needs you')
    // Only what was refused is left; the rest is at the office.
    await expect.poll(async () => (await unsent(page)).map((it) => it.state)).toEqual(['refused'])
    expect(await rows('select content from observations')).toEqual([{ content: 'Loose wire over the sink' }])
    expect(await rows('select count(*)::int as n from attachments')).toEqual([{ n: 1 }])
    const item = page.getByRole('article').filter({ hasText: 'Refused' })
    await expect(item).toContainText(taken)

    // The record says so too, and from there the repair takes three taps.
    await me.go('/address/1/unit/1')
    await expect(page.getByText(`Error updating unit number.: ${taken}`)).toBeVisible()
    const taps = await countTaps(page)
    await page.getByRole('link', { name: 'Repair it in Unsent work' }).click()
    await page.getByRole('button', { name: 'Repair' }).click()
    await expect(page.getByLabel('Unit Number/Letter')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('2C')
    await page.getByRole('button', { name: 'Save and send' }).click()
    await everythingSent(page)
    expect(await taps()).toBe(3)
    expect(await rows('select id, number from units order by id')).toEqual([
      { id: 1, number: '2C' },
      { id: 2, number: '2b' },
    ])
  })
})

test('I1 I7 an inspection is deleted at the office: its observations stay on the phone, everything else is sent', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    await me.signIn()
    await me.prepare('ready 7 of 7')
    await town.signalOff()
    await openConduct(me, 2)
    await me.addAreaOf('Kitchen')
    await me.observe('Mould behind the door', { photos: [await cameraPicture(22)] })
    await me.observe('Tap drips')
    await openConduct(me, 1)
    await me.addAreaOf('Porch')
    await me.observe('Handrail is loose')

    // The database keeps inspections. Somebody with access to its tables can delete one all the same.
    await town.pool.query(`
      alter table inspections disable trigger inspections_kept;
      delete from inspections where id = 2;
      alter table inspections enable trigger inspections_kept;
    `)
    await town.signalOn()
    await sendNow(page)
    await expect.poll(() => rows('select content from observations')).toEqual([{ content: 'Handrail is loose' }])
    await expect
      .poll(async () => (await unsent(page)).map((it) => it.state))
      .toEqual(['refused', 'waiting', 'waiting', 'waiting'])
    const refused = page.getByRole('article', { name: 'Area Kitchen' })
    await expect(refused).toContainText(stillThere)
    await expect(page.getByRole('article', { name: 'Observation: Tap drips' })).toContainText(
      'Waiting for “Area Kitchen”, which needs you',
    )

    // Discarding removes all dependents too, and says so. The user keeps it.
    await refused.getByRole('button', { name: 'Discard' }).click()
    const question = page.getByRole('dialog', { name: 'Discard unsent work?' })
    await expect(question).toContainText('Observation: Mould behind the door')
    await expect(question).toContainText('1 photo')
    await question.getByRole('button', { name: 'Keep' }).click()

    await town.pool.query(
      "insert into inspections (id, source, address_id, inspector_id) overriding system value values (2, 'Single Family License', 2, 1)",
    )
    await refused.getByRole('button', { name: 'Try again' }).click()
    await everythingSent(page)
    expect(await rows('select content from observations order by id')).toEqual([
      { content: 'Handrail is loose' },
      { content: 'Mould behind the door' },
      { content: 'Tap drips' },
    ])
    const [photo] = await onDevice<{ sends: { sha256: string } }>(page, 'photos')
    expect(await rows('select sha256 from attachments')).toEqual([{ sha256: photo?.sends.sha256 }])
  })
})

for (const [choice, kept] of [
  ['Keep mine', 'In Progress'],
  ['Take theirs', 'Cancelled'],
] as const) {
  test(`CI-01 a status also changed at the office: both versions are shown, and “${choice}” does that`, async () => {
    await runStory({}, async ({ town, me, rows }) => {
      const { page } = me
      await me.signIn()
      await me.prepare('ready 7 of 7')
      await openConduct(me, 1)
      await town.signalOff()
      await page.getByLabel('Status').selectOption('In Progress')
      await expect(page.getByText(/Status updated/)).toBeVisible()
      await town.pool.query("update inspections set status = 'Cancelled', updated_at = now() where id = 1")
      await town.signalOn()
      await sendNow(page)
      const item = page.getByRole('article', { name: 'Status set to In Progress' })
      await expect(item).toContainText('Changed by somebody else')
      const versions = item.getByRole('table', { name: 'Both versions' })
      await expect(versions.getByRole('row', { name: /Status/ }).getByRole('cell')).toHaveText([
        'In Progress',
        'Cancelled',
      ])
      await item.getByRole('button', { name: choice }).click()
      await expect.poll(() => unsent(page)).toEqual([])
      expect(await rows('select status from inspections where id = 1')).toEqual([{ status: kept }])
      await openConduct(me, 1)
      await expect(page.getByLabel('Status')).toHaveValue(kept)
    })
  })
}
