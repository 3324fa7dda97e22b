import { expect, type Page } from '@playwright/test'
import { openApp, test } from './open-app.ts'
import { onDevice } from './story.ts'
import { people } from './town.ts'

const app = openApp('ons', (pool) =>
  pool.query(
    "insert into areas (name, inspection_id) values ('Kitchen', 1), ('Attic', 1), ('Porch', 1), ('Cellar', 1)",
  ),
)
const area = (id: number) => `/inspections/1/area/${id}`

declare global {
  interface Window {
    /** Does what Safari does to an open page when it ends the process of the databases. */
    loseStorage(): void
  }
}

/** Runs in the page before anything else. */
function makeStorageLosable(): void {
  const { open } = IDBFactory.prototype
  const connections: IDBDatabase[] = []
  let isLost = false
  IDBFactory.prototype.open = function (...named) {
    if (isLost)
      throw new DOMException(
        'Connection to Indexed Database server lost. Refresh the page to try again',
        'UnknownError',
      )
    const opening = open.apply(this, named)
    opening.addEventListener('success', () => connections.push(opening.result))
    return opening
  }
  window.loseStorage = () => {
    isLost = true
    for (const it of connections) {
      it.close()
      it.dispatchEvent(new Event('close'))
    }
  }
}

/** A page whose storage can be lost, with a mark that only loading it again removes. */
async function openMarked(path: string): Promise<Page> {
  const page = await app.open('/about')
  await page.addInitScript(makeStorageLosable)
  await page.goto(app.town.url + path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await mark(page)
  return page
}

/** Sets the mark once everything that waits for the screen has started. */
async function mark(page: Page): Promise<void> {
  await expect(page.locator('.print-head')).toBeAttached()
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
}

const isSamePage = (page: Page) => page.evaluate(() => 'isMarked' in window)
/** After the evaluation, which a page that loads itself again would break off. */
const loseStorage = (page: Page) => page.evaluate(() => void setTimeout(() => window.loseStorage()))
const isLoadedAgain = (page: Page) => expect(async () => expect(await isSamePage(page)).toBe(false)).toPass()
const banner = (page: Page) => page.getByText('This page is cut off from its storage')

test('a page that the browser cuts off from its storage loads itself again, and shows what is stored', async () => {
  const page = await openMarked('/inspections')
  await expect(page.getByText('12 ELM STREET').first()).toBeVisible()
  await app.signalOff()
  await loseStorage(page)
  await isLoadedAgain(page)
  await expect(page.getByText('12 ELM STREET').first()).toBeVisible()
})

test('a half-typed form is not taken away: the page says what to do, and the text is there after it', async () => {
  const page = await openMarked(area(1))
  const field = page.getByRole('form', { name: 'Add observation' }).getByLabel('Observation', { exact: true })
  await field.fill('Loose wire over the')
  // The draft is stored shortly after the last key.
  await expect.poll(() => onDevice(page, 'drafts')).toMatchObject([{ values: { content: 'Loose wire over the' } }])
  await loseStorage(page)
  await expect(banner(page)).toBeVisible()
  expect(await isSamePage(page)).toBe(true)
  // A user who goes on typing loses only what is typed from here on.
  await field.fill('Loose wire over the sink')
  await expect(banner(page)).toBeVisible()
  await expect(field).toHaveValue('Loose wire over the sink')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(field).toHaveValue('Loose wire over the')
  await expect(banner(page)).toBeHidden()
})

test('without a form any more the page loads itself again, but not twice in a row', async () => {
  const page = await openMarked(area(2))
  const field = page.getByRole('form', { name: 'Add observation' }).getByLabel('Observation', { exact: true })
  await field.fill('Loose wire')
  await loseStorage(page)
  await expect(banner(page)).toBeVisible()
  await field.fill('')
  await isLoadedAgain(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await mark(page)
  await loseStorage(page)
  await expect(banner(page)).toBeVisible()
  expect(await isSamePage(page)).toBe(true)
})

/** Runs in the page before anything else: aborts all that is under way when a transaction begins, as a suspended app. */
function abortOnce(): void {
  const { transaction } = IDBDatabase.prototype
  const running = new Set<IDBTransaction>()
  let begun = 0
  IDBDatabase.prototype.transaction = function (...args) {
    const made = transaction.apply(this, args)
    running.add(made)
    for (const end of ['complete', 'abort']) made.addEventListener(end, () => running.delete(made))
    Reflect.set(window, 'begun', ++begun)
    if (begun === Number(sessionStorage.abortAt))
      queueMicrotask(() => {
        sessionStorage.abortAt = 'done'
        for (const it of running)
          try {
            it.abort()
          } catch {
            // It has ended, and its event is on the way.
          }
      })
    return made
  }
}

/** Aborts at the transaction that begins so many after now. */
const abortAfter = (page: Page, count: number) =>
  page.evaluate((count) => sessionStorage.setItem('abortAt', String(Reflect.get(window, 'begun') + count)), count)

const hasAborted = (page: Page) =>
  expect.poll(() => page.evaluate(() => sessionStorage.getItem('abortAt'))).toBe('done')

for (const path of ['/', '/inspections', '/inspections/1/conduct', '/due-list'])
  test(`when the browser aborts what ${path} reads, the page reads it again, without signal too`, async () => {
    const page = await app.open(path)
    const shown = page.locator('main#main')
    await expect(shown).not.toContainText('Loading...')
    const title = String(await page.getByRole('heading', { level: 1 }).textContent())
    await page.addInitScript(abortOnce)
    await app.signalOff()
    for (const at of [1, 2, 3, 4, 6, 9, 13]) {
      await page.evaluate((at) => sessionStorage.setItem('abortAt', String(at)), at)
      await page.reload()
      await hasAborted(page)
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await expect(shown, `aborted at ${at}`).not.toContainText('Loading...')
    }
  })

test('a draft that the browser aborts is stored again: it is written when the app is put away', async () => {
  const page = await app.open('/about')
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...args) {
      const putting = put.apply(this, args)
      if (this.name === 'drafts' && !Reflect.has(window, 'aborted')) {
        Reflect.set(window, 'aborted', true)
        this.transaction.abort()
      }
      return putting
    }
  })
  await page.goto(app.town.url + area(3))
  const field = page.getByRole('form', { name: 'Add observation' }).getByLabel('Observation', { exact: true })
  await field.fill('Loose wire')
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'aborted'))).toBe(true)
  const drafts = async () => JSON.stringify(await onDevice(page, 'drafts'))
  await expect.poll(drafts).toContain('"content":"Loose wire"')
})

test('a save that the browser aborts is done again, and reaches the office once', async () => {
  const page = await app.open('/about')
  await page.addInitScript(abortOnce)
  await page.goto(app.town.url + area(4))
  const form = page.getByRole('form', { name: 'Add observation' })
  const field = form.getByLabel('Observation', { exact: true })
  await expect(field).toBeVisible()
  await app.signalOff()
  for (const at of [1, 2, 3]) {
    await field.fill(`Aborted at ${at}`)
    await expect
      .poll(async () => JSON.stringify(await onDevice(page, 'drafts')))
      .toContain(`"content":"Aborted at ${at}"`)
    await abortAfter(page, at)
    await page.getByRole('button', { name: 'Save Observation' }).click()
    await hasAborted(page)
    await expect(field).toHaveValue('')
  }
  await app.signalOn()
  const atOffice = "select content from observations where content like 'Aborted at%' order by content"
  await expect.poll(() => app.rows(atOffice)).toEqual([1, 2, 3].map((at) => ({ content: `Aborted at ${at}` })))
})

for (const at of [1, 4, 5, 6])
  test(`a sign-in succeeds although the browser aborts what is under way at its transaction ${at}`, async ({
    page,
  }) => {
    await page.addInitScript(abortOnce)
    await page.goto(app.town.url)
    await page.getByLabel('Email').fill(people.ons.email)
    await page.getByLabel('Password').fill(people.ons.password)
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'begun'))).toBeGreaterThan(0)
    await abortAfter(page, at)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.locator('main#main')).toBeVisible()
    await hasAborted(page)
  })
