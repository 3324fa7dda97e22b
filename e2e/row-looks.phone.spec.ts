import { expect, type Locator } from '@playwright/test'
import { inspectionIn, openApp, test } from './open-app.ts'
import { setTextSize } from './text-size.ts'

// Phone only: on a desk there is room for every row.

const app = openApp('ons')

const longText = 'The tenant says that water comes through the ceiling of the bathroom whenever it rains. '.repeat(30)

const boxOf = async (it: Locator) => {
  const box = await it.boundingBox()
  if (!box) throw new Error('It is not shown')
  return box
}

/** Neither stands below the other. */
const areInOneRow = async (one: Locator, other: Locator) => {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  return a.y < b.y + b.height && b.y < a.y + a.height
}

let inspectionId: number
let unitId: number

test.beforeAll(async () => {
  await app.pool.query('update addresses set latitude = 38.95, longitude = -76.94 where id = 1')
  const contact_id = await app.put(
    "insert into contacts (name, phone) values ('Pia Holm', '301-555-0148') returning id",
  )
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/New_York' })
  const mine = { source: 'Complaint', inspector_id: 1, address_id: 1 }
  inspectionId = await inspectionIn(app, {
    ...mine,
    contact_id,
    scheduled_datetime: `${today}T23:00:00`,
    description: longText,
  })
  for (let n = 1; n <= 11; n += 1) await inspectionIn(app, mine)
  unitId = await app.put("insert into units (address_id, number) values (1, '1B') returning id")
  await app.pool.query(`update addresses set property_name = 'Elm House', combadd = $1 where id = 1`, [
    '12801 Northwest Saltbarrel Boulevard Extension',
  ])
})

test('DB-31 on the narrowest phone the smallest button of a stop is not alone in a row', async () => {
  const page = await app.open('/')
  await page.setViewportSize({ width: 320, height: 640 })
  const stop = page.getByRole('list', { name: 'Stops today' }).getByRole('listitem').first()
  const smallest = stop.getByRole('button', { name: /^Not done at/ })
  await expect(smallest).toBeVisible()
  for (const px of [16, 32]) {
    await setTextSize(page, px)
    await expect
      .poll(() => areInOneRow(smallest, stop.getByRole('link', { name: /^Directions/ })), {
        message: `text of ${px} px`,
      })
      .toBe(true)
  }
})

test('LS-02 DB-33 on the narrowest phone both buttons of the pages stand in one row', async () => {
  const page = await app.open('/')
  await page.setViewportSize({ width: 320, height: 640 })
  const pages = page.getByRole('navigation', { name: /Pages of .*inspections/i })
  const [previous, next] = ['Previous', 'Next'].map((name) => pages.getByRole('button', { name }))
  await expect.poll(() => areInOneRow(previous as Locator, next as Locator)).toBe(true)
})

test('DB-31 the words below the map of the day cover no part of it, also in text of 200 %', async () => {
  const page = await app.open('/')
  const map = page.locator('[data-map]')
  const words = page.getByText('The streets come with the address book.')
  for (const px of [16, 32]) {
    await setTextSize(page, px)
    await expect
      .poll(
        async () => {
          const [above, below] = [await boxOf(map), await boxOf(words)]
          return above.height >= 120 && above.y + above.height <= below.y + 1
        },
        { message: `text of ${px} px` },
      )
      .toBe(true)
  }
})

test('UN-06 the address of a unit has the whole width of a phone', async () => {
  const page = await app.open(`/address/1/unit/${unitId}`)
  const link = page.getByRole('definition').getByRole('link', { name: /^12801 Northwest/ })
  await expect(link).toBeVisible()
  expect((await boxOf(link.locator('xpath=ancestor::dd'))).width).toBeGreaterThan(300)
})

test('a long description of an inspection or complaint is cut until somebody wants the whole of it', async () => {
  for (const path of [`/inspection/${inspectionId}`, `/complaint/${inspectionId}`]) {
    const page = await app.open(path)
    const text = page.getByText('The tenant says that water').first()
    await expect(text).toBeVisible()
    const cut = (await boxOf(text)).height
    expect(cut, path).toBeLessThan(300)
    await page.getByRole('button', { name: 'Show all', exact: true }).click()
    await expect.poll(async () => (await boxOf(text)).height, { message: path }).toBeGreaterThan(2 * cut)
  }
})

test('AR-09 what shows the whole of a long observation begins where its text begins', async () => {
  const area = await app.put(`insert into areas (name, inspection_id) values ('Hallway', ${inspectionId}) returning id`)
  await app.pool.query('insert into observations (area_id, content, user_id) values ($1, $2, 1)', [area, longText])
  const page = await app.open(`/inspections/${inspectionId}/area/${area}`)
  const card = page.getByRole('article').filter({ hasText: 'The tenant says' })
  const whole = card.getByRole('button', { name: 'Show all' })
  await expect(whole).toBeVisible()
  expect((await boxOf(whole)).width).toBeLessThan(120)
})
