import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { expectAccessible } from './axe.ts'
import { openApp, test } from './open-app.ts'
import { onDevice } from './story.ts'

// Desk only: files, ticks and columns belong to the desk.

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into codes (chapter, section, name, description) values ('8', '04.010', 'Weeds', ''), ('9', '12.020', 'Roof', '');
    insert into violations (address_id, user_id, status, description, created_at)
      select 1 + n % 2, 1 + n % 2, n % 2, 'Case number ' || lpad(n::text, 3, '0'), '2026-06-01'::timestamptz + n * interval '1 day'
      from generate_series(1, 60) as n;
    insert into violation_codes (violation_id, code_id)
      select v.id, c.id from violations v join codes c on c.name = case when v.id % 3 = 0 then 'Roof' else 'Weeds' end;
    insert into inspections (source, address_id, description)
      select 'Complaint', 1, 'Loud dog ' || n from generate_series(1, 12) as n;
  `)
})

const violationsHere = (page: Page) => onDevice<{ id: number; extend: number; status: number }>(page, 'violation', 4)
const rows = (page: Page) => page.locator('tbody tr')
const search = (page: Page) => page.getByLabel('Search all columns')

async function saved(page: Page, button: string): Promise<Buffer> {
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFile(await (await arriving).path())
}

test('LS-02 ten rows, or as many as the person chose, which is remembered; the page names its rows', async () => {
  const page = await app.open('/violations')
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByText('1–10 of 60')).toBeVisible()
  await page.getByLabel('Rows on a page').selectOption('25')
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('26–50 of 60')).toBeVisible()
  await page.getByRole('link', { name: 'Complaints' }).click()
  await expect(rows(page)).toHaveCount(12)
  await page.getByRole('link', { name: 'Violations', exact: true }).click()
  await page.getByLabel('Rows on a page').selectOption('10')
  await expect(rows(page)).toHaveCount(10)
})

test('words are found in any column and in any order, without signal, and the address bar keeps them', async () => {
  const page = await app.open('/violations')
  await expect(rows(page)).toHaveCount(10)
  await app.signalOff()
  await search(page).fill('elm number case')
  await expect(page.getByText('1–10 of 30')).toBeVisible()
  await search(page).fill('case 047')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/q=case(\+|%20)047/)
  await page.reload()
  await expect(search(page)).toHaveValue('case 047')
  await expect(rows(page)).toHaveCount(1)
  await search(page).fill('nothing like it')
  await expect(page.getByText('No violations match your filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rows(page)).toHaveCount(10)
})

test('VI-02 a choice in a filter begins on its first page', async () => {
  const page = await app.open('/violations?page=3')
  await expect(page.getByText('21–30 of 60')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Current' })
  await expect(page).toHaveURL(/status=0/)
  await expect(page).not.toHaveURL(/page=/)
})

test('a key is asked once, at once and for the first page; the address bar follows when typing pauses', async () => {
  const page = await app.open('/violations?page=3')
  await expect(page.getByText('21–30 of 60')).toBeVisible()
  await page.evaluate(() => {
    const asked: { text: string; url: string }[] = []
    Reflect.set(window, 'asked', asked)
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = new Proxy(post, {
      apply(target, worker, args) {
        const { asked: question } = args[0]
        if (question?.kind === 'findFirst') asked.push({ text: question.question.search.text, url: location.search })
        return Reflect.apply(target, worker, args)
      },
    })
  })
  await search(page).focus()
  // Typed within the page: on a busy machine the driver's keys come so slowly that each is a pause.
  await page.evaluate(async () => {
    for (const letter of 'case 0') {
      document.execCommand('insertText', false, letter)
      await new Promise((resolve) => setTimeout(resolve))
    }
  })
  await expect(page.getByText('1–10 of 60')).toBeVisible()
  await expect(page).toHaveURL(/q=case/)
  await expect(page).not.toHaveURL(/page=/)
  const asked = await page.evaluate((): { text: string; url: string }[] => Reflect.get(window, 'asked'))
  expect(asked.map((it) => it.text)).toEqual(['c', 'ca', 'cas', 'case', 'case ', 'case 0'])
  expect(asked.every((it) => it.url === '?page=3')).toBe(true)
  await search(page).fill('roof')
  await search(page).press('Tab')
  await expect(page).toHaveURL(/q=roof/, { timeout: 200 })
})

test('the first rows found are shown while the rest of the list is still read, and their number says so', async () => {
  const page = await app.open('/violations')
  await expect(page.getByText('1–10 of 60')).toBeVisible()
  // The worker has the list at once here. Its first answer is shortened, and the whole one waits.
  await page.evaluate(() => {
    const ends: (() => void)[] = []
    let isToEnd = false
    Reflect.set(window, 'readToEnd', () => {
      isToEnd = true
      for (const end of ends) end()
    })
    const wholeJobs = new Set<number>()
    const { postMessage, addEventListener } = Worker.prototype
    Worker.prototype.postMessage = new Proxy(postMessage, {
      apply(target, worker, args) {
        if (args[0].asked?.kind === 'find') wholeJobs.add(args[0].job)
        return Reflect.apply(target, worker, args)
      },
    })
    Worker.prototype.addEventListener = new Proxy(addEventListener, {
      apply(target, worker, [type, listener, ...rest]) {
        const heard = (event: MessageEvent) => {
          const { job, answer } = event.data
          if (wholeJobs.has(job) && !isToEnd) ends.push(() => listener(event))
          else if (wholeJobs.has(job) || !answer?.rows) listener(event)
          else {
            const first = {
              ...answer,
              rows: answer.rows.slice(0, 2),
              total: Math.min(answer.total, 12),
              isWhole: false,
            }
            listener(new MessageEvent('message', { data: { job, answer: first } }))
          }
        }
        return Reflect.apply(target, worker, [type, type === 'message' ? heard : listener, ...rest])
      },
    })
  })
  await search(page).fill('case')
  await expect(page.getByText('1–10 of 12 so far')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('navigation', { name: 'Pages of Violations' })).toHaveText(/Page 1Next/)
  await page.evaluate(() => Reflect.get(window, 'readToEnd')())
  await expect(page.getByText('1–10 of 60')).toBeVisible()
  await expect(page.getByText('so far')).toHaveCount(0)
  await expect(rows(page)).toHaveCount(10)
})

test('person, section of the code and days narrow a list, each with the number of its rows', async () => {
  const page = await app.open('/violations')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Code', { exact: true }).selectOption({ label: '9.12.020 (20)' })
  await expect(page.getByText('1–10 of 20')).toBeVisible()
  await page.getByLabel('Created from').fill('2026-07-01')
  await page.getByLabel('Created to').fill('2026-07-15')
  await expect(rows(page)).toHaveCount(5)
  const person = page.getByLabel('Inspector', { exact: true })
  await expect(person.locator('option')).toHaveCount(3)
  await person.selectOption({ index: 1 })
  await expect.poll(() => rows(page).count()).toBeLessThan(5)
  await expectAccessible(page, 'a list with its filters')
})

test('the order of a column goes over all pages, and a change is found at once', async () => {
  const page = await app.open('/violations')
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Status' }).click()
  await expect(rows(page).first()).toContainText('Resolved')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows(page).last()).toContainText('Resolved')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows(page).first()).toContainText('Current')
  await search(page).fill('case 060')
  await expect(rows(page)).toHaveCount(1)
  await app.pool.query(`update violations set description = 'Case number 061' where description = 'Case number 060'`)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByText('No violations match your filter.')).toBeVisible()
})

test('columns are chosen on this device and stay', async () => {
  const page = await app.open('/violations')
  await page.getByRole('button', { name: 'Columns' }).click()
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  await dialog.getByLabel('Description').check()
  await dialog.getByLabel('Codes').uncheck()
  await expectAccessible(page, 'the choice of columns')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(page.locator('thead th')).toHaveText([
    ...['Address', 'Violation Type', 'Deadline', 'Status', 'Days Left', 'Inspector', 'Description'],
  ])
  await expect(rows(page).first()).toContainText('Case number')
  await page.getByRole('button', { name: 'Columns' }).click()
  await dialog.getByRole('button', { name: 'As usual' }).click()
  await expect(page.locator('thead th')).toHaveCount(7)
  await expect(page.locator('thead th').last()).toHaveText('Inspector')
})

test('CSV and Excel hold exactly what the filters leave, with all columns', async () => {
  const page = await app.open('/violations?q=quarry')
  await expect(page.getByText('1–10 of 30')).toBeVisible()
  const csv = (await saved(page, 'Download CSV')).toString('utf8').trimEnd().split('\r\n')
  expect(csv[0]).toContain('Violation,Violation Type,Address,Unit,Status,Deadline,Codes,Description,Inspector,Created')
  expect(csv).toHaveLength(31)
  expect(csv.slice(1).every((it) => it.includes('48 QUARRY ROAD'))).toBe(true)
  const files = unzipSync(await saved(page, 'Download Excel'))
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const texts = strFromU8(files['xl/sharedStrings.xml'] ?? new Uint8Array())
  expect(sheet.match(/<row /g)).toHaveLength(31)
  expect(texts).toContain('48 QUARRY ROAD')
  expect(texts).not.toContain('12 ELM STREET')
})

test('ticked rows of several pages are assigned and extended at once, and reach the office', async () => {
  // A resolved one cannot be extended.
  await app.pool.query('update violations set status = 0')
  const page = await app.open('/violations?q=elm')
  await expect.poll(async () => (await violationsHere(page)).every((it) => it.status === 0)).toBe(true)
  await page.getByRole('button', { name: 'Tick rows' }).click()
  await page.getByRole('checkbox').first().check()
  await search(page).fill('quarry')
  await expect(rows(page).first()).toContainText('QUARRY')
  await page.getByRole('button', { name: 'Tick this page' }).click()
  const bar = page.getByRole('region', { name: 'Ticked violations' })
  await expect(bar).toContainText('11 violations ticked')
  await expectAccessible(page, 'ticked rows')
  await bar.getByLabel('Days to add').fill('7')
  await bar.getByRole('button', { name: 'Extend' }).click()
  await expect(page.getByText('11 extended by 7 days (waiting to send)')).toBeVisible()
  await expect.poll(async () => (await app.rows('select id from violations where extend = 7')).length).toBe(11)
  await page.getByRole('link', { name: 'Complaints' }).click()
  await page.getByRole('button', { name: 'Tick rows' }).click()
  await page.getByRole('checkbox').nth(0).check()
  await page.getByRole('checkbox').nth(1).check()
  const complaints = page.getByRole('region', { name: 'Ticked complaints' })
  await complaints.getByLabel('Assign to').selectOption({ index: 1 })
  await complaints.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText('2 assigned (waiting to send)')).toBeVisible()
  await expect
    .poll(
      async () =>
        (await app.rows(`select id from inspections where source = 'Complaint' and inspector_id is not null`)).length,
    )
    .toBe(2)
})

test('a violation that can have no more time is named, stays ticked and is not counted among the extended', async () => {
  const [full] = await app.rows(`select id from violations where description = 'Case number 033'`)
  await app.pool.query('update violations set extend = 3650 where id = $1', [full?.id])
  const page = await app.open('/violations?q=case+033')
  await expect(rows(page)).toHaveCount(1)
  await expect.poll(async () => (await violationsHere(page)).find((it) => it.id === full?.id)?.extend).toBe(3650)
  await page.getByRole('button', { name: 'Tick rows' }).click()
  await page.getByRole('checkbox').check()
  await search(page).fill('case 034')
  await page.getByRole('checkbox', { checked: false }).check()
  const bar = page.getByRole('region', { name: 'Ticked violations' })
  await expect(bar).toContainText('2 violations ticked')
  await bar.getByLabel('Days to add').fill('5')
  await bar.getByRole('button', { name: 'Extend' }).click()
  await expect(page.getByText('1 extended by 5 days (waiting to send)')).toBeVisible()
  await expect(page.getByText(`Violation #${full?.id}: At most 3,650 days`)).toBeVisible()
  await expect(bar).toContainText('1 violation ticked')
})

test('a page that is left ends the worker of its lists, and one that is shown again starts a new one', async () => {
  const page = await app.open('/violations')
  await search(page).fill('case 047')
  await expect(rows(page)).toHaveCount(1)
  const isOfLists = () => page.workers().filter((it) => it.url().includes('list-worker')).length
  await expect.poll(isOfLists).toBe(1)
  // This browser has no back-forward cache when it is automated, so the event is dispatched by hand.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect.poll(isOfLists).toBe(0)
  // The page still runs for some moments. What it asks now starts no worker.
  await search(page).fill('case 04')
  await search(page).fill('case 047')
  await expect(search(page)).toHaveValue('case 047')
  await page.evaluate(() => new Promise((done) => setTimeout(done, 600)))
  expect(isOfLists()).toBe(0)
  const reloaded = page.waitForEvent('load')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await reloaded
  await expect(search(page)).toHaveValue('case 047')
  await expect(rows(page)).toHaveCount(1)
})
