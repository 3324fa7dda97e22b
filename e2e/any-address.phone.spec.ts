import { expect, type Page } from '@playwright/test'
import { chooser, comment, form as commentForm, field, thread } from './comments.ts'
import { cameraPicture, Inspector } from './inspector.ts'
import { everythingSent, runStory, unsent } from './story.ts'
import { test } from './story-test.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const shot = async (page: Page, name: string) => {
  if (process.env.E2E_PICTURES) await page.screenshot({ path: `${process.env.E2E_PICTURES}/${name}.png` })
}

test('AD-03 AD-19 AD-26 CF-13 CF-24 CF-31 GS-09 an address never opened is found and worked at without signal, sent once', async () => {
  test.slow()
  await runStory({ dies: true }, async ({ town, phone, me: first, rows }) => {
    await town.pool.query(`
      insert into addresses (combadd, ownername, district, property_id) values
        ('77 BIRCH WAY', 'Ines Dorn', '21', '0042'), ('1200 ALDERHOLLOW ROAD', null, null, null);
      insert into units (number, address_id) values ('2B', 3);
      insert into comments (content, address_id, user_id) values ('Said at the office long ago', 3, 2);
      insert into violations (address_id, user_id, violation_type) values (3, 2, 'doorhanger');`)
    let me = first
    await me.signIn()
    await me.prepare('ready 7 of 7')
    await town.signalOff()
    await me.go('/')
    const box = me.page.getByPlaceholder('Search by address or owner...')
    await box.fill('bir  77')
    await me.page.getByRole('option', { name: /77 BIRCH WAY/ }).click()

    let page = me.page
    await expect(page.getByRole('heading', { level: 1, name: '77 BIRCH WAY' })).toBeVisible()
    await expect(page.getByText('Ines Dorn')).toBeVisible()
    await expect(page.getByText(/^From the address book of this device/)).toBeVisible()
    await expect(page.getByText('Earlier comments are not on this device. They come with signal.')).toBeVisible()
    await shot(page, 'line')
    // No count is shown for unknown lists, and no failure.
    for (const it of await page.getByRole('tab').allInnerTexts()) expect(it).not.toMatch(/\d/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)

    await chooser(page).setInputFiles([{ name: 'yard.jpg', mimeType: 'image/jpeg', buffer: await cameraPicture(71) }])
    await field(page).fill('Nobody opens')
    await commentForm(page).getByRole('button', { name: 'Post' }).click()
    await expect(comment(page, 'Nobody opens')).toBeVisible()
    await expect(tab(page, 'Comments')).toHaveText('Comments')
    await shot(page, 'line-comment')

    await tab(page, 'Violations').click()
    await expect(page.getByText('Earlier violations are not on this device. They come with signal.')).toBeVisible()
    await page.getByRole('button', { name: 'New Violation' }).click()
    await page.getByRole('radio', { name: '7 days' }).check()
    await page.getByRole('button', { name: 'Review and Create' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Create/ })
      .last()
      .click()
    await page.getByRole('button', { name: 'Create without a section' }).click()
    await expect(page.getByRole('tabpanel').locator('tbody tr')).toContainText('Saved on this phone')
    await shot(page, 'line-violations')

    // A unit with a number that the office already has.
    await tab(page, 'Units').click()
    await page.getByRole('button', { name: 'Add Unit' }).click()
    await page.getByLabel('Unit Number/Letter').fill('2b')
    await page.getByRole('button', { name: 'Create Unit' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Unit 2b' })).toBeVisible()
    await field(page).fill('Said in the unit')
    await commentForm(page).getByRole('button', { name: 'Post' }).click()
    await expect(comment(page, 'Said in the unit')).toBeVisible()

    await me.go('/?new=complaint')
    const complaint = page.getByRole('form', { name: 'New Complaint' })
    await complaint.getByRole('combobox', { name: 'Address' }).fill('way 77')
    await complaint.getByRole('option', { name: /77 BIRCH WAY/ }).click()
    await expect(complaint.getByLabel('Unit')).toContainText('Unit 2b')
    await expect(complaint.getByText(/^Its units are not on this device/)).toBeVisible()
    await complaint.getByLabel('Description').fill('Water in the cellar')
    await shot(page, 'line-complaint')
    await complaint.getByRole('button', { name: 'Create New Complaint' }).click()
    await expect(page.getByRole('link', { name: 'Open the new complaint' })).toBeVisible()

    await me.go('/?new=multifamily')
    const license = page.getByRole('form', { name: 'Create New Multifamily License' })
    await license.getByRole('combobox', { name: 'Address' }).fill('12 ald')
    await license.getByRole('option', { name: /1200 ALDERHOLLOW ROAD/ }).click()
    await license.getByRole('button', { name: 'Create Multifamily License' }).click()
    await page.getByRole('link', { name: /Open the new/ }).click()
    await page.getByRole('link', { name: 'Conduct' }).first().click()
    await expect(page.getByText(/^Its units are not on this device/)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await shot(page, 'line-conduct')
    await me.addAreaOf('Kitchen')
    await me.observe('Loose wire', { photos: [await cameraPicture(72)] })

    await phone.kill()
    // A deep link without signal; then one to an address in no book.
    me = new Inspector(await phone.start(`${town.url}/address/3`), town.url)
    page = me.page
    await expect(page.getByRole('heading', { level: 1, name: '77 BIRCH WAY' })).toBeVisible()
    await expect(comment(page, 'Nobody opens')).toBeVisible()
    await me.go('/address/999999')
    await expect(page.getByText(/^Address #999999 is not in the address book of this device/)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await shot(page, 'no-line')
    await me.go('/address/3')
    await expect(comment(page, 'Nobody opens')).toBeVisible()
    expect((await unsent(page)).length).toBeGreaterThanOrEqual(8)

    await town.signalOn()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await everythingSent(page)
    // The page loads its data by the documented call.
    await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
    await expect(page.getByText('0042')).toBeVisible()
    await expect(page.getByText(/^From the address book/)).toHaveCount(0)
    await expect(thread(page)).toHaveCount(3)
    await expect(tab(page, 'Comments')).toHaveText('Comments3')
    await expect(tab(page, 'Violations')).toHaveText('Violations2')
    await expect(tab(page, 'Units')).toHaveText('Units1')
    await shot(page, 'filled')

    expect(
      await rows(`select content, unit_id, (select count(*)::int from attachments a where owner_type = 'comment' and owner_id = c.id) as files
                  from comments c where address_id = 3 order by content`),
    ).toEqual([
      { content: 'Nobody opens', unit_id: null, files: 1 },
      { content: 'Said at the office long ago', unit_id: null, files: 0 },
      { content: 'Said in the unit', unit_id: 1 + 1, files: 0 },
    ])
    expect(await rows('select number, address_id from units order by id')).toEqual([
      { number: '1A', address_id: 1 },
      { number: '2B', address_id: 3 },
    ])
    expect(await rows('select count(*)::int as n from violations where address_id = 3')).toEqual([{ n: 2 }])
    expect(
      await rows(
        'select source, address_id, count(*)::int as n from inspections where id > 2 group by 1, 2 order by 1',
      ),
    ).toEqual([
      { source: 'Complaint', address_id: 3, n: 1 },
      { source: 'Multifamily License', address_id: 4, n: 1 },
    ])
    expect(await rows('select content from observations')).toEqual([{ content: 'Loose wire' }])
    expect(await rows("select count(*)::int as n from attachments where owner_type = 'observation'")).toEqual([
      { n: 1 },
    ])
  })
})
