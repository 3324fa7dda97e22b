import { expect, type Locator, type Page } from '@playwright/test'
import { news, openApp, signIn, test } from './open-app.ts'

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into licenses (license_type, license_number, address_id) values (2, 'SF-1', 1);
    insert into businesses (name, address_id) values ('Vale Bakery', 1);
    insert into violations (address_id, user_id, deadline, violation_type) values (1, 3, '7 days', 'doorhanger');
    insert into violation_codes values (1, 1);
  `)
})

const button = (page: Page, name: string | RegExp) => page.locator('main').getByRole('button', { name, exact: true })
const form = (page: Page) => page.locator('main').getByRole('form')

/** Presses Enter on a control, as the keyboard does it. */
const enter = async (it: Locator) => {
  await it.focus()
  await it.press('Enter')
}

/** Forms that take the place of what they edit: the button that opens them, their first field, what is typed there. */
const inPlace = [
  ['US-05', '/users/2', 'Edit', 'Email', 'ons3@town.example', 'User saved'],
  ['LC-11', '/license/1', 'Edit', 'License type', null, 'License saved'],
  ['CO-06', '/contacts/1', 'Edit', 'Name', 'Nora Vale', 'Contact saved'],
  ['BU-03', '/business/1', 'Edit', 'Name', 'Vale Bread', 'Business saved'],
  ['AD-07', '/address/1', 'Edit', 'Property Name', 'Elm House', 'Address saved'],
  ['RM-05', '/rooms/1', 'Edit Room', 'Room Name', 'Cellar', 'Room saved'],
  ['UN-01', '/address/1/unit/1', 'Edit', 'Unit number', null, null],
] as const

for (const [id, path, opener, field, typed, told] of inPlace)
  test(`${id} the edit at ${path} begins in its first field; the focus goes back to “${opener}”, and the end is told`, async () => {
    const page = await app.open(path)
    const edit = button(page, opener).first()
    const first = page
      .locator('main form')
      .getByLabel(field, { exact: true })
      .or(form(page).getByLabel(`${field} *`))
    await enter(edit)
    await expect(first).toBeFocused()
    await enter(button(page, 'Cancel'))
    await expect(edit).toBeFocused()
    await enter(edit)
    if (typed) await first.fill(typed)
    await enter(button(page, /^Save/).first())
    await expect(edit).toBeFocused()
    if (told) await expect(news(page, told)).toBeVisible()
  })

test('an edit that was left half typed asks in the place of its form, and keeps the focus', {
  tag: '@phone',
}, async () => {
  const page = await app.open('/license/1')
  await enter(button(page, 'Edit'))
  await form(page).getByLabel('License number').fill('SF-77')
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names = (await indexedDB.databases()).map((it) => it.name ?? '')
        const counts = names.map(
          (name) =>
            new Promise<number>((resolve) => {
              indexedDB.open(name).onsuccess = ({ target }) => {
                const db = (target as IDBOpenDBRequest).result
                if (!db.objectStoreNames.contains('drafts')) return resolve(0)
                const count = db.transaction('drafts').objectStore('drafts').count()
                count.onsuccess = () => resolve(count.result)
              }
            }),
        )
        return (await Promise.all(counts)).reduce((sum, it) => sum + it, 0)
      }),
    )
    .toBe(1)
  await page.close()
  const again = await app.open('/license/1')
  await enter(button(again, 'Edit'))
  await expect(button(again, 'Continue')).toBeFocused()
  await again.keyboard.press('Enter')
  await expect(form(again).getByLabel('License type')).toBeFocused()
  await expect(form(again).getByLabel('License number')).toHaveValue('SF-77')
  await enter(button(again, 'Cancel'))
  await expect(button(again, 'Edit')).toBeFocused()
})

/** Forms that a button opens beside itself. */
const opened = [
  ['US-02', '/users', 'Add User', 'Email', 'Cancel'],
  ['RM-02', '/rooms', 'Add Room', 'Room Name', 'Cancel'],
  ['CF-31', '/address/1?tab=units', 'Add Unit', 'Unit Number/Letter', 'Add Unit'],
  ['AD-26', '/address/1?tab=violations', 'New Violation', 'Codes', 'New Violation'],
  ['VD-06', '/violation/1', 'Add New Citation', 'Citation ID', 'Add New Citation'],
  ['CF-40', '/business/1?tab=contacts', 'New contact', 'Name', 'New contact'],
] as const

for (const [id, path, opener, field, closer] of opened)
  test(`${id} “${opener}” at ${path}: with a keyboard its form begins in the first field; on a phone no keyboard opens`, async ({
    isMobile,
  }) => {
    const page = await app.open(path)
    await enter(button(page, opener))
    const fields = page.locator('main form:not([role=search])').locator('input, select, textarea')
    const first = page.getByLabel(field).and(fields).first()
    await expect(first).toBeVisible()
    if (isMobile) await expect(button(page, closer)).toBeFocused()
    else await expect(first).toBeFocused()
  })

test('RM-02 once a room is made, the focus is on “Add Room” again', { tag: '@desk' }, async () => {
  const page = await app.open('/rooms')
  await enter(button(page, 'Add Room'))
  await form(page).getByLabel('Room Name').fill('Boiler room')
  await form(page).getByLabel('Room Name').press('Enter')
  await expect(news(page, 'Room Boiler room created')).toBeVisible()
  await expect(button(page, 'Add Room')).toBeFocused()
})

// Desk only: on a phone the focus must open no keyboard.
test('LC-04 VD-10 Add License, Columns and the notice begin with their first field, not with Close', {
  tag: '@desk',
}, async () => {
  const page = await app.open('/licenses')
  const dialog = page.getByRole('dialog')
  await enter(button(page, 'Add License'))
  await expect(dialog.getByLabel('License type')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Add License')).toBeFocused()
  await enter(button(page, 'Columns'))
  await expect(dialog.getByLabel('Type')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Columns')).toBeFocused()
  await page.goto(`${app.town.url}/violation/1`)
  await enter(button(page, 'Make Notice'))
  await expect(dialog.getByLabel('With the photos')).toBeFocused()
})

// Desk only, in a narrow window: the sheet of the tabs below, on a computer.
test('a sheet whose first field searches begins in it, not with Close', { tag: '@desk' }, async () => {
  const page = await app.open('/')
  await page.setViewportSize({ width: 390, height: 844 })
  const newTab = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('button', { name: 'New' })
  await enter(newTab)
  const dialog = page.getByRole('dialog')
  await enter(dialog.getByRole('button', { name: 'Comment at an address' }))
  await expect(dialog.getByRole('combobox', { name: 'Address' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(newTab).toBeFocused()
})

/** As Safari: a press on a button or link moves the focus to what surrounds it. */
const focusAsSafari = (page: Page) =>
  page.evaluate(() =>
    addEventListener(
      'mousedown',
      (event) => {
        const pressed = event.target instanceof Element && event.target.closest('a, button, summary')
        if (!pressed) return
        event.preventDefault()
        const around = pressed.parentElement?.closest<HTMLElement>('[tabindex]')
        if (around) around.focus()
        else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      },
      true,
    ),
  )

const areaIn = (name: string) => app.put('insert into areas (name, inspection_id) values ($1, 1) returning id', [name])

// Phone only: a desk has no such button.
test('the camera gives the focus back to the button that opened it, also by Escape', { tag: '@phone' }, async () => {
  const page = await app.open(`/inspections/1/area/${await areaIn('Attic')}`)
  const camera = page.getByRole('dialog', { name: 'Camera' })
  await enter(button(page, 'Many photos'))
  await expect(camera).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(camera).toHaveCount(0)
  await expect(button(page, 'Many photos')).toBeFocused()
})

test('the menu’s “Go to” gives the focus back to the button of the menu', { tag: '@phone' }, async () => {
  const page = await app.open('/rooms')
  const menu = page.getByRole('button', { name: 'Open menu' })
  await enter(menu)
  await enter(page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: /^Go to/ }))
  await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(menu).toBeFocused()
})

test('in Safari, where a tap focuses no button, a closed form gives the focus back to it', {
  tag: '@phone',
}, async () => {
  const page = await app.open('/rooms')
  await page.waitForLoadState('networkidle')
  await focusAsSafari(page)
  await button(page, 'Add Room').click()
  await button(page, 'Cancel').click()
  await expect(button(page, 'Add Room')).toBeFocused()
})

test('in Safari, where a tap focuses no button, a dialog gives the focus back to it', { tag: '@desk' }, async () => {
  const page = await app.open('/licenses')
  await page.waitForLoadState('networkidle')
  await focusAsSafari(page)
  await button(page, 'Columns').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(button(page, 'Columns')).toBeFocused()
})

for (const [path, opener, words] of [
  ['/users/1', 'Edit', 'Changing a user needs signal'],
  ['/license/1', 'Edit', 'Changing a license needs signal'],
  ['/rooms', 'Add Room', 'Creating a room needs signal'],
] as const)
  test(`“${opener}” at ${path} says without signal that it needs signal, before anything is typed`, {
    tag: '@phone',
  }, async () => {
    const page = await app.open(path)
    await expect(button(page, opener)).toBeVisible()
    await page.waitForLoadState('networkidle')
    await app.signalOff()
    await button(page, opener).click()
    await expect(page.getByText(words)).toBeVisible()
  })

test('RM-03 a room that could not be sent, because the app was opened without signal, is not said to have arrived', {
  tag: '@phone',
}, async () => {
  await (await app.open('/rooms')).close()
  await app.signalOff()
  const page = await app.open('/rooms')
  await button(page, 'Add Room').click()
  await form(page).getByLabel('Room Name').fill('Attic')
  await button(page, 'Create Room').click()
  await expect(page.getByText('Failed to create room')).toBeVisible()
  await expect(page.getByText('What you typed is still here; save it again.')).toBeVisible()
  await expect(page.getByText('may have arrived')).toHaveCount(0)
})

for (const [who, words] of [
  ['guest', [/What you save/, /keeps its work/, 'My work', /never opened here/]],
  ['oas', [/never opened here/]],
] as const)
  test(`C-11 the dashboard of “${who}” promises only what this role can do`, { tag: '@desk' }, async ({ page }) => {
    await page.goto(app.town.url)
    await signIn(page, who)
    const main = page.locator('main')
    await expect(main.getByRole('link', { name: /^Prepare for the field/ })).toBeVisible()
    await expect(
      main.getByRole('link', { name: who === 'guest' ? /^Look things up/ : /^How saving works/ }),
    ).toBeVisible()
    for (const it of words) await expect(main.getByText(it)).toHaveCount(0)
  })
