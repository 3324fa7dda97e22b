import { expect, test } from 'vitest'
import type { Photo } from '../../src/contract/photo.ts'
import type { EntryState, OutboxEntry } from '../../src/db/outbox.ts'
import type { PhotoRow } from '../../src/db/photos.ts'
import { areaLink } from '../../src/parts/area-link.ts'
import { entryWords, photoWords, statusUpdatedText } from '../../src/parts/entry-words.ts'
import { fileNote, heicKeptText, heicText, isPicture, shownPhotos } from '../../src/parts/photo-match.ts'
import { lastUsedCodes } from '../../src/parts/recent-codes.ts'
import { areaWalk, inAreaOrder, neighbours } from '../../src/rules/area-order.ts'
import { newestSeenFirst } from '../../src/rules/list-order.ts'
import { newEntry } from '../../src/sync/entry/new-entry.ts'

const area = (id: number, unit_id: number | null = null) => ({ id, unit_id })

test('CI-09 areas are listed in the order in which they were made: the server’s, then those of this device', () => {
  const order = inAreaOrder([area(-7), area(12), area(-3), area(5)])
  expect(order.map((it) => it.id)).toEqual([5, 12, -3, -7])
})

test('AR-03 the walk leads through the general areas, then unit by unit in unit order, known units or not', () => {
  const units = [
    { id: 8, number: '10' },
    { id: 9, number: '2' },
  ]
  const walk = areaWalk([area(1, 8), area(2, 9), area(3), area(-4, 9), area(5, 77)], units)
  expect(walk.map((it) => it.id)).toEqual([3, 2, -4, 1, 5])
})

test('AR-04 the area before and the area after are one tap away, and there is none beyond the ends', () => {
  const rows = [area(1), area(2), area(3)]
  expect(neighbours(rows, 2)).toEqual({ at: 2, before: area(1), after: area(3) })
  expect(neighbours(rows, 3)).toEqual({ at: 3, before: area(2), after: undefined })
  expect(neighbours(rows, 9)).toEqual({ at: 0, before: undefined, after: undefined })
})

test('AR-04 an area of a unit has its page below the unit, a general one below the inspection, local ids too', () => {
  expect(areaLink(152, area(-6, -2)).params).toEqual({ inspectionId: '152', unitId: '-2', areaId: '-6' })
  expect(areaLink(152, area(11)).to).toBe('/inspections/$inspectionId/area/$areaId')
})

test('RV-02 the latest observation is first, by the time of observing, not of sending', () => {
  const rows = [
    { id: 40, observed_at: '2026-11-20T14:00:00Z', created_at: '2026-11-20T20:00:00Z' },
    // A documented server writes the time of sending, without a zone.
    { id: 41, created_at: '2026-11-20T15:00:00.123456' },
    { id: -9, observed_at: '2026-11-20T15:30:00Z' },
    { id: -10, observed_at: '2026-11-20T15:30:00Z' },
  ]
  expect(newestSeenFirst(rows).map((it) => it.id)).toEqual([-10, -9, 41, 40])
})

test('AR-10 the sections used last are offered first, each once', () => {
  const seen = (id: number, ...codes: number[]) => ({ id, codes: codes.map((code) => ({ id: code })) })
  expect(lastUsedCodes([seen(-3, 5, 2), seen(-2), { id: -1, codes: null }, seen(90, 2, 7, 8)], 3)).toEqual([5, 2, 7])
})

const own = (id: string, more: Partial<PhotoRow> = {}): PhotoRow => ({
  id,
  state: 'waiting',
  form: '',
  ownerType: 'observation',
  ownerId: 1,
  name: 'IMG_1.jpg',
  type: 'image/jpeg',
  size: 10,
  sha256: 'original',
  facts: {},
  sends: { part: 'web', type: 'image/jpeg', size: 5, sha256: 'small' },
  lastModified: 0,
  takenInAt: 0,
  verifiedAt: null,
  url: null,
  ...more,
})

test('AR-09 a photo that this device sent is shown once, whether the server tells its hash, its name or its address', () => {
  const server: Photo[] = [
    { url: '/files/1', sha256: 'small' },
    { url: '/files/2', filename: 'bbb.jpg' },
    { url: 'https://store.example/x/ccc.jpg?sig=1' },
    { url: '/files/4', filename: 'theirs.jpg' },
  ]
  const mine = [own('aaa'), own('bbb', { sends: null }), own('ccc', { sends: null }), own('ddd', { sends: null })]
  const shown = shownPhotos(mine, server)
  expect(shown.map((it) => it.server?.url ?? null)).toEqual([
    '/files/1',
    '/files/2',
    'https://store.example/x/ccc.jpg?sig=1',
    null,
    '/files/4',
  ])
  expect(shown.map((it) => it.own?.id ?? null)).toEqual(['aaa', 'bbb', 'ccc', 'ddd', null])
})

test('AR-09 two photos of the same name at the server are both shown', () => {
  const twins: Photo[] = [
    { url: '/files/1', filename: 'a.jpg' },
    { url: '/files/1', filename: 'a.jpg' },
  ]
  expect(new Set(shownPhotos([], twins).map((it) => it.key)).size).toBe(2)
})

test('AR-09 a PDF is offered as a file, everything of unknown type as a picture', () => {
  const server = (photo: Partial<Photo>) => ({ own: null, server: { url: '/files/1', ...photo } })
  expect(isPicture(server({ content_type: 'application/pdf' }))).toBe(false)
  expect(isPicture(server({ url: 'https://store.example/report.PDF?sig=1' }))).toBe(false)
  expect(isPicture(server({}))).toBe(true)
  expect(isPicture({ own: own('a', { type: 'application/pdf' }), server: null })).toBe(false)
})

test('G-13 a HEIC picture that nothing here could read is offered as a file, and says why it is not drawn', () => {
  const sends = { type: 'image/heic', size: 5, sha256: 'same' }
  const kept = own('a', { type: 'image/heic', sends: { ...sends, part: 'original' } })
  expect(isPicture({ own: kept, server: null })).toBe(false)
  expect(fileNote({ own: kept, server: null })).toBe(heicKeptText)
  // Shrunk on this device, it is a picture like any other.
  const shrunk = own('b', { type: 'image/heic', sends: { ...sends, part: 'web', type: 'image/jpeg' } })
  expect(isPicture({ own: shrunk, server: null })).toBe(true)
  // Some browsers draw HEIC: those of the server are tried, and the words wait for the browser's refusal.
  const theirs = { own: null, server: { url: '/files/1', content_type: 'image/heic' } }
  expect([isPicture(theirs), fileNote(theirs)]).toEqual([true, heicText])
  expect(fileNote({ own: null, server: { url: '/files/1', filename: 'permit.pdf' } })).toBe('PDF')
  expect(fileNote({ own: null, server: { url: '/files/1', filename: 'door.jpg' } })).toBeNull()
})

const entry = (state: EntryState, detail = ''): OutboxEntry => ({
  ...newEntry({
    ...{ command: 'POST /areas/:areaId/observations', version: 1, params: {}, body: {} },
    ...{ capturedAt: 0, clockOffsetMs: 0, userId: 1 },
  }),
  seq: 1,
  key: state,
  id: -1,
  state,
  keyed: true,
  problem: detail ? { kind: 'refused', status: 422, detail } : null,
})

test('AR-15 an observation shows its state; problems for the user come first, in the server’s words', () => {
  expect(entryWords([])).toBeNull()
  expect(entryWords([entry('waiting')])).toMatchObject({ text: 'Saved on this phone', detail: null })
  expect(entryWords([entry('waiting'), entry('sending')])).toMatchObject({ text: 'Sending' })
  expect(entryWords([entry('sending'), entry('refused', 'Unknown area')])).toMatchObject({
    text: 'Refused',
    tone: 'red',
    detail: 'Unknown area',
  })
})

test('AR-14 each photo says how far it is, and that it is sent only once the server holds it', () => {
  expect(photoWords([entry('waiting')], false, undefined).text).toBe('Saved on this phone')
  expect(photoWords([entry('sending')], false, { sent: 200, total: 800 }).text).toBe('Sending 25 %')
  expect(photoWords([entry('sending')], false, undefined).text).toBe('Sending')
  expect(photoWords([], true, undefined).text).toBe('Sent')
  expect(photoWords([], false, undefined).text).toBe('On this phone')
  expect(photoWords([entry('refused', 'Too large')], false, undefined)).toMatchObject({
    tone: 'red',
    detail: 'Too large',
  })
})

test('CI-04 the status says the time of the tap, in the town', () => {
  expect(statusUpdatedText(Date.parse('2026-11-20T14:05:00Z'), 'America/New_York')).toBe('Status updated 9:05 AM')
})
