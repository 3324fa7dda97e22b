import { expect, type Locator, type Page } from '@playwright/test'
import { areaIn, inspectionIn, news, openApp, photoFiles, test } from './open-app.ts'
import { everythingSent } from './story.ts'

// Phone only: the forms are the same at a desk.

const app = openApp('ons')

/** Taps twice, as somebody does who sees nothing happen; once the button is gone there is no second tap. */
const tapTwice = (button: Locator, pauseMs = 0) =>
  button.evaluate(async (it: HTMLElement, pauseMs) => {
    it.click()
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (it.isConnected) it.click()
  }, pauseMs)

/** Everything that an element says from now on, however short. */
const textsOf = async (place: Locator): Promise<() => Promise<string>> => {
  const texts = await place.evaluateHandle((it) => {
    const texts: string[] = []
    new MutationObserver(() => texts.push(it.textContent)).observe(it, { subtree: true, childList: true })
    return texts
  })
  return async () => (await texts.jsonValue()).join('\n')
}

const atOffice = async (page: Page, rows: string): Promise<number> => {
  await everythingSent(page)
  return (await app.rows(rows)).length
}

const openForm = async (key: string, title: string) => {
  const page = await app.open(`/?new=${key}`)
  const form = page.getByRole('form', { name: title })
  await form.getByRole('combobox', { name: 'Address' }).fill('elm')
  await form.getByRole('option', { name: /12 ELM STREET/ }).click()
  return { page, form }
}

test('AR-10 I2 an observation is saved once by two taps on Save while its photos are read', async () => {
  const id = await inspectionIn(app, { source: 'Multifamily License', address_id: 1, inspector_id: 1 })
  const area = await areaIn(app, id, 'Hall')
  const page = await app.open(`/inspections/${id}/area/${area}`)
  const form = page.getByRole('form', { name: 'Add observation' })
  await form.getByLabel('Observation', { exact: true }).fill('Rail is loose')
  await page.locator('input[type=file][multiple]').setInputFiles(await photoFiles(2))
  const said = await textsOf(page.getByRole('group', { name: 'Next step' }))
  await tapTwice(page.getByRole('button', { name: 'Save Observation' }), 60)
  await expect(news(page, 'Observation saved on this phone')).toBeVisible()
  expect(await atOffice(page, `select id from observations where area_id = ${area}`)).toBe(1)
  expect(await said(), 'below the fold the new row is not seen, so the button tells').toContain('Saving…')
})

test('CF-13 CF-01 I2 a complaint and a violation are saved once by two taps', async () => {
  const words = 'Loud music'
  const { page, form } = await openForm('complaint', 'New Complaint')
  await form.getByLabel('Description').fill(words)
  await tapTwice(form.getByRole('button', { name: 'Create New Complaint' }))
  await expect(form).toHaveCount(0)
  expect.soft(await atOffice(page, `select id from inspections where description = '${words}'`)).toBe(1)

  const before = (await app.rows('select id from violations')).length
  const other = await openForm('violation', 'New Violation')
  await other.form.getByRole('button', { name: 'Review and Create' }).click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Create Violation' }).click()
  await tapTwice(other.page.getByRole('button', { name: 'Create without a section' }))
  await expect(other.form).toHaveCount(0)
  expect.soft(await atOffice(other.page, 'select id from violations')).toBe(before + 1)
})
