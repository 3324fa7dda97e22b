import { expect, type Page } from '@playwright/test'
import { dateTimeText } from '../src/rules/date-text.ts'
import { savedCard } from './inspector.ts'
import { inspectionIn, openApp, photoFiles, refuse, section, test } from './open-app.ts'

// Phone only: the desk shows the same.

const app = openApp('ons')
const inspection = () => inspectionIn(app, { source: 'Multifamily License', address_id: 1, inspector_id: 1 })
const flagged = async (inspectionId: number, area: string, content: string, codes: number[]) => {
  const unit = area === 'Kitchen' ? 1 : null
  const areaId = await app.put('insert into areas (name, inspection_id, unit_id) values ($1, $2, $3) returning id', [
    area,
    inspectionId,
    unit,
  ])
  const id = await app.put(
    `insert into observations (area_id, content, potentialvio, user_id, observed_at, created_at)
     values ($1, $2, true, 1, '2026-03-09T18:05:00Z', '2026-03-10T12:00:00Z') returning id`,
    [areaId, content],
  )
  for (const code of codes) await app.pool.query('insert into observation_codes values ($1, $2)', [id, code])
  return areaId
}
const items = (page: Page) => page.getByRole('list', { name: 'Potential violations' }).getByRole('article')
const add = (page: Page) => page.getByRole('button', { name: 'Add suspected codes to violation' })
const notice = (page: Page) => page.getByRole('form', { name: 'Create Violation Notice' })
const chosen = (page: Page) => notice(page).getByRole('button', { pressed: true })

test('RV-01 Back to Conduct and View Address; RV-02 each item shows area, unit, content, codes, photos and its time', async () => {
  const id = await inspection()
  const kitchen = await flagged(id, 'Kitchen', 'Loose wire', [2, 3])
  await flagged(id, 'Porch', 'Grass is high', [1])
  let page = await app.open(`/inspections/${id}/area/${kitchen}`)
  await page.locator('input[type=file][multiple]').setInputFiles(await photoFiles(1))
  await page.getByLabel('Observation', { exact: true }).fill('Burnt socket')
  await page.getByRole('form', { name: 'Add observation' }).getByLabel('Potential violation').check()
  await page.getByRole('button', { name: 'Save Observation' }).click()
  await expect(page.getByRole('article', { name: 'Burnt socket' })).toBeVisible()
  await expect(savedCard(page, 'Burnt socket')).toBeVisible()

  page = await app.open(`/inspections/${id}/review`)
  await expect(page.getByRole('link', { name: 'Back to Conduct' })).toHaveAttribute(
    'href',
    `/inspections/${id}/conduct`,
  )
  await expect(page.getByRole('link', { name: 'View Address' })).toHaveAttribute('href', '/address/1')
  await expect(items(page)).toHaveCount(3)
  const wire = items(page).filter({ hasText: 'Loose wire' })
  await expect(wire).toContainText('Kitchen, Unit 1A')
  await expect(wire.getByRole('list', { name: 'Suspected codes' }).getByRole('listitem')).toHaveText([
    '50, 2.0: Smoke alarms',
    '67, 3.1: Handrails',
  ])
  await expect(wire).toContainText('No photos attached')
  await expect(wire).toContainText(`Observed ${dateTimeText('2026-03-09T18:05:00Z')}`)
  await expect(items(page).filter({ hasText: 'Grass is high' })).not.toContainText('Unit')
  await items(page).filter({ hasText: 'Burnt socket' }).getByRole('button', { name: 'Enlarge photo 1.jpg' }).click()
  await expect(page.getByRole('dialog', { name: /^Photo 1 of 1/ })).toBeVisible()
})

test('RV-02 the small picture of a second photo has the icon of its state alone, on one line', async () => {
  const id = await inspection()
  const kitchen = await flagged(id, 'Kitchen', 'Loose wire', [2])
  const page = await app.open(`/inspections/${id}/area/${kitchen}`)
  await page.locator('input[type=file][multiple]').setInputFiles(await photoFiles(2))
  await page.getByLabel('Observation', { exact: true }).fill('Burnt plug')
  await page.getByRole('form', { name: 'Add observation' }).getByLabel('Potential violation').check()
  await page.getByRole('button', { name: 'Save Observation' }).click()
  await expect(savedCard(page, 'Burnt plug')).toBeVisible()
  await page.goto(`${app.town.url}/inspections/${id}/review`)
  const photos = items(page)
    .filter({ hasText: 'Burnt plug' })
    .getByRole('list', { name: /^Photos of/ })
  await expect(photos.getByText('Sent', { exact: true })).toHaveCount(2)
  const states = photos.locator('li > span')
  const [first, second] = [await states.first().boundingBox(), await states.last().boundingBox()]
  expect(second?.height).toBeLessThanOrEqual(first?.height ?? 0)
  expect((await states.last().getByText('Sent').boundingBox())?.width).toBe(1)
})

test('RV-03 RV-04 RV-05 RV-06 RV-07 codes of the selection fill the form of this address; an empty selection adds nothing', async () => {
  const id = await inspection()
  await flagged(id, 'Kitchen', 'Loose wire', [2, 3])
  await flagged(id, 'Porch', 'Grass is high', [1])
  const page = await app.open(`/inspections/${id}/review`)
  await expect(items(page)).toHaveCount(2)
  await expect(add(page)).toBeDisabled()
  await expect(notice(page).getByText('Elm Court - 12 ELM STREET')).toBeVisible()
  await expect(notice(page).getByRole('combobox', { name: 'Address' })).toHaveCount(0)

  const all = page.getByLabel('Select all')
  await all.check()
  await expect(items(page).getByRole('checkbox', { checked: true })).toHaveCount(2)
  await all.uncheck()
  await expect(add(page)).toBeDisabled()
  const one = items(page).filter({ hasText: 'Loose wire' }).getByRole('checkbox')
  await one.check()
  await expect(all).not.toBeChecked()
  await items(page).filter({ hasText: 'Grass is high' }).getByRole('checkbox').check()
  await expect(all).toBeChecked()
  await items(page).filter({ hasText: 'Grass is high' }).getByRole('checkbox').uncheck()
  await add(page).click()
  await expect(chosen(page)).toHaveText(['50, 2.0: Smoke alarms', '67, 3.1: Handrails'])

  await page.getByRole('button', { name: 'Review and Create' }).click()
  await page.getByRole('button', { name: 'Create Violation', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/inspection/${id}$`))
  const made = () =>
    app.rows(
      `select address_id, user_id, array_agg(code_id::int order by code_id) as codes from violations
       join violation_codes on violation_id = violations.id where inspection_id = $1 group by 1, 2`,
      [id],
    )
  await expect.poll(made).toEqual([{ address_id: 1, user_id: 1, codes: [2, 3] }])
})

test('RV-08 nothing flagged reads No potential violations were flagged during this inspection.', async () => {
  const page = await app.open(`/inspections/${await inspection()}/review`)
  await expect(section(page, /^Potential Violations/)).toContainText(
    'No potential violations were flagged during this inspection.',
  )
  await expect(add(page)).toHaveCount(0)
})

test('RV-09 Failed to load inspection, and Failed to load potential observations, where the device holds nothing', async () => {
  app.town.tellsNoChanges = true
  const id = await inspection()
  await flagged(id, 'Porch', 'Grass is high', [1])
  app.town.faults.inject = refuse(/GET .*potential/, 500, 'Out of order')
  let page = await app.open(`/inspections/${id}/review`)
  await expect(page.getByRole('alert')).toContainText('Error: Failed to load potential observations')
  app.town.faults.inject = refuse(/GET .*\/inspections\//, 500, 'Out of order')
  page = await app.open(`/inspections/${await inspection()}/review`)
  await expect(page.getByRole('alert')).toContainText('Error: Failed to load inspection')
})
