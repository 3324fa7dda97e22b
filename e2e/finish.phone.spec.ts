import { expect, type Page } from '@playwright/test'
import { areaIn, flaggedIn, inspectionIn, moveTo, openApp, photoFiles, test } from './open-app.ts'
import { onDevice } from './story.ts'

// What comes between the tap on Finish and the completed inspection.

const app = openApp('ons')
const inspection = () => inspectionIn(app, { source: 'Multifamily License', address_id: 1, inspector_id: 1 })
const statusOf = (id: number) => app.rows('select status from inspections where id = $1', [id])
const open = [{ status: null }]

async function withArea(name: string): Promise<{ id: number; area: number }> {
  const id = await inspection()
  const area = await areaIn(app, id, name)
  return { id, area }
}

/** An area with something that the office has as a potential violation. */
async function withFlagged(): Promise<number> {
  const { id, area } = await withArea('Porch')
  await flaggedIn(app, area, 'Loose wire')
  return id
}

/** What the office does about the list of potential violations. */
function potential(fault?: { kind: string; [more: string]: unknown }): void {
  app.town.faults.inject = ({ method, path }) =>
    (fault && method === 'GET' && path.includes('potential') ? fault : undefined) as never
}
const refused = { kind: 'failBefore', status: 422, detail: 'no' }
test.afterEach(() => potential())

async function sheetOf(page: Page) {
  await page.getByRole('button', { name: 'Finish' }).click()
  return page.getByRole('dialog', { name: 'Finish inspection' })
}

/** Opens Finish on a phone that the office has refused the flagged observations. */
async function notHeard(id: number) {
  potential(refused)
  const page = await app.open(`/inspections/${id}/conduct`)
  await expect(page.getByRole('main').getByRole('link', { name: /^Porch/ })).toBeVisible()
  const sheet = await sheetOf(page)
  await expect(sheet).toContainText('Not all of this inspection is on this')
  return { page, sheet }
}

test('II-05 what the office answers to Complete is kept: the inspector is asked about the flagged observation', async () => {
  const id = await withFlagged()
  const { page, sheet } = await notHeard(id)
  potential()
  await sheet.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByRole('dialog', { name: 'Complete without a decision?' })).toBeVisible()
  expect((await onDevice<{ content: string }>(page, 'observation')).map((it) => it.content)).toEqual(['Loose wire'])
  expect(await statusOf(id)).toEqual(open)
})

test('II-05 a Finish that was closed while the office is asked completes nothing, and the button says that it asks', async () => {
  const { id } = await withArea('Porch')
  const { page, sheet } = await notHeard(id)
  potential({ kind: 'delay', ms: 2_000 })
  const answer = page.waitForResponse((it) => it.url().includes('potential'))
  await sheet.getByRole('button', { name: 'Complete' }).click()
  await expect(sheet.getByRole('button', { name: 'Checking…' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await answer
  // A completion would be sent at once.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await onDevice(page, 'outbox')).toEqual([])
  expect(await statusOf(id)).toEqual(open)
})

test('II-05 Back closes a question with its page: it does not stand over another one, and nothing is completed', async () => {
  const id = await withFlagged()
  const page = await app.open('/')
  await moveTo(page, `/inspections/${id}/conduct`)
  await expect(page.getByRole('link', { name: 'Review Potential Violations 1' })).toBeVisible()
  const sheet = await sheetOf(page)
  await expect(sheet).toContainText('1 potential violation is not decided.')
  await sheet.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByRole('button', { name: 'Complete anyway' })).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  expect(await onDevice(page, 'outbox')).toEqual([])
  expect(await statusOf(id)).toEqual(open)
})

test('II-05 Finish waits for an observation whose photos are still read, and the completion is sent after it', async () => {
  const { id, area } = await withArea('Porch')
  const page = await app.open(`/inspections/${id}/conduct`)
  await expect(page.getByRole('main').getByRole('link', { name: /^Porch/ })).toBeVisible()
  await moveTo(page, `/inspections/${id}/area/${area}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Porch' })).toBeVisible()
  await app.signalOff()
  // A photo that is read for as long as the test wants.
  await page.evaluate(() => {
    const read = File.prototype.arrayBuffer
    const mayRead = new Promise<void>((resolve) => window.addEventListener('test-may-read', () => resolve()))
    File.prototype.arrayBuffer = async function () {
      await mayRead
      return read.call(this)
    }
  })
  await page.getByLabel('Observation', { exact: true }).fill('Rail is loose')
  await page.getByRole('form', { name: 'Add observation' }).getByLabel('Potential violation').check()
  await page.locator('input[type=file][multiple]').setInputFiles(await photoFiles(1))
  await page.getByRole('button', { name: 'Save Observation' }).click()
  await page
    .getByRole('link', { name: /^Inspection #|Back to/ })
    .first()
    .click()
  const sheet = await sheetOf(page)
  await expect(sheet).toContainText('1 observation is still being saved.')
  for (const claim of ['Everything is at the office.', 'Every potential violation is decided.'])
    await expect(sheet).not.toContainText(claim)
  await sheet.getByRole('button', { name: 'Complete' }).click()
  await expect(sheet.getByRole('button', { name: 'Checking…' })).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('test-may-read')))
  const question = page.getByRole('dialog', { name: 'Complete without a decision?' })
  await expect(question).toContainText('1 potential violation is not decided.')
  await question.getByRole('button', { name: 'Complete anyway' }).click()
  await expect(sheet).toHaveCount(0)
  const entries = await onDevice<{ seq: number; body: { content?: string; status?: string } | null }>(page, 'outbox')
  const said = entries.sort((a, b) => a.seq - b.seq).map((it) => it.body?.content ?? it.body?.status ?? 'photo')
  expect(said).toEqual(['Rail is loose', 'photo', 'Completed'])
})

test('CI-01 a status that needs a question after its page was left is not set, and a message says so', async () => {
  const id = await withFlagged()
  potential(refused)
  const page = await app.open('/')
  await moveTo(page, `/inspections/${id}/conduct`)
  await expect(page.getByRole('main').getByRole('link', { name: /^Porch/ })).toBeVisible()
  const sheet = await sheetOf(page)
  await expect(sheet).toContainText('Not all of this inspection is on this')
  await sheet.getByRole('button', { name: 'Close' }).click()
  // Less than the five seconds after which nothing is waited for.
  potential({ kind: 'delay', ms: 4_000 })
  await page.getByLabel('Status').selectOption('Completed')
  await page.evaluate(() => history.back())
  await expect(page.getByText(`Inspection #${id} was not completed`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await statusOf(id)).toEqual(open)
})
