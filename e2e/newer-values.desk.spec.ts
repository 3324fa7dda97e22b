import { expect, type Page } from '@playwright/test'
import { people } from '../tests/harness/people.ts'
import { openApp, sendNow, test } from './open-app.ts'

// Desk only: the phone has the same fields.

const app = openApp('admin')

const askAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))
const violation = (status: number, userId: number | null, words: string) =>
  app.put(
    `insert into violations (address_id, deadline, status, user_id, violation_type, description)
     values (1, '30 days', $1, $2, 'doorhanger', $3) returning id`,
    [status, userId, words],
  )

test('UN-02 a number that a colleague changed while the editor was open is asked about, not overwritten', async () => {
  const id = await app.put(`insert into units (number, address_id) values ('N1', 1) returning id`)
  const page = await app.open(`/address/1/unit/${id}`)
  const edit = page.getByRole('button', { name: 'Edit' })
  await edit.click()
  await page.getByLabel('Unit number').fill('N3')
  await app.pool.query(`update units set number = 'N2', updated_at = now() where id = $1`, [id])
  await askAgain(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unit N2')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Yes, Update' }).click()
  await expect(page.getByText('Somebody else has changed this since you saw it.').first()).toBeVisible()
  expect(await app.rows('select number from units where id = $1', [id])).toEqual([{ number: 'N2' }])
})

test('VD-08 an assignee that a colleague chose while this one was being chosen is kept, and the person is told', async () => {
  const id = await violation(0, null, 'Weeds')
  const page = await app.open(`/violation/${id}`)
  await page.getByLabel('Assign to').selectOption({ label: people.otherOns.name })
  await app.pool.query('update violations set user_id = 1, updated_at = now() where id = $1', [id])
  await askAgain(page)
  await expect
    .poll(() =>
      page.evaluate(async (id) => {
        const names = (await indexedDB.databases()).flatMap((it) => it.name ?? [])
        for (const name of names) {
          const db = await new Promise<IDBDatabase>((done) => {
            const asked = indexedDB.open(name)
            asked.onsuccess = () => done(asked.result)
          })
          const has = db.objectStoreNames.contains('violation')
          const row = has
            ? await new Promise<{ user_id?: number }>((done) => {
                const asked = db.transaction('violation').objectStore('violation').get(id)
                asked.onsuccess = () => done(asked.result)
              })
            : undefined
          db.close()
          if (row) return row.user_id
        }
      }, id),
    )
    .toBe(1)
  await page.getByRole('button', { name: 'Save' }).first().click()
  await sendNow(app, page)
  await page.goto(`${app.town.url}/violation/${id}`)
  await expect(page.getByText('Somebody else changed this meanwhile').first()).toBeVisible()
  expect(await app.rows('select user_id from violations where id = $1', [id])).toEqual([{ user_id: 1 }])
})

test('VD-07 a resolved violation among the ticked is named, stays ticked and is not extended', async () => {
  const done = await violation(1, null, 'Fence bulk done')
  const open = await violation(0, null, 'Fence bulk open')
  const page = await app.open('/violations?q=fence+bulk')
  await page.getByRole('button', { name: 'Tick rows' }).click()
  await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(2)
  await page.getByRole('checkbox').nth(0).check()
  await page.getByRole('checkbox').nth(1).check()
  const bar = page.getByRole('region', { name: 'Ticked violations' })
  await bar.getByLabel('Days to add').fill('7')
  await bar.getByRole('button', { name: 'Extend' }).click()
  await expect(page.getByText('1 extended by 7 days (waiting to send)')).toBeVisible()
  await expect(page.getByText(`Violation #${done} is resolved. Its deadline was not changed.`)).toBeVisible()
  await expect(bar).toContainText('1 violation ticked')
  await sendNow(app, page)
  const extended = async () =>
    (await app.rows('select id, extend from violations where id = any($1) order by id', [[done, open]])).map((it) =>
      Number(it.extend ?? 0),
    )
  await expect.poll(extended).toEqual([0, 7])
})

test('a filter goes back to the first page also in a list whose page has a name of its own', async () => {
  const page = await app.open('/address/1?tab=violations&violations-page=3')
  await page.getByRole('tabpanel').getByLabel('Status').selectOption({ label: 'Current' })
  await expect(page).toHaveURL(/status=/)
  await expect(page).not.toHaveURL(/violations-page/)
})
