import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { addObservation, flagObservation } from '../../src/records/observation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { townRestored } from '../../src/sync/reconcile/restored-told.ts'
import { backUp } from '../harness/backups.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { type PersonName, personNames } from '../harness/people.ts'
import { takenIn } from '../harness/pictures.ts'
import { connectTo, restoredOffice } from '../harness/restored.ts'
import { smallTown } from '../harness/town.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const inspectors = personNames.filter((it) => it !== 'guest')

/** A phone at work, and what its person saved on it. */
interface AtWork {
  phone: TestDevice
  as: PersonName
  saved: string[]
}

const phonesOf = (town: Office): Promise<AtWork[]> =>
  Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const as = inspectors[n % inspectors.length] ?? 'ons'
      return { phone: await testDevice(town, town.people[as]), as, saved: [] }
    }),
  )

/** Writes rooms with observations, a photo each, and sends as it goes, until it is stopped. */
const atWork = async (
  { phone, saved }: AtWork,
  { inspectionId, n, isOver }: { inspectionId: number; n: number; isOver(): boolean },
) => {
  for (let round = 0; !isOver() && round < 40; round++) {
    const name = `phone ${n} round ${round}`
    const areaId = await perform(phone, addArea, { inspectionId }, { name })
    const body = { content: name, potentialvio: false, user_id: phone.userId, codes: [] }
    const photos = [await takenIn(phone, n * 1000 + round)]
    const observationId = await perform(phone, addObservation, { areaId }, body, { photos })
    await perform(phone, flagObservation, { observationId }, { potentialvio: true })
    saved.push(name)
    await phone.drain()
  }
}

const sentSoFar = async (all: AtWork[]) =>
  (await Promise.all(all.map(({ phone }) => phone.db.receipts.count()))).reduce((sum, it) => sum + it, 0)

const until = async (all: AtWork[], count: number) => {
  while ((await sentSoFar(all)) < count) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('I1 I2 20 phones write, the town is backed up, goes on, is killed and restored: all their work is there once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-drill-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'town.tar.gz')
  const town = await office()
  const { inspectionId } = await smallTown(town)
  const all = await phonesOf(town)
  let isOver = false
  const work = Promise.all(all.map((it, n) => atWork(it, { inspectionId, n, isOver: () => isOver })))
  await until(all, 60)
  await backUp(town, path, new Date())
  const atBackup = await sentSoFar(all)
  await until(all, atBackup + 100)
  // Killed while all of them are sending.
  await town.close()
  isOver = true
  await work
  const numbers = new Map<string, number>()
  for (const { phone } of all)
    for (const { madeId, words } of await phone.db.receipts.toArray()) if (madeId !== null) numbers.set(words, madeId)
  const after = await restoredOffice(path)
  closers.push(() => after.close())
  for (const { phone, as } of all) {
    connectTo(phone, after, as)
    phone.clock.pass(3_600_000)
  }
  await Promise.all(all.map(({ phone }) => phone.drain()))
  // Parts of a record whose number had to come with another answer.
  await Promise.all(all.map(({ phone }) => phone.drain()))
  for (const { phone } of all) expect(await phone.db.outbox.toArray()).toEqual([])
  const { rows } = await after.pool.query<{ content: string; id: number; area: string; files: string[] }>(`
    select o.content, o.id, a.name as area, array_agg(f.sha256) as files, bool_and(o.potentialvio) as flagged
    from observations o join areas a on a.id = o.area_id
    left join attachments f on f.owner_type = 'observation' and f.owner_id = o.id
    group by o.id, a.id order by o.content`)
  const saved = all.flatMap((it) => it.saved).sort()
  expect(rows.map((it) => it.content)).toEqual(saved)
  const hashes = new Set<string>()
  for (const { phone } of all) for (const { sha256 } of await phone.db.photos.toArray()) hashes.add(sha256)
  for (const row of rows) {
    expect(row).toMatchObject({ area: row.content, flagged: true, files: [expect.any(String)] })
    expect(hashes).toContain(row.files[0])
    const before = numbers.get(`Observation: ${row.content}`)
    if (before !== undefined) expect(row.id, row.content).toBe(before)
  }
  const told = await Promise.all(all.map(({ phone }) => townRestored(phone.db)))
  const again = told.reduce((sum, it) => sum + (it?.records ?? 0) + (it?.photos ?? 0), 0)
  expect(again).toBeGreaterThanOrEqual(100)
}, 240_000)
