import { createHash } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { openApp, section, sendNow, signIn, test } from './open-app.ts'

const app = openApp('ons')

/** A picture of fine black and white lines: what is blurred turns gray. */
const lined = () =>
  sharp(Buffer.from(Array.from({ length: 480 * 320 }, (_, at) => ((at % 480) % 2 === 0 ? 0 : 255))), {
    raw: { width: 480, height: 320, channels: 1 },
  })
    .jpeg({ quality: 100 })
    .toBuffer()

/** Draws with the mouse over a part of the canvas; places are shares of its width and height. */
async function drag(page: Page, canvas: Locator, from: readonly [number, number], to: readonly [number, number]) {
  const box = await canvas.boundingBox()
  if (!box) throw new Error('There is no canvas')
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
  await page.mouse.move(...at(to))
  await page.mouse.up()
}

/** The pixel at a share of width and height. */
async function pixel(bytes: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = info.channels * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width))
  return [...data.subarray(at, at + 3)]
}

const attached = (id: number) =>
  app.rows(
    "select sha256, original_key, capture from attachments where owner_type = 'violation' and owner_id = $1 order by id",
    [id],
  )

test('marks are drawn on a copy, without signal; the original stays, and a Guest sees the copy alone', async ({
  browser,
}) => {
  const id = await app.put(
    "insert into violations (address_id, user_id, deadline, violation_type) values (1, 1, '7 days', 'doorhanger') returning id",
  )
  const page = await app.open(`/violation/${id}`)
  const files = section(page, 'Attachments')
  await expect(files).toBeVisible()
  await app.signalOff()
  const original = await lined()
  await files
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'porch.jpg', mimeType: 'image/jpeg', buffer: original })
  await files.getByRole('button', { name: 'Enlarge porch.jpg' }).click()
  await page.getByRole('button', { name: 'Mark up a copy' }).click()
  const sheet = page.getByRole('dialog', { name: 'Mark up porch.jpg' })
  const canvas = sheet.locator('canvas')
  await expect(canvas).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Save copy' })).toBeDisabled()
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])
  // An arrow to the right, and a circle that is taken back.
  await drag(page, canvas, [0.1, 0.2], [0.4, 0.2])
  await sheet.getByRole('button', { name: 'Circle' }).click()
  await drag(page, canvas, [0.5, 0.5], [0.9, 0.9])
  await expect(canvas).toHaveAccessibleName(/2 drawn/)
  await sheet.getByRole('button', { name: 'Undo' }).click()
  await sheet.getByRole('button', { name: 'Blur' }).click()
  await drag(page, canvas, [0.6, 0.1], [0.9, 0.4])
  await sheet.getByRole('button', { name: 'Words' }).click()
  await sheet.getByLabel('Words', { exact: true }).fill('Loose')
  // By keys: from the middle two steps down, and the words begin there.
  await canvas.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(canvas).toHaveAccessibleName(/3 drawn/)
  await sheet.getByRole('button', { name: 'Save copy' }).click()
  await expect(sheet).toBeHidden()
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await app.signalOn()
  await sendNow(app, page)
  await expect.poll(async () => (await attached(id)).length).toBe(2)
  const rows = await attached(id)
  const copy = rows.find((it) => (it.capture as { copy_of?: string }).copy_of)
  const first = rows.find((it) => it !== copy)
  expect(copy?.capture).toMatchObject({ copy_of: first?.sha256 })
  const kept = await app.town.files.open(String(first?.original_key))
  expect(createHash('sha256').update(kept!).digest('hex')).toBe(first?.sha256)
  const marked = await app.town.files.open(String(copy?.original_key))
  const [red, green] = await pixel(marked!, 0.2, 0.2)
  expect((red ?? 0) - (green ?? 0)).toBeGreaterThan(100)
  // Lines of black and white have become one gray, from edge to edge of what was covered.
  for (const x of [0.65, 0.7, 0.75, 0.8, 0.85]) {
    const [gray] = await pixel(marked!, x, 0.25)
    expect(Math.abs((gray ?? 0) - 128)).toBeLessThan(25)
  }
  const guest = await browser.newContext()
  const reading = await guest.newPage()
  await reading.goto(app.town.url)
  await signIn(reading, 'guest')
  await reading.goto(`${app.town.url}/violation/${id}`)
  await expect(section(reading, 'Attachments').getByRole('listitem')).toHaveCount(1)
  await section(reading, 'Attachments')
    .getByRole('button', { name: /^Enlarge/ })
    .click()
  await expect(reading.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await expect(reading.getByRole('button', { name: 'Mark up a copy' })).toHaveCount(0)
  await guest.close()
})

test('leaving with marks asks first, and keeps nothing', { tag: '@phone' }, async () => {
  const id = await app.put(
    "insert into violations (address_id, user_id, deadline, violation_type) values (1, 1, '7 days', 'doorhanger') returning id",
  )
  const page = await app.open(`/violation/${id}`)
  const files = section(page, 'Attachments')
  await files
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'porch.jpg', mimeType: 'image/jpeg', buffer: await lined() })
  await files.getByRole('button', { name: 'Enlarge porch.jpg' }).click()
  await page.getByRole('button', { name: 'Mark up a copy' }).click()
  const sheet = page.getByRole('dialog', { name: 'Mark up porch.jpg' })
  await drag(page, sheet.locator('canvas'), [0.1, 0.2], [0.4, 0.2])
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without a copy?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(sheet.locator('canvas')).toHaveAccessibleName(/1 drawn/)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(sheet).toBeHidden()
  await expect(files.getByRole('listitem')).toHaveCount(1)
})
