import { expect, type Page } from '@playwright/test'
import type pg from 'pg'
import { expectAccessible } from './axe.ts'
import { installed, moveTo, openApp, test } from './open-app.ts'
import { printedMap } from './printed-map.ts'
import { giveRoom, takeRoom } from './storage.ts'

/** Six streets to the east, each with forty houses, odd ones to the north; then matters on some of them. */
async function fillTown(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into addresses (combadd, latitude, longitude)
    select house || ' ' || name || ' ST', 39.30 + street * 0.002 + (house % 2) * 0.0002, -76.60 + house * 0.0002
    from unnest(array['ALDER', 'BIRCH', 'CEDAR', 'DOGWOOD', 'ELDER', 'FIR']) with ordinality as streets (name, street),
      generate_series(1, 40) as house;
    insert into violations (address_id, user_id, deadline, violation_type)
    select id, 1, '7 days', 'doorhanger' from addresses where combadd in ('5 ALDER ST', '30 FIR ST', '31 FIR ST');
    insert into inspections (source, address_id, inspector_id, status, description)
    select 'Complaint', id, 1, 'Pending', 'Tall grass' from addresses where combadd = '12 CEDAR ST';
    update inspections set address_id = (select id from addresses where combadd = '7 BIRCH ST') where id = 1;
  `)
}

const app = openApp('ons', fillTown)

const rows = (page: Page) => page.getByRole('list', { name: 'Open matters' }).getByRole('listitem')
const streets = (page: Page) => page.getByText('Streets drawn from the address book')
const kind = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Shown on the map' }).getByRole('button', { name })

/** How many pixels of the map are of the colour of its streets, and how many are marks (red). */
const painted = (page: Page) =>
  page.locator('.map canvas').evaluateAll((canvases) => {
    const found = { streets: 0, red: 0 }
    for (const canvas of canvases as HTMLCanvasElement[]) {
      const paint = canvas.getContext('2d')
      if (!paint || canvas.width === 0) continue
      const { data } = paint.getImageData(0, 0, canvas.width, canvas.height)
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
        if (alpha > 200 && red > 250 && green > 250 && blue > 250) found.streets += 1
        if (alpha > 200 && red > 120 && green < 60 && blue < 60) found.red += 1
      }
    }
    return found
  })

/** The colour of the middle of the map: red, green, blue. */
const colourInTheMiddle = (page: Page) =>
  page.locator('.map canvas').evaluateAll((canvases) =>
    (canvases as HTMLCanvasElement[])
      .filter(({ width }) => width > 0)
      .map((it) =>
        it
          .getContext('2d')
          ?.getImageData(it.width / 2, it.height / 2, 1, 1)
          .data.slice(0, 3)
          .join(),
      )
      .at(-1),
  )

/** Opens the map, and fetches the address book where this browser does not have it. */
async function openMap(path = '/map'): Promise<Page> {
  const page = await app.open(path)
  const fetchBook = page.getByRole('button', { name: 'Fetch the address book' })
  await expect(fetchBook.or(streets(page))).toBeVisible()
  if (await fetchBook.isVisible()) await fetchBook.click()
  await expect(streets(page)).toBeVisible()
  return page
}

test('a map with neither streets nor marks is printed too, with its counts', { tag: '@desk' }, async () => {
  const page = await app.open('/map?text=nowhere')
  await expect(page.getByText('which is not on this device yet')).toBeVisible()
  const printed = printedMap(page)
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await printed).toContain('0 in all')
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
})

test('without an address book the map says so, fetches it, and draws streets and marks of open matters', async () => {
  const page = await app.open('/map')
  await expect(page.getByText('which is not on this device yet')).toBeVisible()
  await expect(rows(page)).toHaveCount(6)
  await takeRoom(page, 'put', ['addressChunks'])
  await page.getByRole('button', { name: 'Fetch the address book' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Error: This (phone|computer) is full$/)
  await giveRoom(page)
  await page.getByRole('button', { name: 'Fetch the address book' }).click()
  await expect(streets(page)).toBeVisible()
  await expect.poll(async () => (await painted(page)).streets).toBeGreaterThan(500)
  await expect.poll(async () => (await painted(page)).red).toBeGreaterThan(100)
  await expect(page.getByText('which is not on this device yet')).toHaveCount(0)
})

test('the list beside the map has what the map has, and both have the filter', async () => {
  const page = await openMap()
  await expect(rows(page)).toHaveText([
    /7 BIRCH ST.*Multifamily License/,
    /not on the map/,
    /(ALDER|FIR) ST.*Violation: Doorhanger · 7 days left/i,
    /(ALDER|FIR) ST/,
    /(ALDER|FIR) ST/,
    /12 CEDAR ST.*Complaint: Tall grass/,
  ])
  await kind(page, 'Violations').click()
  await expect(rows(page)).toHaveCount(3)
  await expect.poll(async () => (await painted(page)).red).toBeLessThan(20)
  await page.reload()
  await expect(kind(page, 'Violations')).toHaveAttribute('aria-pressed', 'false')
  await kind(page, 'Your inspections').click()
  await kind(page, 'Complaints').click()
  await expect(page.getByText('Nothing open matches.')).toBeVisible()
})

test('the filters of the office narrow map and list, are in the address, and lead to the list and back', {
  tag: '@phone',
}, async () => {
  await app.pool.query(`
    insert into violations (address_id, user_id, deadline, violation_type, status, created_at)
    select id, 2, '7 days', 'Formal Notice', 1, '2026-03-05T15:00:00Z' from addresses where combadd = '9 ELDER ST';
  `)
  await (await openMap()).close()
  const page = await app.open('/violations?status=1')
  await page.getByRole('link', { name: 'On the map' }).click()
  await expect(page.getByRole('list', { name: 'Matters' }).getByRole('listitem')).toHaveText([
    /9 ELDER ST.*Formal Notice · Resolved/,
  ])
  await page.getByLabel('From').fill('2026-03-06')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await expect(page.getByText('0 shown of 1')).toBeVisible()
  await page.getByLabel('From').fill('2026-03-05')
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('elder')
  await expect(page.getByText('0 shown of 1')).toHaveCount(0)
  // The address bar follows when typing pauses.
  await expect(page).toHaveURL(/text=elder/)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveValue('elder')
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('violation-1')
  await expectAccessible(page, 'the map with its filters')
  await page.getByRole('link', { name: 'Show as a list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Violations' })).toBeVisible()
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('1')
})

test('an inspector who came with a colleague’s filter sees whose it is, and can drop it', {
  tag: '@desk',
}, async () => {
  const page = await app.open('/map?status=violation-0&inspector=Otis+Nash')
  await expect(page.getByText('0 shown of 3')).toBeVisible()
  await expect(page.getByLabel('Inspector')).toHaveValue('Otis Nash')
  await page.getByLabel('Inspector').selectOption('')
  await expect(page.getByText('0 shown of 3')).toHaveCount(0)
  await expect(page.getByLabel('Only mine')).not.toBeChecked()
})

test('a search that leaves something open leaves the map and the list with the same', { tag: '@phone' }, async () => {
  const page = await openMap('/map?text=fir')
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByText('2 shown of 6')).toBeVisible()
  await expect(kind(page, 'Violations')).toContainText('2')
  await expect(kind(page, 'Complaints')).toContainText('0')
})

test('the map is printed with its period, signs, counts and maker, drawn for paper, without the list', {
  tag: '@desk',
}, async () => {
  const page = await openMap('/map?from=2020-01-01&to=2099-12-31')
  await expect.poll(async () => (await painted(page)).red).toBeGreaterThan(100)
  await page.evaluate(() => document.documentElement.classList.add('dark'))
  const printed = page.evaluate(
    () =>
      new Promise<{ words: string; light: number; canvases: number }>((resolve) => {
        window.print = () => {
          const sheet = document.querySelector('[data-paper-map]')
          const canvases = [...(sheet?.querySelectorAll('canvas') ?? [])].filter(({ width }) => width > 0)
          let light = 0
          for (const canvas of canvases) {
            const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
            for (let at = 0; at < data.length; at += 4) if (data[at] === 255 && data[at + 3] === 255) light += 1
          }
          resolve({ words: sheet?.textContent ?? '', light, canvases: canvases.length })
        }
      }),
  )
  await page.getByRole('button', { name: 'Print' }).click()
  const { words, light, canvases } = await printed
  expect(words).toContain('Open matters from 1/1/2020 to 12/31/2099')
  expect(words).toContain('Inspections by their scheduled day')
  expect(words).toContain('ViolationsCurrent3All3')
  expect(words).toContain('ComplaintsPending1All1')
  expect(words).toContain('Streets drawn from the address book')
  expect(canvases).toBeGreaterThan(0)
  // White streets, though the screen is dark.
  expect(light).toBeGreaterThan(2_000)
  await expect(page.locator('[data-paper-map]')).toHaveCount(0)
})

test('a mark that is shown or tapped opens a card with a link to its record', async () => {
  const page = await openMap()
  await page.getByRole('button', { name: 'Show 12 CEDAR ST on the map' }).click()
  const card = page.getByRole('region', { name: 'Chosen on the map' })
  await expect(card.getByRole('link')).toHaveText(/12 CEDAR ST/)
  await card.getByRole('button', { name: 'Close' }).click()
  await expect(card).toHaveCount(0)
  // It moves to the middle of the map; a tap before it is there would stop the map on its way.
  await expect.poll(() => colourInTheMiddle(page)).toBe('102,67,0')
  const box = await page.locator('.map').boundingBox()
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  await expect(card.getByRole('link')).toHaveText(/12 CEDAR ST/)
  await card.getByRole('link').click()
  await expect(page).toHaveURL(/\/complaint\/\d+$/)
})

test('the whole map works without signal, its code, streets and records included', { tag: '@phone' }, async () => {
  const prepared = await openMap()
  await installed(prepared)
  await prepared.close()
  await app.signalOff()
  const page = await app.open('/map')
  await expect(streets(page)).toBeVisible()
  await expect(rows(page)).toHaveCount(6)
  await expect.poll(async () => (await painted(page)).streets).toBeGreaterThan(500)
})

test('where I am: shown on the map, and in words when it is refused', { tag: '@phone' }, async () => {
  const page = await openMap()
  await page.getByRole('button', { name: 'Show where I am' }).click()
  await expect(page.getByText('Your position is not shared with this app.')).toBeVisible()
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 39.308, longitude: -76.594 })
  await page.getByRole('button', { name: 'Show where I am' }).click()
  await expect(page.getByText('Your position is not shared with this app.')).toHaveCount(0)
  await page.context().clearPermissions()
})

test('the map of an address leads to the whole map, with what is open there', { tag: '@desk' }, async () => {
  const id = await app.put("select id from addresses where combadd = '5 ALDER ST'")
  await (await openMap()).close()
  const page = await app.open(`/address/${id}`)
  await page.getByRole('link', { name: 'Open the map' }).click()
  await expect(page).toHaveURL(`${app.town.url}/map?address=${id}`)
  const card = page.getByRole('region', { name: 'Chosen on the map' })
  await expect(card.getByRole('link')).toHaveText(/5 ALDER ST/)
})

test('the small map of Today keeps its place from the beginning and leads to the whole map', {
  tag: '@phone',
}, async () => {
  await (await openMap()).close()
  const page = await app.open('/')
  const link = page.getByRole('link', { name: 'Open the map' })
  await expect(link).toBeVisible()
  const before = await link.boundingBox()
  expect(before?.height).toBeGreaterThan(170)
  await link.scrollIntoViewIfNeeded()
  await expect(page.locator('canvas').first()).toBeAttached()
  expect((await link.boundingBox())?.height).toBe(before?.height)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Map' })).toBeVisible()
})

test('near me: the nearest five addresses as a search of their own, and where an address is picked, without signal', {
  tag: '@phone',
}, async () => {
  const prepared = await openMap()
  await installed(prepared)
  await prepared.context().grantPermissions(['geolocation'])
  // In front of 12 CEDAR ST.
  await prepared.context().setGeolocation({ latitude: 39.30601, longitude: -76.59761 })
  await prepared.close()
  await app.signalOff()
  const page = await app.open('/')
  await page.getByRole('button', { name: 'Addresses near me' }).click()
  const near = page.getByRole('list', { name: 'Nearest addresses' }).getByRole('listitem')
  await expect(near).toHaveText([/12 CEDAR ST\d+ ft/, /CEDAR ST/, /CEDAR ST/, /CEDAR ST/, /CEDAR ST/])
  await near.first().getByRole('button').click()
  await expect(page.getByRole('heading', { level: 1, name: '12 CEDAR ST' })).toBeVisible()
  await page.goto(`${app.town.url}/?new=complaint`)
  await page.getByRole('button', { name: 'Near me', exact: true }).click()
  await near.nth(0).getByRole('button').click()
  await expect(page.getByRole('group', { name: 'Address' })).toContainText('12 CEDAR ST')
  await page.context().clearPermissions()
})

test('near me: a refused position is explained, with another try', { tag: '@phone' }, async () => {
  const page = await openMap()
  await page.getByRole('button', { name: 'Addresses near me' }).click()
  const dialog = page.getByRole('dialog', { name: 'Addresses near me' })
  await expect(dialog).toContainText('Your position is not shared with this app.')
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectAccessible(page, 'near me')
})

test('the map is accessible, with a card open', async () => {
  const page = await openMap()
  await page.getByRole('button', { name: 'Show 12 CEDAR ST on the map' }).click()
  await expect(page.getByRole('region', { name: 'Chosen on the map' })).toBeVisible()
  await expectAccessible(page, 'map')
})

// A desk does the same.
test('maps that were left leave nothing in memory', { tag: '@phone' }, async () => {
  const page = await openMap()
  const tools = await page.context().newCDPSession(page)
  /** Canvases in memory after some more visits to the map. */
  const keptAfter = async (visits: number) => {
    for (let visit = 0; visit < visits; visit++) {
      await page.getByRole('link', { name: 'Unsent' }).last().click()
      await expect(page.getByRole('heading', { name: 'Unsent work' })).toBeVisible()
      await page.goBack()
      await expect.poll(async () => (await painted(page)).red).toBeGreaterThan(0)
    }
    const { result } = await tools.send('Runtime.evaluate', { expression: 'HTMLCanvasElement.prototype' })
    // It collects what nothing refers to first.
    const found = await tools.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' })
    const length = { functionDeclaration: 'function () { return this.length }', objectId: found.objects.objectId }
    return Number((await tools.send('Runtime.callFunctionOn', length)).result.value)
  }
  const before = await keptAfter(2)
  expect(await keptAfter(6)).toBeLessThan(before + 6)
})

test('a map that was moved stays where it is, and a closed card stays closed, when other records are looked up', {
  tag: '@desk',
}, async () => {
  const id = await app.put("select id from addresses where combadd = '5 ALDER ST'")
  await (await openMap()).close()
  const page = await app.open(`/map?address=${id}`)
  const card = page.getByRole('region', { name: 'Chosen on the map' })
  const close = () => card.getByRole('button', { name: 'Close' }).click()
  await expect(card.getByRole('link')).toHaveText(/5 ALDER ST/)
  await close()
  await page.getByRole('button', { name: 'Show 12 CEDAR ST on the map' }).click()
  await expect(card.getByRole('link')).toHaveText(/12 CEDAR ST/)
  await close()
  await expect.poll(() => colourInTheMiddle(page)).toBe('102,67,0')
  await app.pool.query(`
    insert into violations (address_id, user_id, deadline, violation_type)
    select id, 1, '7 days', 'doorhanger' from addresses where combadd = '20 ELDER ST'`)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  // Its place is in the book, as those of what a search leaves are.
  await expect(page.getByRole('button', { name: 'Show 20 ELDER ST on the map' })).toBeVisible()
  await page.getByRole('button', { name: 'Show Filters' }).click()
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('cedar')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Show 12 CEDAR ST on the map' })).toBeVisible()
  await expect(card).toHaveCount(0)
  expect(await colourInTheMiddle(page)).toBe('102,67,0')
})

test('C-14 a deadline that passes while the map is open is late there too', { tag: '@desk' }, async () => {
  await app.pool.query(`
    insert into violations (address_id, user_id, status, deadline, violation_type, created_at)
    values (1, 1, 0, '1 day', 'bylaw', now() - interval '1 day' + interval '10 minutes')`)
  const page = await app.open('/about')
  await page.clock.install()
  await moveTo(page, '/map')
  const bylaw = rows(page).filter({ hasText: 'Bylaw' })
  await expect(bylaw).toBeVisible()
  await expect(bylaw).not.toContainText('late')
  try {
    app.town.aheadMs = 11 * 60_000
    await page.clock.fastForward(11 * 60_000)
    await expect(bylaw).toContainText('late since today')
  } finally {
    app.town.aheadMs = 0
  }
})
