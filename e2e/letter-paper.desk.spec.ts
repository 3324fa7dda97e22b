import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { signIn, test } from './open-app.ts'
import { openTown, type TestTown } from './town.ts'

// Desk only: paper has the same width everywhere.

const wide = '<svg xmlns="http://www.w3.org/2000/svg" width="510" height="170"><rect width="510" height="170"/></svg>'
const folder = mkdtempSync(join(tmpdir(), 'codesoft-letter-'))
const townSeal = join(folder, 'seal.svg')
let town: TestTown
test.beforeAll(async () => {
  writeFileSync(townSeal, wide)
  town = await openTown({ distFolder: process.env.E2E_DIST ?? 'dist', config: { townSeal, townName: 'Fernhill' } })
  await town.pool.query(`
    update addresses set ownername = 'Ada Owner', owneraddress = 'PO Box 9', ownercity = 'Dover', ownerstate = 'DE';
    insert into violations (address_id, user_id, status, deadline, created_at, violation_type)
      values (1, 1, 0, '7 days', now(), 'doorhanger');
  `)
})
test.afterAll(async () => {
  await town?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('G-21 I6 the printed notice shows its recipient in the window of an envelope; a wide seal is as high as a square', async ({
  page,
}) => {
  await page.goto(`${town.url}/violation/1`)
  await signIn(page, 'ons')
  await page.goto(`${town.url}/violation/1`)
  await page.getByRole('button', { name: 'Make Notice' }).click()
  const sheet = page.getByRole('dialog', { name: 'Notice' })
  const seal = sheet.getByRole('img', { name: 'Seal of Fernhill' })
  await expect(sheet.getByRole('article')).toContainText('Ada Owner')
  // 45 points are 60 pixels.
  await expect.poll(() => seal.evaluate((it) => [it.clientWidth, it.clientHeight])).toEqual([180, 60])
  await page.evaluate(() => {
    window.print = () => document.body.append(document.querySelector('.paper')?.cloneNode(true) ?? '')
  })
  await sheet.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body > .paper')).toHaveCount(1)
  await page.evaluate(() => {
    document.body.dataset.paper = ''
  })
  const bytes = await page.pdf({ format: 'Letter', preferCSSPageSize: true })
  const first = await (await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise).getPage(1)
  // As in the documents: between 2.5 and 3.17 inches from the top, where no sliding of the folded sheet hides them.
  const inWindow = (await first.getTextContent()).items.flatMap((it) => {
    if (!('str' in it) || it.str.trim() === '') return []
    const [left, base] = [Number(it.transform[4]), 792 - Number(it.transform[5])]
    return base > 147 && base - it.height < 261 ? [{ text: it.str, left, top: base - it.height, base }] : []
  })
  expect(inWindow.map((it) => it.text)).toEqual(['Ada Owner', 'PO Box 9', 'Dover, DE'])
  for (const { left, top, base } of inWindow) {
    expect(left).toBeGreaterThanOrEqual(63)
    expect(top).toBeGreaterThanOrEqual(180)
    expect(base).toBeLessThanOrEqual(228)
  }
})
