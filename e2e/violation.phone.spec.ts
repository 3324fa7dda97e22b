import { expect, type Page } from '@playwright/test'
import { unzip } from '../tests/harness/docx.ts'
import { news, openApp, photoFiles, refuse, section, sendNow, signIn, test } from './open-app.ts'
import { people } from './town.ts'

// Phone only: the desk shows the same.

const app = openApp('ons')

const violation = async (fields: Record<string, unknown> = {}) => {
  const all = { address_id: 1, user_id: 1, deadline: '7 days', violation_type: 'doorhanger', ...fields }
  const places = Object.keys(all).map((_, at) => `$${at + 1}`)
  return app.put(`insert into violations (${Object.keys(all)}) values (${places}) returning id`, Object.values(all))
}
const stored = (id: number) => app.rows('select status, extend, user_id from violations where id = $1', [id])
const fact = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')
const state = (page: Page, words: string) => page.locator(`[data-entry-state="${words}"]`)
const dialog = (page: Page) => page.getByRole('dialog')

test('VD-13 a notice made with signal names the owner, whose address this phone did not have yet', async () => {
  const place = await app.put(
    "insert into addresses (combadd, ownername, owneraddress) values ('77 QUINCE COURT', 'Hollis Vane', 'PO Box 12') returning id",
  )
  const page = await app.open(`/violation/${await violation({ address_id: place })}`)
  await page.getByRole('button', { name: 'Make Notice' }).click()
  const notice = page.getByRole('dialog', { name: 'Notice' })
  await expect(notice.getByRole('article', { name: 'The letter' })).toContainText('Hollis Vane')
  await expect(notice.getByText('The owner is not on this device')).toHaveCount(0)
})

test('VD-01 VD-09 VD-11 VD-15 VD-20 a violation shows all of it in the words of the specification', async () => {
  const long = 'Every dwelling shall have a working smoke alarm on each floor and outside each sleeping area.'
  const code = await app.put(
    "insert into codes (chapter, section, name, description) values ('50', '9', 'Alarms', $1) returning id",
    [long],
  )
  const id = await violation({
    comment: 'Owner was not at home',
    extend: 2,
    created_at: '2026-07-04T15:05:00Z',
    updated_at: '2026-07-05T15:05:00Z',
  })
  await app.rows('insert into violation_codes (violation_id, code_id) values ($1, $2)', [id, code])
  await app.rows(
    "insert into violation_comments (violation_id, user_id, content, created_at) values ($1, 2, 'Gate is locked', '2026-07-06T01:30:00Z'), ($1, null, 'Nobody said it', '2026-07-07T01:30:00Z')",
    [id],
  )
  await app.rows(
    "insert into citations (violation_id, user_id, fine, deadline, code_id, status, citationid) values ($1, 1, 200, '2031-05-01', $2, 0, 'C-1')",
    [id, code],
  )
  const page = await app.open(`/violation/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Doorhanger #${id}`)
  await expect(page.getByRole('link', { name: '12 ELM STREET' })).toHaveAttribute('href', '/address/1')
  await expect(fact(page, 'Assignee')).toHaveText(people.ons.name)
  await expect(page.getByText('Current', { exact: true })).toBeVisible()
  await expect(page.getByText(/Deadline\s*7\/13\/2026\s*Past Due/)).toBeVisible()
  await expect(fact(page, 'Comment')).toHaveText('Owner was not at home')
  await expect(fact(page, 'Created')).toHaveText('7/4/2026, 11:05 AM')
  await expect(fact(page, 'Updated')).toHaveText('7/5/2026, 11:05 AM')
  const codes = section(page, /^Codes/)
  await expect(codes.getByRole('link', { name: '50, 9: Alarms' })).toHaveAttribute('href', `/code/${code}`)
  await expect(codes.locator('p')).toHaveText(`${long.slice(0, 80).trimEnd()}…`)
  await expect(section(page, 'Notice').getByRole('button', { name: 'Download Notice' })).toBeVisible()
  const citations = section(page, /^Citations/)
  await expect(citations.getByRole('link', { name: 'C-1' })).toHaveAttribute('href', /\/citation\/\d+$/)
  await expect(citations).toContainText('$200')
  await expect(citations).toContainText('Unpaid')
  const comments = section(page, /^Comments/)
    .getByRole('list', { name: 'Comments' })
    .locator('> li')
  await expect(comments.nth(0)).toContainText('User')
  await expect(comments.nth(1)).toContainText('Gate is locked')
  await expect(comments.nth(1)).toContainText('ons2')
  await expect(comments.nth(1)).toContainText('July 5, 2026 at 9:30 PM')
  const nobody = await violation({ user_id: null })
  await page.goto(`${app.town.url}/violation/${nobody}`)
  await expect(fact(page, 'Assignee')).toHaveText('Unassigned')
  // VD-08: the selector is Admin's.
  await expect(page.getByLabel('Assign to')).toHaveCount(0)
})

test('VD-18 empty parts say so; VD-19 load failures are reported only if the device has nothing', async () => {
  app.town.tellsNoChanges = true
  const id = await violation()
  const other = await violation()
  let page = await app.open(`/violation/${id}`)
  for (const words of ['No comments yet.', 'No attachments uploaded yet.', 'No citations available.'])
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  app.town.faults.inject = refuse(/GET .*\/violation\//, 500, 'Out of order')
  page = await app.open(`/violation/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`#${id}`)
  await expect(page.getByRole('alert')).toHaveCount(0)
  page = await app.open(`/violation/${other}`)
  await expect(page.getByRole('alert')).toContainText('Error: Failed to fetch violation')
  await test.step('a list has no comments, so the page says nothing of them until they are known', async () => {
    app.town.faults.inject = refuse(/GET .*\/violation\//, 500, 'Out of order')
    page = await app.open('/violations')
    await page.locator(`a[href="/violation/${other}"]`).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`#${other}`)
    await expect(section(page, /^Comments/).getByRole('alert')).toContainText('Error: Failed to fetch comments')
    await expect(page.getByText('No comments yet.')).toHaveCount(0)
  })
  app.town.faults.inject = refuse(/GET .*\/citations$/, 500, 'Out of order')
  page = await app.open(`/violation/${other}`)
  await expect(section(page, /^Citations/).getByRole('alert')).toContainText('Error: Failed to fetch citations')
  app.town.faults.inject = () => undefined
  page = await app.open('/violation/987654')
  await expect(page.getByText('No violation available.', { exact: true })).toBeVisible()
})

test('VD-02 whole days from 1 extend the deadline; VD-03 they are added; VD-17 a refusal reads Failed to update deadline', async () => {
  const id = await violation({ extend: 2, created_at: '2031-03-01T12:00:00Z' })
  const page = await app.open(`/violation/${id}`)
  const days = page.getByLabel('Days to add')
  const extend = page.getByRole('button', { name: 'Extend Deadline' })
  for (const typed of ['', '0', '-3', '1.5', 'ten']) {
    await days.fill(typed)
    await extend.click()
    await expect(section(page, 'Deadline').getByRole('alert')).toHaveText('Please enter a positive number of days.')
  }
  await days.fill('3')
  await expect(section(page, 'Deadline')).toContainText('New deadline 3/13/2031')
  await expect(section(page, 'Deadline').getByRole('alert')).toHaveCount(0)
  await extend.click()
  await expect(news(page, 'Deadline extended by 3 days (waiting to send)')).toBeVisible()
  await expect(fact(page, 'Extended')).toHaveText('5 days')
  await expect(page.getByText(/Deadline\s*3\/13\/2031/)).toBeVisible()
  await expect(days).toHaveValue('')
  await expect.poll(() => stored(id)).toMatchObject([{ extend: 5 }])

  app.town.faults.inject = refuse(/deadline/, 422, 'Deadlines are frozen')
  await days.fill('1')
  await days.press('Enter')
  await expect(state(page, 'Refused')).toContainText('Failed to update deadline: Deadlines are frozen')
})

test('VD-03 a second tap on 7 days does not add them twice; more time is given on purpose', async () => {
  const id = await violation({ extend: 2, created_at: '2031-03-01T12:00:00Z' })
  const page = await app.open(`/violation/${id}`)
  const deadline = section(page, 'Deadline')
  const seven = deadline.getByRole('button', { name: /^7 days/ })
  const place = await seven.boundingBox()
  await seven.click()
  await expect(fact(page, 'Extended')).toHaveText('9 days')
  await page.mouse.click((place?.x ?? 0) + 8, (place?.y ?? 0) + 8)
  await expect(deadline.getByRole('status').first()).toHaveText('7 days added: 3/17/2031')
  await expect.poll(() => stored(id)).toMatchObject([{ extend: 9 }])
  await deadline.getByRole('button', { name: 'Give more time' }).click()
  await seven.click()
  await expect.poll(() => stored(id)).toMatchObject([{ extend: 16 }])
})

test('VD-04 VD-05 Mark as Abated and Reopen Violation ask first; VD-06 Add New Citation at Current only; VD-16 refusals', async () => {
  const id = await violation()
  const page = await app.open(`/violation/${id}`)
  const abate = page.getByRole('button', { name: 'Mark as Abated' })
  const reopen = page.getByRole('button', { name: 'Reopen Violation' })
  const cite = page.getByRole('button', { name: 'Add New Citation' })
  await expect(cite).toBeVisible()
  await expect(reopen).toHaveCount(0)
  await abate.click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  expect(await stored(id)).toMatchObject([{ status: 0 }])
  await abate.click()
  await dialog(page).getByRole('button', { name: 'Mark as Abated' }).click()
  await expect(page.getByText('Resolved', { exact: true })).toBeVisible()
  await expect(cite).toHaveCount(0)
  await expect.poll(() => stored(id)).toMatchObject([{ status: 1 }])
  await reopen.click()
  await dialog(page).getByRole('button', { name: 'Reopen Violation' }).click()
  await expect(abate).toBeVisible()
  await expect.poll(() => stored(id)).toMatchObject([{ status: 0 }])

  await test.step('pending trial and dismissed have no next step', async () => {
    for (const status of [2, 3]) {
      await page.goto(`${app.town.url}/violation/${await violation({ status })}`)
      await expect(page.getByRole('button', { name: 'Extend Deadline' })).toBeVisible()
      await expect(abate.or(reopen).or(cite)).toHaveCount(0)
    }
  })
  await test.step('refused', async () => {
    app.town.faults.inject = refuse(/abate|reopen/, 403, 'Not on a Sunday')
    await page.goto(`${app.town.url}/violation/${id}`)
    await abate.click()
    await dialog(page).getByRole('button', { name: 'Mark as Abated' }).click()
    await expect(state(page, 'Refused')).toContainText('Failed to mark as abated: Not on a Sunday')
    await page.goto(`${app.town.url}/violation/${await violation({ status: 1 })}`)
    await reopen.click()
    await dialog(page).getByRole('button', { name: 'Reopen Violation' }).click()
    await expect(state(page, 'Refused')).toContainText('Failed to reopen violation: Not on a Sunday')
  })
})

test('VD-07 nothing is offered to a Guest, and signed out only the sign-in is there', async ({ page }) => {
  const id = await violation()
  await page.goto(`${app.town.url}/violation/${id}`)
  const actions = page.getByRole('button', {
    name: /Extend Deadline|Mark as Abated|Reopen|Add New Citation|Add Comment/,
  })
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(actions).toHaveCount(0)
  await signIn(page, 'guest')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Doorhanger #${id}`)
  await expect(page.getByText('No comments yet.')).toBeVisible()
  await expect(actions).toHaveCount(0)
  await expect(page.getByLabel('Comment', { exact: true })).toHaveCount(0)
})

test('VD-08 an Admin chooses among the inspectors; VD-10 Assignee updated, or a refusal in the words of the server', async ({
  page,
}) => {
  const id = await violation({ user_id: null })
  await page.goto(`${app.town.url}/violation/${id}`)
  await signIn(page, 'admin')
  const choice = page.getByLabel('Assign to')
  const save = section(page, 'Assignee').getByRole('button', { name: 'Save' })
  await expect(choice.locator('option')).toHaveText(['Unassigned', people.ons.name, people.otherOns.name])
  await expect(save).toBeDisabled()
  await choice.selectOption({ label: people.otherOns.name })
  await save.click()
  await expect(news(page, 'Assignee updated (waiting to send)')).toBeVisible()
  await expect(fact(page, 'Assignee')).toHaveText(people.otherOns.name)
  await expect.poll(() => stored(id)).toMatchObject([{ user_id: 2 }])
  await choice.selectOption('')
  await expect(save).toBeDisabled()
  app.town.faults.inject = refuse(/assignee/, 404, 'User not found')
  await choice.selectOption({ label: people.ons.name })
  await save.click()
  await expect(section(page, 'Assignee')).toContainText('Failed to update assignment: User not found')
})

test('VD-12 a comment needs words, with files it is a form; VD-14 files are downloaded; VD-16 Failed to post comment', async () => {
  const id = await violation()
  const page = await app.open(`/violation/${id}`)
  const form = page.getByRole('form', { name: 'Add a comment' })
  await form.getByLabel('Comment').fill('   ')
  await form.getByRole('button', { name: 'Add Comment' }).click()
  await expect(form.getByRole('alert')).toHaveText('Write a comment')
  await form.getByLabel('Comment').fill('Grass is cut')
  await form.getByRole('button', { name: 'Add Comment' }).click()
  const thread = page.getByRole('list', { name: 'Comments' }).locator('> li')
  await expect(thread).toHaveCount(1)
  await expect(thread).toContainText('ons')
  const said = () => app.rows('select content from violation_comments where violation_id = $1 order by id', [id])
  await expect.poll(said).toEqual([{ content: 'Grass is cut' }])

  await test.step('with files, without signal', async () => {
    await app.signalOff()
    await form.getByLabel('Comment').fill('As the pictures show')
    await form.locator('input[multiple]').setInputFiles(await photoFiles(2))
    await expect(form.getByText('2 files')).toBeVisible()
    await form.getByRole('button', { name: 'Add Comment' }).click()
    await expect(thread).toHaveCount(2)
    await expect(thread.first()).toContainText('Saved on this phone')
    await expect(thread.first().getByRole('button', { name: /^Enlarge/ })).toHaveCount(2)
    await app.signalOn()
    await sendNow(app, page)
    await expect.poll(said).toEqual([{ content: 'Grass is cut' }, { content: 'As the pictures show' }])
    // Leaving a page may abort its request, which is then repeated under its key.
    const uploads = new Set(app.town.calls.filter((it) => it.startsWith(`POST /api/violation/${id}/comments`)))
    expect([...uploads]).toEqual([`POST /api/violation/${id}/comments`, `POST /api/violation/${id}/comments/upload`])
    await page.goto(`${app.town.url}/violation/${id}`)
    const arriving = page.waitForEvent('download')
    await thread.first().getByRole('button', { name: 'Download attachments (2)' }).click()
    await arriving
  })
  await test.step('refused', async () => {
    app.town.faults.inject = refuse(/POST .*comments/, 422, 'No comments today')
    await form.getByLabel('Comment').fill('One more')
    await form.getByRole('button', { name: 'Add Comment' }).click()
    await expect(thread.first()).toContainText('Failed to post comment: No comments today')
  })
})

test('VD-13 the notice is a Word document of the server’s name; without signal it says so; VD-16 Failed to download notice', async () => {
  const id = await violation()
  const page = await app.open(`/violation/${id}`)
  const button = page.getByRole('button', { name: 'Download Notice' })
  const arriving = page.waitForEvent('download')
  await button.click()
  const notice = await arriving
  expect(notice.suggestedFilename()).toBe(`violation_notice_${id}.docx`)
  const chunks: Buffer[] = []
  for await (const chunk of await notice.createReadStream()) chunks.push(Buffer.from(chunk))
  expect(unzip(Buffer.concat(chunks)).get('word/document.xml')?.toString()).toContain('12 ELM STREET')

  app.town.faults.inject = refuse(/notice/, 500, 'Out of order')
  await button.click()
  await expect(news(page, 'Failed to download notice: The server is not answering')).toBeVisible()
  app.town.faults.inject = () => undefined
  await app.signalOff()
  await button.click()
  await expect(news(page, 'Failed to download notice: No signal')).toBeVisible()
  await expect(page.getByText('Downloading the notice needs signal.')).toBeVisible()
})
