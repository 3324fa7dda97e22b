import { expect, type Locator, type Page } from '@playwright/test'
import { timeText } from '../src/rules/date-text.ts'
import { inspectionIn, moveTo, openApp, refuse, section, sendNow, signIn, test } from './open-app.ts'
import { setTextSize } from './text-size.ts'

// Phone only: the desk shows the same.

const app = openApp('ons', (pool) =>
  // A house of many units; 12 Elm Street has one.
  pool.query('insert into units (number, address_id) select n::text, 2 from generate_series(101, 108) n'),
)
const inspection = (fields: Record<string, unknown> = {}) =>
  inspectionIn(app, { source: 'Multifamily License', address_id: 1, inspector_id: 1, ...fields })
const conduct = (id: number) => app.open(`/inspections/${id}/conduct`)
const area = (inspectionId: number, name: string, unit: number | null = null) =>
  app.put('insert into areas (name, inspection_id, unit_id) values ($1, $2, $3) returning id', [
    name,
    inspectionId,
    unit,
  ])
const statusOf = (id: number) => app.rows('select status from inspections where id = $1', [id])
const status = (page: Page) => page.getByLabel('Status')
const choices = ['Pending', 'Scheduled', 'In Progress', 'Under Review', 'Completed', 'Cancelled']

test('CI-01 the status selector offers the six choices; CI-03 a null status reads as not yet conducted', async () => {
  const id = await inspection()
  const page = await conduct(id)
  await expect(status(page).locator('option')).toHaveText(['Not yet conducted', ...choices])
  await expect(status(page).locator('option:checked')).toHaveText('Not yet conducted')
  await status(page).selectOption('Pending')
  await expect(status(page).locator('option')).toHaveText(choices)
  await expect.poll(() => statusOf(id)).toEqual([{ status: 'Pending' }])
})

test('P12 the screen before does not move up while the code of the inspection is loaded: the search box goes with it', async () => {
  const id = await inspection()
  const page = await app.open(`/inspection/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('search')).toBeVisible()
  // The heading that stands there when the search box goes.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('search')) return
      watch.disconnect()
      document.body.setAttribute('data-then', document.querySelector('h1')?.textContent ?? '')
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  await moveTo(page, `/inspections/${id}/new-unit`)
  await expect(page.getByRole('heading', { level: 1, name: 'Create Unit' })).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-then', 'Create Unit')
})

for (const [stored, meant] of [
  ['canceled', 'Cancelled'],
  ['in-progress', 'In Progress'],
  ['UNDER REVIEW', 'Under Review'],
  ['completed', 'Completed'],
] as const) {
  test(`CI-02 a stored "${stored}" counts as ${meant}`, async () => {
    const page = await conduct(await inspection({ status: stored }))
    await expect(status(page)).toHaveValue(meant)
    await expect(status(page).locator('option')).toHaveText(choices)
  })
}

test('CI-02, C-08 a status that is none of the six is shown as it is and is not changed by looking', async () => {
  const id = await inspection({ status: 'Satisfactory' })
  const page = await conduct(id)
  await expect(status(page)).toHaveValue('Satisfactory')
  await expect(status(page).locator('option')).toHaveText(['Satisfactory', ...choices])
  expect(await statusOf(id)).toEqual([{ status: 'Satisfactory' }])
})

test('CI-04 a saved status tells the time of the tap, waits without signal, and a failure shows the response text', async () => {
  const id = await inspection({ status: 'Scheduled' })
  const page = await conduct(id)
  await expect(status(page)).toHaveValue('Scheduled')
  await app.signalOff()
  const before = timeText(new Date())
  await status(page).selectOption('In Progress')
  const said = page.getByText(/^Status updated /)
  await expect(said).toBeVisible()
  expect([before, timeText(new Date())]).toContain((await said.innerText()).replace('Status updated ', ''))
  await expect(page.getByText('Saved on this phone')).toBeVisible()
  expect(await statusOf(id)).toEqual([{ status: 'Scheduled' }])
  await app.signalOn()
  await sendNow(app, page)
  await expect.poll(() => statusOf(id)).toEqual([{ status: 'In Progress' }])

  app.town.faults.inject = refuse(/inspections\/\d+\/status/, 422, 'The fee is not paid yet')
  await page.goto(`${app.town.url}/inspections/${id}/conduct`)
  await status(page).selectOption('Under Review')
  await expect(page.locator('[data-entry-state=Refused]')).toContainText('The fee is not paid yet')
})

test('CI-05 Review Potential Violations counts the potential observations, those of this phone at once', async () => {
  const id = await inspection()
  const kitchen = await area(id, 'Kitchen')
  const bath = await area(id, 'Bathroom', 1)
  const see = (areaId: number, content: string, flagged: boolean) =>
    app.pool.query('insert into observations (area_id, content, potentialvio, user_id) values ($1, $2, $3, 1)', [
      areaId,
      content,
      flagged,
    ])
  await see(kitchen, 'Loose wire', true)
  await see(kitchen, 'Clean', false)
  await see(bath, 'No fan', true)
  const page = await conduct(id)
  const review = page.getByRole('link', { name: /^Review Potential Violations/ })
  await expect(review).toHaveText('Review Potential Violations 2')
  await page
    .getByRole('list', { name: 'General areas' })
    .getByRole('link', { name: /Kitchen/ })
    .click()
  const flag = page.getByRole('article', { name: 'Clean' }).getByLabel('Potential violation')
  await expect(flag).not.toBeChecked()
  await app.signalOff()
  await flag.click()
  await expect(flag).toBeChecked()
  await page.goBack()
  await expect(review).toHaveText('Review Potential Violations 3')
  await review.click()
  await expect(page).toHaveURL(new RegExp(`/inspections/${id}/review$`))
})

test('CI-06 units are shown, hidden and searched, with their number of areas; CI-07 No units found matching your search.', async () => {
  const id = await inspection({ address_id: 2 })
  const [unit] = await app.rows("select id from units where number = '103'")
  await area(id, 'Kitchen', Number(unit?.id))
  await area(id, 'Bathroom', Number(unit?.id))
  const page = await conduct(id)
  const units = page.getByRole('list', { name: 'Units' })
  await expect(units.getByRole('link')).toHaveCount(8)
  await expect(units.getByRole('link', { name: 'Unit 103' })).toHaveText('Unit 1032 areas')
  await expect(units.getByRole('link', { name: 'Unit 104' })).toHaveText('Unit 1040 areas')
  await page.getByLabel('Search units').fill('107')
  await expect(units.getByRole('link')).toHaveText(['Unit 1070 areas'])
  await page.getByLabel('Search units').fill('garage')
  await expect(page.getByText('No units found matching your search.')).toBeVisible()
  await page.getByRole('button', { name: 'Hide Units' }).click()
  await expect(page.getByLabel('Search units')).toBeHidden()
  await page.getByRole('button', { name: 'Show Units' }).click()
  await expect(page.getByText('No units found matching your search.')).toBeVisible()
})

test('CI-08 a new unit is added on the page and at its own address, CF-32 and both lead to its areas', async () => {
  const id = await inspection()
  const page = await conduct(id)
  await page.getByRole('button', { name: 'Add Unit' }).click()
  await page.getByLabel('Unit Number/Letter').fill('5E')
  await page.getByRole('button', { name: 'Create Unit' }).click()
  await expect(page.getByRole('heading', { name: 'Unit 5E Areas' })).toBeVisible()
  await page.goto(`${app.town.url}/inspections/${id}/new-unit`)
  await page.getByLabel('Unit Number/Letter').fill('6F')
  await page.getByRole('button', { name: 'Create Unit' }).click()
  await expect(page.getByRole('heading', { name: 'Unit 6F Areas' })).toBeVisible()
  await expect
    .poll(() => app.rows("select number, address_id from units where number in ('5E', '6F') order by number"))
    .toEqual([
      { number: '5E', address_id: 1 },
      { number: '6F', address_id: 1 },
    ])
})

test('CI-09 only the areas of no unit are listed as general; CI-12 none reads No general areas inspected.', async () => {
  const id = await inspection()
  await area(id, 'Bathroom', 1)
  let page = await conduct(id)
  await expect(section(page, /^Areas/)).toContainText('No general areas inspected.')
  const other = await inspection()
  await area(other, 'Bathroom', 1)
  await area(other, 'Roof')
  page = await conduct(other)
  await expect(page.getByRole('list', { name: 'General areas' }).getByRole('link')).toHaveText([/^Roof/])
  await expect(page.getByText('No general areas inspected.')).toHaveCount(0)
})

test('CI-10 an area is added; CI-11 its name is typed or the room’s, the room’s wins, and blank sends nothing', async () => {
  const id = await inspection()
  const page = await conduct(id)
  const areas = () => app.rows('select name, room_id, unit_id from areas where inspection_id = $1 order by id', [id])
  const form = page.getByRole('form', { name: 'Add area' })
  await form.getByLabel('Area name').fill('   ')
  await form.getByRole('button', { name: 'Add Area' }).click()
  await expect(form).toContainText('Type a name or choose a room')
  await form.getByLabel('Area name').fill('Boiler room')
  await form.getByRole('button', { name: 'Add Area' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Boiler room' })).toBeVisible()
  await page.goBack()
  await form.getByLabel('Area name').fill('typed before')
  await form.getByRole('button', { name: 'Kitchen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  await expect.poll(areas).toEqual([
    { name: 'Boiler room', room_id: null, unit_id: null },
    { name: 'Kitchen', room_id: 1, unit_id: null },
  ])
})

test('CI-13 areas, rooms and an inspection that fail to load say so if the device has none, and work goes on', async ({
  page,
}) => {
  app.town.tellsNoChanges = true
  const id = await inspection()
  await page.goto(`${app.town.url}/about`)
  await signIn(page, 'otherOns')
  app.town.faults.inject = refuse(/GET .*(\/inspections\/|rooms|units)/, 500, 'Out of order')
  await page.goto(`${app.town.url}/inspections/${id}/conduct`)
  await expect(page.getByRole('alert')).toContainText('Error: Failed to fetch inspection')
  app.town.faults.inject = refuse(/GET .*(areas|rooms|units)/, 500, 'Out of order')
  await page.goto(`${app.town.url}/inspections/${id}/conduct`)
  await expect(page.getByText('Error: Failed to fetch areas')).toBeVisible()
  await expect(page.getByText('Error: Failed to fetch rooms')).toBeVisible()
  await page.getByLabel('Area name').fill('Attic')
  await page.getByRole('button', { name: 'Add Area' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Attic' })).toBeVisible()
})

test('II-05 Finish says what is done, undecided and caused; with something undecided completing asks again', async () => {
  const id = await inspection()
  const porch = await area(id, 'Porch')
  await app.put(
    "insert into observations (area_id, content, potentialvio, user_id) values ($1, 'Rail is loose', true, 1) returning id",
    [porch],
  )
  await app.put(
    "insert into violations (address_id, user_id, deadline, violation_type) values (1, 1, '7 days', 'doorhanger') returning id",
  )
  const page = await conduct(id)
  await expect(page.getByRole('link', { name: 'Review Potential Violations 1' })).toBeVisible()
  await area(id, 'Shed')
  await page.reload()
  await page.getByRole('button', { name: 'Finish' }).click()
  const sheet = page.getByRole('dialog', { name: 'Finish inspection' })
  await expect(sheet).toContainText('2 areas, 1 without entries')
  await expect(sheet).toContainText('1 potential violation is not decided.')
  await expect(sheet).toContainText('No license: 1 open violation stands at this address.')
  await sheet.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('button', { name: 'Go back' }).click()
  expect(await statusOf(id)).toEqual([{ status: null }])
  await sheet.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('button', { name: 'Complete anyway' }).click()
  await expect.poll(() => statusOf(id)).toEqual([{ status: 'Completed' }])
  await expect(page.getByRole('button', { name: 'Finish' })).toHaveCount(0)
})

test('the state of an unsent area is within its row; with large text no name is broken beside a badge', async () => {
  const id = await inspection()
  const made = await app.put(
    "insert into violations (address_id, user_id, deadline, inspection_id) values (1, 1, '7 days', $1) returning id",
    [id],
  )
  await app.rows('insert into violation_codes (violation_id, code_id) values ($1, 3)', [made])
  const page = await conduct(id)
  app.town.faults.inject = refuse(/POST .*areas/, 503, 'Out of order')
  await page.getByLabel('Area name').fill('Attic')
  await page.getByRole('button', { name: 'Add Area' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Attic' })).toBeVisible()
  await moveTo(page, `/inspections/${id}/conduct`)
  await expect(section(page, /^Areas/).getByRole('link', { name: /^Attic/ })).toContainText(
    /Saved on this phone|Sending/,
  )

  await setTextSize(page, 32)
  await moveTo(page, `/inspection/${id}`)
  const name = page.getByRole('list', { name: /^Violations/ }).locator('b')
  await expect(name).toContainText('Handrails')
  expect(await brokenWords(name)).toEqual([])
})

/** The words that are on more than one line. */
const brokenWords = (text: Locator): Promise<string[]> =>
  text.evaluate((element) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/\w+/g)) {
        const range = new Range()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map((it) => it.top)).size > 1) broken.push(word)
      }
    return broken
  })

test('CI-10 an area that is half typed in one unit stays with that unit: the next unit has a form of its own', async () => {
  const id = await inspection({ address_id: 2 })
  const [first, second] = await app.rows("select id from units where number in ('101', '102') order by number")
  const page = await app.open(`/inspections/${id}/unit/${second?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('102')
  await moveTo(page, `/inspections/${id}/unit/${first?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('101')
  await page.getByLabel('Area name').fill('Closet')
  await page.getByLabel('Notes').fill('Mold behind the door')
  await page.getByRole('link', { name: 'Next: Unit 102' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('102')
  await expect(page.getByLabel('Area name')).toHaveValue('')
  await expect(page.getByLabel('Notes')).toHaveValue('')
  await page.goBack()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Area name')).toHaveValue('Closet')
})
