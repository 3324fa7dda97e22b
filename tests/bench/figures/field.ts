import { Profile, signInAt, throttle } from '../browser.ts'
import { builtApp } from '../build.ts'
import { openOffice } from '../office.ts'
import { inventedPhoto } from '../photos.ts'
import { median, percentile, timed } from '../stats.ts'
import type { Row } from '../table.ts'

const slower = 4
const shots = 10

/** P18: from the shutter of the app's own camera until the picture is stored, without signal, four times slower. */
export async function shooting(): Promise<Row[]> {
  const office = await openOffice({ distFolder: builtApp() })
  const profile = new Profile()
  const context = await profile.start(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'])
  const page = await context.newPage()
  await signInAt(page, office.url)
  await page.goto(`${office.url}/inspections/1/area/1`)
  await page.getByRole('button', { name: 'Many photos' }).waitFor()
  await office.signalOff()
  await throttle(page, slower)
  await page.getByRole('button', { name: 'Many photos' }).click()
  const shutter = page.getByRole('button', { name: 'Take photo' })
  await shutter.waitFor()
  await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('[data-shutter]')?.disabled)
  // The first shot fetches what the others find.
  await page.evaluate(shoot, { count: 1, eachWaits: true })
  const single = await page.evaluate(shoot, { count: shots, eachWaits: true })
  const burst = await page.evaluate(shoot, { count: shots, eachWaits: false })
  await context.close()
  await office.close()
  profile.end()
  const row = { goal: 'P18', unit: 'ms' as const }
  return [
    { ...row, what: 'shutter to stored, p50', ours: median(single.each) },
    { ...row, what: 'shutter to stored, p95', ours: percentile(single.each, 0.95), meets: { most: 300 } },
    { ...row, what: 'ten shots in a row, first shutter to last stored', ours: burst.all, meets: { most: 5_000 } },
  ]
}

/** Runs in the page: presses the shutter so often, and says how long each picture and all of them took (ms). */
async function shoot(asked: { count: number; eachWaits: boolean }): Promise<{ each: number[]; all: number }> {
  const status = document.querySelector('dialog[aria-label=Camera] [role=status]')
  const shutter = document.querySelector<HTMLButtonElement>('[data-shutter]')
  if (!status || !shutter) throw new Error('The camera is not open')
  const stored = () => Number(/(\d+) saved/.exec(status.textContent ?? '')?.[1] ?? 0)
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      const watch = new MutationObserver(() => look())
      const look = () => {
        if (stored() < count) return
        watch.disconnect()
        resolve()
      }
      watch.observe(status, { childList: true, subtree: true, characterData: true })
      look()
    })
  const before = stored()
  const start = performance.now()
  const each: number[] = []
  for (let n = 1; n <= asked.count; n++) {
    const from = performance.now()
    shutter.click()
    if (asked.eachWaits) await until(before + n)
    // As fast as a thumb can: five in a second.
    else await new Promise((resolve) => setTimeout(resolve, 200))
    each.push(performance.now() - from)
  }
  await until(before + asked.count)
  return { each, all: performance.now() - start }
}

/** Runs in the page: the code and the letters that make documents are on this device. */
const documentsKept = async (): Promise<boolean> => {
  const name = 'codesoft-letters'
  return (await caches.has(name)) && (await (await caches.open(name)).keys()).length === 9
}

/**
 * P19: a notice of 5 sections and 10 photos, from the tap to the file, without signal. The throttle slows the page down
 * and not the worker that writes the document: a phone's worker takes up to four times as long as here.
 */
export async function makingNotices(): Promise<Row[]> {
  const office = await openOffice({ distFolder: builtApp() })
  await office.pool.query(`
    insert into codes (chapter, section, name, description)
      select '21', '21-' || n, 'Section ' || n, repeat('What it asks for. ', 12) from generate_series(1, 5) n;
    insert into violations (address_id, user_id, deadline, violation_type) values (1, 1, '7 days', 'doorhanger');
    insert into violation_codes (violation_id, code_id) select 1, id from codes where chapter = '21';
  `)
  const profile = new Profile()
  const context = await profile.start()
  const page = await context.newPage()
  await signInAt(page, office.url)
  await page.goto(`${office.url}/violation/1`)
  const files = page.getByRole('region', { name: 'Attachments' })
  for (let n = 1; n <= 10; n++) {
    const buffer = await inventedPhoto(1800 + n, 1350, 85)
    await files.locator('input[multiple]').setInputFiles({ name: `front ${n}.jpg`, mimeType: 'image/jpeg', buffer })
    await page.getByRole('button', { name: `Enlarge front ${n}.jpg` }).waitFor()
  }
  await page.waitForFunction(documentsKept)
  await office.signalOff()
  await page.getByRole('button', { name: 'Make Notice' }).click()
  const sheet = page.getByRole('dialog', { name: 'Notice' })
  await sheet.getByRole('img').nth(9).waitFor()
  await throttle(page, slower)
  const took: Record<'PDF' | 'Word', number[]> = { PDF: [], Word: [] }
  for (let n = 0; n < 5; n++)
    for (const button of ['PDF', 'Word'] as const)
      took[button].push(
        await timed(async () => {
          const arriving = page.waitForEvent('download')
          await sheet.getByRole('button', { name: button, exact: true }).click()
          await (await arriving).path()
        }),
      )
  await context.close()
  await office.close()
  profile.end()
  const row = { goal: 'P19', unit: 'ms' as const, meets: { most: 2_000 } }
  return [
    { ...row, what: 'notice of 5 codes and 10 photos as PDF', ours: median(took.PDF) },
    { ...row, what: 'the same as Word', ours: median(took.Word) },
  ]
}
