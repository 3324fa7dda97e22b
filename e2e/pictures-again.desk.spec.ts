import { expect, type Page } from '@playwright/test'
import { photoCaches } from '../src/sync/device/photo-caches.ts'
import { openApp, section, test } from './open-app.ts'
import { pdfOf } from './papers.ts'
import { uploadTo } from './upload.ts'

const app = openApp('admin')

const hour = 3_600_000

async function violationWith(...files: (number | Buffer)[]): Promise<number> {
  const id = await app.put(
    "insert into violations (address_id, user_id, deadline, violation_type) values (1, 1, '7 days', 'doorhanger') returning id",
  )
  const upload = await uploadTo(app.town)
  for (const it of files) await upload(`/violation/${id}/photos`, typeof it === 'number' ? it : Buffer.from(it))
  return id
}

/** The town's clock goes two hours ahead: every signed URL so far has expired. */
const addressesExpire = () => {
  app.town.aheadMs += 2 * hour
}
test.afterEach(() => {
  app.town.aheadMs = 0
})

/** The person comes back to the window until it shows the office's news: what is seconds old is not asked for again. */
const comeBack = (page: Page, seesNews: () => Promise<void>) =>
  expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await seesNews()
  }).toPass()

/** Nothing of what was shown is kept any more, as on a full device. */
const forgetPictures = (page: Page) =>
  page.evaluate(
    (names) => Promise.all(names.map((it) => caches.delete(it))).then(() => undefined),
    [...Object.values(photoCaches)],
  )

test('G-13 an open PDF stays open at its page when the office signs its URL anew, and the focus returns to its tile', async () => {
  const page = await app.open(`/violation/${await violationWith(await pdfOf(3))}`)
  const tile = page.getByRole('button', { name: 'Enlarge plan.pdf' })
  await tile.click({ timeout: 60_000 })
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('button', { name: 'Next page' }).click()
  await expect(viewer.getByRole('img', { name: 'plan.pdf, page 2 of 3' })).toBeVisible()
  const before = await page.evaluate(() => document.querySelector('dialog a')?.getAttribute('href'))
  addressesExpire()
  await comeBack(page, () => expect(page.locator(`a[href="${before}"]`)).toHaveCount(0, { timeout: 2_000 }))
  await expect(viewer.getByRole('link', { name: 'Open file' })).toHaveAttribute('href', /until=/)
  await expect(viewer.getByRole('img', { name: 'plan.pdf, page 2 of 3' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(tile).toBeFocused()
})

test('X63 the evidence sheet says which pictures it lacks, on paper too, and shows them once signal returns', async () => {
  const id = await violationWith(1, 2)
  const page = await app.open(`/violation/${id}/evidence`)
  const pictures = section(page, /^Files/).getByRole('img')
  await expect(pictures).toHaveCount(2)
  await expect(pictures.first()).not.toHaveJSProperty('naturalWidth', 0)
  await forgetPictures(page)
  await app.signalOff()
  await page.reload()
  const note = page.getByRole('status').filter({ hasText: '2 files could not be loaded' })
  await expect(note).toBeVisible()
  await expect(section(page, /^Files/)).toContainText('The picture could not be loaded.')
  await page.emulateMedia({ media: 'print' })
  await expect(note).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await app.signalOn()
  // The server answers again, and the platform has no event for that.
  await page.evaluate(() => window.dispatchEvent(new Event('codesoft-reachable')))
  await expect(pictures).toHaveCount(2)
  await expect(pictures.first()).not.toHaveJSProperty('naturalWidth', 0)
  await expect(note).toHaveCount(0)
})

test('X63 a stored sheet whose URLs have expired shows its pictures with those that the office sends', async () => {
  const id = await violationWith(1)
  const page = await app.open(`/violation/${id}/case-file`)
  const pictures = section(page, /^Files/).getByRole('img')
  await expect(pictures).not.toHaveJSProperty('naturalWidth', 0)
  await forgetPictures(page)
  addressesExpire()
  app.town.faults.inject = ({ path }) =>
    /evidence|changes/.test(path) ? { kind: 'failBefore', status: 503, detail: 'Busy' } : undefined
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: '1 file could not be loaded' })).toBeVisible()
  app.town.faults.inject = () => undefined
  await comeBack(page, () => expect(pictures).toHaveCount(1, { timeout: 2_000 }))
  await expect(pictures).not.toHaveJSProperty('naturalWidth', 0)
})

test('AD-16 an enlarged picture that could not be loaded comes with signal while the viewer is open', async () => {
  const page = await app.open(`/violation/${await violationWith(1)}`)
  const tile = section(page, 'Attachments').getByRole('button', { name: /^Enlarge/ })
  await expect(tile.getByRole('img')).not.toHaveJSProperty('naturalWidth', 0)
  await forgetPictures(page)
  await app.signalOff()
  // The page itself keeps what it has drawn.
  await page.reload()
  await tile.click()
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByText('Not on this device. It opens with signal.')).toBeVisible()
  await app.signalOn()
  await page.evaluate(() => window.dispatchEvent(new Event('codesoft-reachable')))
  await expect(viewer.getByRole('img')).not.toHaveJSProperty('naturalWidth', 0)
})

test('AD-16 Next says the name and the number of the picture to a screen reader, and zoom says its own', async () => {
  const page = await app.open(`/violation/${await violationWith(1, 2)}`)
  await section(page, 'Attachments')
    .getByRole('button', { name: /^Enlarge/ })
    .first()
    .click()
  const viewer = page.getByRole('dialog')
  const said = viewer.locator('p[aria-live=polite]')
  await expect(said).toHaveText('1 of 2: 1.jpg')
  // The same element all the time: a live region that is put in anew says nothing.
  await said.evaluate((it) => it.setAttribute('data-same', ''))
  await viewer.getByRole('button', { name: 'Next photo' }).click()
  await expect(viewer.locator('p[aria-live=polite][data-same]')).toHaveText('2 of 2: 2.jpg')
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect(viewer.getByRole('status')).toHaveText('125 %')
  await expect(said).toHaveText('2 of 2: 2.jpg')
})

test('AD-16 a page that keeps the focus for hours has its files’ URLs signed anew before they expire', async () => {
  const id = await violationWith(1)
  const page = await app.open('/about')
  await page.clock.install()
  await page.goto(`${app.town.url}/violation/${id}`)
  const tile = section(page, 'Attachments').getByRole('button', { name: /^Enlarge/ })
  await expect(tile.getByRole('img')).not.toHaveJSProperty('naturalWidth', 0)
  let asked = 0
  page.on('request', (it) => {
    if (it.url().endsWith(`/violation/${id}/photos`)) asked += 1
  })
  // The time of the first pass begins when the answer is stored, which no one sees.
  await expect(async () => {
    await page.clock.fastForward(hour / 3 + 1_000)
    await expect.poll(() => asked, { timeout: 2_000 }).toBeGreaterThan(0)
  }).toPass()
})
