import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { preparedCaches } from '../../src/sync/device/photo-caches.ts'
import { AddressSearch } from '../../src/sync/online/address-search.ts'
import { prepareField } from '../../src/sync/online/field.ts'
import { fetchPapers, paperLimits, paperRoom } from '../../src/sync/online/field-papers.ts'
import { packName } from '../../src/sync/online/pack-name.ts'
import { stillIn } from '../../src/sync/online/still-in.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { fakeCaches } from '../harness/fake-caches.ts'
import { type Office, office } from '../harness/office.ts'
import { smallPdf } from '../harness/pdf.ts'
import { smallTown } from '../harness/town.ts'
import { uploadOf } from '../server/visit.ts'

const small = smallPdf('deed')
const other = smallPdf('plan of the lot')
const large = smallPdf('scan'.repeat(paperLimits.each / 4))

let town: Office
let phone: TestDevice
let inspectionId: number
let device: ReturnType<typeof fakeCaches>
beforeAll(async () => {
  town = await office()
  inspectionId = (await smallTown(town)).inspectionId
  for (const [name, bytes] of [
    ['deed.pdf', small],
    ['plan.pdf', other],
    ['scan.pdf', large],
  ] as const) {
    const sent = { method: 'POST', body: uploadOf(bytes, name), as: town.people.ons }
    expect((await town.fetch(`/api/inspections/${inspectionId}/photos`, sent)).ok).toBe(true)
  }
})
afterAll(() => town.close())
beforeEach(async () => {
  device = fakeCaches()
  vi.stubGlobal('caches', device)
  phone = await testDevice(town, town.people.ons)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const prepared = async () => {
  const packs = await prepareField(phone, new AddressSearch(phone), () => undefined)
  return packs.find((it) => it.name === packName(inspectionId))
}

const filesAsked = () => phone.signal.seen.filter((it) => it.includes('/files/')).length

test('AD-18 G-13 a prepared day holds its small PDF files, says their size, and leaves a large one to the signal', async () => {
  const bytes = small.length + other.length
  expect(await prepared()).toMatchObject({ ready: true, papers: { count: 2, bytes, leftOut: 1 } })
  const kept = await Promise.all([...device.kept(preparedCaches.full).values()].map((it) => it.clone().arrayBuffer()))
  expect(kept.map((it) => Buffer.from(it))).toEqual([small, other])
  // Under the path alone: the signature of a URL changes.
  expect(
    [...device.kept(preparedCaches.full).keys()].every((it) => it.startsWith('/api/files/') && !it.includes('?')),
  ).toBe(true)

  const before = filesAsked()
  expect(await prepared()).toMatchObject({ papers: { count: 2, bytes, leftOut: 1 } })
  expect(filesAsked() - before, 'only the large one is asked for again').toBe(1)
})

test('all PDF files of a prepared day together stay below the limit, and a file of two parts counts once', async () => {
  const listed = await town.fetch(`/api/inspections/${inspectionId}/photos`, { as: town.people.ons })
  const [deed, plan] = await listed.json()
  const pathOf = ({ url }: { url: string }) => new URL(url, phone.base).pathname
  const files = { thumb: new Set<string>(), full: new Set<string>() }
  const keeping = { check: await stillIn(phone.db), files }
  const room = { ...paperRoom(), left: small.length + other.length - 1 }
  expect(await fetchPapers(phone, [deed, plan], room, keeping)).toEqual({ count: 1, bytes: small.length, leftOut: 1 })
  expect(files).toEqual({ thumb: new Set(), full: new Set([pathOf(deed)]) })
  expect(await fetchPapers(phone, [deed], room, keeping)).toEqual({ count: 1, bytes: small.length, leftOut: 0 })
  expect(files).toEqual({ thumb: new Set(), full: new Set([pathOf(deed)]) })
  expect(room.left).toBe(other.length - 1)
  expect(device.kept(preparedCaches.full).size).toBe(1)
})

test('a full device keeps no PDF file, and the day is ready without', async () => {
  vi.stubGlobal('caches', {
    ...device,
    open: () => Promise.reject(new DOMException('Full', 'QuotaExceededError')),
  })
  expect(await prepared()).toMatchObject({ ready: true, papers: { count: 0, bytes: 0, leftOut: 3 } })
})
