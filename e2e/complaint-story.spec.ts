import { expect } from '@playwright/test'
import { cameraPicture } from './inspector.ts'
import { changes, everythingSent, onDevice, runStory, savedHere, sendNow, typedIsKept, unsent } from './story.ts'
import { test } from './story-test.ts'
import { people } from './town.ts'

// The office part is at a desk.
test('CF-13 CF-15 CF-30 DB-43 the office takes a complaint with a new contact; the inspector finds it in their work', {
  tag: '@desk',
}, async ({ browser }) => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    await page.setViewportSize({ width: 1440, height: 900 })
    me.person = people.oas
    await me.signIn()
    await page.getByRole('button', { name: 'New Complaint' }).click()
    const form = page.getByRole('form', { name: 'New Complaint' })
    await form.getByRole('combobox', { name: 'Address' }).fill('quarry')
    await form.getByRole('option', { name: /48 QUARRY ROAD/ }).click()
    await form.getByLabel('Description').fill('Water stands in the yard')
    await form.getByRole('button', { name: 'New contact' }).click()
    await form.getByRole('button', { name: 'Create New Complaint' }).click()
    // No person was named, so there is no contact. Now the caller gives a name without email or phone.
    await expect(page.getByRole('link', { name: 'Open the new complaint' })).toBeVisible()
    await everythingSent(page, 3)
    expect(await rows('select count(*)::int as n from contacts')).toEqual([{ n: 1 }])

    await page.getByRole('button', { name: 'New Complaint' }).click()
    await form.getByRole('combobox', { name: 'Address' }).fill('elm')
    await form.getByRole('option', { name: /12 ELM STREET/ }).click()
    await form.getByLabel('Unit').selectOption('Unit 1A')
    await form.getByLabel('Description').fill('No heat since the weekend')
    await form.getByRole('button', { name: 'New contact' }).click()
    await form.getByLabel('Contact email').fill('not an email')
    await form.getByRole('button', { name: 'Create New Complaint' }).click()
    await expect(form.getByText('Name is required')).toBeVisible()
    await expect(form.getByText('Enter a valid email address')).toBeVisible()
    await form.getByLabel('Contact name').fill('Vera Holt')
    await form.getByLabel('Contact email').fill('vera@holt.example')
    await form.getByLabel('Contact phone').fill('410-555-0123')
    await form.getByRole('button', { name: 'Create New Complaint' }).click()
    await everythingSent(page, 3)

    // The complaint is in the office's pending list and in the inspector's own work.
    await expect(page.getByRole('table', { name: 'Pending Complaints' })).toContainText('No heat since the weekend')
    // The device may have sent the contact and not saved the complaint yet.
    const complaint = () =>
      rows(
        `select contacts.name, contacts.email, inspector_id, unit_id, status from inspections
         join contacts on contacts.id = contact_id where description like 'No heat%'`,
      )
    await expect
      .poll(complaint)
      .toEqual([{ name: 'Vera Holt', email: 'vera@holt.example', inspector_id: 1, unit_id: 1, status: null }])
    expect(await rows('select count(*)::int as n from contacts')).toEqual([{ n: 2 }])
    const context = await browser.newContext()
    const theirs = await context.newPage()
    await theirs.goto(town.url)
    await theirs.getByLabel('Email').fill(people.ons.email)
    await theirs.getByLabel('Password').fill(people.ons.password)
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await expect(theirs.getByRole('table', { name: 'Pending Inspections' })).toContainText('Complaint')
    await context.close()
  })
})

test('CF-13 CF-18 CF-21 CF-35 an offline complaint with new contact, new business and two photos is one of each', {
  tag: '@phone',
}, async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    await me.signIn()
    await me.prepare('ready 7 of 7')
    await town.signalOff()
    await me.go('/?new=complaint')
    const form = page.getByRole('form', { name: 'New Complaint' })
    await form.getByRole('button', { name: 'Add a Business' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a Business' })
    await dialog.getByLabel('Name').fill('Quarry Coffee')
    await dialog.getByRole('combobox', { name: 'Address' }).fill('quarry')
    await dialog.getByRole('option', { name: /48 QUARRY ROAD/ }).click()
    await dialog.getByRole('button', { name: 'Create Business' }).click()
    await expect(form.getByRole('group', { name: 'Address' })).toContainText('48 QUARRY ROAD')
    await form.getByRole('button', { name: 'New contact' }).click()
    await form.getByLabel('Contact name').fill('Vera Holt')
    await form.getByLabel('Contact phone').fill('410-555-0123')
    const files = [await cameraPicture(61), await cameraPicture(62)].map((buffer, at) => ({
      ...{ name: `photo ${at}.jpg`, mimeType: 'image/jpeg', buffer },
    }))
    await form.locator('input[type=file][multiple]').setInputFiles(files)
    await expect(form.getByText('2 files')).toBeVisible()
    await form.getByLabel('Description').fill('Smoke over the back stairs')
    await typedIsKept(page, 'Smoke over the back stairs')

    // The phone dies in the middle. The app offers the typed text and the photos again.
    await page.reload()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(form.getByLabel('Description')).toHaveValue('Smoke over the back stairs')
    await expect(form.getByLabel('Contact name')).toHaveValue('Vera Holt')
    await expect(form.getByText('2 files')).toBeVisible()
    await form.getByRole('button', { name: 'Create New Complaint' }).click()
    await page.getByRole('link', { name: 'Open the new complaint' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('#new')
    await expect(page.getByText(savedHere()).first()).toBeVisible()
    await expect(page.getByText('48 QUARRY ROAD').first()).toBeVisible()
    await expect(page.getByText('Vera Holt')).toBeVisible()
    expect((await unsent(page)).map((it) => it.command.split(' ')[1])).toEqual([
      '/businesses/',
      '/contacts/',
      '/inspections/',
      '/inspections/:inspectionId/photos',
      '/inspections/:inspectionId/photos',
    ])

    const before = town.calls.length
    await town.signalOn()
    await sendNow(page)
    await everythingSent(page)
    expect(
      await rows(
        `select description, source, address_id, business_id, inspector_id, paid, contacts.name from inspections
         join contacts on contacts.id = contact_id where source = 'Complaint'`,
      ),
    ).toEqual([
      {
        ...{ description: 'Smoke over the back stairs', source: 'Complaint', address_id: 2, business_id: null },
        ...{ inspector_id: null, paid: false, name: 'Vera Holt' },
      },
    ])
    expect(await rows('select name, address_id from businesses')).toEqual([{ name: 'Quarry Coffee', address_id: 2 }])
    expect(await rows("select count(*)::int as n from contacts where name = 'Vera Holt'")).toEqual([{ n: 1 }])
    const photos = await onDevice<{ sends: { sha256: string } }>(page, 'photos')
    const stored = await rows("select sha256 from attachments where owner_type = 'inspection'")
    expect(stored.map((it) => it.sha256).sort()).toEqual(photos.map((it) => it.sends.sha256).sort())
    expect(stored).toHaveLength(2)
    expect(changes(town, before).filter((it) => it.endsWith('/photos'))).toHaveLength(2)
  })
})
