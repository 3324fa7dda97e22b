import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readPdf } from '../tests/harness/pdf-words.ts'
import { expectAccessible } from './axe.ts'
import { Hands, ways } from './hands.ts'
import { openApp, test } from './open-app.ts'

// Desk only: the office deals out the work of a week at a desk.

// Assigning is the Admin's (II-04).
const app = openApp('admin', async (pool) => {
  await pool.query(`
    update inspections set status = 'Completed';
    insert into addresses (combadd) values ('1 ALDER ST'), ('1 BIRCH ST'), ('1 CEDAR ST'), ('1 DOGWOOD ST');
    insert into licenses (license_type, address_id, license_number, expiration_date) values
      (2, 1, 'SF-1', (now() + interval '20 days')::date), (2, 2, 'SF-2', (now() + interval '30 days')::date);
  `)
})

/** The two streets of the complaints of a weekend, which are others in each story. */
const streetsOf = { mouse: ['alder', 'birch'], keyboard: ['cedar', 'dogwood'] } as const

/** Forty complaints of the weekend that nobody has yet, half of them in each street. The week is empty. */
const complaintsOfTheWeekend = async (streets: readonly string[]) => {
  await app.pool.query('update inspections set scheduled_datetime = null')
  await app.pool.query(
    `insert into inspections (source, status, address_id, description, created_at)
      select 'Complaint', 'Pending', id, 'Call ' || n, now() - make_interval(hours => n)
      from generate_series(1, 20) n, addresses where combadd = any($1)`,
    [streets.map((it) => `1 ${it.toUpperCase()} ST`)],
  )
}

/** How many complaints of a street an inspector has. */
const assigned = async (userId: number, street: string) => {
  const [row] = await app.rows(
    `select count(*)::int as count from inspections join addresses on addresses.id = address_id
      where source = 'Complaint' and inspector_id = $1 and combadd = $2`,
    [userId, `1 ${street.toUpperCase()} ST`],
  )
  return row?.count
}

const planned = async () =>
  (await app.rows(`select id from inspections where source = 'Complaint' and scheduled_datetime is not null`)).length

/** Narrows the complaints to those of a street, ticks all of them and gives them to an inspector. */
async function assignAll(page: Page, hands: Hands, street: string, inspector: string): Promise<void> {
  const search = page.getByRole('searchbox', { name: 'Search all columns' })
  await hands.clear(search)
  await hands.type(search, street)
  await expect(page.getByText('1–20 of 20')).toBeVisible()
  await hands.tick(page.getByRole('checkbox').first())
  await hands.press(page.getByRole('button', { name: 'Tick this page' }))
  const bar = page.getByRole('region', { name: 'Ticked complaints' })
  await expect(bar).toContainText('20 complaints ticked')
  await hands.choose(bar.getByLabel('Assign to'), inspector)
  await hands.press(bar.getByRole('button', { name: 'Assign', exact: true }))
  await expect(page.getByText('20 assigned (waiting to send)').first()).toBeVisible()
}

for (const way of ways) {
  test(`a clerk’s Monday with the ${way}: forty complaints assigned at once, the week planned, letters`, async () => {
    const [first, second] = streetsOf[way]
    await complaintsOfTheWeekend([first, second])
    const page = await app.open('/')
    const hands = new Hands(page, way)
    await test.step('forty complaints go to two inspectors', async () => {
      await hands.goTo('Complaints')
      await hands.choose(page.getByLabel('Rows on a page'), '50 rows')
      await hands.press(page.getByRole('button', { name: 'Tick rows' }))
      await expect(page.getByRole('checkbox').first()).toBeVisible()
      await assignAll(page, hands, first, 'Ona Sutter')
      await assignAll(page, hands, second, 'Otis Nash')
      await expectAccessible(page, 'the clerk’s complaints')
      await expect.poll(() => assigned(1, first)).toBe(20)
      await expect.poll(() => assigned(2, second)).toBe(20)
    })

    await test.step('a visit is taken from the pile to a day of the week', async () => {
      await hands.goTo('Week')
      const grip = page.locator('[data-grip][tabindex="0"]')
      await expect(grip).toHaveCount(1)
      await hands.press(grip)
      if (way === 'mouse') {
        const dialog = page.getByRole('dialog', { name: /^Move / })
        await dialog.getByLabel('Day').fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))
        await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      } else {
        await page.keyboard.press('ArrowLeft')
        await page.keyboard.press('Enter')
      }
      await expect.poll(planned).toBe(1)
      await expectAccessible(page, 'the clerk’s week')
    })

    await test.step('the renewal letters are one document', async () => {
      await hands.goTo('Due List')
      const part = page.getByRole('region', { name: 'Licenses that end soon' })
      await expect(part.locator('tbody tr')).toHaveCount(2)
      const arriving = page.waitForEvent('download')
      await hands.press(part.getByRole('button', { name: 'Renewal letters (PDF)' }))
      const pdf = readPdf(new Uint8Array(await readFile(await (await arriving).path())))
      expect(pdf.pages).toBe(2)
    })
  })
}
