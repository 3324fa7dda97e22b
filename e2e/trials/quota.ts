import { expect, type Page } from '@playwright/test'
import { cameraPicture, Inspector, savedCard } from '../inspector.ts'
import type { Phone } from '../phone.ts'
import { everythingSent, inKitchen } from '../story.ts'
import type { TestTown } from '../town.ts'
import { pause, type Trial, type TrialOptions } from './trial.ts'
import { withPhone } from './with-phone.ts'

const mb = 1_000_000
/** The free space of each step, beyond what the phone holds already. */
const steps = [0, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 50]
const photosEach = 2
/** After this many observations without an accepted photo, the phone counts as full. */
const refusedInARow = 2
const observationsAtMost = 60
/** The time in which the app reserves its space for text (ms). */
const settledMs = 4_500

/** A phone runs out of space, at each size. What the screen calls saved is saved whole, and text is always saved. */
export const quota: Trial = {
  goal: 'room for 0 to 50 MB: never an entry without its bytes, text always saved (without a single byte: told, and kept in the form), each refused photo told, all of it at the office in the end',
  run: (options) => withPhone(options, carryOut),
}

/** What the screen said. */
interface Said {
  content: string
  photos: number
}

async function carryOut(town: TestTown, phone: Phone, { scale, say }: TrialOptions) {
  const broken: string[] = []
  const all: Said[] = []
  let refused = 0
  let sentWhileFull = 0
  const kitchen = await settledInKitchen(town, phone)
  const pictures = await Promise.all([1, 2, 3, 4].map(cameraPicture))
  const asked = steps.slice(0, Math.max(2, Math.ceil(steps.length * scale)))
  for (const step of asked) {
    await town.signalOff()
    await phone.kill()
    const page = await phone.start('about:blank')
    const cdp = await phone.context.newCDPSession(page)
    const { usage } = await cdp.send('Storage.getUsageAndQuota', { origin: town.url })
    // The browser treats 0 as no limit.
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: town.url, quotaSize: usage + Math.max(1, step * mb) })
    // The compiler of this file names functions with a helper that the page does not have.
    await page.addInitScript('globalThis.__name ??= (it) => it')
    const me = new Inspector(page, town.url)
    await me.go(kitchen)
    const said = await fill(me, pictures, step, broken)
    all.push(...said.saved)
    refused += said.refused
    broken.push(...(await withoutBytes(page)).map((it) => `room for ${step} MB: ${it}`))

    await town.signalOn()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    const isSent = await everythingSent(page).then(
      () => true,
      () => false,
    )
    if (isSent) sentWhileFull++
    else {
      await phone.kill()
      await phone.start(`${town.url}/unsent`)
      await phone.page.getByRole('button', { name: 'Send now' }).click()
      await everythingSent(phone.page)
    }
    const photos = said.saved.reduce((sum, it) => sum + it.photos, 0)
    say(
      `${step} MB: ${said.saved.length} texts and ${photos} photos saved, ${said.refused} photos refused, ${isSent ? 'sent while full' : 'sent when there was room'}`,
    )
  }
  broken.push(...(await atTheOffice(town, all)), ...phone.problems)
  return {
    measured: `${asked.length} steps: ${all.length} texts and ${all.reduce((sum, it) => sum + it.photos, 0)} photos saved, ${refused} photos refused in words, ${sentWhileFull} of ${asked.length} sent while the phone was still full`,
    broken,
  }
}

/** Makes observations with photos until no photo is accepted any more, then with text alone. */
async function fill(me: Inspector, pictures: readonly Buffer[], step: number, broken: string[]) {
  const { page } = me
  const form = page.getByRole('form', { name: 'Add observation' })
  const saved: Said[] = []
  let refused = 0
  let inARow = 0
  for (let n = 1; n <= observationsAtMost && inARow < refusedInARow; n++) {
    const content = `Room for ${step} MB, observation ${n}`
    const chosen = await choose(page, pictures, content)
    refused += chosen.refused
    inARow = chosen.kept === 0 ? inARow + 1 : 0
    await form.getByLabel('Observation', { exact: true }).fill(content)
    if (await isSaved(page, content)) saved.push({ content, photos: chosen.kept })
    else if (step > 0 || !(await isTold(page, content))) broken.push(`${content}: the text was not saved`)
    if (chosen.kept + chosen.refused !== photosEach)
      broken.push(`${content}: of ${photosEach} photos ${chosen.kept} were kept and ${chosen.refused} refused`)
  }
  for (let n = 1; n <= 3; n++) {
    const content = `Room for ${step} MB, text ${n}`
    await form.getByLabel('Observation', { exact: true }).fill(content)
    if (await isSaved(page, content)) saved.push({ content, photos: 0 })
    else if (step > 0 || !(await isTold(page, content))) broken.push(`${content}: the text was not saved`)
  }
  return { saved, refused }
}

/** Picks photos and waits until each is saved or refused with a message. */
async function choose(page: Page, pictures: readonly Buffer[], content: string) {
  const files = Array.from({ length: photosEach }, (_, at) => {
    const picture = pictures[(at + content.length) % pictures.length] ?? Buffer.alloc(0)
    // Bytes after the end of the picture are ignored and make each file different.
    return {
      name: `${content} ${at}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.concat([picture, Buffer.from(content + at)]),
    }
  })
  await page.locator('input[type=file][multiple]').last().setInputFiles(files)
  const kept = page.getByRole('list', { name: 'Chosen files' }).getByRole('button', { name: /^Remove / })
  const words = page.getByRole('alert').filter({
    hasText: /was not saved: this device is full\. Your text is kept\. Free some space, then add it again\./,
  })
  await expect
    .poll(async () => (await kept.count()) + (await words.count()), { timeout: 20_000 })
    .toBe(photosEach)
    .catch(() => undefined)
  const counts = { kept: await kept.count(), refused: await words.count() }
  for (let n = 0; n < counts.refused; n++) await page.getByRole('button', { name: 'Close message' }).first().click()
  return counts
}

const isSaved = async (page: Page, content: string): Promise<boolean> => {
  await page.getByRole('button', { name: 'Save Observation' }).click()
  return expect(savedCard(page, content))
    .toBeVisible({ timeout: 8_000 })
    .then(
      () => true,
      () => false,
    )
}

/** With no free byte not even a deletion can be written. The app must say so, and the text must stay in the form. */
const isTold = async (page: Page, content: string): Promise<boolean> =>
  (await page.getByText('Not saved: this phone is full. What you typed is still here.').count()) > 0 &&
  (await page.getByLabel('Observation', { exact: true }).inputValue()) === content

/** Checks every unsent file in the device's database: it exists, is not empty, and has the bytes that its row says. */
const withoutBytes = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((it) => it.name ?? '').find((it) => /^codesoft-.+-\d+$/.test(it))
    const open = indexedDB.open(name ?? '')
    const db = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result)
    })
    const get = (store: string, key?: IDBValidKey) =>
      // biome-ignore lint/suspicious/noExplicitAny: rows as the app left them
      new Promise<any>((resolve) => {
        const rows = db.transaction(store).objectStore(store)
        const asked = key === undefined ? rows.getAll() : rows.get(key)
        asked.onsuccess = () => resolve(asked.result)
      })
    const bad: string[] = []
    for (const entry of await get('outbox')) {
      for (const file of entry.photo ? [entry.photo] : (entry.files ?? [])) {
        const row = await get('photos', file)
        const sends = row?.sends ?? { part: 'original', sha256: row?.sha256 }
        const blob = await get('blobs', [file, sends.part])
        const hash = blob && new Uint8Array(await crypto.subtle.digest('SHA-256', blob.bytes))
        const hex = Array.from(hash ?? [], (it: number) => it.toString(16).padStart(2, '0')).join('')
        if (!row || hex !== sends.sha256) bad.push(`entry ${entry.seq} waits without the bytes of its photo`)
      }
    }
    db.close()
    return bad
  })

/** Checks that the office has what the screen called saved: every text once, with the same number of photos. */
async function atTheOffice(town: TestTown, all: readonly Said[]): Promise<string[]> {
  const { rows } = await town.pool.query(
    `select content, (select count(*)::int from attachments where owner_type = 'observation' and owner_id = o.id) as photos
      from observations o order by content`,
  )
  const line = ({ content, photos }: Said) => `${content}, with ${photos} photos`
  const there: string[] = rows.map(line)
  const promised = all.map(line).sort()
  return [
    ...promised.filter((it) => !there.includes(it)).map((it) => `not at the office: ${it}`),
    ...there.filter((it) => !promised.includes(it)).map((it) => `at the office, but never said to be saved: ${it}`),
    ...(there.length === promised.length
      ? []
      : [`${there.length} observations at the office instead of ${promised.length}`]),
  ]
}

/** Opens a kitchen once the space for text is reserved. Gives its address. */
async function settledInKitchen(town: TestTown, phone: Phone): Promise<string> {
  const me = new Inspector(await phone.start(town.url), town.url)
  await inKitchen(me)
  await pause(settledMs)
  return new URL(me.page.url()).pathname
}
