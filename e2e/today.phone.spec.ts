import { expect, type Page } from '@playwright/test'
import { inspectionIn, moveTo, news, openApp, section, test } from './open-app.ts'
import { onDevice } from './story.ts'

const app = openApp('ons')

const dayMs = 86_400_000
/** The wall time of the town so many days from today. */
const wall = (days: number, time: string) =>
  `${new Date(Date.now() + days * dayMs).toLocaleDateString('sv-SE', { timeZone: 'America/New_York' })}T${time}`
const stops = (page: Page, part: string) => page.getByRole('list', { name: `Stops ${part}` }).getByRole('listitem')

test.beforeAll(async () => {
  // The two that every town has are unscheduled: they come next.
  await app.pool.query(`
    update addresses set latitude = 38.95, longitude = -76.94 where id = 1;
    update addresses set latitude = 38.99, longitude = -76.94 where id = 2;
    update inspections set address_id = 2;
  `)
  const contact = await app.put("insert into contacts (name, phone) values ('Pia Holm', '301-555-0148') returning id")
  const mine = { source: 'Multifamily License', inspector_id: 1 }
  await inspectionIn(app, { ...mine, address_id: 2, scheduled_datetime: wall(-3, '09:00') })
  await inspectionIn(app, { ...mine, address_id: 2, scheduled_datetime: wall(0, '08:00') })
  await inspectionIn(app, { ...mine, address_id: 1, contact_id: contact, scheduled_datetime: wall(0, '23:00') })
})

test('DB-31 the round: overdue with its days, today by time, then later ones; every stop opens its record', async () => {
  // Written at the office; this phone meets it with the address.
  await app.pool.query(
    "insert into premise_alerts (address_id, kind, text, user_id) values (1, 'dog', 'in the yard', 1)",
  )
  await app.pool.query("insert into units (address_id, number) values (1, '1B')")
  const page = await app.open('/address/1?tab=units')
  await expect(page.getByRole('region', { name: 'Alerts' })).toContainText('Dog: in the yard')
  await expect(page.getByRole('tabpanel')).toContainText('1B')
  await page.goto(app.town.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hello, /)
  await expect(stops(page, 'today').nth(1)).toContainText('Dog')
  await expect(stops(page, 'today').nth(1)).toContainText('2 units')
  await expect(stops(page, 'overdue')).toHaveText([/48 QUARRY ROAD.*3 days late/])
  await expect(stops(page, 'today')).toHaveText([/8:00 AM 48 QUARRY ROAD/, /11:00 PM 12 ELM STREET/])
  await expect(stops(page, 'next')).toHaveCount(2)
  // One main button: the next stop of the day.
  await expect(
    stops(page, 'today')
      .first()
      .getByRole('button', { name: /^Start/ }),
  ).toHaveAttribute('data-main')
  await expect(page.locator('[data-main]')).toHaveCount(1)
  const late = stops(page, 'today').nth(1)
  await expect(late.getByRole('link', { name: 'Call Pia Holm' })).toHaveAttribute('href', 'tel:3015550148')
  await expect(late.getByRole('link', { name: /^Directions/ })).toHaveAttribute('href', /^geo:/)
  await late
    .getByRole('link', { name: /12 ELM STREET/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/inspection\/\d+$/)
})

test('why the office sent an inspection back is read for Today, although this phone never held the comments', async () => {
  const mine = { source: 'Multifamily License', inspector_id: 1, status: 'In Progress' }
  const sent = await inspectionIn(app, { ...mine, address_id: 1, scheduled_datetime: wall(0, '22:00') })
  const words = `Sent back: inspection #${sent}: Photograph the roof`
  await app.put(`insert into comments (content, address_id, user_id) values ('${words}', 1, 3) returning id`)
  const page = await app.open('/')
  await expect(stops(page, 'today').filter({ hasText: 'Sent back: Photograph the roof' })).toHaveCount(1)
  await app.pool.query(`update inspections set status = 'Cancelled' where id = ${sent}`)
})

test('CI-01 an inspection under review waits for the office: Today offers neither Start nor another outcome', async () => {
  const mine = { source: 'Business License', inspector_id: 1, status: 'Under Review' }
  const handedIn = await inspectionIn(app, { ...mine, address_id: 2, scheduled_datetime: wall(0, '00:01') })
  const page = await app.open('/')
  await expect(stops(page, 'today')).toHaveCount(3)
  const waiting = stops(page, 'today').filter({ hasText: 'Under Review' })
  await expect(waiting.getByRole('link', { name: /^Directions/ })).toBeVisible()
  await expect(waiting.getByRole('button')).toHaveCount(0)
  // The main button of the day is that of the next stop.
  await expect(
    stops(page, 'today')
      .nth(1)
      .getByRole('button', { name: /^Start/ }),
  ).toHaveAttribute('data-main')
  await app.pool.query(`update inspections set status = 'Completed' where id = ${handedIn}`)
})

test('CI-01 Start is one tap to the conduct page and says In Progress, also without signal', async () => {
  const page = await app.open('/')
  await expect(stops(page, 'today')).toHaveCount(2)
  // The page that Start opens was loaded with the round.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await app.signalOff()
  await stops(page, 'today')
    .first()
    .getByRole('button', { name: /^Start/ })
    .click()
  await expect(page).toHaveURL(/\/inspections\/\d+\/conduct$/)
  const waiting = await onDevice<{ body: { status: string } }>(page, 'outbox')
  expect(waiting.map(({ body }) => body)).toEqual([{ status: 'In Progress', observed_at: expect.any(String) }])
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(
    stops(page, 'today')
      .first()
      .getByRole('button', { name: /^Continue/ }),
  ).toBeVisible()
  await app.signalOn()
  await expect
    .poll(() => app.rows("select status from inspections where status = 'In Progress'"), { timeout: 30_000 })
    .toHaveLength(1)
})

test('a page loads its missing data by itself once the server answers again', async () => {
  const page = await app.open('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await app.signalOff()
  await page.goto(`${app.town.url}/licenses`)
  await expect(page.getByRole('main')).toContainText('No signal')
  // Unsent work asks for the signal; its answer tells the pages too. The platform says nothing: only the server was away.
  await page.getByRole('button', { name: 'Back' }).click()
  await stops(page, 'today')
    .nth(1)
    .getByRole('button', { name: /^Not done/ })
    .click()
  await page.getByRole('dialog', { name: 'Could not inspect' }).getByRole('button', { name: 'Nobody home' }).click()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Licenses' }).click()
  await expect(page.getByRole('main')).toContainText('No signal')
  await app.signalOn()
  await expect(page.getByRole('main')).not.toContainText('No signal', { timeout: 20_000 })
})

test('AD-19 no entry is two taps: the inspection stays open, and a comment at its address says why', async () => {
  const page = await app.open('/')
  const stop = stops(page, 'today').nth(1)
  await stop.getByRole('button', { name: /^Not done/ }).click()
  await page.getByRole('dialog', { name: 'Could not inspect' }).getByRole('button', { name: 'No entry' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(news(page, 'No entry recorded at 12 ELM STREET')).toBeVisible()
  // A second tap is a decision.
  await expect(stop).toContainText(/No entry \d+:\d\d [AP]M/)
  await stop.getByRole('button', { name: /^Not done/ }).click()
  await expect(page.getByRole('dialog')).toContainText(/Recorded today: No entry \d+:\d\d [AP]M/)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect
    .poll(() => app.rows("select content, address_id from comments where content like 'No entry%'"), {
      timeout: 30_000,
    })
    .toEqual([{ content: expect.stringMatching(/^No entry: .* could not be made\.$/), address_id: 1 }])
  await expect(stops(page, 'today')).toHaveCount(2)
})

test('P12 on a narrow phone the buttons of a stop are one row', async () => {
  const contact = await app.put("insert into contacts (name, phone) values ('Ida Holm', '301-555-0149') returning id")
  const mine = { source: 'Business License', inspector_id: 1, status: 'In Progress', contact_id: contact }
  const begun = await inspectionIn(app, { ...mine, address_id: 1, scheduled_datetime: wall(0, '07:00') })
  const page = await app.open('/')
  await page.setViewportSize({ width: 360, height: 740 })
  const stop = stops(page, 'today').filter({ hasText: '7:00 AM' })
  await expect(stop.getByRole('link', { name: /^Call/ })).toBeVisible()
  const tops = await stop
    .locator('> div :is(a, button)')
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top))
  expect(tops).toHaveLength(4)
  expect(new Set(tops).size).toBe(1)
  await app.pool.query(`update inspections set status = 'Cancelled' where id = ${begun}`)
})

test('by distance the nearest stop is first; a refused position is reported, and the times stay', async () => {
  const page = await app.open('/')
  await expect(stops(page, 'today')).toHaveText([/48 QUARRY/, /12 ELM/])
  await page.getByRole('button', { name: 'By distance' }).click()
  await expect(section(page, 'Today').getByRole('status')).toContainText('position')
  await expect(page.getByRole('button', { name: 'By time' })).toHaveAttribute('aria-pressed', 'true')
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 38.951, longitude: -76.94 })
  await page.getByRole('button', { name: 'By distance' }).click()
  await expect(stops(page, 'today')).toHaveText([/12 ELM STREET.*0\.1 mi/, /48 QUARRY ROAD.*2\.7 mi/])
  await page.getByRole('button', { name: 'By time' }).click()
  await expect(stops(page, 'today')).toHaveText([/48 QUARRY/, /12 ELM/])
  await page.context().clearPermissions()
})

test('SH-09 SH-10 the tabs lead to search, forms and unsent work; a page’s own bar takes their place', async () => {
  const page = await app.open('/contacts')
  const tabs = page.getByRole('navigation', { name: 'Quick actions' })
  await tabs.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByPlaceholder('Search by address or owner...')).toBeFocused()
  await tabs.getByRole('button', { name: 'New' }).click()
  const sheet = page.getByRole('dialog', { name: 'New' })
  await sheet.getByRole('button', { name: 'Comment at an address' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('quarry')
  await page.getByRole('option', { name: /48 QUARRY/ }).click()
  await expect(page).toHaveURL(/\/address\/2\?tab=comments$/)
  await page.goto(`${app.town.url}/contacts`)
  await tabs.getByRole('button', { name: 'New' }).click()
  await sheet.getByRole('link', { name: 'Complaint' }).click()
  await expect(page.getByRole('button', { name: 'New Complaint', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await tabs.getByRole('link', { name: /Unsent/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsent work')
  await page.goto(`${app.town.url}/inspections/1/conduct`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conduct Inspection')
  await expect(tabs).toBeHidden()
  // During an inspection the search box is behind its sign.
  await expect(page.getByPlaceholder('Search by address or owner...')).toHaveCount(0)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByPlaceholder('Search by address or owner...')).toBeFocused()
  // Asked for there, and not on the page that comes after.
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Contacts' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacts')
  await expect(page.getByPlaceholder('Search by address or owner...')).not.toBeFocused()
})

test('the cards of the first day lead to what they name, and stay away once hidden', async () => {
  const page = await app.open('/')
  const cards = section(page, 'Before you begin')
  await expect(cards.getByRole('link')).toHaveText([/^Install the app/, /^Load the day/, /^How saving works/])
  await cards.getByRole('link', { name: /^How saving works/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help')
  await expect(section(page, 'How saving works').getByRole('listitem')).toHaveCount(4)
  await page.getByRole('button', { name: 'Back' }).click()
  await cards.getByRole('button', { name: /^Hide/ }).click()
  await expect(cards).toHaveCount(0)
  await page.reload()
  await expect(stops(page, 'today')).toHaveCount(2)
  await expect(cards).toHaveCount(0)
})

test('P12 on the way back to Today what lies below the round comes with it, and is not pushed down by it', async () => {
  const page = await app.open('/')
  await expect(stops(page, 'today')).not.toHaveCount(0)
  await page.goto(`${app.town.url}/unsent`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsent work')
  // Whether the stops were there when what lies below them came.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('main [data-below]')?.checkVisibility()) return
      watch.disconnect()
      document.body.setAttribute('data-stops', String(document.querySelectorAll('main ul[aria-label^=Stops]').length))
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  await moveTo(page, '/')
  await expect(page.locator('body')).toHaveAttribute('data-stops', '3')
})

test('P2 a round that fills the screen is live before what lies below it, which follows at once', async () => {
  const mine = { source: 'Multifamily License', inspector_id: 1, address_id: 1 }
  for (let n = 0; n < 10; n++) await inspectionIn(app, { ...mine, scheduled_datetime: wall(0, `1${n}:30`) })
  const page = await app.open('/')
  await expect(stops(page, 'today').nth(9)).toBeVisible()
  // Both lists of the round are known from here on.
  await expect(section(page, 'Active Violations')).toContainText('There are no active violations.')
  await page.addInitScript(() => {
    const mark = performance.mark.bind(performance)
    performance.mark = (...named) => {
      const titles = [...document.querySelectorAll('#root h2')].map((it) => it.textContent ?? '')
      if (named[0] === 'codesoft-live') Object.assign(window, { titles })
      return mark(...named)
    }
  })
  await page.reload()
  await expect(section(page, 'Pending Inspections')).toContainText('12 ELM STREET')
  const atOnce: string[] = await page.evaluate(() => Reflect.get(window, 'titles'))
  expect(atOnce.join()).toContain('Today')
  expect(atOnce.join()).not.toContain('Pending Inspections')
})
