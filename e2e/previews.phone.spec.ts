import { expect, type Locator, type Page } from '@playwright/test'
import { cameraPicture, Inspector, sha256 } from './inspector.ts'
import { heic, pdfOf } from './papers.ts'
import { everythingSent, inKitchen, runStory } from './story.ts'
import { test } from './story-test.ts'
import { people } from './town.ts'
import { uploadTo } from './upload.ts'

/** The colour at a place of a picture, as parts of its width and height; null until it is drawn. */
const colourAt = (picture: Locator, across: number, down: number) =>
  picture.evaluate(
    (it, [across, down]) => {
      if (!(it instanceof HTMLImageElement) || !it.complete || it.naturalWidth === 0) return null
      const canvas = document.createElement('canvas')
      canvas.width = it.naturalWidth
      canvas.height = it.naturalHeight
      const context = canvas.getContext('2d')
      context?.drawImage(it, 0, 0)
      const [r = 0, g = 0, b = 0] = context?.getImageData(across * canvas.width, down * canvas.height, 1, 1).data ?? []
      return r > g + 40 && r > b + 40 ? 'red' : b > r + 40 && b > g ? 'blue' : g > r + 15 && g > b ? 'green' : 'other'
    },
    [across, down] as const,
  )

const tileOf = (page: Page, name: string) => page.getByRole('button', { name: `Enlarge ${name}` })

/** The house: sky above, a red wall in the middle, grass below. */
async function isHouse(picture: Locator): Promise<void> {
  await expect.poll(() => colourAt(picture, 0.05, 0.1), { timeout: 20_000 }).toBe('blue')
  expect(await colourAt(picture, 0.35, 0.55)).toBe('red')
  expect(await colourAt(picture, 0.05, 0.9)).toBe('green')
}

async function leafThrough(page: Page, name: string): Promise<void> {
  await tileOf(page, name).click()
  const first = page.getByRole('dialog', { name: `Page 1 of 3: ${name}, page 1 of 3` })
  await expect.poll(() => colourAt(first.getByRole('img'), 0.1, 0.9), { timeout: 20_000 }).toBe('red')
  // The whole page is in sight, in its own shape.
  const { width = 0, height = 0 } = (await first.getByRole('img').boundingBox()) ?? {}
  expect(width).toBeLessThanOrEqual(390)
  expect(height / width).toBeCloseTo(792 / 612, 1)
  await first.getByRole('button', { name: 'Next page' }).click()
  const second = page.getByRole('dialog', { name: `Page 2 of 3: ${name}, page 2 of 3` })
  await expect.poll(() => colourAt(second.getByRole('img'), 0.1, 0.9), { timeout: 20_000 }).toBe('blue')
  await expect(second.getByRole('link', { name: 'Open file' })).toHaveAttribute('href', /./)
  await page.keyboard.press('Escape')
}

async function save(page: Page, words: string): Promise<void> {
  await page.getByRole('form', { name: 'Add observation' }).getByLabel('Observation', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Save Observation' }).click()
  await expect(page.getByRole('article').filter({ hasText: words })).toBeVisible()
  // Drawn when they come into sight. The list is drawn again when the card is stored.
  await expect(() => page.getByRole('list', { name: /^Photos of/ }).scrollIntoViewIfNeeded({ timeout: 2_000 })).toPass()
}

const choose = (page: Page, files: Parameters<Locator['setInputFiles']>[0]) =>
  page.locator('input[type=file][multiple]').last().setInputFiles(files)

/** The browser has the code of the previews. */
const previewsKept = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await (await caches.open('codesoft-previews')).keys()).length), {
      timeout: 30_000,
    })
    .toBeGreaterThanOrEqual(5)

test('G-13 a HEIC picture and a PDF are seen without signal at once, and at the office the very bytes that were given', async () => {
  test.setTimeout(120_000)
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    const pdf = await pdfOf(3)
    await inKitchen(me)
    await previewsKept(page)
    await town.signalOff()
    await choose(page, [
      { name: 'house.heic', mimeType: 'image/heic', buffer: heic },
      { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf },
    ])
    const chosen = page.getByRole('list', { name: 'Chosen files' })
    await isHouse(chosen.getByRole('img', { name: 'house.heic', exact: true }))
    await expect(chosen.getByRole('img', { name: 'First page of plan.pdf' })).toBeVisible()
    await save(page, 'Seen on an iPhone')
    const wall = page.getByRole('list', { name: /^Photos of/ })
    await isHouse(tileOf(page, 'house.heic').getByRole('img'))
    await expect(wall.getByText(/PDF, 3 pages/)).toBeVisible()
    await expect(wall.getByText('HEIC picture')).toHaveCount(0)
    await leafThrough(page, 'plan.pdf')
    await tileOf(page, 'house.heic').click()
    await isHouse(page.getByRole('dialog', { name: 'Photo 1 of 1: house.heic' }).getByRole('img'))
    await page.keyboard.press('Escape')
    await town.signalOn()
    await everythingSent(page)
    expect(await rows('select content_type, sha256 from attachments order by content_type')).toEqual([
      { content_type: 'application/pdf', sha256: sha256(pdf) },
      { content_type: 'image/heic', sha256: sha256(heic) },
    ])
    const [area] = await rows('select area_id from observations')
    await atOffice(page, town.url, `/inspections/1/area/${area?.area_id}`)
  })
})

/** A colleague's browser, which has nothing of it yet, shows both from the server. */
async function atOffice(phone: Page, url: string, area: string): Promise<void> {
  const browser = phone.context().browser()
  if (!browser) throw new Error('The phone has no browser')
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const problems: string[] = []
    page.on('console', (it) => it.type() === 'error' && problems.push(it.text()))
    page.on('pageerror', (it) => problems.push(String(it)))
    await page.goto(url)
    const office = new Inspector(page, url, people.ons)
    await office.signIn()
    await page.goto(`${url}${area}`)
    const wall = page.getByRole('list', { name: /^Photos of/ })
    await wall.scrollIntoViewIfNeeded()
    await isHouse(wall.getByRole('button', { name: /\.heic/ }).getByRole('img'))
    await expect(wall.getByText(/PDF, 3 pages/)).toBeVisible({ timeout: 20_000 })
    expect(problems).toEqual([])
  } finally {
    await context.close()
  }
}

/** Draws an arrow by keys, from the middle to the right. */
async function markUp(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Mark up a copy' }).click()
  const sheet = page.getByRole('dialog', { name: `Mark up ${name}` })
  const canvas = sheet.locator('canvas')
  await canvas.focus()
  await page.keyboard.press('Enter')
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(canvas).toHaveAccessibleName(/1 drawn/)
  await sheet.getByRole('button', { name: 'Save copy' }).click()
  await expect(sheet).toBeHidden()
}

test('G-13 AR-09 a HEIC picture is turned to like any photo, laid over the camera, marked up on a copy, and in the letter', async () => {
  test.setTimeout(120_000)
  await runStory({ hasCamera: true }, async ({ town, me, rows }) => {
    const { page } = me
    await town.pool.query(
      "insert into violations (address_id, user_id, deadline, violation_type) values (1, 1, '7 days', 'doorhanger')",
    )
    await me.signIn()
    await me.prepare('ready 7 of 7')
    await previewsKept(page)
    await town.signalOff()
    await me.go('/violation/1')
    const wall = page.getByRole('list', { name: 'Photos of the violation' })
    const files = page.getByRole('region', { name: 'Attachments' }).locator('input[type=file][multiple]')
    // One after the other: the camera shows the last one, and files picked together may be stored in another order.
    await files.setInputFiles([{ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await cameraPicture(41) }])
    await expect(tileOf(page, 'front.jpg')).toBeVisible()
    await files.setInputFiles([{ name: 'house.heic', mimeType: 'image/heic', buffer: heic }])
    await expect(wall.getByRole('listitem')).toHaveCount(2)
    await wall.scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Many photos' }).click()
    const camera = page.getByRole('dialog', { name: 'Camera' })
    await isHouse(camera.getByRole('img', { name: 'Earlier: house.heic' }))
    await camera.getByRole('button', { name: 'Done' }).click()
    await tileOf(page, 'front.jpg').click()
    await expect(page.getByRole('dialog', { name: 'Photo 1 of 2: front.jpg' })).toBeVisible()
    await page.getByRole('button', { name: 'Next photo' }).click()
    const enlarged = page.getByRole('dialog', { name: 'Photo 2 of 2: house.heic' })
    await isHouse(enlarged.getByRole('img'))
    await expect(enlarged.getByRole('link', { name: 'Open file' })).toHaveAttribute('download', 'house.heic')
    await markUp(page, 'house.heic')
    await expect(tileOf(page, 'house (marked).jpg')).toBeVisible()

    await page.getByRole('button', { name: 'Make Notice' }).click()
    const letter = page.getByRole('dialog', { name: 'Notice' }).getByRole('article', { name: 'The letter' })
    // The marked copy replaces its original.
    await expect(letter.getByRole('img', { name: /^Photo of violation/ })).toHaveCount(2)
    await page.getByRole('dialog', { name: 'Notice' }).getByRole('button', { name: 'Close' }).click()

    await town.signalOn()
    await everythingSent(page)
    const sent = await rows(
      "select content_type, sha256, capture->>'copy_of' as copy_of from attachments order by content_type",
    )
    expect(sent.filter((it) => it.copy_of)).toEqual([expect.objectContaining({ copy_of: sha256(heic) })])
    expect(sent.find((it) => it.content_type === 'image/heic')).toMatchObject({ sha256: sha256(heic) })
  })
})

test('AD-18 G-13 the pages of a small PDF of a prepared address show without signal, though nobody has opened it here', async () => {
  test.setTimeout(90_000)
  await runStory({}, async ({ town, me }) => {
    const { page } = me
    await (await uploadTo(town))('/inspections/1/photos', Buffer.from(await pdfOf(3)))
    await me.signIn()
    await me.prepare('ready 7 of 7')
    await expect(page.getByRole('list', { name: 'Parts' })).toContainText(/1 PDF file \(.* kB\)/)
    await previewsKept(page)
    await town.signalOff()
    await me.go('/inspection/1')
    const files = page.getByRole('list', { name: /^Photos of/ })
    await files.scrollIntoViewIfNeeded()
    await expect(files.getByRole('img', { name: 'First page of plan.pdf' })).toBeVisible({ timeout: 20_000 })
    await expect(files.getByText(/PDF, 3 pages/)).toBeVisible()
  })
})

test('G-13 a broken PDF and one with a password say so in words, and each still opens as a file', async () => {
  test.setTimeout(90_000)
  await runStory({}, async ({ me }) => {
    const { page } = me
    await inKitchen(me)
    await choose(page, [
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nnothing of a document') },
      { name: 'secret.pdf', mimeType: 'application/pdf', buffer: await pdfOf(1, 'maple') },
    ])
    await expect(page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveCount(2)
    await save(page, 'Papers of the owner')
    const wall = page.getByRole('list', { name: /^Photos of/ })
    await expect(wall.getByText('PDF: its pages cannot be shown. It may be broken.')).toBeVisible({ timeout: 20_000 })
    await expect(wall.getByText('PDF with a password: open it to read it.')).toBeVisible({ timeout: 20_000 })
    await expect(wall.getByRole('link', { name: /Open/ })).toHaveCount(2)
  })
})

test('the code of the previews is fetched when such a file is first seen, and not before', async () => {
  test.setTimeout(90_000)
  await runStory({}, async ({ me }) => {
    const { page } = me
    const asked: string[] = []
    page.context().on('request', (it) => /preview-worker|\.wasm/.test(it.url()) && asked.push(it.url()))
    await me.signIn()
    await me.go('/inspections/1/conduct')
    await me.addAreaOf('Kitchen')
    await everythingSent(page)
    expect(asked).toEqual([])
    await choose(page, { name: 'plan.pdf', mimeType: 'application/pdf', buffer: await pdfOf(1) })
    await expect(page.getByRole('img', { name: 'First page of plan.pdf' })).toBeVisible({ timeout: 20_000 })
    expect(asked.filter((it) => it.includes('pdf-preview-worker')).length).toBeGreaterThan(0)
  })
})
