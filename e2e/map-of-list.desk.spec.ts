import { expect, type Page } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Desk only: the filters are the same on a phone.

const app = openApp('admin', (pool) =>
  pool.query(`
    insert into codes (chapter, section, name) values ('8', '04.010', 'Weeds'), ('9', '12.020', 'Roof');
    insert into violations (address_id, user_id, status, description, observed_at, created_at) values
      (1, 1, 0, 'Tall grass', null, '2026-06-01T15:00Z'),
      (2, 2, 0, 'Loose tiles', null, '2026-06-10T15:00Z'),
      (1, 2, 1, 'Tall weeds', '2026-06-18T15:00Z', '2026-06-20T15:00Z');
    insert into violation_codes (violation_id, code_id)
      select v.id, c.id from violations v join codes c on c.name = case v.description when 'Loose tiles' then 'Roof' else 'Weeds' end;
    insert into units (number, address_id) values ('B12', 1);
    insert into inspections (source, address_id, unit_id, inspector_id, status, description, observed_at, created_at) values
      ('Complaint', 1, (select id from units where number = 'B12'), 1, 'Pending', 'Loud dog', '2026-03-02T15:00Z', '2026-03-05T15:00Z'),
      ('Complaint', 2, null, 2, 'Pending', 'Loud horn', null, '2026-03-03T15:00Z'),
      ('Other', 1, null, 2, 'Completed', '', null, '2026-03-03T15:00Z'),
      ('Other', 2, null, 1, 'Completed', '', null, '2026-03-03T15:00Z');
  `),
)

const rows = (page: Page) => page.locator('tbody tr')
const onMap = (page: Page) => page.getByRole('list', { name: 'Matters' }).getByRole('listitem')
const mapLink = (page: Page) => page.getByRole('link', { name: 'On the map' })

/** The filters of a list, and the number of its rows with them. */
const searches: [path: string, found: number][] = [
  ['/violations?q=otis', 2],
  ['/violations?q=grass', 1],
  ['/violations?person=Ona+Sutter', 1],
  ['/violations?since=2026-06-05&until=2026-06-15', 1],
  ['/violations?code=8.04.010', 2],
  ['/violations?code=8.04.010&person=Otis+Nash&status=1&q=elm', 1],
  ['/violations?user=ons2@town.example&q=tiles', 1],
  ['/complaints?q=horn+quarry', 1],
  ['/complaints?person=Otis+Nash', 1],
  ['/inspections?source=Other&q=otis+completed', 1],
  ['/inspections?source=Other&person=Ona+Sutter', 1],
]

for (const [path, found] of searches) {
  test(`the map of a list has the list’s records, and leads back to them: ${path}`, async () => {
    const page = await app.open(path)
    await expect(rows(page)).toHaveCount(found)
    await mapLink(page).click()
    await expect(onMap(page)).toHaveCount(found)
    await page.getByRole('link', { name: 'Show as a list' }).click()
    await expect(rows(page)).toHaveCount(found)
  })
}

test('AD-12 words that a list looks up, such as a unit’s number, are found on its map too', async () => {
  const page = await app.open('/address/1?tab=units')
  await expect(page.getByRole('link', { name: 'Unit B12' })).toBeVisible()
  await page.goto(`${app.town.url}/complaints?q=b12`)
  await expect(rows(page)).toHaveCount(1)
  await mapLink(page).click()
  await expect(onMap(page)).toHaveCount(1)
})

test('what is typed in a list is on its map at once', async () => {
  const page = await app.open('/violations')
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Search all columns').fill('otis')
  await mapLink(page).click()
  await expect(onMap(page)).toHaveCount(2)
})

test('VL-05 no map is offered that would have other records than the list', async () => {
  const page = await app.open('/violations?user=gone@town.example')
  await expect(page.getByText('No violations match your filter.')).toBeVisible()
  await expect(mapLink(page)).toHaveCount(0)
  await page.goto(`${app.town.url}/violations?user=ons@town.example&person=Otis+Nash`)
  await expect(page.getByText('No violations match your filter.')).toBeVisible()
  await expect(mapLink(page)).toHaveCount(0)
})

test('G-18 CP-01 a record that arrived later is on the day of its arrival in the list and on the map', async () => {
  for (const [day, found] of [
    ['2026-03-05', 1],
    ['2026-03-02', 0],
  ] as const) {
    const page = await app.open(`/complaints?since=${day}&until=${day}`)
    await expect(rows(page)).toHaveCount(found)
    await page.goto(`${app.town.url}/map?status=complaint-Pending&from=${day}&to=${day}`)
    await expect(page.getByText(`${found} shown of 2`)).toBeVisible()
  }
})

test('X86 a saved view of the map has its filters, without the address from which the map was opened', async () => {
  const page = await app.open('/map?address=1&status=all')
  const views = page.getByRole('group', { name: 'Saved views' })
  await views.getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill('Everything')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await app.rows("select search from saved_views where name = 'Everything'")).toEqual([{ search: 'status=all' }])
})

test('“Show all” of a list shows all of its records, in their order', async () => {
  const page = await app.open('/inspections?source=Other&status=Completed&q=otis&sort=-Status')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/\/inspections\?sort=-Status$/)
  await expect(page.getByLabel('Source')).toHaveValue('')
  await expect(rows(page)).toHaveCount(
    Number((await app.rows("select count(*) from inspections where source <> 'Complaint'"))[0]?.count),
  )
})
