import { expect } from '@playwright/test'
import { live, openApp, test } from './open-app.ts'
import { printedSheets, sheetsOf } from './printed-sheets.ts'

// Desk only: paper has the same width everywhere.

/** A section of the code whose end is cut on the screen. */
const law = `${'Every owner keeps the yard free of weeds. '.repeat(6)}The last words of the law.`

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into codes (chapter, section, name, description) values ('8', '8-04', 'Weeds', '${law}');
    insert into inspections (source, address_id, inspector_id) values ('Complaint', 1, 1);
    insert into areas (name, inspection_id) values ('Kitchen', 1);
    insert into observations (area_id, content, potentialvio, user_id) values (1, 'Loose wire', true, 1);
    insert into violations (address_id, user_id, status, deadline, created_at)
      select 1, 1, 0, '7 days', now() from generate_series(1, 60);
    insert into violation_codes (violation_id, code_id) select 1, max(id) from codes;
  `)
})

test('a printed list has the heads of all columns, the number of the sheet and the day on paper', async () => {
  const page = await app.open('/violations')
  await expect(page.getByText('Page 1 of 6')).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('tbody tr')).toHaveCount(60)
  for (const format of ['Letter', 'A4'] as const) {
    const sheets = await sheetsOf(page, format)
    expect(sheets.length).toBeGreaterThan(1)
    expect(sheets[0]).toMatch(/Printed \d+\/\d+\/\d{4}/)
    for (const [at, words] of sheets.entries()) {
      expect.soft(words).toContain(`Page ${at + 1} of ${sheets.length}`)
      for (const head of ['Address', 'Violation', 'Deadline', 'Status', 'Codes', 'Inspector'])
        expect.soft(words, `sheet ${at + 1}, ${format}`).toContain(head)
    }
  }
})

test('the review on paper has no boxes to tick, no form and no links to other pages', async () => {
  const page = await app.open('/inspections/1/review')
  await expect(page.getByRole('article')).toHaveCount(1)
  const words = (await sheetsOf(page)).join(' ')
  expect(words).toContain('Loose wire')
  for (const other of ['Select', 'Create Violation Notice', 'Back to Conduct', 'View Address', 'Open area'])
    expect.soft(words).not.toContain(other)
})

test('VD-15 the law is whole on paper: on the violation, in the case file and on the evidence', async () => {
  for (const path of ['/violation/1', '/violation/1/case-file', '/violation/1/evidence']) {
    const page = await app.open(path)
    await expect(page.locator('main').getByText('Every owner keeps')).not.toContainText('The last words of the law')
    await live(page)
    expect((await sheetsOf(page)).join(' '), path).toContain('The last words of the law')
  }
})

test('a page that is printed before it is complete says so, and has no message of loading', async () => {
  for (const path of ['/violation/1/case-file', '/violation/1']) {
    // The second time, a copy of the screen is shown until the app has started.
    for (const time of ['first', 'second']) {
      const page = await app.open('/verify')
      await page.goto(app.town.url + path, { waitUntil: 'commit' })
      await expect(async () => {
        const words = (await printedSheets(page)).join(' ')
        expect.soft(words, `${path}, the ${time} time`).not.toMatch(/Loading|Search by address/)
        if (!words.includes('The last words of the law'))
          expect.soft(words).toMatch(/^\s*$|This page was not complete when it was printed/)
        expect(words).toContain('The last words of the law')
      }).toPass()
      await page.close()
    }
  }
})

test('the button Print waits for what the page still loads', async () => {
  const page = await app.open('/violations')
  await expect(page.getByText('Page 1 of 6')).toBeVisible()
  // The app itself, not the copy of its screen, which hears no keys: its rules for paper come with them.
  await expect(page.locator('.print-head')).toBeAttached()
  const printed = page.evaluate(() => {
    const late = document.createElement('p')
    late.setAttribute('data-loading', '')
    document.querySelector('main')?.append(late)
    return new Promise((resolve) => {
      window.print = () => resolve(late.textContent)
      window.addEventListener('late-part', () => {
        late.removeAttribute('data-loading')
        late.textContent = 'has come'
      })
    })
  })
  await page.keyboard.press('Control+p')
  await expect(page.locator('tbody tr')).toHaveCount(60)
  await page.evaluate(() => setTimeout(() => window.dispatchEvent(new Event('late-part')), 1000))
  expect(await printed).toBe('has come')
})

test('no heading stands alone at the foot of a sheet', async () => {
  const page = await app.open('/violation/1/case-file')
  await expect(page.getByRole('list', { name: 'What happened' })).toBeVisible()
  await live(page)
  for (let space = 200; space <= 700; space += 100) {
    await page.locator('main h1').evaluate((it, px) => {
      it.style.paddingTop = `${px}px`
    }, space)
    const sheets = await sheetsOf(page)
    for (const [title, below] of [
      ['Codes', 'Weeds'],
      ['What happened', 'Violation: Doorhanger'],
    ] as const)
      expect
        .soft(
          sheets.find((it) => it.includes(title)),
          `${title}, after ${space} px`,
        )
        .toContain(below)
  }
})

test('a photo is on paper, and the colours of the dark look are not', async () => {
  const page = await app.open('/violation/1')
  await page.locator('main h1').evaluate((it) => {
    const button = document.createElement('button')
    button.append(document.createElement('img'))
    it.after(button)
  })
  await page.evaluate(() => document.documentElement.classList.add('dark'))
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main button:has(img)')).not.toHaveCSS('display', 'none')
  const badge = page.locator('main').getByText('Current', { exact: true })
  await expect(badge).toHaveCSS('color', 'rgb(150, 25, 15)')
})
