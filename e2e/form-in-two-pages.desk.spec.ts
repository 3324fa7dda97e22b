import { expect, type Page } from '@playwright/test'
import { field as comment, form as commentForm } from './comments.ts'
import { news, openApp, test } from './open-app.ts'
import { giveRoom, holdFreeing, letFreeingGo } from './storage.ts'
import { onDevice } from './story.ts'
import { people } from './town.ts'

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into inspections (source, address_id, description, created_at)
      values ('Complaint', 1, 'Loud dog at night', now() - interval '3 days');
  `)
})

interface Kept {
  form: string
  values: { words?: string; text?: string; address?: { id: number }; matter?: unknown; caller?: { chosen?: unknown } }
}
const admin = 4
const drafts = (page: Page) => onDevice<Kept>(page, 'drafts', admin)
const wordsKept = async (page: Page) => (await drafts(page)).map(({ values }) => values.words ?? values.text)

const address = (page: Page) => page.locator('main').getByRole('combobox', { name: 'Address', exact: true })
const words = (page: Page) => page.getByLabel('What does the caller say?')
const choose = async (page: Page, typed: string, name: string) => {
  await address(page).fill(typed)
  await page.getByRole('option', { name }).click()
}

const saveCall = async (page: Page) => {
  await page.getByRole('button', { name: 'Save complaint' }).click()
  await expect(page.getByText('Complaint saved.')).toBeVisible()
}

async function call(): Promise<Page> {
  const page = await app.open('/complaint-by-phone')
  await expect(words(page)).toBeVisible()
  return page
}

async function discard(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect.poll(() => drafts(page)).toEqual([])
}

test('I16 two tabs with one form keep the words of both, and those of one stay when the other saves', async () => {
  const [first, second] = [await call(), await call()]
  await words(first).fill('First call')
  await expect.poll(() => wordsKept(second)).toEqual(['First call'])
  await words(second).fill('Second call')
  await expect.poll(() => wordsKept(second)).toEqual(['First call\nSecond call'])
  await words(first).fill('First call, longer')
  await expect.poll(() => wordsKept(second)).toEqual(['Second call\nFirst call, longer'])
  await words(second).fill('Second call, longer')
  await expect.poll(() => wordsKept(second)).toEqual(['First call, longer\nSecond call, longer'])
  await choose(second, '48 quarry', '48 QUARRY ROAD')
  await saveCall(second)
  await expect.poll(() => wordsKept(second)).toEqual(['First call, longer'])
  await first.close()
  await second.reload()
  await second.getByRole('button', { name: 'Continue' }).click()
  await expect(words(second)).toHaveValue('First call, longer')
  await discard(second)
})

test('I16 a tab that was closed half typed does not lose its words when another tab saves the same form', async () => {
  const [first, second] = [await call(), await call()]
  await words(first).fill('Of a closed tab')
  await expect.poll(() => wordsKept(second)).toEqual(['Of a closed tab'])
  await first.close()
  await words(second).fill('Of the other')
  await choose(second, '48 quarry', '48 QUARRY ROAD')
  await expect.poll(() => drafts(second)).toMatchObject([{ values: { address: { id: 2 } } }])
  await saveCall(second)
  await expect.poll(() => wordsKept(second)).toEqual(['Of a closed tab'])
  const stored = () => app.rows("select description from inspections where description like '%Of %'")
  await expect.poll(stored).toEqual([{ description: 'Of the other' }])
  await discard(second)
})

test('I16 one tab deletes what it typed, and what the other typed is still kept', async () => {
  const [first, second] = [await call(), await call()]
  await words(first).fill('It stays')
  await expect.poll(() => wordsKept(second)).toEqual(['It stays'])
  await words(second).fill('It goes')
  await expect.poll(() => wordsKept(second)).toEqual(['It stays\nIt goes'])
  await words(second).fill('')
  await expect.poll(() => wordsKept(second)).toEqual(['It stays'])
  await first.close()
  await discard(second)
})

test('I16 a call that finds no room is told in the words of the next one, which keeps its own address and matter', async () => {
  const page = await call()
  await choose(page, '12 elm', '12 ELM STREET')
  await page.getByLabel('Complaint: Loud dog at night').check()
  await words(page).fill('It barks again')
  await holdFreeing(page)
  await page.getByRole('button', { name: 'Add to the complaint' }).click()
  await expect(words(page)).toHaveValue('')
  await words(page).fill('Water in the cellar')
  await choose(page, '48 quarry', '48 QUARRY ROAD')
  await letFreeingGo(page)
  await expect(page.getByText(/Not saved: this computer is full/)).toBeVisible()
  await expect(words(page)).toHaveValue(
    /^Elm Court - 12 ELM STREET.*\nComplaint: Loud dog at night\nIt barks again\nWater in the cellar$/,
  )
  await expect(page.getByRole('main')).toContainText('48 QUARRY ROAD')
  // The button says it: the call is not about the open matter of the other address.
  await giveRoom(page)
  await saveCall(page)
  const stored = () => app.rows("select address_id, description from inspections where description like '%Water%'")
  const description = 'Elm Court - 12 ELM STREET\nComplaint: Loud dog at night\nIt barks again\nWater in the cellar'
  await expect.poll(stored).toEqual([{ address_id: 2, description }])
  expect(await app.rows("select content from comments where content like '%bark%'")).toEqual([])
})

test('a caller who was saved is named by the draft at once: killed before the next paint, the call makes no second one', async () => {
  const page = await call()
  await page.getByRole('combobox', { name: 'Caller' }).fill('410 555 0777')
  await page.getByLabel('Name of the new caller').fill('Ed New')
  await choose(page, '48 quarry', '48 QUARRY ROAD')
  await app.signalOff()
  await words(page).fill('A broken step')
  await expect.poll(() => wordsKept(page)).toEqual(['A broken step'])
  // From the stored contact on, nothing is painted and no timer runs.
  await page.evaluate(() => {
    const add = IDBObjectStore.prototype.add
    IDBObjectStore.prototype.add = function (...given) {
      if (this.name === 'outbox') {
        window.requestAnimationFrame = () => 0
        window.setTimeout = (() => 0) as unknown as typeof setTimeout
      }
      return add.apply(this, given)
    }
  })
  await page.getByRole('button', { name: 'Save complaint' }).click()
  await expect.poll(async () => (await onDevice(page, 'outbox', admin)).length).toBeGreaterThan(0)
  await expect.poll(() => drafts(page)).toMatchObject([{ values: { caller: { chosen: { name: 'Ed New' } } } }])
})

/** A request of the Admin at another computer. */
async function atOffice(path: string, body?: object): Promise<unknown> {
  const { email, password } = people.admin
  const url = `${app.town.url}/api`
  const signIn = { method: 'POST', body: new URLSearchParams({ username: email, password }) }
  const { access_token } = (await (await fetch(`${url}/login`, signIn)).json()) as { access_token: string }
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(answer.ok).toBe(true)
  return answer.json()
}

/** The call of another test may be half typed too. */
const commentDrafts = async (page: Page) => (await drafts(page)).filter(({ form }) => form.startsWith('comment/'))
const commentsKept = async (page: Page) => (await commentDrafts(page)).map(({ values }) => values.text)

// The last one: address 2 is gone then.
test('X93 a merge under an open form joins its words to those that were half typed at the surviving record', async () => {
  const one = await app.open('/address/1?tab=comments')
  await comment(one).fill('Old words')
  await expect.poll(() => commentsKept(one)).toEqual(['Old words'])
  await one.close()
  const page = await app.open('/address/2?tab=comments')
  await comment(page).fill('New words')
  await expect.poll(() => commentsKept(page)).toEqual(['Old words', 'New words'])
  const sides = (await atOffice('/doubles/sides?kind=address&first=1&second=2')) as { id: number; version: string }[]
  const [winner_version, loser_version] = [1, 2].map((id) => sides.find((it) => it.id === id)?.version)
  await atOffice('/merges', { kind: 'address', winner: 1, loser: 2, winner_version, loser_version, take: [] })
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => commentDrafts(page), { timeout: 40_000 }).toHaveLength(1)
  await comment(page).press('End')
  await comment(page).pressSequentially(', more')
  const both = (newer: string) => [{ form: 'comment/address:1', values: { text: `Old words\n${newer}` } }]
  await expect.poll(() => commentDrafts(page)).toMatchObject(both('New words, more'))
  // The form has its new name by now, and still both are there.
  await comment(page).pressSequentially('!')
  await expect.poll(() => commentDrafts(page)).toMatchObject(both('New words, more!'))
  await commentForm(page).getByRole('button', { name: 'Add Comment' }).click()
  await expect(news(page, 'Comment saved on this computer')).toBeVisible()
  await expect.poll(() => commentsKept(page)).toEqual(['Old words'])
  await expect
    .poll(() => app.rows("select content from comments where content like '%words%'"))
    .toEqual([{ content: 'New words, more!' }])
})
