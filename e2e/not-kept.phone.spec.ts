import { type Browser, expect, type Page } from '@playwright/test'
import { reachableAgain } from '../src/sync/react/hooks.ts'
import { inspectionIn, openApp, photoFiles, section, signIn, test } from './open-app.ts'
import { onDevice } from './story.ts'

// A browser that does not keep the app, or does not keep it yet: its code comes over the network. Phone only: the desk
// does the same.

const app = openApp('ons')

const comes = 'This part comes with signal.'

/** A page of a browser without service workers, signed in, with all that it loads by itself. */
async function openUnkept(browser: Browser, path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', permissions: ['geolocation'] })
  await context.setGeolocation({ latitude: 38.951, longitude: -76.94 })
  const page = await context.newPage()
  await prepare?.(page)
  await page.goto(app.town.url)
  await signIn(page, 'ons')
  await page.goto(app.town.url + path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  return page
}

const violation = () =>
  app.put("insert into violations (address_id, user_id, deadline) values (1, 1, '7 days') returning id")

const files = (page: Page) => section(page, /^Attachments/).locator('input[type=file][multiple]')

/** A camera with a light and a zoom; `tracks` has what each of its tracks was told last. */
const withCamera = (page: Page) =>
  page.addInitScript(() => {
    const tracks: unknown[] = []
    Object.assign(window, { tracks })
    Object.defineProperty(navigator, 'mediaDevices', {
      value: {
        getUserMedia: async () => {
          const canvas = document.createElement('canvas')
          canvas.getContext('2d')?.fillRect(0, 0, 9, 9)
          const stream = canvas.captureStream(5)
          const [track] = stream.getVideoTracks()
          const n = tracks.push({}) - 1
          Object.assign(track ?? {}, {
            getCapabilities: () => ({ torch: true, zoom: { min: 1, max: 5, step: 1 } }),
            applyConstraints: async ({ advanced }: { advanced: object[] }) => {
              tracks[n] = Object.assign({}, ...advanced)
            },
          })
          return stream
        },
      },
    })
  })

test('I1 a photo taken without signal is stored and sent, though the browser does not keep the app', async ({
  browser,
}) => {
  const page = await openUnkept(browser, `/violation/${await violation()}`)
  await app.signalOff()
  await files(page).setInputFiles(await photoFiles(1))
  await expect.poll(async () => (await onDevice(page, 'photos')).length).toBe(1)
  await expect.poll(async () => (await onDevice(page, 'outbox')).length).toBe(1)
  await app.signalOn()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(async () => (await app.rows('select 1 from attachments')).length).toBe(1)
  await page.context().close()
})

test('I1 a photo that could not be stored, for a reason nobody foresaw, is named, with what to do', async ({
  browser,
}) => {
  const page = await openUnkept(browser, `/violation/${await violation()}`)
  await page.evaluate(() => {
    crypto.subtle.digest = () => Promise.reject(new Error('Unforeseen'))
  })
  await files(page).setInputFiles(await photoFiles(1))
  await expect(page.getByRole('alert')).toContainText('photo 1.jpg could not be stored on this phone')
  expect(await onDevice(page, 'photos')).toEqual([])
  await page.context().close()
})

test('DB-03 a form whose code cannot be loaded says so, and opens when the server answers again', async ({
  browser,
}) => {
  const page = await openUnkept(browser, '/')
  await app.signalOff()
  await page.getByRole('button', { name: 'New Violation' }).click()
  const form = page.getByRole('group', { name: 'New Violation' })
  await expect(form).toContainText(comes)
  await expect(page.getByText('This page failed')).toHaveCount(0)
  await app.signalOn()
  await page.evaluate((name) => window.dispatchEvent(new Event(name)), reachableAgain)
  await expect(form.getByRole('combobox', { name: 'Address' })).toBeVisible()
  await expect(form).not.toContainText(comes)
  await page.context().close()
})

test('VD-13 a part that a tap could not load says so, and the next tap loads it', async ({ browser }) => {
  const page = await openUnkept(browser, `/violation/${await violation()}`)
  await expect(page.getByRole('button', { name: 'Make Notice' })).toBeVisible()
  await app.signalOff()
  for (const name of ['Make Notice', 'Record Service', 'Many photos']) await page.getByRole('button', { name }).click()
  await expect(page.getByText(comes)).toHaveCount(3)
  await app.signalOn()
  await page.getByRole('button', { name: 'Make Notice' }).click()
  await expect(page.getByRole('dialog', { name: 'Camera' })).toBeVisible()
  await expect(page.getByText(comes)).toHaveCount(0)
  await page.context().close()
})

test('SH-09 each sheet of the first screen says in sight that its code is missing, and comes with signal', async ({
  browser,
}) => {
  await inspectionIn(app, {
    inspector_id: 1,
    source: 'Complaint',
    status: 'Pending',
    scheduled_datetime: '2026-01-05T09:00',
  })
  const page = await openUnkept(browser, '/')
  await expect(page.getByRole('link', { name: 'Open the map' }).locator('..').locator('p')).toBeVisible()
  const tap = (name: string | RegExp) => () => page.getByRole('button', { name }).click()
  const sheets = [
    ['New', () => page.getByRole('button', { name: 'New', exact: true }).click()],
    ['Addresses near me', tap('Addresses near me')],
    ['Could not inspect', tap(/^Not done at/)],
    ['Go to', () => page.keyboard.press('Control+k')],
  ] as const
  for (const [title, open] of sheets) {
    await app.signalOff()
    await open()
    await expect(page.getByText(comes), title).toBeInViewport({ ratio: 1 })
    await app.signalOn()
    await page.evaluate((name) => window.dispatchEvent(new Event(name)), reachableAgain)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await expect(page.getByText(comes)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.context().close()
})

test('after another app was in front, the light and the zoom of the camera are as its controls show', async ({
  browser,
}) => {
  const page = await openUnkept(browser, `/violation/${await violation()}`, withCamera)
  const told = () => page.evaluate(() => Reflect.get(window, 'tracks') as unknown[])
  await page.getByRole('button', { name: 'Many photos' }).click()
  await page.getByRole('button', { name: 'Light' }).click()
  await page.getByRole('slider', { name: 'Zoom' }).fill('4')
  await expect.poll(async () => (await told()).at(-1)).toEqual({ torch: true, zoom: 4 })
  const before = (await told()).length
  for (const state of ['hidden', 'visible'])
    await page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await expect.poll(async () => (await told()).length).toBe(before + 1)
  await expect(page.getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('slider', { name: 'Zoom' })).toHaveValue('4')
  await expect.poll(async () => (await told()).at(-1)).toEqual({ torch: true, zoom: 4 })
  await page.context().close()
})

test('a position that comes after "By time" was tapped changes nothing', async ({ browser }) => {
  const page = await openUnkept(browser, '/', (page) =>
    page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = (found) => Object.assign(window, { found })
    }),
  )
  const come = () =>
    page.evaluate(() => Reflect.get(window, 'found')({ coords: { latitude: 38.951, longitude: -76.94, accuracy: 5 } }))
  const byDistance = page.getByRole('button', { name: 'By distance' })
  await byDistance.click()
  await page.getByRole('button', { name: 'By time' }).click()
  await come()
  await expect(byDistance).toHaveAttribute('aria-pressed', 'false')
  await byDistance.click()
  await come()
  await expect(byDistance).toHaveAttribute('aria-pressed', 'true')
  await page.context().close()
})

test('near me: addresses that could not be looked up are looked up again with Try again', async ({ browser }) => {
  const page = await openUnkept(browser, '/', (page) => page.route('**/map-worker*', (route) => route.abort()))
  await page.getByRole('button', { name: 'Addresses near me' }).click()
  const dialog = page.getByRole('dialog', { name: 'Addresses near me' })
  await expect(dialog).toContainText('could not be looked up')
  await page.unroute('**/map-worker*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).not.toContainText('could not be looked up')
  await expect(dialog.getByRole('status').or(dialog.getByRole('list'))).toContainText(/address/i)
  await page.context().close()
})
