import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { smallPdf } from '../tests/harness/pdf.ts'
import { cameraPicture, Inspector, sha256 } from './inspector.ts'
import type { Phone } from './phone.ts'
import { openPortal } from './portal.ts'
import { giveRoom, takeRoom } from './storage.ts'
import { everythingSent, inKitchen, onDevice, openConduct, runStory, sendNow, tapSendNow, unsent } from './story.ts'
import { test } from './story-test.ts'

const formOf = (page: Page) => page.getByRole('form', { name: 'Add observation' })

/** The chooser of files under the thumb. */
const chooser = (page: Page) => page.locator('input[type=file][multiple]:not(#camera-roll)').last()

/** Gives files on disk to a chooser, as the system's own dialog does. */
async function pick(phone: Phone, selector: string, files: string[]): Promise<void> {
  const cdp = await phone.context.newCDPSession(phone.page)
  const { root } = await cdp.send('DOM.getDocument')
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  await cdp.send('DOM.setFileInputFiles', { nodeId, files })
  await cdp.detach()
}

/** The files of the form that are safe on this device. */
const chosen = (page: Page) =>
  page.getByRole('list', { name: 'Chosen files' }).getByRole('button', { name: /^Remove / })

const save = (page: Page) => page.getByRole('button', { name: 'Save Observation' }).click()

test('AR-10 a text too long for a record, pasted without signal, stays whole, is reported at its field and not queued', async () => {
  await runStory({}, async ({ town, me }) => {
    const { page } = me
    await inKitchen(me)
    await town.signalOff()
    const field = formOf(page).getByLabel('Observation', { exact: true })
    const text = 'Loose railing at the stairs. '.repeat(350).trim()
    await field.focus()
    await page.keyboard.insertText(text)
    await expect(field).toHaveAccessibleDescription('Too long: 10,149 characters, at most 10,000 can be kept')
    await save(page)
    await expect(field).toHaveValue(text)
    expect(await unsent(page)).toEqual([])
    await field.fill(text.slice(0, 9_990))
    await expect(field).toHaveAccessibleDescription('10 characters left')
    await save(page)
    await expect(page.getByRole('article')).toHaveCount(1)
    expect(await unsent(page)).toHaveLength(1)
  })
})

test('CF-33 CI-11 AR-11 UN-04 C-25 blank forms: the word is beside the field, and nothing is queued', async () => {
  await runStory({}, async ({ town, me }) => {
    const { page } = me
    await inKitchen(me)
    const before = town.calls.filter((it) => it.startsWith('POST')).length
    const field = formOf(page).getByLabel('Observation', { exact: true })
    await field.fill('   ')
    await formOf(page).getByLabel('Potential violation').check()
    await save(page)
    await expect(field).toHaveAccessibleDescription('Describe what you see')
    await expect(page.getByRole('article')).toHaveCount(0)

    await openConduct(me, 1)
    const area = page.getByLabel('Area name')
    await area.fill('  ')
    await page.getByRole('button', { name: 'Add Area' }).click()
    await expect(area).toHaveAccessibleDescription('Type a name or choose a room')

    await page.getByRole('button', { name: 'Add Unit' }).click()
    const number = page.getByLabel('Unit Number/Letter')
    await page.getByRole('button', { name: 'Create Unit' }).click()
    await expect(number).toHaveAccessibleDescription('Unit number is required')
    await number.fill(' 1a ')
    await page.getByRole('button', { name: 'Create Unit' }).click()
    await expect(number).toHaveAccessibleDescription('A unit with this number already exists for this address.')
    expect(await unsent(page)).toEqual([])
    expect(town.calls.filter((it) => it.startsWith('POST'))).toHaveLength(before)
  })
})

/** The first bytes of a picture from an Apple phone, and nothing that could be decoded. */
const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic'),
  Buffer.from([0, 0, 0, 0]),
  Buffer.from('mif1heic'),
  Buffer.alloc(2_000, 7),
])

const pdf = smallPdf()

/** A JPEG of noise, which nothing makes smaller: of some 30 MB at a width of 6,300, of 5 MB at 2,400. */
function noisePicture(width: number): Promise<Buffer> {
  const height = (width * 2) / 3
  const noise = Buffer.alloc(width * height * 3)
  for (let at = 0, seed = 7; at < noise.length; at += 4) {
    seed = (seed * 1664525 + 1013904223) >>> 0
    noise.writeUInt32LE(seed, at)
  }
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 97 })
    .toBuffer()
}

test('I9 G-13 of files of every kind at once, empty ones and texts are refused by name, the others kept and sent', async () => {
  test.setTimeout(120_000)
  await runStory({}, async ({ phone, me, rows }) => {
    const { page } = me
    await inKitchen(me)
    const huge = await noisePicture(6_300)
    expect(huge.length).toBeGreaterThan(28_000_000)
    const jpeg = 'image/jpeg'
    await chooser(page).setInputFiles([
      { name: 'empty.jpg', mimeType: jpeg, buffer: Buffer.alloc(0) },
      { name: 'letter.jpg', mimeType: jpeg, buffer: Buffer.from('Dear Sir or Madam') },
      { name: 'apple.heic', mimeType: 'image/heic', buffer: heic },
      { name: 'notice.pdf', mimeType: 'application/pdf', buffer: pdf },
    ])
    const path = join(tmpdir(), `codesoft-huge-${process.pid}.jpg`)
    writeFileSync(path, huge)
    await pick(phone, 'input[type=file][multiple]', [path])
    await expect(page.getByRole('alert')).toHaveText([
      /^empty\.jpg is empty\. Take or choose it again\./,
      /^letter\.jpg is neither a picture nor a PDF\. Choose a JPEG, PNG, GIF, WebP, HEIC or PDF file\./,
    ])
    await expect(chosen(page)).toHaveCount(3, { timeout: 30_000 })
    await expect(
      page.getByRole('list', { name: 'Chosen files' }).getByText(/^HEIC picture: saved and sent as it is, but/),
    ).toHaveCount(1)
    rmSync(path)
    await formOf(page).getByLabel('Observation', { exact: true }).fill('All that was handed over')
    await save(page)
    await expect(page.getByRole('article')).toContainText('All that was handed over')
    const wall = page.getByRole('list', { name: /^Photos of/ })
    await expect(wall.getByText('HEIC picture: saved and sent as it is, but this device cannot show it.')).toBeVisible()
    await expect(wall.getByRole('link', { name: /apple\.heic Open/ })).toBeVisible()
    await everythingSent(page)
    const stored = await rows('select content_type, bytes, sha256 from attachments order by content_type')
    expect(stored).toEqual([
      { content_type: 'application/pdf', bytes: pdf.length, sha256: sha256(pdf) },
      { content_type: 'image/heic', bytes: heic.length, sha256: sha256(heic) },
      { content_type: 'image/jpeg', bytes: expect.any(Number), sha256: expect.any(String) },
    ])
    expect(stored[2]?.bytes).toBeLessThan(2_000_000)
  })
})

test('I9 a file that vanishes between choosing and reading is refused by name; the text and the other photo stay', async () => {
  await runStory({}, async ({ phone, me, rows }) => {
    const { page } = me
    await inKitchen(me)
    const paths = ['gone', 'here'].map((name) => join(tmpdir(), `codesoft-${process.pid}-${name}.jpg`))
    for (const [at, path] of paths.entries()) writeFileSync(path, await cameraPicture(40 + at))
    // The files are chosen, then one is taken away, and only then does the app get to read them.
    await page.evaluate(() => {
      const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, id: 'camera-roll' })
      document.body.append(input)
    })
    await pick(phone, '#camera-roll', paths)
    rmSync(paths[0] ?? '')
    await chooser(page).evaluate((node) => {
      const roll = document.querySelector<HTMLInputElement>('#camera-roll')
      if (!(node instanceof HTMLInputElement) || !roll) throw new Error('No chooser')
      node.files = roll.files
      roll.remove()
      node.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await expect(page.getByRole('alert')).toHaveText(
      /-gone\.jpg could not be read: it is no longer there\. Take or choose it again\./,
    )
    await expect(chosen(page)).toHaveCount(1)
    rmSync(paths[1] ?? '')
    await formOf(page).getByLabel('Observation', { exact: true }).fill('Two pictures were taken')
    await save(page)
    await expect(page.getByRole('article')).toContainText('Two pictures were taken')
    await everythingSent(page)
    expect(await rows('select content from observations')).toEqual([{ content: 'Two pictures were taken' }])
    const [sent] = await onDevice<{ sends: { sha256: string } }>(page, 'photos')
    expect(await rows('select sha256 from attachments')).toEqual([{ sha256: sent?.sends.sha256 }])
  })
})

test('I16 the device is full: the photo is refused with a clear word, the text is still saved and sent', async () => {
  await runStory({ dies: true }, async ({ town, phone, me: before, rows }) => {
    await inKitchen(before)
    const kitchen = new URL(before.page.url()).pathname
    // The browser remembers for half a minute how much room there was, so it is restarted.
    await phone.kill()
    const page = await phone.start('about:blank')
    const cdp = await phone.context.newCDPSession(page)
    const { usage } = await cdp.send('Storage.getUsageAndQuota', { origin: town.url })
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: town.url, quotaSize: usage + 1_500_000 })
    const me = new Inspector(page, town.url)
    await me.go(kitchen)
    await chooser(page).setInputFiles({ name: 'sink.jpg', mimeType: 'image/jpeg', buffer: await noisePicture(2_400) })
    await expect(page.getByRole('alert')).toHaveText(
      /^sink\.jpg was not saved: this device is full\. Your text is kept\. Free some space, then add it again\./,
    )
    await formOf(page).getByLabel('Observation', { exact: true }).fill('Sink drains slowly')
    await save(page)
    await expect(page.getByRole('article')).toContainText('Sink drains slowly')
    await everythingSent(page)
    expect(await rows('select content from observations')).toEqual([{ content: 'Sink drains slowly' }])
    expect(await rows('select id from attachments')).toEqual([])

    // With space again the same photo goes in.
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: town.url })
    await me.observe('And its picture', { photos: [await noisePicture(2_400)] })
    await everythingSent(page)
    expect(await rows('select count(*)::int as n from attachments')).toEqual([{ n: 1 }])
  })
})

/** Rows of the outbox as no version of the app writes them: a copy of the first, each with other parts broken. */
const damaged: Record<string, unknown>[] = [
  { params: 'no object', touches: null, needs: 7, body: null },
  { params: { areaId: 'x' }, state: 'elsewhere', capturedAt: 'yesterday' },
  { key: 5, command: null, problem: 'x', wire: [], photo: {} },
  { body: null },
  { command: 'POST /dragons' },
  { version: 99 },
]

test('I1 I7 unsent work that is damaged or of another version is held and shown, and sent only by hand; the rest is sent', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    await inKitchen(me)
    await town.signalOff()
    await me.observe('Loose wire over the sink')
    // From a page without the app, whose engine would read the outbox meanwhile.
    await me.go('/apple-touch-icon.png')
    await page.evaluate(async (shapes) => {
      const names = (await indexedDB.databases()).map((it) => it.name ?? '')
      const name = names.find((it) => it.startsWith('codesoft-') && it.endsWith('-1')) ?? ''
      await new Promise<void>((resolve, reject) => {
        const open = indexedDB.open(name)
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const writing = open.result.transaction('outbox', 'readwrite')
          const all = writing.objectStore('outbox').getAll()
          all.onsuccess = () => {
            const { seq: _, ...first } = all.result[0]
            // It may have tried to leave already; its copies have not.
            const fresh = { ...first, state: 'waiting', attempts: 0, wire: null, touches: [] }
            for (const shape of shapes)
              writing.objectStore('outbox').add({ ...fresh, key: crypto.randomUUID(), ...shape })
          }
          writing.onerror = () => reject(writing.error)
          writing.oncomplete = () => {
            open.result.close()
            resolve()
          }
        }
      })
    }, damaged)
    // Damage is looked for when the app is opened.
    await me.go('/unsent')
    await town.signalOn()
    const stuck = page.getByRole('article').filter({ hasText: /Held back|Refused/ })
    await page.getByRole('button', { name: 'Send now' }).click()
    await expect(stuck).toHaveCount(damaged.length, { timeout: 30_000 })
    await expect(page.getByTitle('Unsent work')).toContainText(`${damaged.length} need you`)
    await expect.poll(() => rows('select content from observations')).toEqual([{ content: 'Loose wire over the sink' }])
    await expect(stuck.filter({ hasText: 'damaged on this device' })).toHaveCount(3)
    // The server must refuse an invalid body.
    await expect(stuck.filter({ hasText: 'Refused' })).toHaveCount(1)
    await expect(stuck.filter({ hasText: 'saved by another version of the app' })).toHaveCount(2)
    expect(await unsent(page)).toHaveLength(damaged.length)
    // Only the user can end each of them.
    for (let left = damaged.length; left > 0; left--) {
      await stuck.first().getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
      await expect(stuck).toHaveCount(left - 1)
    }
    await everythingSent(page)
  })
})

test('I16 a save that fails takes its words back into the form and says why; the next tap saves them, once', async () => {
  await runStory({}, async ({ me, rows }) => {
    const { page } = me
    await inKitchen(me)
    await takeRoom(page, 'add', ['outbox'])
    const field = formOf(page).getByLabel('Observation', { exact: true })
    await field.fill('The third step is loose')
    await save(page)
    const message = page.getByText('Not saved: this phone is full. What you typed is still here.')
    await expect(message).toBeVisible()
    await expect(field).toHaveValue('The third step is loose')
    await expect(page.getByRole('article')).toHaveCount(0)

    await giveRoom(page)
    await save(page)
    await expect(page.getByRole('article')).toContainText('The third step is loose')
    await expect(message).toHaveCount(0)
    await everythingSent(page)
    expect(await rows('select content from observations')).toEqual([{ content: 'The third step is loose' }])
  })
})

test('I1 I17 a server is down, then a network’s own page answers: both are shown, nothing is lost or doubled', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    await inKitchen(me)
    town.faults.inject = () => ({ kind: 'failBefore', status: 503 })
    await me.observe('While the server was down', { photos: [await cameraPicture(61)] })
    await sendNow(page)
    const light = page.getByTitle('Unsent work')
    await expect(light).toContainText('Server not answering')
    await expect(page.getByText('The server is not answering. Sending is tried again by itself')).toBeVisible()
    expect(await unsent(page)).toHaveLength(2)

    await town.signalOff()
    const portal = await openPortal(town.url)
    await openConduct(me, 1)
    await page.getByRole('link', { name: /Kitchen/ }).click()
    await me.observe('In the hotel’s network')
    await sendNow(page)
    await expect.poll(() => portal.asked.some((it) => it.includes('/api/'))).toBe(true)
    await expect(light).toContainText(/waiting/)
    await expect(light).not.toContainText('Online')
    expect(await unsent(page)).toHaveLength(3)
    await portal.close()

    town.faults.inject = () => undefined
    await town.signalOn()
    await tapSendNow(page)
    await everythingSent(page)
    expect(await rows('select content from observations order by content')).toEqual([
      { content: 'In the hotel’s network' },
      { content: 'While the server was down' },
    ])
    expect(await rows('select count(*)::int as n from attachments')).toEqual([{ n: 1 }])
  })
})
