import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { byTsx } from '../tests/harness/server-program.ts'
import { openApp, photoFiles, section, sendNow, test } from './open-app.ts'
import { people } from './town.ts'

const app = openApp('admin')

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const axe = async (page: Page) => (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)

/** A violation with one photo that came from this browser; the photo as the server has it. */
async function photographed(): Promise<{ id: number; name: string; bytes: Buffer; path: string }> {
  const id = await app.put(
    "insert into violations (address_id, user_id, deadline, violation_type) values (1, 1, '7 days', 'doorhanger') returning id",
  )
  const page = await app.open(`/violation/${id}`)
  const attachments = section(page, 'Attachments')
  await attachments.locator('input[type=file][multiple]').setInputFiles(await photoFiles(1))
  await attachments.getByRole('button', { name: /^(Add|Save|Upload)/ }).click()
  await expect(attachments.getByText(/Saved on this|Sending|Sent/).first()).toBeVisible()
  await sendNow(app, page)
  await expect.poll(async () => (await app.rows('select 1 from attachments where owner_id = $1', [id])).length).toBe(1)
  const [row] = await app.rows('select sha256, filename from attachments where owner_id = $1', [id])
  await page.close()
  const folder = join(app.town.dataFolder, 'files')
  const path = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath, it.name))
    .find((it) => sha256(readFileSync(it)) === row?.sha256)
  if (!path) throw new Error('The file store has no such file')
  return { id, name: String(row?.filename), bytes: readFileSync(path), path }
}

const drop = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('Files to verify').setInputFiles({ name, mimeType: 'image/jpeg', buffer })

/** `npm run verify-log` beside the running server: its exit status and what it said. */
const verifyLog = () =>
  new Promise<{ status: number; words: string }>((resolve) => {
    const env = {
      ...process.env,
      DATABASE_URL: String(app.town.pool.options.connectionString),
      DATA_FOLDER: app.town.dataFolder,
    }
    const child = execFile(process.execPath, byTsx('src/server/cli/verify-log.ts'), { env }, (_, said, told) =>
      resolve({ status: child.exitCode ?? -1, words: said + told }),
    )
  })

test('Verify finds a stored original and not a changed copy; it and the log find a file changed on the server', {
  tag: '@desk',
}, async () => {
  const { bytes, path, id } = await photographed()
  const page = await app.open('/verify')
  const results = page.getByRole('list', { name: 'Results' }).locator('> li')
  await drop(page, 'from the case.jpg', bytes)
  await expect(results.first()).toContainText('This is a stored original.')
  await expect(results.first()).toContainText(sha256(bytes))
  await expect(results.first()).toContainText(people.admin.name)
  await expect(results.first()).toContainText(/Sealed in the log as no\. \d+/)
  await expect(results.first().getByRole('link', { name: `Violation #${id}` })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await drop(page, 'retouched.jpg', Buffer.concat([bytes, Buffer.from('x')]))
  await expect(results).toHaveCount(2)
  await expect(results.first()).toContainText('No stored original has this content.')
  expect(await verifyLog()).toMatchObject({ status: 0 })
  writeFileSync(path, 'another picture')
  await drop(page, 'again.jpg', bytes)
  await expect(results.first()).toContainText('the file store holds something else in its place')
  const checked = await verifyLog()
  expect(checked.words).toMatch(/Wrong: file \d+ \(.*\) is not what was stored/)
  expect(checked.status).toBe(1)
})

test('without signal a check says so, and asks again on demand', { tag: '@phone' }, async () => {
  const page = await app.open('/verify')
  await app.signalOff()
  await drop(page, 'photo.jpg', Buffer.from('a picture'))
  const result = page.getByRole('list', { name: 'Results' }).locator('> li')
  await expect(result).toContainText('The office could not be asked. No signal')
  await app.signalOn()
  await result.getByRole('button', { name: 'Ask again' }).click()
  await expect(result).toContainText('No stored original has this content.')
})

test('a violation has a sheet of its evidence: pictures, hashes and the chain of events', async () => {
  const { id, bytes } = await photographed()
  const page = await app.open(`/violation/${id}`)
  await page.getByRole('link', { name: 'Evidence sheet' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Evidence of Doorhanger #${id}`)
  const files = section(page, /^Files/)
  await expect(files.getByRole('img')).toHaveJSProperty('complete', true)
  await expect(files).toContainText(sha256(bytes))
  const chain = section(page, /^Chain of events/)
  await expect(chain.getByRole('listitem')).toHaveCount(1)
  await expect(chain).toContainText(`Added to violation ${id}: photos`)
  await expect(section(page, 'Head of the log')).toContainText(/\d+:[0-9a-f]{64}/)
  expect(await axe(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden()
})

test('an enlarged photo tells when, where, by whom and with which hash it came', { tag: '@phone' }, async () => {
  const { id, bytes } = await photographed()
  const page = await app.open(`/violation/${id}`)
  await section(page, 'Attachments')
    .getByRole('button', { name: /^Enlarge/ })
    .click()
  const box = page.getByRole('dialog')
  await box.getByRole('button', { name: 'About this photo' }).click()
  await expect(box).toContainText(sha256(bytes))
  await expect(box).toContainText(people.admin.name)
  await expect(box).toContainText('Received (server clock)')
})

test('X62 the log shows the seal of each day, as a table and as CSV', { tag: '@desk' }, async () => {
  await photographed()
  const page = await app.open('/audit')
  const seals = section(page, 'Seals of each day')
  await seals.getByRole('button', { name: /Show/ }).click()
  await expect(seals.locator('tbody tr')).toHaveCount(1)
  const download = page.waitForEvent('download')
  await seals.getByRole('button', { name: 'Download CSV' }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  expect(csv).toMatch(/Day,Number,Hash,Sealed at\r\n\d{4}-\d\d-\d\d,\d+,[0-9a-f]{64},/)
  expect(await axe(page)).toEqual([])
})
