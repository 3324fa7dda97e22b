import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { holdCalls, moveTo, news, openApp, refuse, sendNow, signIn, test } from './open-app.ts'
import { savedHere, typedIsKept } from './story.ts'

/** Address 3 has records of every kind; address 4 has none. */
const app = openApp('ons', async (pool) => {
  await pool.query(`
    insert into addresses (combadd, property_name, aka, ownername, owneraddress, ownerstate, ownerzip, district, property_id, vacancy_status)
      values ('5 OAK STREET', 'Oak Court', 'The Oaks', 'Harriet Vale', '9 Vale Road', 'MD', '20740', '21', '4711', 'registered'),
             ('6 OAK STREET', null, null, null, null, null, null, null, null, null);
    insert into address_contacts (address_id, contact_id) values (3, 1);
    insert into businesses (name, address_id) values ('Vale Bakery', 3);
    insert into units (number, address_id) select n, 3 from unnest(array['10', '2', 'B', '1', '2A', '11']) n;
    insert into comments (address_id, user_id, content) values (3, 1, 'Gate code is 4711');
    insert into violations (address_id, user_id, description, status, updated_at) values
      (3, 1, repeat('Broken rail. ', 10), 0, now() - interval '2 days'),
      (3, 1, 'Tall grass behind the house', 1, now() - interval '1 day');
    insert into violation_codes values (1, 3), (2, 1);
    insert into citations (violation_id, citationid, status, deadline, created_at) values
      (1, 'PAID-1', 1, '2026-01-01', now() - interval '1 hour'),
      (1, 'OWED-2', 0, '2099-01-01', now() - interval '2 hours'),
      (1, 'TRIAL-3', 2, '2026-01-01', now() - interval '3 hours');
    insert into inspections (source, address_id, description) values
      ('Building Permit', 3, null), ('Complaint', 3, 'Noise at night');
    insert into licenses (license_type, license_number, address_id, expiration_date) values (2, 'SF-7', 3, '2020-06-30');
    insert into permits (inspection_id, permit_number) values (3, 'BP-9');
  `)
})

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const panel = (page: Page) => page.getByRole('tabpanel')
const fact = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')
const addressIn = async (id: number) => (await app.rows('select * from addresses where id = $1', [id]))[0]
const parts =
  /\/(contacts|businesses|units|comments|violations|photos|citations|inspections|complaints|licenses|permits)\b/

test('AD-01, AD-03, AD-04 header and tabs in order with counts, Comments first; by keyboard, in the address, kept by Back', async ({
  isMobile,
}) => {
  // Only a device that has begun to read changes keeps the shown lists up to date.
  const home = await app.open('/')
  await expect.poll(() => app.town.calls.some((it) => it.includes('/sync/changes'))).toBe(true)
  await home.waitForLoadState('networkidle')
  await home.close()
  const before = app.town.calls.length
  const page = await app.open('/address/3')
  await test.step('AD-01 AD-06 property name, combined address, owner, licence badge', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oak Court')
    await expect(page.getByText('5 OAK STREET', { exact: true })).toBeVisible()
    await expect(fact(page, 'Owner')).toHaveText(/Harriet Vale.*9 Vale Road.*MD 20740/)
    await expect(page.getByRole('link', { name: 'License expired 6/30/2020' })).toHaveAttribute('href', '/license/1')
  })
  await test.step('AD-03 eleven tabs in order with counts, AD-04 Comments is chosen', async () => {
    const counted = ['Contacts1', 'Businesses1', 'Units6', 'Comments1', 'Violations2', 'Photos0', 'Citations3']
    await expect(page.getByRole('tab')).toHaveText([...counted, 'Inspections1', 'Complaints1', 'Licenses1', 'Permits1'])
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Comments/)
    await expect(panel(page)).toContainText('Gate code is 4711')
    // The open list is requested at once with what is shown above the tabs; lists that are only counted follow.
    const asked = app.town.calls.slice(before).filter((it) => it.startsWith('GET') && parts.test(it))
    const at = (list: RegExp) => asked.findIndex((it) => list.test(it))
    const followers = [/\/contacts\b/, /\/units\b/, /\/businesses\b/].map(at)
    expect(followers).not.toContain(-1)
    expect(at(/\/comments\/address\/3$/)).toBeLessThan(Math.min(...followers))
    expect(new Set(asked).size).toBe(asked.length)
  })
  await test.step('a second visit asks for changes, and for no list that is followed', async () => {
    // Answers younger than three seconds are not requested again.
    await page.clock.install({ time: Date.now() + 3_100 })
    const second = app.town.calls.length
    await page.reload()
    await expect(page.getByRole('tab')).toHaveCount(11)
    await expect(panel(page)).toContainText('Gate code is 4711')
    // On a slow machine the network is idle before the app has asked for anything.
    const changesAsked = () => app.town.calls.slice(second).filter((it) => it.includes('/sync/changes')).length
    await expect.poll(changesAsked).toBe(1)
    await page.waitForLoadState('networkidle')
    expect(changesAsked()).toBe(1)
    const asked = app.town.calls.slice(second).filter((it) => it.startsWith('GET') && parts.test(it))
    expect(asked).toEqual([])
  })
  await test.step('one stop for Tab; arrows, Home and End choose; the chosen one is in sight', async () => {
    await page.getByRole('tab', { selected: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Violations/)
    await expect(page).toHaveURL(/\?tab=violations$/)
    await page.keyboard.press('End')
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Permits/)
    await expect(tab(page, 'Permits')).toBeFocused()
    await expect(tab(page, 'Permits')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Contacts')).toBeFocused()
    await expect(tab(page, 'Contacts')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Tab')
    await expect(panel(page)).toBeFocused()
  })
  await test.step('Back restores the chosen tab', async () => {
    await tab(page, 'Permits').click()
    await panel(page).getByRole('link', { name: 'BP-9' }).click()
    await expect(page).toHaveURL(/\/permit\/1$/)
    await page.goBack()
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Permits/)
    await expect(tab(page, 'Permits')).toBeInViewport({ ratio: 1 })
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(isMobile ? 390 : 1440)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('form', { name: 'Edit address' })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 90)}`)).toEqual([])
})

test('P12 an address that the device holds is shown with its licence and open matters at once: nothing is pushed down', async () => {
  const page = await app.open('/address/3')
  await expect(page.getByRole('link', { name: 'License expired 6/30/2020' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Open matters' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Permits 1' })).toBeVisible()
  await moveTo(page, '/codes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Code Violations')
  // What stands below the title at the first moment at which there is one.
  await page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body
    const watch = new MutationObserver(() => {
      if (main.querySelector('h1')?.textContent !== 'Oak Court') return
      watch.disconnect()
      main.setAttribute('data-at-first', main.textContent ?? '')
    })
    watch.observe(main, { childList: true, subtree: true, characterData: true })
  })
  await moveTo(page, '/address/3')
  const main = page.locator('main')
  await expect(main).toHaveAttribute('data-at-first', /License expired 6\/30\/2020/)
  await expect(main).toHaveAttribute('data-at-first', /Open matters/)
})

test('P12 at the first visit of an address nothing moves: what is above the tabs comes at once, or late and closed', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(`${app.town.url}/about`)
  await signIn(page, 'oas')
  // The place of the tabs at the first moment at which there are any.
  const atFirst = () =>
    page.evaluate(() => {
      const main = document.querySelector('main') ?? document.body
      const watch = new MutationObserver(() => {
        const tabs = main.querySelector('[role=tablist]')
        if (!tabs) return
        watch.disconnect()
        main.setAttribute('data-y', String(Math.round(tabs.getBoundingClientRect().y)))
      })
      watch.observe(main, { childList: true, subtree: true })
    })
  const moved = async () => {
    const now = await page.getByRole('tablist').boundingBox()
    return Math.abs((now?.y ?? 0) - Number(await page.locator('main').getAttribute('data-y')))
  }
  const letGo = await holdCalls(page, /\/violations\/address\/3$/)
  await atFirst()
  await moveTo(page, '/address/3')
  const late = page.getByRole('button', { name: 'Show Open matters' })
  await expect(late).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { name: /^Open matters ?3/ })).toBeVisible()
  expect(await moved()).toBeLessThan(2)
  await late.click()
  await expect(
    page
      .getByRole('region', { name: /^Open matters/ })
      .getByRole('link')
      .first(),
  ).toBeVisible()

  await moveTo(page, '/codes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Code Violations')
  await atFirst()
  await moveTo(page, '/address/1')
  await expect(page.getByRole('heading', { name: /^Open matters/ })).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Businesses ?0/ })).toBeVisible()
  expect(await moved()).toBeLessThan(2)
})

// The desk shows the same.
test('AD-12, AD-13, AD-14, AD-25, AD-27, AD-28, AD-29 the contents of the tabs, and where they lead', {
  tag: '@phone',
}, async () => {
  const page = await app.open('/address/3?tab=units')
  const links = () =>
    panel(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((it) => `${it.textContent?.trim()} ${it.getAttribute('href')}`))
  await test.step('AD-12 units by number, the others after; AD-13 a search box for more than 5; AD-14 the links', async () => {
    await expect(panel(page).getByRole('link')).toHaveText([
      'Unit 1',
      'Unit 2',
      'Unit 2A',
      'Unit 10',
      'Unit 11',
      'Unit B',
    ])
    expect((await links())[0]).toBe('Unit 1 /address/3/unit/5')
    await panel(page).getByLabel('Search units').fill('2')
    await expect(panel(page).getByRole('link')).toHaveText(['Unit 2', 'Unit 2A'])
    await panel(page).getByLabel('Search units').fill('99')
    await expect(panel(page).getByText('No units found matching your search.')).toBeVisible()
    await page.goto(`${app.town.url}/address/1?tab=units`)
    await expect(panel(page).getByRole('link')).toHaveText(['Unit 1A'])
    await expect(panel(page).getByLabel('Search units')).toHaveCount(0)
    await page.goto(`${app.town.url}/address/3?tab=violations`)
  })
  await test.step('AD-25 violations newest updated first, 80 characters of the description, links, filter by status', async () => {
    const rows = panel(page).locator('tbody tr')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(0)).toContainText('Tall grass behind the house')
    await expect(rows.nth(1)).toContainText(/(Broken rail\. ){6}Br…/)
    expect(await links()).toEqual([
      expect.stringMatching(/^doorhanger \/violation\/2$/i),
      expect.stringContaining('/code/1'),
      expect.stringMatching(/^doorhanger \/violation\/1$/i),
      expect.stringContaining('/code/3'),
    ])
    await panel(page).getByLabel('Status').selectOption('Current')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Broken rail.')
    await panel(page).getByLabel('Status').selectOption('Dismissed')
    await expect(panel(page).getByText('No violations match your filter.')).toBeVisible()
  })
  await test.step('AD-27 citations newest first, by choice the unpaid or the past due first', async () => {
    await tab(page, 'Citations').click()
    const order = panel(page).getByRole('link')
    await expect(order).toHaveText(['PAID-1', 'OWED-2', 'TRIAL-3'])
    await panel(page).getByLabel('Sort by').selectOption('Unpaid first')
    await expect(order).toHaveText(['OWED-2', 'PAID-1', 'TRIAL-3'])
    await panel(page).getByLabel('Sort by').selectOption('Past due first')
    await expect(order).toHaveText(['TRIAL-3', 'PAID-1', 'OWED-2'])
    expect((await links())[0]).toBe('TRIAL-3 /citation/3')
  })
  await test.step('AD-28 AD-29 inspections, complaints, licences, permits, businesses and contacts link to their records', async () => {
    for (const [name, link] of [
      ['Inspections', 'Building Permit /inspection/3'],
      ['Complaints', 'Noise at night /complaint/4'],
      ['Licenses', 'SF-7 /license/1'],
      ['Permits', 'BP-9 /permit/1'],
      ['Businesses', 'Vale Bakery /businesses/1'],
      ['Contacts', 'Harriet Vale /contacts/1'],
    ] as const) {
      await tab(page, name).click()
      await expect(panel(page).getByRole('link').first()).toBeVisible()
      expect(await links()).toContainEqual(link)
    }
  })
})

// The words are the same on the desk.
test('AD-03 the timeline of an address has all of its records by time, each a tap away', {
  tag: '@phone',
}, async () => {
  const page = await app.open('/address/3')
  const timeline = page.getByRole('region', { name: /^Timeline/ })
  const lines = timeline.getByRole('list', { name: 'What happened here' }).getByRole('listitem')
  // A comment, two violations, three citations, a licence and a permit, and the complaint; the inspection is not made yet.
  await expect(timeline.getByRole('heading')).toHaveText('Timeline9')
  await expect(lines).toHaveCount(3)
  await timeline.getByRole('button', { name: /^Show all 9/ }).click()
  await expect(lines).toHaveCount(9)
  await lines.filter({ hasText: 'Gate code is 4711' }).getByRole('button').click()
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/^Comments/)
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport()
  await lines.filter({ hasText: 'OWED-2' }).getByRole('link').click()
  await expect(page).toHaveURL(/\/citation\/2$/)
})

test('AD-30, AD-36, AD-37 each tab says that it failed or is empty, and without signal shows what the device holds', {
  tag: '@phone',
}, async ({ page: fresh }) => {
  const failing = ['Contacts', 'Businesses', 'Units', 'Comments', 'Violations', 'Photos', 'Citations', 'Inspections']
  const all = [...failing, 'Complaints', 'Licenses', 'Permits']
  await test.step('AD-36 Failed to fetch', async () => {
    app.town.faults.inject = refuse(
      /GET .*(address\/4|addresses\/4\/|address_id=4|businesses|licenses|permits)/,
      500,
      'Out of order',
    )
    await fresh.goto(`${app.town.url}/address/4`)
    await signIn(fresh, 'oas')
    for (const name of all) {
      await tab(fresh, name).click()
      await expect(panel(fresh).getByRole('alert')).toHaveText(`Error: Failed to fetch ${name.toLowerCase()}`)
    }
  })
  await test.step('AD-37 the empty texts', async () => {
    app.town.faults.inject = () => undefined
    const page = await app.open('/address/4')
    for (const [name, words] of [
      ['Photos', 'No photos available.'],
      ['Citations', 'No citations available.'],
      ['Complaints', 'No complaints available.'],
      ['Inspections', 'No inspections available.'],
      ['Comments', 'No comments available.'],
      ['Licenses', 'No licenses for this address.'],
      ['Permits', 'No permits for this address.'],
      ['Violations', 'No violations match your filter.'],
      ['Contacts', 'No contacts associated with this address.'],
      ['Units', 'No units for this address in CodeSoft.'],
      ['Businesses', 'No businesses associated with this address'],
    ] as const) {
      await tab(page, name).click()
      await expect(panel(page).getByText(words, { exact: true })).toBeVisible()
    }
    await page.goto(`${app.town.url}/address/999`)
    await expect(page.getByText('No address details available.')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Error: Failed to fetch address')
    await page.close()
  })
  await test.step('AD-30 licences by address_id, then from the whole list', async () => {
    const asked = (path: string) => app.town.calls.some((it) => it === `GET /api/${path}`)
    const other = await app.put("insert into addresses (combadd) values ('8 OAK STREET') returning id")
    await app.pool.query("insert into licenses (license_type, license_number, address_id) values (2, 'SF-8', $1)", [
      other,
    ])
    app.town.faults.inject = refuse(/GET .*(licenses|permits)\/address/, 404, 'Not Found')
    const page = await app.open(`/address/${other}?tab=licenses`)
    await expect(panel(page).getByRole('link', { name: 'SF-8' })).toBeVisible()
    await expect(tab(page, 'Licenses')).toHaveText('Licenses1')
    await tab(page, 'Permits').click()
    await expect(panel(page).getByText('No permits for this address.')).toBeVisible()
    expect(asked(`licenses/address/${other}`) && asked('licenses/')).toBe(true)
  })
  await test.step('P12 a count that comes late moves no tab', async () => {
    const address = await app.put("insert into addresses (combadd) values ('9 OAK STREET') returning id")
    const leftOfLast = async (page: Page) => {
      const strip = page.getByRole('tablist', { name: 'Records of this address' })
      const scrolled = await strip.evaluate((it) => it.scrollLeft)
      return Math.round(scrolled + ((await tab(page, 'Permits').boundingBox())?.x ?? 0))
    }
    app.town.faults.inject = refuse(/GET .*(units|photos)/, 500, 'Later')
    const page = await app.open(`/address/${address}`)
    await expect(tab(page, 'Inspections')).toHaveText('Inspections0')
    await expect(tab(page, 'Units')).toHaveText('Units')
    const before = await leftOfLast(page)
    app.town.faults.inject = () => undefined
    await page.reload()
    await expect(tab(page, 'Units')).toHaveText('Units0')
    await expect(tab(page, 'Photos')).toHaveText('Photos0')
    expect(await leftOfLast(page)).toBe(before)
  })
  await test.step('a visited address is whole without signal, counts included', async () => {
    const page = await app.open('/address/3')
    await expect(page.getByRole('tab')).toHaveText([/Contacts1/, /1/, /6/, /1/, /2/, /0/, /3/, /1/, /1/, /1/, /1/])
    await app.signalOff()
    await page.reload()
    await expect(page.getByRole('tab')).toHaveText([/Contacts1/, /1/, /6/, /1/, /2/, /0/, /3/, /1/, /1/, /1/, /1/])
    await tab(page, 'Inspections').click()
    await expect(panel(page).getByRole('link', { name: 'Building Permit' })).toBeVisible()
  })
})

const fields = [
  'Property Name',
  'Combined Address',
  'AKA',
  'Street Number',
  'Street Name',
  'Owner Name',
  'Owner Address',
  'Owner State',
  'Owner ZIP',
  'Vacancy Status',
  'District',
  'Property ID',
]

// The desk has the same form.
test('AD-07, AD-08 Edit toggles; the twelve fields; saved without signal it shows at once, the draft outlives a reload', {
  tag: '@phone',
}, async () => {
  const id = await app.put(
    "insert into addresses (combadd, ownername, zoning) values ('1 EDIT WAY', 'Ed Dorn', 'R-1') returning id",
  )
  const page = await app.open(`/address/${id}`)
  const form = page.getByRole('form', { name: 'Edit address' })
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(form.locator('label')).toHaveText(fields)
  await expect(form.getByLabel('Owner Name')).toHaveValue('Ed Dorn')
  await form.getByLabel('Owner Name').fill('Nobody')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
  await expect(fact(page, 'Owner')).toHaveText('Ed Dorn')

  await app.signalOff()
  await page.getByRole('button', { name: 'Edit' }).click()
  await form.getByLabel('Property Name').fill('Edit House')
  await form.getByLabel('Vacancy Status').selectOption('vacant')
  await typedIsKept(page, '"vacant"')
  await page.reload()
  await expect(page.getByText('A change of this address was left unfinished here')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByLabel('Property Name')).toHaveValue('Edit House')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(news(page, 'Address saved (waiting to send)')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit House')
  await expect(fact(page, 'Vacancy Status')).toHaveText('Vacant')
  await expect(page.locator(`[data-entry-state="${savedHere()}"]`)).toBeVisible()
  await app.signalOn()
  await sendNow(app, page)
  const saved = { property_name: 'Edit House', vacancy_status: 'vacant', ownername: 'Ed Dorn', zoning: 'R-1' }
  await expect.poll(() => addressIn(id)).toMatchObject(saved)

  app.town.faults.inject = refuse(/PUT .*addresses/, 422, 'The books are closed')
  await page.goto(`${app.town.url}/address/${id}?mode=edit`)
  await form.getByLabel('AKA').fill('Closed House')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('[data-entry-state=Refused]')).toContainText('Failed to save address: The books are closed')
})

// The same happens on the desk.
test('AD-07 two people edit one address: different fields are both kept; of the same field the user chooses', {
  tag: '@phone',
}, async ({ page: other }) => {
  const id = await app.put("insert into addresses (combadd, ownername) values ('2 EDIT WAY', 'Ida Dorn') returning id")
  const edit = async (page: Page, field: string, value: string) => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel(field, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('form', { name: 'Edit address' })).toHaveCount(0)
  }
  await other.goto(`${app.town.url}/address/${id}`)
  await signIn(other, 'oas')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('2 EDIT WAY')
  const mine = await app.open(`/address/${id}`)
  await expect(mine.getByRole('heading', { level: 1 })).toHaveText('2 EDIT WAY')
  await mine.context().setOffline(true)

  await edit(mine, 'Property Name', 'Dorn House')
  await edit(other, 'Owner Name', 'Dorn Trust')
  await expect.poll(() => addressIn(id)).toMatchObject({ ownername: 'Dorn Trust', property_name: null })
  await mine.context().setOffline(false)
  await sendNow(app, mine)
  await expect.poll(() => addressIn(id)).toMatchObject({ ownername: 'Dorn Trust', property_name: 'Dorn House' })

  await mine.goto(`${app.town.url}/address/${id}`)
  await expect(fact(mine, 'Owner')).toHaveText('Dorn Trust')
  await mine.context().setOffline(true)
  await edit(mine, 'Owner Name', 'Ida Dorn-Vale')
  await edit(other, 'Owner Name', 'Dorn & Sons')
  await expect.poll(() => addressIn(id)).toMatchObject({ ownername: 'Dorn & Sons' })
  await mine.context().setOffline(false)
  await sendNow(app, mine)
  const item = mine.getByRole('article', { name: 'Address changed: Owner Name' })
  await expect(item.getByRole('row', { name: /Owner Name/ }).getByRole('cell')).toHaveText([
    'Ida Dorn-Vale',
    'Dorn & Sons',
  ])
  await item.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => addressIn(id)).toMatchObject({ ownername: 'Ida Dorn-Vale', property_name: 'Dorn House' })
})

// The desk has the same forms.
test('AD-26, CF-31, CF-32 a violation and a unit are added at the address, without signal too, but never by a Guest', {
  tag: '@phone',
}, async ({ page: guest }) => {
  const page = await app.open('/address/2?tab=violations')
  await expect(panel(page).getByText('No violations match your filter.')).toBeVisible()
  await app.signalOff()
  await panel(page).getByRole('button', { name: 'New Violation' }).click()
  const form = page.getByRole('form', { name: 'Create Violation Notice' })
  await expect(form).toContainText('48 QUARRY ROAD')
  await form.getByRole('radio', { name: '7 days' }).check()
  await form.getByRole('button', { name: 'Review and Create' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Create/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Create without a section' }).click()
  await expect(news(page, 'Violation created!')).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(panel(page).locator('tbody tr')).toContainText(savedHere())
  await expect(tab(page, 'Violations')).toHaveText('Violations1')

  await tab(page, 'Units').click()
  await panel(page).getByRole('button', { name: 'Add Unit' }).click()
  await page.getByLabel('Unit Number/Letter').fill('4D')
  await page.getByRole('button', { name: 'Create Unit' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unit 4D')
  await app.signalOn()
  await sendNow(app, page)
  await expect
    .poll(() => app.rows('select deadline from violations where address_id = 2'))
    .toEqual([{ deadline: '7 days' }])
  await expect.poll(() => app.rows('select number from units where address_id = 2')).toEqual([{ number: '4D' }])
  expect(app.town.calls).toContain('POST /api/addresses/2/violations')

  await guest.goto(`${app.town.url}/address/3?tab=violations&mode=edit&form=violation`)
  await signIn(guest, 'guest')
  await expect(panel(guest).locator('tbody tr')).toHaveCount(2)
  await expect(guest.getByRole('button', { name: /New Violation|Edit/ })).toHaveCount(0)
  await expect(guest.getByRole('form')).toHaveCount(0)
  await tab(guest, 'Units').click()
  await expect(panel(guest).getByRole('link')).toHaveCount(6)
  await expect(guest.getByRole('button', { name: 'Add Unit' })).toHaveCount(0)
})
