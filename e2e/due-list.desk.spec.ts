import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { unzip } from '../tests/harness/docx.ts'
import { readPdf } from '../tests/harness/pdf-words.ts'
import { expectAccessible } from './axe.ts'
import { installed, moveTo, news, openApp, signIn, test } from './open-app.ts'
import { onDevice, setFact } from './story.ts'

// Desk only: letters and paper belong to the desk.

const app = openApp('admin', async (pool) => {
  await pool.query(`
    update inspections set status = 'Completed';
    update addresses set ownername = 'Ada Owner ' || id, owneraddress = 'PO Box 9', ownercity = 'Dover';
    insert into businesses (name, address_id) values ('Vale Bakery', 2);
    insert into violations (address_id, user_id, status, deadline, description, created_at) values
      (1, 1, 0, '7 days', 'Late weeds', now() - interval '20 days'),
      (2, 2, 0, '7 days', 'Soon roof', now() - interval '4 days'),
      (1, 1, 1, '7 days', 'Done long ago', now() - interval '20 days'),
      (2, 1, 0, '7 days', 'Just passed', now() - interval '7 days 1 second');
    insert into inspections (source, address_id, inspector_id, status, scheduled_datetime)
      values ('Multifamily License', 2, 1, 'Scheduled', to_char(now() at time zone 'America/New_York', 'YYYY-MM-DD"T"HH24:MI'));
    insert into citations (violation_id, user_id, citationid, fine, deadline, status)
      values (1, 1, 'C-77', 50, (now() - interval '3 days')::date, 0), (1, 1, 'C-78', 50, (now() - interval '3 days')::date, 1);
    insert into licenses (license_type, address_id, license_number, expiration_date)
      values (2, 1, 'SF-1', (now() + interval '20 days')::date), (2, 2, 'SF-2', (now() + interval '30 days')::date),
        (3, 1, 'SF-3', (now() + interval '300 days')::date), (3, 1, 'SF-0', (now() + interval '15 days')::date);
  `)
})

test('ST-06 overdue work, due today and in the next six days, by inspector; done work is left out; without signal too', async () => {
  const page = await app.open('/due-list')
  const part = (name: string) => page.getByRole('region', { name })
  await expect(page.getByText('Total Addresses: 2')).toBeVisible()
  await expect(part('Overdue').locator('tbody tr')).toHaveCount(2)
  await expect(part('Overdue')).toContainText('Late weeds')
  await expect(part('Overdue')).toContainText('13 days late')
  await expect(part('Overdue')).toContainText('Citation C-77')
  await expect(part('Today')).toContainText('Multifamily License inspection')
  await expect(part('Today')).toContainText('due today')
  // Its badge says Past Due.
  await expect(part('Today').getByRole('row', { name: /Just passed/ })).toContainText('late since today')
  await expect(part('Next six days')).toContainText('Soon roof')
  await expect(page.getByText('Done long ago')).toHaveCount(0)
  await expectAccessible(page, 'the due list')
  await app.signalOff()
  await page.getByLabel('Inspector').selectOption('Otis Nash')
  await expect(part('Overdue')).toContainText('Nothing is overdue.')
  await expect(part('Next six days')).toContainText('Soon roof')
  await page.reload()
  await expect(part('Next six days')).toContainText('Soon roof')
  await expect(part('Overdue')).toContainText('Nothing is overdue.')
})

test('ST-06 the number of addresses follows the book, also when another tab renews it', async () => {
  const page = await app.open('/due-list')
  await expect(page.getByText('Total Addresses: 2')).toBeVisible()
  await app.put("insert into addresses (combadd) values ('9 NEWBUILT COURT') returning id")
  const other = await page.context().newPage()
  await other.goto(`${app.town.url}/about`)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await setFact(other, 'bookAt', Date.now() - 14 * 86_400_000, 4)
  // A week-old book is renewed at the start.
  await other.reload()
  await expect(page.getByText('Total Addresses: 3')).toBeVisible()
})

test('without the code of lists it says so, and it is read when signal returns', async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
  await page.goto(app.town.url)
  await signIn(page, 'admin')
  await expect(page.getByRole('region', { name: 'This Week' })).toContainText('Violations')
  await page.route('**/list-worker*', (route) => route.abort())
  await page.evaluate(() => history.pushState(null, '', '/due-list'))
  const part = page.getByRole('region', { name: 'Next six days' })
  await expect(page.getByRole('alert')).toContainText('The list cannot be read just now')
  await page.context().setOffline(true)
  await page.unroute('**/list-worker*')
  await page.context().setOffline(false)
  await expect(part).toContainText('Soon roof')
  await expect(page.getByText('The list cannot be read just now')).toHaveCount(0)
  await page.context().close()
})

test('licenses that end soon and are not renewed get their letters in one document, as PDF and as Word', async () => {
  const page = await app.open('/due-list')
  const part = page.getByRole('region', { name: 'Licenses that end soon' })
  await expect(part.locator('tbody tr')).toHaveCount(2)
  const saved = async (name: string) => {
    const arriving = page.waitForEvent('download')
    await part.getByRole('button', { name }).click()
    return readFile(await (await arriving).path())
  }
  const pdf = readPdf(new Uint8Array(await saved('Renewal letters (PDF)')))
  expect(pdf.pages).toBe(2)
  const words = pdf.lines.join(' ').replaceAll(/\s/g, '')
  expect(words).toContain('SF-1')
  expect(words).toContain('SF-2')
  expect(words).not.toContain('SF-3')
  // SF-3 renews it.
  expect(words).not.toContain('SF-0')
  expect(words).toContain('AdaOwner1')
  expect(words).toContain('AdaOwner2')
  const word =
    unzip(await saved('Renewal letters (Word)'))
      .get('word/document.xml')
      ?.toString() ?? ''
  expect(word.match(/<w:sectPr/g)).toHaveLength(2)
})

test('the notices of all ticked violations are one document', async () => {
  const page = await app.open('/violations')
  await page.getByRole('button', { name: 'Tick rows' }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Tick this page' }).click()
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Notices (PDF)' }).click()
  const pdf = readPdf(new Uint8Array(await readFile(await (await arriving).path())))
  expect(
    pdf.lines
      .join('')
      .replaceAll(/\s/g, '')
      .match(/Page1of/g),
  ).toHaveLength(4)
  // Neither owner was ever looked at on this device.
  expect(pdf.lines.join(' ')).toContain('Ada Owner 1')
  expect(pdf.lines.join(' ')).toContain('Ada Owner 2')
  await expect(news(page, '4 letters made')).toBeVisible()
  await expect(page.getByText('Make them again with signal')).toHaveCount(0)
})

test('G-21 notices made without signal from the lists of photos of before say that photos may be missing', async () => {
  const page = await app.open('/violations')
  await page.getByRole('button', { name: 'Tick rows' }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Tick this page' }).click()
  const save = async () => {
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Notices (PDF)' }).click()
    await arriving
  }
  const missing = page.getByText('the newest photos may be missing')
  await save()
  await expect(news(page, '4 letters made')).toBeVisible()
  await expect(missing).toHaveCount(0)
  await app.signalOff()
  await save()
  await expect(missing).toBeVisible()
})

test('G-21 letters made without signal say how many of them lack the owner or photos', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(app.town.url)
  await signIn(page, 'admin')
  await installed(page)
  await page.goto(`${app.town.url}/due-list`)
  await expect(page.getByRole('button', { name: 'Renewal letters (PDF)' })).toBeVisible()
  await moveTo(page, '/violations')
  await page.getByRole('button', { name: 'Tick rows' }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Tick this page' }).click()
  await app.signalOff()
  const save = async (name: string) => {
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    await arriving
  }
  await save('Notices (PDF)')
  await expect(page.getByText('4 of 4 letters lack the owner or photos')).toBeVisible()
  await moveTo(page, '/due-list')
  await save('Renewal letters (PDF)')
  await expect(page.getByText('2 of 2 letters lack the holder or the mailing address')).toBeVisible()
  await context.close()
})

test('all licenses that end soon get a letter, also those that are not listed, and one with only a business', async () => {
  await app.pool.query(`
    insert into licenses (license_type, business_id, license_number, expiration_date)
      select 1, max(id), 'B-1', (now() + interval '10 days')::date from businesses;
    insert into licenses (license_type, address_id, license_number, expiration_date)
      select 2, 1, 'M-' || n, (now() + interval '20 days')::date from generate_series(1, 102) as n;
    -- One license of another of so many homes does not renew them all.
    insert into licenses (license_type, address_id, license_number, expiration_date)
      values (2, 1, 'N-1', (now() + interval '300 days')::date);
  `)
  const page = await app.open('/due-list')
  await expect(page.getByText('5 more are in their own lists.')).toBeVisible()
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Renewal letters (Word)' }).click()
  const word =
    unzip(await readFile(await (await arriving).path()))
      .get('word/document.xml')
      ?.toString() ?? ''
  expect(word.match(/<w:sectPr/g)).toHaveLength(105)
  expect(word).toContain('Vale Bakery')
  await expect(news(page, '105 letters made')).toBeVisible()
  await expect(page.getByText('Make them again with signal')).toHaveCount(0)
})

test('P13 opened again it has its rows in the first rendering; what the office changed meanwhile is in it', async () => {
  const page = await app.open('/due-list')
  const overdue = page.getByRole('region', { name: 'Overdue' })
  await expect(overdue).toContainText('Citation C-77')
  await page.waitForLoadState('networkidle')
  const leave = async () => {
    await moveTo(page, '/about')
    await expect(overdue).toBeHidden()
  }
  await leave()
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const ask = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (message: unknown) {
      seen.push('a question to the worker')
      ask.call(this, message)
    }
    new MutationObserver(() => {
      if (document.querySelector('main')?.textContent?.includes('Loading')) seen.push('Loading')
    }).observe(document, { childList: true, subtree: true })
  })
  await moveTo(page, '/due-list')
  await expect(overdue).toContainText('Citation C-77')
  expect(await page.evaluate('seen')).toEqual([])
  await leave()
  const changed = `Late ivy ${Date.now()}`
  await app.pool.query(`update violations set description = $1 where description like 'Late %'`, [changed])
  // Another tab reads the change from the office.
  const tab = await page.context().newPage()
  await tab.goto(`${app.town.url}/violations`)
  await expect.poll(() => violationsHere(tab)).toContain(changed)
  await moveTo(page, '/due-list')
  await expect(overdue).toContainText(changed)
  await tab.close()
})

/** The descriptions of the violations on the device. */
const violationsHere = async (page: Page) =>
  (await onDevice<{ description: string }>(page, 'violation', 4)).map((it) => it.description)
