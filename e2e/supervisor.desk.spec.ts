import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { openApp, test } from './open-app.ts'

// Desk only: the office's own pages. What they do is tried in every detail at the server.

const app = openApp('oas', async (pool) => {
  await pool.query(`
    update inspections set status = 'Completed';
    insert into inspections (source, address_id, inspector_id, status, updated_at) values
      ('Multifamily License', 1, 1, 'Under Review', now() - interval '9 days'),
      ('Single Family License', 2, 2, 'Under Review', date_trunc('day', now() at time zone 'America/New_York') at time zone 'America/New_York' - interval '1 minute');
    insert into areas (name, inspection_id) select 'Roof', id from inspections where status = 'Under Review';
    insert into observations (area_id, content, potentialvio, user_id) select id, 'Shingles are missing', true, 1 from areas where name = 'Roof';
    insert into contacts (name, email, phone) values ('Rose Meyer', 'rose@town.example', '4105550101'), ('R. Meyer', null, '(410) 555-0101');
    insert into violations (address_id, user_id, status, deadline) values (1, 1, 0, '7 days');
  `)
})

test('CI-01 X97 what is under review is accepted with one tap or sent back with words, without signal too', async () => {
  const page = await app.open('/under-review')
  const rows = page.getByRole('table', { name: 'Under review' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Ona Sutter')
  await expect(rows.first()).toContainText('9 days')
  // One that was handed in just before midnight waits since yesterday.
  await expect(rows.nth(1)).toContainText('1 day')
  await expectAccessible(page, 'the review queue')
  // The second one is opened too, so that this device holds what was found there.
  const side = page.getByRole('region', { name: 'Inspection', exact: true })
  for (const [row, source] of [
    [rows.nth(1), 'Single Family License'],
    [rows.first(), 'Multifamily License'],
  ] as const) {
    await row.getByRole('link').first().click()
    await expect(side).toContainText(source)
    await expect(side).toContainText('Shingles are missing')
  }
  await expectAccessible(page, 'a review')
  await side.getByRole('button', { name: 'Send back' }).click()
  await expect(side.getByRole('alert')).toContainText('Say what needs to be done')

  await app.signalOff()
  await side.getByLabel('Comment for the inspector').fill('Photograph the roof from the yard')
  await page.keyboard.press('Control+Enter')
  // The next one that waits is opened.
  await expect(rows).toHaveCount(1)
  await expect(side).toContainText('Single Family License')
  // A potential violation is not decided, so accepting asks, as the choice of the status does.
  await side.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(rows).toHaveCount(1)
  await side.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('button', { name: 'Complete anyway' }).click()
  await expect(page.getByText('Nothing is waiting for review.')).toBeVisible()

  await app.signalOn()
  await expect
    .poll(async () =>
      (
        await app.rows(
          `select status from inspections join areas on inspection_id = inspections.id order by inspections.id`,
        )
      ).map((it) => it.status),
    )
    .toEqual(['In Progress', 'Completed'])
  const [said] = await app.rows(`select content, address_id::int from comments where content like 'Sent back%'`)
  expect(said).toEqual({
    content: expect.stringMatching(/^Sent back: inspection #\d+: Photograph the roof from the yard$/),
    address_id: 1,
  })
  // The inspector reads it at the inspection.
  const [sent] = await app.rows(`select min(id)::int as id from inspections where status = 'In Progress'`)
  await page.goto(`${app.town.url}/inspection/${sent?.id}`)
  await expect(page.getByText('Sent back: Photograph the roof from the yard')).toBeVisible()
})

test('X90 X91 X93 X94 two contacts are merged by keyboard, with the chosen values, and the merge is undone', async () => {
  const page = await app.open('/doubles')
  const pair = page.getByRole('table', { name: 'Pairs' }).locator('tbody tr')
  await expect(pair).toContainText('Same phone')
  await expectAccessible(page, 'the doubles')
  await pair.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Merge two contacts' })).toBeVisible()
  await expectAccessible(page, 'two records side by side')
  await page.getByRole('radio', { name: 'Name: R. Meyer' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Merge' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Taken from it: Name.')
  await expectAccessible(page, 'the question before a merge')
  await dialog.getByRole('button', { name: 'Merge' }).press('Enter')
  await expect(page.getByText('No two records have a name, number or address in common.')).toBeVisible()
  expect(await app.rows(`select name, email from contacts where name like '%Meyer'`)).toEqual([
    { name: 'R. Meyer', email: 'rose@town.example' },
  ])

  const done = page.getByRole('table', { name: 'Merges and transfers' }).locator('tbody tr')
  await expect(done).toContainText('R. Meyer into Rose Meyer')
  await done.getByRole('button', { name: 'Undo R. Meyer into Rose Meyer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(done).toContainText('by Olga Asher')
  expect(await app.rows(`select name from contacts where name like '%Meyer' order by id`)).toEqual([
    { name: 'Rose Meyer' },
    { name: 'R. Meyer' },
  ])
})

test('X110 X111 X112 a pair that is not the same leaves the list by keyboard, waits for signal, and is taken back', async () => {
  const page = await app.open('/doubles')
  const pairs = page.getByRole('table', { name: 'Pairs' }).locator('tbody tr')
  const dismiss = pairs.getByRole('button', { name: 'Not the same: Rose Meyer and R. Meyer' })
  await dismiss.waitFor()
  await app.signalOff()
  await dismiss.press('Enter')
  await expect(pairs.getByRole('alert')).toContainText('This could not be saved')
  await app.signalOn()
  await dismiss.press('Enter')
  await expect(page.getByText('No two records have a name, number or address in common.')).toBeVisible()
  await page.getByRole('button', { name: 'Show Not the same' }).press('Enter')
  const dismissed = page.getByRole('table', { name: 'Not the same' }).locator('tbody tr')
  await expect(dismissed).toContainText('Olga Asher')
  await expectAccessible(page, 'the pairs that are not the same')
  await dismissed.getByRole('button', { name: 'Take back: Rose Meyer and R. Meyer' }).press('Enter')
  await expect(pairs).toContainText('Same phone')
})

test('X92 X110 merges and pairs that are not the same beyond the newest are in further parts of their lists', async () => {
  await app.rows(`
    insert into merges (kind, winner_id, loser_id, winner_name, loser_name, made_at, made_by, counts, taken)
      select 'contact', 1, n, 'Kept', 'Gone ' || n, now() - n * interval '1 minute', 1, '{}', '{"rows":[],"links":[],"before":{},"after":{}}'
      from generate_series(1, 101) n`)
  await app.rows(`
    with added as (insert into contacts (name) select 'Person ' || n from generate_series(1, 27) n returning id)
      insert into dismissed_doubles (kind, first_id, second_id, made_at, made_by)
      select 'contact', 1, id, now() - id * interval '1 minute', 1 from added`)
  const page = await app.open('/doubles?mergesPart=5')
  const merges = page.getByRole('table', { name: 'Merges and transfers' }).locator('tbody tr')
  await expect(merges.last()).toContainText('Gone 101 into Kept')
  const further = page.getByRole('navigation', { name: 'Parts of the merges' })
  await expect(further.getByRole('button', { name: 'Next' })).toBeDisabled()
  await further.getByRole('button', { name: 'Previous' }).press('Enter')
  await expect(merges).toHaveCount(25)
  await expect(merges.filter({ hasText: 'Gone 80 into Kept' })).toHaveCount(1)

  await page.getByRole('button', { name: 'Show Not the same' }).press('Enter')
  const pairs = page.getByRole('table', { name: 'Not the same' }).locator('tbody tr')
  await expect(pairs).toHaveCount(25)
  await page
    .getByRole('navigation', { name: 'Parts of the pairs that are not the same' })
    .getByRole('button', { name: 'Next' })
    .press('Enter')
  await expect(pairs).toHaveCount(2)
  await expect(pairs.last()).toContainText('Person 27')
})

test('X95 X96 the work of one inspector goes to another, and waits for signal', async () => {
  const page = await app.open('/transfer')
  await page.getByLabel('From', { exact: true }).selectOption({ label: 'Ona Sutter, ONS' })
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Otis Nash, ONS' })
  await expect(page.getByText('Violations: 1 not finished, 1 in all')).toBeVisible()
  await expectAccessible(page, 'the transfer')
  await page.getByRole('checkbox', { name: /^Inspections/ }).uncheck()
  await page.getByRole('button', { name: 'Transfer' }).click()
  const dialog = page.getByRole('dialog')
  await app.signalOff()
  await dialog.getByRole('button', { name: 'Transfer' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The work could not be transferred')
  await expect(dialog).toContainText('needs signal')
  await app.signalOn()
  await dialog.getByRole('button', { name: 'Transfer' }).click()
  await expect(page.getByRole('table', { name: 'Merges and transfers' })).toContainText('From Ona Sutter to Otis Nash')
  expect(await app.rows('select user_id::int from violations')).toEqual([{ user_id: 2 }])
})
