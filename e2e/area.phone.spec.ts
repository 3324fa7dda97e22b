import { expect, type Page } from '@playwright/test'
import { inspectionIn, openApp, photoFiles, refuse, section, sendNow, test } from './open-app.ts'
import { onDevice } from './story.ts'

// Phone only: the desk shows the same.

const app = openApp('ons', async (pool) => {
  // Asked for once a day, so it is there from the first page on.
  await pool.query("insert into phrases (text, room, code_id) values ('Sink leaks', 'Pantry', 2)")
})

/** An inspection with an area by this name; of unit 1A where `unit` is 1. */
const areaNamed = async (name: string, fields: { unit?: number; room?: number; notes?: string } = {}) => {
  const inspection = await inspectionIn(app, { source: 'Multifamily License', address_id: 1, inspector_id: 1 })
  const id = await app.put(
    'insert into areas (name, inspection_id, unit_id, room_id, notes) values ($1, $2, $3, $4, $5) returning id',
    [name, inspection, fields.unit ?? null, fields.room ?? null, fields.notes ?? null],
  )
  return { id, inspection, path: `/inspections/${inspection}/area/${id}` }
}
const observed = async (area: number, content: string, flagged = false, codes: number[] = []) => {
  const id = await app.put(
    'insert into observations (area_id, content, potentialvio, user_id) values ($1, $2, $3, 1) returning id',
    [area, content, flagged],
  )
  for (const code of codes) await app.pool.query('insert into observation_codes values ($1, $2)', [id, code])
  return id
}
const article = (page: Page, content: string) => page.getByRole('article', { name: content })
const form = (page: Page) => page.getByRole('form', { name: 'Add observation' })
const save = (page: Page) => page.getByRole('button', { name: 'Save Observation' })
const files = (page: Page) => page.locator('input[type=file][multiple]')
const write = async (page: Page, content: string) => {
  await form(page).getByLabel('Observation', { exact: true }).fill(content)
  await save(page).click()
}
const posts = (fits: RegExp) => app.town.calls.filter((it) => it.startsWith('POST') && fits.test(it))

test('AR-01 Unit {number} Areas with Back to Inspection, its areas and a form for more; AR-02 an area of a unit carries notes', async () => {
  const { inspection } = await areaNamed('Kitchen', { unit: 1, notes: 'Door was locked' })
  const page = await app.open(`/inspections/${inspection}/unit/1`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unit 1A Areas')
  await expect(page.getByRole('link', { name: 'Back to Inspection' })).toHaveAttribute(
    'href',
    `/inspections/${inspection}/conduct`,
  )
  await expect(page.getByRole('list', { name: 'Areas of unit 1A' }).getByRole('link')).toHaveText([/^Kitchen/])
  await expect(section(page, 'Notes')).toContainText('Door was locked')
  const add = page.getByRole('form', { name: 'Add area' })
  await add.getByLabel('Area name').fill('Balcony')
  await add.getByLabel('Notes').fill(' wet floor ')
  await add.getByRole('button', { name: 'Add Area' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Balcony')
  await expect(page.getByText('wet floor')).toBeVisible()
  await expect
    .poll(() => app.rows("select unit_id, notes from areas where name = 'Balcony'"))
    .toEqual([{ unit_id: 1, notes: 'wet floor' }])
})

test('AR-03 AR-04 at both its addresses the area page shows number and source, address, area, unit and the way back', async () => {
  const { id, inspection, path } = await areaNamed('Hall', { unit: 1 })
  for (const address of [path, `/inspections/${inspection}/unit/1/area/${id}`]) {
    const page = await app.open(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hall')
    await expect(page.getByRole('link', { name: `Inspection #${inspection}, Multifamily License` })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Elm Court - 12 ELM STREET' })).toHaveAttribute('href', '/address/1')
    await expect(page.getByRole('link', { name: 'Back to Unit 1A' })).toHaveAttribute(
      'href',
      `/inspections/${inspection}/unit/1`,
    )
    await page.close()
  }
})

test('AR-04 an area made without signal has an address of its own that opens cold, and still after it was sent', async () => {
  const { inspection } = await areaNamed('Hall', { unit: 1 })
  const page = await app.open(`/inspections/${inspection}/unit/1`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unit 1A Areas')
  await app.signalOff()
  await page.getByLabel('Area name').fill('Cellar')
  await page.getByRole('button', { name: 'Add Area' }).click()
  await expect(page).toHaveURL(new RegExp(`/inspections/${inspection}/unit/1/area/-\\d+$`))
  const address = page.url()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cellar')
  await expect(page.getByText('Saved on this phone').first()).toBeVisible()
  await app.signalOn()
  await sendNow(app, page)
  await expect.poll(() => app.rows("select unit_id from areas where name = 'Cellar'")).toEqual([{ unit_id: 1 }])
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cellar')
})

test('AR-05 AR-06 AR-07 C-17 prompts found by name are tick boxes that no documented call saves; a tick answers OK', async () => {
  const { id, path } = await areaNamed('KITCHEN')
  const page = await app.open(path)
  const list = section(page, /^Checklist/)
  await expect(list.getByRole('checkbox')).toHaveCount(2)
  await expect(list.getByRole('listitem')).toContainText(['Sink drains', 'Outlets near water are protected'])
  const before = app.town.calls.filter((it) => !it.startsWith('GET')).length
  const tick = list.getByRole('checkbox', { name: /Sink drains/ })
  await tick.check()
  await expect(list).toContainText('1 of 2')
  // The tick shows at once; a page left before it is stored, milliseconds later, would lose it.
  await expect.poll(() => onDevice(page, 'answer')).toHaveLength(1)
  await page.reload()
  await expect(tick).toBeChecked()
  await expect.poll(() => app.rows('select answer from prompt_answers')).toEqual([{ answer: 'ok' }])
  await tick.uncheck()
  await expect.poll(() => app.rows('select answer from prompt_answers')).toEqual([{ answer: null }])
  const said = app.town.calls.filter((it) => !it.startsWith('GET')).slice(before)
  expect(said.filter((it) => !/answers|sync/.test(it))).toEqual([])
  expect(said).toContain(`POST /api/areas/${id}/answers`)
})

test('C-17 a problem fills the form with the words of the prompt and its likely section; the review shows it', async () => {
  const { inspection, path } = await areaNamed('Kitchen')
  const other = await areaNamed('Hall')
  const [code] = await app.rows("select id::int from codes where name ilike '%smoke%' limit 1")
  await observed(other.id, 'Sink drains into the yard', true, [Number(code?.id)])
  const page = await app.open(other.path)
  await expect(article(page, 'Sink drains into the yard')).toBeVisible()
  await page.goto(`${app.town.url}${path}`)
  const list = section(page, /^Checklist/)
  const text = form(page).getByLabel('Observation', { exact: true })
  await list.getByRole('button', { name: 'Sink drains Problem' }).click()
  await expect(text).toBeFocused()
  await expect(text).toHaveValue('Problem: Sink drains\n')
  await expect(form(page).getByRole('button', { name: /smoke/i, pressed: true })).toBeVisible()
  await expect(form(page).getByLabel('Potential violation')).toBeChecked()
  await page.keyboard.type('It is clogged')
  await expect(text).toHaveValue('Problem: Sink drains\nIt is clogged')
  await list.getByRole('button', { name: 'Outlets near water are protected N/A' }).click()
  await expect(list).toContainText('2 of 2')
  await expect
    .poll(() => app.rows('select answer, content from prompt_answers where answer is not null order by content'))
    .toEqual([
      { answer: 'na', content: 'Outlets near water are protected' },
      { answer: 'problem', content: 'Sink drains' },
    ])
  await page.goto(`${app.town.url}/inspections/${inspection}/review`)
  await expect(section(page, /^Checklist answers/)).toContainText('1 problem · 1 N/A')
  await expect(page.getByRole('list', { name: 'Problems in Kitchen' })).toContainText('Problem: Sink drains')
})

test('C-17 a problem taken back and tapped again adds its words once; it is flagged without a section, or unticked', async () => {
  const { id, path } = await areaNamed('Kitchen')
  const page = await app.open(path)
  const text = form(page).getByLabel('Observation', { exact: true })
  const flag = form(page).getByLabel('Potential violation')
  const outlets = section(page, /^Checklist/).getByRole('button', { name: 'Outlets near water are protected Problem' })
  await outlets.click()
  await expect(flag).toBeChecked()
  await flag.uncheck()
  await outlets.click()
  await expect(outlets).toHaveAttribute('aria-pressed', 'false')
  await expect(text).toHaveValue('Problem: Outlets near water are protected\n')
  await expect(flag).not.toBeChecked()
  await outlets.click()
  await expect(text).toHaveValue('Problem: Outlets near water are protected\n')
  await page.getByRole('button', { name: 'Save Observation' }).click()
  await expect
    .poll(() => app.rows('select content, potentialvio from observations where area_id = $1', [id]))
    .toEqual([{ content: 'Problem: Outlets near water are protected', potentialvio: true }])
})

test('AR-08 without prompts, or without a room of that name, it reads No checklist available for this area.', async () => {
  for (const name of ['Porch', 'Crawl space']) {
    const page = await app.open((await areaNamed(name)).path)
    await expect(section(page, 'Checklist')).toContainText('No checklist available for this area.')
    await page.close()
  }
})

test('AR-09 an observation shows text, flag, code chips, and No photos attached or thumbnails that open enlarged', async () => {
  const { id, path } = await areaNamed('Stairs')
  await observed(id, 'No rail on the stairs', true, [3, 2])
  const page = await app.open(path)
  const seen = article(page, 'No rail on the stairs')
  await expect(seen.getByLabel('Potential violation')).toBeChecked()
  await expect(seen.getByRole('list', { name: 'Suspected codes' }).getByRole('listitem')).toHaveText([
    '50, 2.0: Smoke alarms',
    '67, 3.1: Handrails',
  ])
  await expect(seen.getByText('No photos attached')).toBeVisible()

  // A photo of this phone is there at once, signal or not.
  await app.signalOff()
  await files(page).setInputFiles(await photoFiles(2))
  await write(page, 'Steps are worn')
  const other = article(page, 'Steps are worn')
  await expect(other.getByText('No photos attached')).toHaveCount(0)
  await other.getByRole('button', { name: 'Enlarge photo 2.jpg' }).click()
  const overlay = page.getByRole('dialog', { name: /^Photo \d of 2: photo 2.jpg/ })
  await expect(overlay.getByRole('img', { name: 'photo 2.jpg' })).toBeVisible()
  const width = () => overlay.getByRole('img').evaluate((it: HTMLImageElement) => it.naturalWidth)
  await expect.poll(width).toBe(64)
  await overlay.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('AR-10 text, flag, codes and files; AR-13 all of it is stored with its author; AR-14 photos go after the observation', async () => {
  const { id, path } = await areaNamed('Landing')
  const page = await app.open(path)
  await files(page).setInputFiles(await photoFiles(2))
  await form(page).getByLabel('Observation', { exact: true }).fill('Alarm hangs loose')
  await form(page).getByRole('combobox', { name: 'Suspected codes' }).click()
  await page.getByRole('option', { name: /Handrails/ }).click()
  // The list closes with the choice.
  await expect(page.getByRole('option')).toHaveCount(0)
  await form(page).getByRole('combobox', { name: 'Suspected codes' }).click()
  await page.getByRole('option', { name: /Smoke alarms/ }).click()
  await expect(form(page).getByLabel('Potential violation')).toBeChecked()
  await save(page).click()
  await expect(article(page, 'Alarm hangs loose').getByText('Sent')).toHaveCount(2, { timeout: 20_000 })
  const [row] = await app.rows('select * from observations where area_id = $1', [id])
  expect(row).toMatchObject({ content: 'Alarm hangs loose', potentialvio: true, user_id: 1 })
  const codes = await app.rows('select code_id from observation_codes where observation_id = $1 order by 1', [row?.id])
  expect(codes).toEqual([{ code_id: 2 }, { code_id: 3 }])
  const sent = posts(new RegExp(`areas/${id}/observations|observations/${row?.id}/photos`))
  expect(sent.map((it) => it.replace(/\/$/, ''))).toEqual([
    `POST /api/areas/${id}/observations`,
    `POST /api/observations/${row?.id}/photos`,
    `POST /api/observations/${row?.id}/photos`,
  ])
  await expect(article(page, 'Alarm hangs loose').getByRole('button', { name: /^Enlarge/ })).toHaveCount(2)
})

test('AR-10 a photo that is chosen and removed again leaves no unfinished observation behind', async () => {
  const { id, path } = await areaNamed('Pantry')
  const page = await app.open(path)
  // Of this area: another test may have left one in its own.
  const drafts = async () =>
    (await onDevice<{ form: string }>(page, 'drafts')).filter((it) => it.form === `observation/area:${id}`)
  await files(page).setInputFiles(await photoFiles(1))
  await expect.poll(drafts).toMatchObject([{ values: { content: '' } }])
  await page.getByRole('button', { name: /^Remove / }).click()
  await expect.poll(drafts).toEqual([])
  await page.reload()
  await expect(form(page)).toBeVisible()
  await expect(page.getByText('An observation was left unfinished here')).toHaveCount(0)
})

test('AR-10 phrases of the room are one tap: it fills in the words and their section', async () => {
  const { path } = await areaNamed('Pantry')
  const page = await app.open(path)
  const phrases = form(page).getByRole('group', { name: 'Phrases' })
  await expect(phrases.getByRole('button', { name: 'Sink leaks' })).toBeVisible()
  await app.signalOff()
  await page.reload()
  await phrases.getByRole('button', { name: 'Sink leaks' }).click()
  await expect(form(page).getByLabel('Observation', { exact: true })).toHaveValue('Sink leaks')
  await expect(form(page).getByLabel('Potential violation')).toBeChecked()
  await expect(phrases.getByRole('button', { name: 'Sink leaks' })).toHaveCount(0)
  await save(page).click()
  await expect(article(page, 'Sink leaks')).toContainText('Smoke alarms')
})

test('AR-11 blank text saves nothing and says why beside the field', async () => {
  const { id, path } = await areaNamed('Attic')
  const page = await app.open(path)
  await form(page).getByLabel('Potential violation').check()
  await write(page, '   ')
  await expect(form(page).getByRole('alert')).toBeVisible()
  await expect(form(page).getByLabel('Observation', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('article')).toHaveCount(0)
  expect(posts(new RegExp(`areas/${id}/observations`))).toEqual([])
})

/** Opens an area with an observation: its check box, and what the office has of it. */
const openFlag = async (area: string, content: string) => {
  const { id, path } = await areaNamed(area)
  await observed(id, content)
  const page = await app.open(path)
  const flag = article(page, content).getByLabel('Potential violation')
  return { id, page, flag, stored: () => app.rows('select potentialvio from observations where area_id = $1', [id]) }
}

test('AR-12 ticking Potential violation saves at once, and takes it back at once', async () => {
  const { flag, stored } = await openFlag('Garage', 'Gate sticks')
  await flag.click()
  await expect(flag).toBeChecked()
  await expect.poll(stored).toEqual([{ potentialvio: true }])
  await flag.click()
  await expect.poll(stored).toEqual([{ potentialvio: false }])
})

test('AR-12 a tick that the office takes back later is taken back on the open page too', async () => {
  const { id, page, flag, stored } = await openFlag('Stairs', 'Rail is loose')
  await flag.click()
  await expect.poll(stored).toEqual([{ potentialvio: true }])
  await expect(article(page, 'Rail is loose')).not.toContainText('Saved on this phone')
  await app.pool.query('update observations set potentialvio = false, updated_at = now() where area_id = $1', [id])
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(flag).not.toBeChecked({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
})

test('AR-15 a refused observation and a refused photo are each shown with the server’s words', async () => {
  const { path } = await areaNamed('Shed')
  const page = await app.open(path)
  await expect(form(page)).toBeVisible()
  app.town.faults.inject = refuse(/POST .*observations\/?$/, 422, 'Too many words')
  await write(page, 'Roof leaks')
  await expect(article(page, 'Roof leaks')).toContainText('Refused')
  await expect(article(page, 'Roof leaks')).toContainText('Too many words')
  const other = await areaNamed('Yard')
  await page.goto(app.town.url + other.path)
  app.town.faults.inject = refuse(/POST .*photos\/?$/, 415, 'Not a picture that we take')
  await files(page).setInputFiles(await photoFiles(1))
  await write(page, 'Fence is down')
  await expect(article(page, 'Fence is down')).toContainText('Refused: Not a picture that we take', { timeout: 20_000 })
  await expect
    .poll(() => app.rows('select content from observations where area_id = $1', [other.id]))
    .toEqual([{ content: 'Fence is down' }])
})

test('AR-16 Loading unit area details... and Failed to fetch area details, where the device holds nothing', async () => {
  app.town.tellsNoChanges = true
  const { path } = await areaNamed('Lobby')
  app.town.faults.inject = (call) =>
    /GET .*\/areas\/\d+/.test(`${call.method} ${call.path}`) ? { kind: 'delay', ms: 1_500 } : undefined
  let page = await app.open(path)
  await expect(page.getByText('Loading unit area details...', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lobby')
  app.town.faults.inject = refuse(/GET .*\/areas\/\d+/, 500, 'Out of order')
  page = await app.open((await areaNamed('Loft')).path)
  await expect(page.getByRole('alert')).toContainText('Error: Failed to fetch area details')
  page = await app.open(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lobby')
})

test('AR-17 twelve photos at once are no problem', async () => {
  const { id, path } = await areaNamed('Roof')
  const page = await app.open(path)
  await files(page).setInputFiles(await photoFiles(12))
  await expect(page.getByRole('list', { name: 'Chosen files' }).getByText('Saved')).toHaveCount(12)
  await write(page, 'Tiles are missing')
  await expect(article(page, 'Tiles are missing').getByRole('button', { name: /^Enlarge/ })).toHaveCount(12)
  const stored = () =>
    app.rows(
      `select count(*)::int as count from attachments join observations on observations.id = owner_id
       where owner_type = 'observation' and area_id = $1`,
      [id],
    )
  await expect.poll(stored, { timeout: 30_000 }).toEqual([{ count: 12 }])
  // The form was blank before its photos were stored, and nothing of it is kept.
  await page.reload()
  await expect(page.getByLabel('Observation', { exact: true })).toBeVisible()
})
