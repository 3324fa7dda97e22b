import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Desk only: the pile stands beside the board.

const app = openApp('admin', (pool) =>
  pool.query(`
    insert into addresses (combadd) values ('99 LAST LANE');
    insert into inspections (source, address_id, inspector_id, scheduled_datetime, status)
      select 'Business License', 1, 2, '2020-01-07T09:00', 'Scheduled' from generate_series(1, 40);
    insert into inspections (source, address_id, inspector_id, scheduled_datetime, status)
      select 'Business License', id, 2, '2020-01-08T13:30', 'Scheduled' from addresses where combadd = '99 LAST LANE';
  `),
)

test('II-06 an overdue visit found far down the unscheduled keeps its appointment when it is put back there', async () => {
  const page = await app.open('/week?week=2031-01-08')
  const pile = page.getByRole('list', { name: 'Unscheduled inspections' })
  await expect(pile.getByRole('listitem')).toHaveCount(30)
  await expect(pile).not.toContainText('99 LAST LANE')
  await page.getByLabel('Search the unscheduled').fill('last lane')
  await expect(pile.getByRole('listitem')).toHaveCount(1)
  await pile.getByRole('button', { name: /99 LAST LANE: move$/ }).focus()
  for (const key of ['Enter', 'ArrowLeft', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByText('99 LAST LANE stays where it was.')).toBeAttached()
  await expect(page.getByRole('region', { name: 'Last move' })).toHaveCount(0)
  await expect(pile).toContainText('Wed, 1/8, 1:30 PM')
})
