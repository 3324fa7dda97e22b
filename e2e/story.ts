import { expect, type Page, test } from '@playwright/test'
import { Inspector } from './inspector.ts'
import { Phone } from './phone.ts'
import { openTown, type TestTown } from './town.ts'

/** The helpers of a story. */
export interface StoryContext {
  town: TestTown
  phone: Phone
  /** The first inspector, at the sign-in screen of their phone. */
  me: Inspector
  /** The rows that a query finds in the office's database. */
  rows(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
}

type Options = Parameters<typeof openTown>[0] & {
  /** The phone’s battery runs out in the story: it needs a browser that keeps its profile. */
  dies?: true
  /** The browser itself is looked at: a profile on disk, as on a real phone. */
  hasProfile?: true
  /** The browser has a camera, which it invents. */
  hasCamera?: true
}

/** A story in a town of its own, with a phone of its own. At its end nothing may have gone wrong on any page. */
export async function runStory(options: Options, story: (told: StoryContext) => Promise<void>): Promise<void> {
  const town = await openTown({ distFolder: process.env.E2E_DIST ?? 'dist', ...options })
  const { dies = false, hasProfile = false, hasCamera = false } = options
  const phone = new Phone({ dies, hasProfile, hasCamera })
  try {
    const me = new Inspector(await phone.start(town.url), town.url)
    await story({ town, phone, me, rows: async (sql, values) => (await town.pool.query(sql, values)).rows })
    expect(phone.problems).toEqual([])
  } finally {
    await phone.end()
    await town.close()
  }
}

/** One piece of unsent work, as the device holds it. */
export interface Unsent {
  key: string
  command: string
  state: string
  attempts: number
  photo: string | null
}

/** All rows of a table in the database of a person at this device. */
export const onDevice = <Row>(page: Page, table: string, userId = 1): Promise<Row[]> =>
  page.evaluate(
    async ([store, ending]) => {
      const names = (await indexedDB.databases()).map((it) => it.name ?? '')
      const name = names.find((it) => it.startsWith('codesoft-') && it.endsWith(ending))
      if (!name) return []
      return new Promise<Row[]>((resolve, reject) => {
        const open = indexedDB.open(name)
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const all = open.result.transaction(store).objectStore(store).getAll()
          all.onsuccess = () => {
            open.result.close()
            resolve(all.result)
          }
        }
      })
    },
    [table, `-${userId}`] as const,
  )

/** Sets a number that the device knows about itself, in the database of the person who is signed in. */
export const setFact = (page: Page, name: string, value: number, userId = 1): Promise<void> =>
  page.evaluate(
    async ([fact, ending]) => {
      const names = (await indexedDB.databases()).map((it) => it.name ?? '')
      const database = names.find((it) => it.startsWith('codesoft-') && it.endsWith(ending))
      if (!database) throw new Error('Nobody is signed in here')
      await new Promise<void>((resolve, reject) => {
        const open = indexedDB.open(database)
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const writing = open.result.transaction('meta', 'readwrite')
          writing.objectStore('meta').put(fact)
          writing.oncomplete = () => {
            open.result.close()
            resolve()
          }
        }
      })
    },
    [{ name, value }, `-${userId}`] as const,
  )

/** Waits until the device keeps what is typed into a form: from then on it outlives the page. */
export const typedIsKept = (page: Page, words: string, userId = 1): Promise<void> =>
  expect.poll(async () => JSON.stringify(await onDevice(page, 'drafts', userId))).toContain(words)

/** The unsent entries, oldest first. */
export const unsent = (page: Page, userId = 1): Promise<Unsent[]> => onDevice<Unsent>(page, 'outbox', userId)

/** Waits until the office has confirmed all work of a person, by the device's own books and on the screen. */
export async function everythingSent(page: Page, userId = 1): Promise<void> {
  // A photo that is in sight but not stored yet is not in the outbox either.
  await expect(page.locator('article[aria-busy]')).toHaveCount(0)
  await expect.poll(() => unsent(page, userId), { timeout: 30_000 }).toEqual([])
  await expect(page.getByTitle('Unsent work')).toContainText('All sent')
}

/** Waits until the service worker answers for the page: from then on it opens without signal. */
export const installed = (page: Page) =>
  // On a busy machine the app's files take their time.
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 })

/** Opens the conduct page of an inspection, with all of it on the screen. */
export async function openConduct(me: Inspector, inspectionId: number): Promise<void> {
  await me.go(`/inspections/${inspectionId}/conduct`)
  await expect(me.page.getByRole('heading', { name: 'Conduct Inspection' })).toBeVisible()
  await expect(me.page.getByRole('list', { name: 'Add an area from a room' }).getByRole('button')).toHaveCount(3)
}

/** Signed in, prepared, and in a kitchen that the office knows. */
export async function inKitchen(me: Inspector): Promise<void> {
  await me.signIn()
  await me.prepare('ready 7 of 7')
  await openConduct(me, 1)
  await me.addAreaOf('Kitchen')
  await everythingSent(me.page)
}

/** Signs in, prepares the day, and adds a kitchen to the first inspection without signal. */
export async function kitchenWithoutSignal({ me, town }: Pick<StoryContext, 'me' | 'town'>): Promise<void> {
  await me.signIn()
  await me.prepare('ready 7 of 7')
  await openConduct(me, 1)
  await town.signalOff()
  await me.addAreaOf('Kitchen')
}

/** Opens Unsent work by the light that is never out of sight, and asks to send. */
export async function sendNow(page: Page): Promise<void> {
  await page.getByTitle('Unsent work').click()
  await tapSendNow(page)
}

/** On Unsent work: asks to send. Work that the returning signal has already sent needs no tap. */
export async function tapSendNow(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Send now' })
  const nothingLeft = page.getByText(/^Everything is sent/)
  await expect(button.or(nothingLeft)).toBeVisible()
  if (await nothingLeft.isVisible()) return
  await button.click({ timeout: 5_000 }).catch(() => expect(nothingLeft).toBeVisible())
}

/** What a record that is saved and not sent yet says on the device of this project. */
export const savedHere = (): string => `Saved on this ${test.info().project.name === 'desk' ? 'computer' : 'phone'}`

/** Calls that change something at the office, of those that arrived since `from`. */
export const changes = (town: TestTown, from = 0): string[] =>
  town.calls.slice(from).filter((it) => !it.startsWith('GET') && !/\/(login|logout|sync\/(batch|heartbeat))$/.test(it))
