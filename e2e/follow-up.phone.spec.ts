import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { unzip } from '../tests/harness/docx.ts'
import { cameraPicture } from './inspector.ts'
import { changes, everythingSent, runStory, sendNow, unsent } from './story.ts'
import { test } from './story-test.ts'
import type { TestTown } from './town.ts'

// Each starts a browser of its own and makes it ready for the field.
test.setTimeout(120_000)

/** An open violation at 12 Elm Street, where the first inspector goes today. */
const openViolation = async (town: TestTown) => {
  await town.pool.query(
    "insert into violations (address_id, user_id, deadline, violation_type, extend, created_at) values (1, 1, '7 days', 'doorhanger', 2, '2031-03-01T12:00:00Z')",
  )
  await town.pool.query('insert into violation_codes (violation_id, code_id) values (1, 1)')
}

test('VD-03 C-33 an inspector extends a deadline offline while the office extends it too: both extensions count', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    await openViolation(town)
    const { page } = me
    await me.signIn()
    await me.prepare('ready 7 of 7')
    await town.signalOff()
    await me.go('/violation/1')
    await page.getByLabel('Days to add').fill('5')
    await page.getByRole('button', { name: 'Extend Deadline' }).click()
    await expect(page.getByText('Saved on this phone')).toBeVisible()
    await expect(page.getByText(/Deadline\s*3\/15\/2031/)).toBeVisible()

    // At the office, at the same time.
    await town.pool.query('update violations set extend = 12, updated_at = now() where id = 1')
    await town.signalOn()
    await sendNow(page)
    await everythingSent(page)
    expect(await rows('select extend from violations')).toEqual([{ extend: 17 }])
    await me.go('/violation/1')
    await expect(page.getByText(/Deadline\s*3\/25\/2031/)).toBeVisible()
    await expect(page.getByText(/Somebody else changed this meanwhile as well; both changes are kept/)).toBeVisible()
  })
})

test('VD-04 VD-06 VD-12 CT-14 I6 an offline follow-up with comment, photos, citation and abating is synced once', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    await openViolation(town)
    const { page } = me
    await me.signIn()
    await me.prepare('ready 7 of 7')
    await town.signalOff()
    await me.go('/violation/1')
    await expect(page.getByRole('heading', { name: 'Doorhanger #1' })).toBeVisible()

    const files = page.getByRole('region', { name: 'Attachments' })
    await files.locator('input[multiple]').setInputFiles({
      name: 'front.jpg',
      mimeType: 'image/jpeg',
      buffer: await cameraPicture(41),
    })
    await expect(files.getByRole('button', { name: 'Enlarge front.jpg' })).toBeVisible()

    const comment = page.getByRole('form', { name: 'Add a comment' })
    await comment.getByLabel('Comment').fill('Grass is cut, the hedge is not')
    await comment.locator('input[multiple]').setInputFiles({
      name: 'hedge.jpg',
      mimeType: 'image/jpeg',
      buffer: await cameraPicture(42),
    })
    await expect(comment.getByText('1 file')).toBeVisible()
    await comment.getByRole('button', { name: 'Add Comment' }).click()
    await expect(page.getByRole('list', { name: 'Comments' })).toContainText('Grass is cut, the hedge is not')

    await page.getByRole('button', { name: 'Add New Citation' }).click()
    const form = page.getByRole('form', { name: 'Add New Citation' })
    await form.getByRole('button', { name: 'Add Citation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add Citation' }).click()
    const cited = page.getByRole('region', { name: /^Citations/ })
    await expect(cited.getByRole('link', { name: 'Missing' })).toBeVisible()
    await expect(cited).toContainText('Saved on this phone')

    await page.getByRole('button', { name: 'Mark as Abated' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as Abated' }).click()
    await expect(page.getByText('Resolved', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add New Citation' })).toHaveCount(0)

    const before = town.calls.length
    await town.signalOn()
    await sendNow(page)
    await everythingSent(page)
    const sent = changes(town, before)
    expect(sent.at(-1)).toBe('POST /api/violation/1/abate')
    expect(sent.filter((it) => /abate/.test(it))).toHaveLength(1)
    expect(await rows('select status, closed_at is not null as closed from violations')).toEqual([
      { status: 1, closed: true },
    ])
    expect(await rows('select fine, status, code_id, user_id from citations')).toEqual([
      { fine: '200.00', status: 0, code_id: 1, user_id: 1 },
    ])
    expect(await rows('select content from violation_comments')).toEqual([
      { content: 'Grass is cut, the hedge is not' },
    ])
    expect(await rows('select owner_type, count(*)::int as n from attachments group by 1 order by 1')).toEqual([
      { owner_type: 'violation', n: 1 },
      { owner_type: 'violationComment', n: 1 },
    ])
  })
})

test('CT-08 VD-13 a citation is paid at the office and dismissed here: the user decides; the notice is a docx', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    await openViolation(town)
    await town.pool.query(
      "insert into citations (violation_id, user_id, fine, deadline, code_id, status, citationid) values (1, 1, 200, '2031-05-01', 1, 0, 'C-1')",
    )
    const { page } = me
    await me.signIn()
    await me.prepare('ready 7 of 7')
    await me.go('/violation/1')
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Notice' }).click()
    const notice = await arriving
    expect(notice.suggestedFilename()).toBe('violation_notice_1.docx')
    const words = unzip(await readFile(await notice.path()))
      .get('word/document.xml')
      ?.toString()
    expect(words).toContain('12 ELM STREET')
    expect(words).toContain('Tall grass')

    await page.getByRole('link', { name: 'C-1' }).click()
    await expect(page.getByRole('heading', { name: 'Citation C-1' })).toBeVisible()
    await town.signalOff()
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Dismissed' })
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Saved on this phone')).toBeVisible()
    await town.pool.query('update citations set status = 1, updated_at = now()')
    await town.signalOn()
    await sendNow(page)
    const asked = page.getByRole('article').filter({ hasText: 'Citation marked Dismissed' })
    await expect(asked.getByRole('table', { name: 'Both versions' }).locator('tbody td')).toHaveText([
      'Dismissed',
      'Paid',
    ])
    await asked.getByRole('button', { name: 'Take theirs' }).click()
    await expect.poll(() => unsent(page)).toEqual([])
    expect(await rows('select status from citations')).toEqual([{ status: 1 }])
    await me.go('/citation/1')
    await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
  })
})
