import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { openApp, test } from './open-app.ts'

const app = openApp('oas', (pool) =>
  pool.query(`
    insert into violations (violation_type, address_id, user_id, status, deadline, comment)
      values ('doorhanger', 1, 1, 0, '7 days', 'Told the tenant'), ('Formal Notice', 1, 1, 0, '1 day', null);
    insert into violation_codes (violation_id, code_id) values (1, 1), (1, 2);
  `),
)

test('VD-02 VD-04 the office follows up too: two columns at the desk; axe finds nothing before and after the answers', async ({
  isMobile,
}) => {
  const page = await app.open('/address/1')
  await page.getByRole('link', { name: 'Follow up' }).click()
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)
  const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
  if (isMobile) expect(second?.y).toBeGreaterThan(first?.y ?? 0)
  else expect(second?.y).toBe(first?.y)
  await expectAccessible(page, 'unanswered')

  const told = cards.filter({ hasText: 'Told the tenant' })
  await expect(told).toContainText('Answer each section')
  await told.getByRole('button', { name: 'Fixed', exact: true }).first().click()
  await told.getByRole('button', { name: 'Not fixed' }).last().click()
  await expect(told.getByRole('group', { name: 'More time' })).toBeVisible()
  await expectAccessible(page, 'answered')
  await told.getByRole('button', { name: 'Save only' }).click()
  await expect(told.getByRole('list', { name: 'Follow-up of today' })).toContainText('Not fixed')
  await expect(page.getByRole('region', { name: 'Next visit' })).toBeVisible()
  await expectAccessible(page, 'saved')

  // A violation without a section is asked about as a whole.
  const whole = cards.filter({ hasText: 'The violation as a whole' })
  await whole.getByRole('button', { name: 'Fixed', exact: true }).click()
  await whole.getByRole('button', { name: 'Mark as Abated' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Abated' }).click()
  await expect(page.getByText('Resolved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Reopen Violation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen Violation' }).click()
  await expect(page.getByText('Resolved', { exact: true })).toHaveCount(0)
  await expect
    .poll(() => app.pool.query('select status from violations order by id').then((it) => it.rows))
    .toEqual([{ status: 0 }, { status: 0 }])
})
