import { expect } from '@playwright/test'
import { cameraPicture, Inspector } from './inspector.ts'
import { Phone } from './phone.ts'
import { onDevice, sendNow } from './story.ts'
import { test } from './story-test.ts'
import { openTown, people, type TestTown } from './town.ts'

// Phone only: the story happens on a phone; the desk has a part in it.

const distFolder = process.env.E2E_DIST ?? 'dist'

/** A whole inspection without signal, the browser killed in the middle; used for both kinds of server. */
async function conductWithoutSignal(phone: Phone, town: TestTown): Promise<void> {
  let me = new Inspector(await phone.start(town.url), town.url)
  await me.signIn()
  await me.prepare('ready 7 of 7')

  await town.signalOff()
  await phone.kill()

  // A deep link, cold, without signal (SH-11).
  me = new Inspector(await phone.start(`${town.url}/inspections/1/conduct`), town.url)
  await expect(me.page.getByRole('heading', { name: 'Conduct Inspection' })).toBeVisible()
  await me.addUnit('2B')
  await me.addAreaOf('Kitchen')
  await expect(me.page.getByText('Sink drains')).toBeVisible()
  await me.observe('Loose wire over the sink', {
    code: 'smoke',
    photos: [await cameraPicture(1), await cameraPicture(2)],
  })
  await me.observe('Sink drains slowly')
  await me.go('/inspections/1/conduct')
  await me.page.getByRole('link', { name: /Unit 2B/ }).click()
  await expect(me.page.getByRole('heading', { name: 'Unit 2B Areas' })).toBeVisible()
  await me.addAreaOf('Bathroom')
  await me.observe('Toilet is loose', { flag: true })
  await me.observe('No fan', { photos: [await cameraPicture(3)] })
  await me.go('/inspections/1/conduct')
  await me.addUnit('3C')
  await me.addAreaOf('Kitchen')
  await me.observe('Outlet without cover', { flag: true, photos: [await cameraPicture(4)] })
  await me.observe('Clean')

  await phone.kill()
  me = new Inspector(await phone.start(`${town.url}/inspections/1/conduct`), town.url)
  await me.page.getByRole('link', { name: /Unit 3C/ }).click()
  await expect(me.page.getByRole('heading', { name: 'Unit 3C Areas' })).toBeVisible()
  await me.addAreaOf('Bathroom')
  await me.observe('Mould behind the door', { flag: true, photos: [await cameraPicture(5)] })
  await me.observe('Tap drips')
  await me.go('/inspections/1/conduct')
  await me.addAreaOf('Porch')
  await me.observe('Handrail is loose', { code: 'handrail', photos: [await cameraPicture(6), await cameraPicture(7)] })
  await me.observe('Steps are sound')
  await me.go('/inspections/1/conduct')
  await me.addAreaNamed('Boiler room')
  await me.observe('Door does not close')
  await me.observe('Pipes are lagged', { photos: [await cameraPicture(8)] })

  // The review makes one violation of what was flagged (RV-03 to RV-07).
  await me.go('/inspections/1/review')
  await me.page.getByLabel('Select all').check()
  await me.page.getByRole('button', { name: 'Add suspected codes to violation' }).click()
  await me.page.getByRole('button', { name: 'Review and Create' }).click()
  await me.page.getByRole('button', { name: 'Create Violation', exact: true }).click()
  await expect(me.page.getByText('Violation created!')).toBeVisible()
  await expect(me.page).toHaveURL(/\/inspection\/1$/)

  await me.go('/inspections/1/conduct')
  await me.page.getByLabel('Status').selectOption('Completed')
  await expect(me.page.getByText(/Status updated/)).toBeVisible()
  await expect(me.page.getByRole('link', { name: /waiting|Saved on this phone/i }).first()).toBeVisible()
}

const names = [
  'Loose wire over the sink',
  'Sink drains slowly',
  'Toilet is loose',
  'No fan',
  'Outlet without cover',
  'Clean',
  'Mould behind the door',
  'Tap drips',
  'Handrail is loose',
  'Steps are sound',
  'Door does not close',
  'Pipes are lagged',
]

/** Each exactly once, under the right parents, photos as the device sent them. */
async function expectAllOnce(town: TestTown): Promise<void> {
  const rows = async (sql: string) => (await town.pool.query(sql)).rows
  expect((await rows('select number from units order by number')).map((it) => it.number)).toEqual(['1A', '2B', '3C'])
  const areas = await rows(
    'select a.name, u.number from areas a left join units u on u.id = a.unit_id order by u.number nulls last, a.name',
  )
  expect(areas.map((it) => `${it.number ?? '-'} ${it.name}`)).toEqual([
    '2B Bathroom',
    '2B Kitchen',
    '3C Bathroom',
    '3C Kitchen',
    '- Boiler room',
    '- Porch',
  ])
  expect((await rows('select content from observations')).map((it) => it.content).sort()).toEqual([...names].sort())
  expect(await rows('select inspection_id, status from violations')).toEqual([{ inspection_id: 1, status: 0 }])
  expect(await rows('select status from inspections where id = 1')).toEqual([{ status: 'Completed' }])
  const photos = await rows("select owner_id, sha256 from attachments where owner_type = 'observation'")
  expect(photos).toHaveLength(8)
  expect(new Set(photos.map((it) => it.sha256)).size).toBe(8)
}

/** The hashes of what the device sent, by its own notes. */
const sentHashes = (phone: Phone): Promise<string[]> =>
  phone.page.evaluate(async () => {
    const all = await indexedDB.databases()
    const name = all.map((it) => it.name ?? '').find((it) => /^codesoft-.*-\d+$/.test(it))
    return new Promise<string[]>((resolve, reject) => {
      const open = indexedDB.open(name ?? '')
      open.onerror = () => reject(open.error)
      open.onsuccess = () => {
        const rows = open.result.transaction('photos').objectStore('photos').getAll()
        rows.onsuccess = () => {
          open.result.close()
          resolve(rows.result.map((it: { sends: { sha256: string } }) => it.sends.sha256))
        }
      }
    })
  })

test('SH-11 CI-08 CI-10 AR-01 AR-04 AR-10 AR-14 RV-05 RV-07 an inspection without signal, killed twice, arrives once', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const town = await openTown({ distFolder })
  const phone = new Phone()
  try {
    await conductWithoutSignal(phone, town)
    await town.signalOn()
    await phone.page.bringToFront()
    await sendNow(phone.page)
    await new Inspector(phone.page, town.url).allSent()
    await expectAllOnce(town)
    const stored = (await town.pool.query('select sha256 from attachments')).rows.map((it) => it.sha256)
    expect((await sentHashes(phone)).sort()).toEqual(stored.sort())
    expect(phone.problems).toEqual([])

    // The office sees it.
    const desk = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const office = new Inspector(await desk.newPage(), town.url, people.admin)
    await office.go('/')
    await office.signIn()
    await office.go('/inspections/1/conduct')
    await expect(office.page.getByRole('link', { name: /Unit 2B/ })).toContainText('2 areas')
    await office.page.getByRole('link', { name: /Porch/ }).click()
    await expect(
      office.page.getByRole('article').filter({ hasText: 'Handrail is loose' }).getByRole('img'),
    ).toHaveCount(2)
    await desk.close()
  } finally {
    await phone.end()
    await town.close()
  }
})

test('I2 the same against a documented server, with every answer of the first three creates lost', async () => {
  test.setTimeout(240_000)
  const town = await openTown({ distFolder, profile: 'documented', doubtWaitSeconds: 3 })
  const phone = new Phone()
  try {
    await conductWithoutSignal(phone, town)
    const lost = new Set<string>()
    const creates = new Set(['B9', 'B85', 'B87', 'B92', 'B61'])
    town.faults.inject = (call) => {
      if (!creates.has(call.id) || (lost.size >= 3 && !lost.has(call.path))) return undefined
      if (lost.size >= 3) return undefined
      lost.add(`${call.path} ${lost.size}`)
      return { kind: 'loseAnswer' }
    }
    await town.signalOn()
    await sendNow(phone.page)
    await new Inspector(phone.page, town.url).allSent(150_000)
    expect(lost.size).toBe(3)
    await expectAllOnce(town)
    // There is no second copy, so no note may warn of one.
    const receipts = await onDevice<{ words: string; note?: string }>(phone.page, 'receipts')
    expect(receipts.filter((it) => it.note?.includes('second'))).toEqual([])
    expect(phone.problems).toEqual([])
  } finally {
    await phone.end()
    await town.close()
  }
})
