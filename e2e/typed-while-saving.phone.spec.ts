import { expect, type Page } from '@playwright/test'
import { field as commentField, form as commentForm } from './comments.ts'
import { areaIn, inspectionIn, news, openApp, photoFiles, test } from './open-app.ts'
import { giveRoom, holdFreeing, letFreeingGo } from './storage.ts'
import { everythingSent, onDevice, typedIsKept } from './story.ts'

// Phone only: the forms are the same at a desk.

const app = openApp('ons')

const formOf = (page: Page) => page.getByRole('form', { name: 'Add observation' })
const field = (page: Page) => formOf(page).getByLabel('Observation', { exact: true })
const choose = async (page: Page, count: number) =>
  page
    .locator('input[type=file][multiple]')
    .last()
    .setInputFiles(await photoFiles(count))
const save = (page: Page) => page.getByRole('button', { name: 'Save Observation' }).click()

/** Opens an area of its own. */
async function inArea(name: string): Promise<{ page: Page; area: number }> {
  const id = await inspectionIn(app, { source: 'Multifamily License', address_id: 1, inspector_id: 1 })
  const area = await areaIn(app, id, name)
  const page = await app.open(`/inspections/${id}/area/${area}`)
  await expect(formOf(page)).toBeVisible()
  return { page, area }
}

/** From now on no chosen file can be read, as when many large photos come at once. */
const holdReading = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer
    const free = new Promise<void>((resolve) => Object.assign(window, { letReadingGo: resolve }))
    Blob.prototype.arrayBuffer = function () {
      return free.then(() => read.call(this))
    }
  })
const letReadingGo = (page: Page) => page.evaluate('letReadingGo()').then(() => undefined)

/** The observations of an area at the office, with the number of their photos. */
const atOffice = (area: number) =>
  app.rows(
    `select content, potentialvio,
      (select count(*)::int from attachments where owner_type = 'observation' and owner_id = o.id) as photos
      from observations o where area_id = $1`,
    [area],
  )

test('AR-10 I16 words typed after the tap on Save, while photos are still being read, are in the record', async () => {
  const { page, area } = await inArea('Hall')
  await holdReading(page)
  await choose(page, 2)
  await field(page).fill('Rail is loose')
  await save(page)
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Rail is loose' })).toBeVisible()
  await field(page).fill('Rail is loose, at the third step')
  await formOf(page).getByLabel('Potential violation').check()
  await letReadingGo(page)
  await expect(news(page, 'Observation saved on this phone')).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await everythingSent(page)
  expect(await atOffice(area)).toEqual([{ content: 'Rail is loose, at the third step', potentialvio: true, photos: 2 }])
})

test('AR-11 an observation emptied while its photos are read is not saved: the word is beside the field', async () => {
  const { page, area } = await inArea('Porch')
  await holdReading(page)
  await choose(page, 1)
  await field(page).fill('Wrong area')
  await save(page)
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
  await field(page).fill('')
  await letReadingGo(page)
  await expect(formOf(page).getByRole('alert')).toHaveText('Describe what you see')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(formOf(page).getByRole('button', { name: /^Remove / })).toHaveCount(1)
  await field(page).fill('Bell does not ring')
  await save(page)
  await expect(news(page, 'Observation saved on this phone')).toBeVisible()
  await everythingSent(page)
  expect(await app.rows('select content from observations where area_id = $1', [area])).toEqual([
    { content: 'Bell does not ring' },
  ])
})

test('I16 a service record has the note and the name typed after the tap, while photos are being read', async () => {
  const violation = await app.put(
    `insert into violations (address_id, user_id, deadline, violation_type, created_at)
      values (1, 1, '7 days', 'doorhanger', '2031-03-01T12:00:00Z') returning id`,
  )
  await app.put('insert into violation_codes (violation_id, code_id) values ($1, 1) returning code_id', [violation])
  const page = await app.open(`/violation/${violation}`)
  const service = page.getByRole('region', { name: /^Service/ })
  await service.getByRole('button', { name: 'Record Service' }).click()
  const form = service.getByRole('form', { name: 'Record Service' })
  await holdReading(page)
  await form.locator('input[multiple]').setInputFiles(await photoFiles(1))
  await form.getByLabel('How').selectOption({ label: 'Handed over' })
  await form.getByLabel('Who took it').fill('Rose')
  await form.getByLabel('Note').fill('At the back door')
  await form.getByRole('button', { name: 'Save Service' }).click()
  await expect(form.getByRole('button', { name: 'Save Service' })).toBeDisabled()
  await form.getByLabel('Who took it').fill('Rose Peña')
  await form.getByLabel('Note').fill('At the back door, at noon')
  await letReadingGo(page)
  await expect(service.getByRole('list', { name: 'Records of service' })).toContainText('handed over to Rose Peña')
  await everythingSent(page)
  expect(await app.rows('select served_to, note from notice_services where violation_id = $1', [violation])).toEqual([
    { served_to: 'Rose Peña', note: 'At the back door, at noon' },
  ])
})

test('I16 a save that fails puts its words in front of those typed meanwhile, with its photos: nothing is lost', async () => {
  const { page, area } = await inArea('Cellar')
  await choose(page, 1)
  await expect(formOf(page).getByRole('button', { name: /^Remove / })).toHaveCount(1)
  await field(page).fill('The third step is loose')
  await formOf(page).getByLabel('Potential violation').check()
  await holdFreeing(page)
  await save(page)
  await expect(field(page)).toHaveValue('')
  await field(page).fill('No handrail')
  // Both are on the device even if it dies now.
  await typedIsKept(page, 'No handrail')
  expect(await onDevice(page, 'drafts')).toMatchObject([
    { values: { content: 'The third step is loose\nNo handrail', potentialvio: true } },
  ])
  await letFreeingGo(page)
  await expect(page.getByText('Not saved: this phone is full. What you typed is still here.')).toBeVisible()
  await expect(field(page)).toHaveValue('The third step is loose\nNo handrail')
  await expect(formOf(page).getByLabel('Potential violation')).toBeChecked()
  await expect(formOf(page).getByRole('button', { name: /^Remove / })).toHaveCount(1)

  await giveRoom(page)
  await save(page)
  await expect(news(page, 'Observation saved on this phone')).toBeVisible()
  await everythingSent(page)
  expect(await atOffice(area)).toEqual([
    { content: 'The third step is loose\nNo handrail', potentialvio: true, photos: 1 },
  ])
})

test('I16 words typed while the one before is being stored are kept on the device, and only they', async () => {
  const { page, area } = await inArea('Attic')
  await field(page).fill('Insulation is torn')
  await holdFreeing(page)
  await save(page)
  await expect(field(page)).toHaveValue('')
  await field(page).fill('Window does not close')
  await typedIsKept(page, 'Window does not close')
  await giveRoom(page)
  await letFreeingGo(page)
  await expect(news(page, 'Observation saved on this phone')).toBeVisible()
  await expect
    .poll(async () => (await onDevice<{ values: unknown }>(page, 'drafts')).map((it) => it.values))
    .toEqual([{ content: 'Window does not close', potentialvio: false, codes: [] }])
  await everythingSent(page)
  expect(await app.rows('select content from observations where area_id = $1', [area])).toEqual([
    { content: 'Insulation is torn' },
  ])
})

test('AD-20 I16 words typed while a comment is being stored stay in the field and on the device', async () => {
  const page = await app.open('/address/1?tab=comments')
  await commentField(page).fill('First part')
  await holdFreeing(page)
  await commentForm(page).getByRole('button', { name: 'Post' }).click()
  await expect(commentForm(page).getByRole('button', { name: 'Posting...' })).toBeVisible()
  await commentField(page).pressSequentially('The dog is back')
  await typedIsKept(page, 'The dog is back')
  await giveRoom(page)
  await letFreeingGo(page)
  await expect(news(page, 'Comment saved on this phone')).toBeVisible()
  await expect(commentField(page)).toHaveValue('The dog is back')
  await typedIsKept(page, 'The dog is back')
  await everythingSent(page)
  expect(await app.rows('select content from comments')).toEqual([{ content: 'First part' }])
})
