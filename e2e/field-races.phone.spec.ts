import { expect, type Page } from '@playwright/test'
import { savedCard } from './inspector.ts'
import { areaIn, flaggedIn, inspectionIn, moveTo, openApp, photoFiles, test } from './open-app.ts'
import { everythingSent, typedIsKept, unsent } from './story.ts'

// Phone only: what is raced is the same at a desk.

const app = openApp('ons')

const inspection = () => inspectionIn(app, { source: 'Multifamily License', address_id: 1, inspector_id: 1 })
const flagged = async (areaId: number, content: string, codes: number[]) => {
  const id = await flaggedIn(app, areaId, content)
  for (const code of codes) await app.pool.query('insert into observation_codes values ($1, $2)', [id, code])
}
const openArea = async (inspectionId: number, areaId: number): Promise<Page> => {
  const page = await app.open(`/inspections/${inspectionId}/area/${areaId}`)
  await expect(page.getByRole('form', { name: 'Add observation' })).toBeVisible()
  return page
}
const observe = async (page: Page, words: string, code?: string) => {
  const form = page.getByRole('form', { name: 'Add observation' })
  await form.getByLabel('Observation', { exact: true }).fill(words)
  if (code) {
    await form.getByRole('combobox', { name: 'Suspected codes' }).fill(code)
    await form.getByRole('option').first().click()
  }
  await page.getByRole('button', { name: 'Save Observation' }).click()
  await expect(savedCard(page, words)).toBeVisible()
}

test('CI-11 I2 two taps on a room make one area', async () => {
  for (const pauseMs of [60, 120, 250]) {
    const id = await inspection()
    const page = await app.open(`/inspections/${id}/conduct`)
    const room = page.getByRole('list', { name: 'Add an area from a room' }).getByRole('button', { name: 'Kitchen' })
    await expect(room).toBeVisible()
    const place = await room.boundingBox()
    if (!place) throw new Error('The room is not on the screen')
    const tap = () => page.touchscreen.tap(place.x + 30, place.y + 20)
    await tap()
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    await tap()
    await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
    await everythingSent(page)
    expect(await app.rows('select name from areas where inspection_id = $1', [id])).toEqual([{ name: 'Kitchen' }])
    await page.close()
  }
})

test('RV-05 suspected codes come to the notice that was left unfinished, and not in its place', async () => {
  const id = await inspection()
  await flagged(await areaIn(app, id, 'Porch'), 'Loose wire', [2, 3])
  const page = await app.open(`/inspections/${id}/review`)
  const form = page.getByRole('form', { name: 'Create Violation Notice' })
  await form.getByRole('combobox', { name: 'Codes' }).fill('grass')
  await form.getByRole('option', { name: /Tall grass/ }).click()
  // Last, so that a draft with these words has the code too.
  await form.getByRole('radio', { name: '30 days' }).check()
  await typedIsKept(page, '30 days')
  await page.reload()
  await expect(page.getByText('A violation notice was left unfinished here')).toBeVisible()
  await page.getByLabel('Select all').check()
  await page.getByRole('button', { name: 'Add suspected codes to violation' }).click()
  await expect(form.getByRole('radio', { name: '30 days' })).toBeChecked()
  await expect(form.getByRole('group', { name: 'Codes' }).locator('button[aria-pressed=true]')).toHaveCount(3)
})

test('RV-05 what is selected stays selected when the office gives it its numbers', async () => {
  const id = await inspection()
  const page = await openArea(id, await areaIn(app, id, 'Hall'))
  await app.signalOff()
  await observe(page, 'No alarm', 'smoke')
  await observe(page, 'No rail', 'handrail')
  await moveTo(page, `/inspections/${id}/review`)
  await page.getByLabel('Select all').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await app.signalOn()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => unsent(page)).toEqual([])
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Add suspected codes to violation' }).click()
  await expect(page.getByText('2 codes added to the violation')).toBeVisible()
})

test('AR-09 while an unfinished observation is asked about, the bar offers no Save that would do nothing', async () => {
  const id = await inspection()
  const page = await openArea(id, await areaIn(app, id, 'Hall'))
  await page.getByLabel('Observation', { exact: true }).fill('Rail is loose')
  await page.locator('input[type=file][multiple]').setInputFiles(await photoFiles(1))
  await expect(page.getByRole('list', { name: 'Chosen files' }).getByText('Saved', { exact: true })).toBeVisible()
  await typedIsKept(page, 'Rail is loose')
  await page.reload()
  await expect(page.getByText('An observation was left unfinished here')).toBeVisible()
  // By then the page has read its photos.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: 'Add Observation' })).toBeDisabled()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Save Observation' }).click()
  await expect(savedCard(page, 'Rail is loose')).toBeVisible()
})

/** An observation without signal, and the form that corrects it. */
async function correctObservation(page: Page): Promise<void> {
  const room = page.getByRole('list', { name: 'Add an area from a room' }).getByRole('button', { name: 'Kitchen' })
  await expect(room).toBeVisible()
  await app.signalOff()
  // An entry may be edited until it was tried once. This one waits for its area, so it is not tried without signal.
  await room.click()
  await observe(page, 'Rail is loose')
  await page.getByTitle('Unsent work').click()
  await page
    .getByRole('article', { name: /Rail is loose/ })
    .getByRole('button', { name: 'Edit' })
    .click()
  await page.getByRole('form', { name: 'Repair' }).getByLabel('Text').fill('Rail is loose, three posts are rotten')
}

test('I1 what was typed into unsent work that is sent meanwhile stays on the screen until it was read', async () => {
  const page = await app.open(`/inspections/${await inspection()}/conduct`)
  await correctObservation(page)
  await app.signalOn()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => unsent(page)).toEqual([])
  const sent = page.getByRole('region', { name: /Sent before you saved/ })
  await expect(sent).toContainText('What you typed is not at the office')
  await expect(sent).toContainText('Rail is loose, three posts are rotten')
  await sent.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  await page.goBack()
  await expect(sent).toContainText('Rail is loose, three posts are rotten')
  await sent.getByRole('button', { name: 'Done' }).click()
  await expect(sent).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Everything is sent.')).toBeVisible()
  await expect(sent).toHaveCount(0)
})

test('I1 what was typed into unsent work is there again after a look at the record and after a cold start', async () => {
  const id = await inspection()
  const page = await app.open(`/inspections/${id}/conduct`)
  await correctObservation(page)
  await page
    .getByRole('article', { name: /Rail is loose/ })
    .getByRole('link')
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  await page.goBack()
  const text = page.getByRole('form', { name: 'Repair' }).getByLabel('Text')
  await expect(text).toHaveValue('Rail is loose, three posts are rotten')
  await page.reload()
  await expect(text).toHaveValue('Rail is loose, three posts are rotten')
  await page.getByRole('button', { name: 'Save and send' }).click()
  await expect(page.getByRole('article', { name: /three posts are rotten/ })).toBeVisible()
  await expect(text).toHaveCount(0)
  await app.signalOn()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => unsent(page)).toEqual([])
  await expect(page.getByRole('region', { name: /Sent before you saved/ })).toHaveCount(0)
  const stored = 'select content from observations join areas on areas.id = area_id where inspection_id = $1'
  expect(await app.rows(stored, [id])).toEqual([{ content: 'Rail is loose, three posts are rotten' }])
})
