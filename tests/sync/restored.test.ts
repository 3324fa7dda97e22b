import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import type { Command } from '../../src/records/command.ts'
import { addAddressComment } from '../../src/records/comment.ts'
import { addContact } from '../../src/records/contact.ts'
import { linkAddressContact } from '../../src/records/contact-link.ts'
import { commands } from '../../src/records/index.ts'
import { inspectionById, setInspectionStatus } from '../../src/records/inspection.ts'
import {
  addObservation,
  addObservationPhoto,
  flagObservation,
  observationsOfArea,
} from '../../src/records/observation.ts'
import { addUnit } from '../../src/records/unit.ts'
import { makeRoom } from '../../src/sync/capture/make-room.ts'
import { addFiles, perform } from '../../src/sync/capture/perform.ts'
import { forgetOldSent, letSentGo, sentKeptMs } from '../../src/sync/entry/sent-work.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { retry } from '../../src/sync/reconcile/resolve-entry.ts'
import { hasRead, townRestored } from '../../src/sync/reconcile/restored-told.ts'
import { leaveUnsent } from '../../src/sync/session/leave.ts'
import { backUp } from '../harness/backups.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { connectTo, restoredOffice } from '../harness/restored.ts'
import { count, smallTown } from '../harness/town.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

let town: Office
let place: Awaited<ReturnType<typeof smallTown>>
let phone: TestDevice
let path: string
beforeEach(async () => {
  town = await office()
  closers.push(() => town.close())
  place = await smallTown(town)
  phone = await testDevice(town, town.people.ons)
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-restored-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  path = join(folder, 'town.tar.gz')
})

const body = (content: string) => ({ content, potentialvio: false, user_id: 1, codes: [] })

/** The town is lost, and comes back as the backup has it. */
const restored = async () => {
  const after = await restoredOffice(path)
  closers.push(() => after.close())
  return after
}

/** The records of a town that phones of this test send, as one text each; the files by their hash. */
const contents = async ({ pool }: Office): Promise<string[]> => {
  const { rows } = await pool.query<{ line: string }>(`
    select 'unit ' || id || ' ' || number as line from units
    union all select 'area ' || id || ' ' || name || ' of ' || inspection_id from areas
    union all select 'observation ' || id || ' ' || content || ' of ' || area_id || ' ' || potentialvio from observations
    union all select 'comment ' || id || ' ' || content from comments
    union all select 'contact ' || id || ' ' || name from contacts
    union all select 'link ' || address_id || ' ' || contact_id from address_contacts
    union all select 'inspection ' || id || ' ' || coalesce(status, 'none') from inspections
    union all select 'file ' || owner_type || ' ' || owner_id || ' ' || sha256 from attachments
    order by 1`)
  return rows.map((it) => it.line)
}

const work = async (name: string) => {
  await perform(phone, addUnit, { addressId: place.addressId }, { number: name })
  const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name })
  const photos = [await takenIn(phone, name.length)]
  const seen = await perform(phone, addObservation, { areaId }, body(name), { photos })
  await perform(phone, flagObservation, { observationId: seen }, { potentialvio: true })
  await perform(phone, addAddressComment, { addressId: place.addressId }, { content: name, user_id: 1, unit_id: null })
  const contact = { name, email: '', phone: '', notes: '' }
  const contactId = await perform(phone, addContact, {}, contact)
  await perform(phone, linkAddressContact, { addressId: place.addressId }, { contact_id: contactId })
  await phone.drain()
  return { areaId, seen }
}

describe('a town that is restored from a backup', () => {
  test('I1 I2 gets everything back that it had acknowledged since, once, under the same numbers, photos included', async () => {
    await work('before')
    await backUp(town, path, new Date())
    const { areaId, seen } = await work('since then')
    await pull(phone, inspectionById(place.inspectionId))
    await perform(phone, setInspectionStatus, { inspectionId: place.inspectionId }, { status: 'In Progress' })
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
    const lost = await contents(town)
    const after = await restored()
    expect((await contents(after)).length).toBeLessThan(lost.length)
    connectTo(phone, after)
    await phone.drain()
    await phone.drain()
    expect(await contents(after)).toEqual(lost)
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect((await phone.db.photos.toArray()).map((it) => it.state)).toEqual(['verified', 'verified'])
    await pull(phone, observationsOfArea(areaId))
    const rows = await phone.db.rows('observation').toArray()
    expect(rows.filter((it) => it.content === 'since then')).toHaveLength(1)
    expect((await phone.db.ids.get(['observation', seen]))?.server).toBe(
      rows.find((it) => it.content === 'since then')?.id,
    )
  })

  test('the person reads it once, and the journal has it; a phone that lacks nothing says nothing', async () => {
    await work('before')
    const made = new Date()
    await backUp(town, path, made)
    await work('since then')
    const other = await testDevice(town, town.people.oas)
    await perform(other, addUnit, { addressId: place.addressId }, { number: 'of before' })
    const after = await restored()
    connectTo(phone, after)
    await phone.drain()
    expect(await townRestored(phone.db)).toEqual({
      ...{ backupMadeAt: made.toISOString(), records: 7, photos: 1, photosGone: 0, keptSince: null },
    })
    expect((await phone.db.journal.toArray()).map((it) => it.what)).toContain('the town was restored')
    await hasRead(phone.db)
    phone.session.token = after.people.ons.token
    await phone.drain()
    expect(await townRestored(phone.db)).toBe(null)
    connectTo(other, after, 'oas')
    await other.drain()
    expect(await townRestored(other.db)).toBe(null)
  })

  test('I5 waiting entries of a lost record go after it, also those made under its old number', async () => {
    await backUp(town, path, new Date())
    const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
    await phone.drain()
    const number = (await phone.db.ids.get(['area', areaId]))?.server ?? 0
    phone.signal.off()
    await perform(phone, addObservation, { areaId: number }, body('while away'))
    const after = await restored()
    phone.signal.on()
    connectTo(phone, after)
    // The office accepts nothing for a moment: the lost work waits again, and a new entry refers to the old number.
    phone.signal.answerWith(
      1,
      () => new Response('', { status: 503 }),
      (it) => it.url.endsWith('/areas'),
    )
    await phone.drain()
    await perform(phone, addObservation, { areaId: number }, body('since then'))
    const inKitchen = await phone.db.rows('observation').where('area_id').equals(areaId).toArray()
    expect(inKitchen.map((it) => it.content).sort()).toEqual(['since then', 'while away'])
    phone.clock.pass(600_000)
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await contents(after)).toEqual(expect.arrayContaining([`area ${number} Kitchen of ${place.inspectionId}`]))
    expect(await count(after, 'observations')).toBe(2)
  })

  test("an entry of another person's lost record is refused and stays, and is sent by hand once the record is back", async () => {
    await backUp(town, path, new Date())
    const other = await testDevice(town, town.people.oas)
    const areaId = await perform(other, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
    await other.drain()
    const number = (await other.db.ids.get(['area', areaId]))?.server ?? 0
    await perform(phone, addObservation, { areaId: number }, body('in her kitchen'))
    await phone.drain()
    const lost = await contents(town)
    const after = await restored()
    connectTo(phone, after)
    await phone.drain()
    const [entry] = await phone.db.outbox.toArray()
    expect(entry).toMatchObject({ state: 'refused', problem: { status: 404, detail: 'Area not found' } })
    connectTo(other, after, 'oas')
    await other.drain()
    await retry(phone, entry?.key ?? '')
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await contents(after)).toEqual(lost)
  })

  test('I1 I12 after a sign-out, what unsent work depends on is made again before it; other sent work is forgotten', async () => {
    await backUp(town, path, new Date())
    const { areaId } = await work('a room left')
    const seen = await perform(phone, addObservation, { areaId }, body('Loose wire'))
    await phone.drain()
    phone.signal.off()
    await addFiles(phone, addObservationPhoto as unknown as Command, { observationId: seen }, [await takenIn(phone, 1)])
    await leaveUnsent(phone.db)
    const kept = (await phone.db.sent.toArray()).sort((a, b) => a.seq - b.seq)
    expect(kept.map(({ entry }) => entry.command)).toEqual([addArea.name, addObservation.name])
    expect(JSON.stringify(kept)).toMatch(/Loose wire/)
    const after = await restored()
    connectTo(phone, after)
    phone.signal.on()
    await phone.drain()
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await contents(after)).toEqual([
      expect.stringMatching(/^area .* a room left of/),
      expect.stringMatching(/^file observation/),
      expect.stringMatching(/^inspection/),
      expect.stringMatching(/^observation .* Loose wire of/),
    ])
    expect(await count(after, 'attachments')).toBe(1)
  })

  test('I12 the number of a lost record that a sign-out made this phone forget may be given again: it has one local id', async () => {
    await backUp(town, path, new Date())
    const make = (name: string) => perform(phone, addArea, { inspectionId: place.inspectionId }, { name })
    const forgotten = await make('Hall')
    await phone.drain()
    const [before] = await phone.db.ids.toArray()
    await leaveUnsent(phone.db)
    const after = await restored()
    // Our own restore leaves a gap, but a database may also be restored by other means.
    await after.pool.query("select setval(pg_get_serial_sequence('areas', 'id'), $1, false)", [before?.server])
    connectTo(phone, after)
    const made = await make('Porch')
    await phone.drain()
    const ids = await phone.db.ids.toArray()
    expect(made).not.toBe(forgotten)
    expect(ids).toEqual([{ type: 'area', local: made, server: before?.server }])
  })

  test('I12 a photo waits for its lost record, though an update of the app no longer knows the command that made it', async () => {
    await backUp(town, path, new Date())
    const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
    const seen = await perform(phone, addObservation, { areaId }, body('Loose wire'))
    await phone.drain()
    const after = await restored()
    await addFiles(phone, addObservationPhoto as unknown as Command, { observationId: seen }, [await takenIn(phone, 1)])
    const known = commands as Map<string, Command>
    known.delete(addObservation.name)
    closers.push(() => known.set(addObservation.name, addObservation as unknown as Command))
    connectTo(phone, after)
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toMatchObject([
      { command: addObservation.name, state: 'held', problem: { kind: 'unknownCommand' } },
      { command: addObservationPhoto.name, state: 'waiting', needs: [`observation:${seen}`] },
    ])
    expect(await phone.db.ids.get(['observation', seen])).toBe(undefined)
    expect(await count(after, 'attachments')).toBe(0)
  })

  test('I17 a photo whose bytes were deleted is reported; its record is sent all the same', async () => {
    await backUp(town, path, new Date())
    await work('since then')
    await makeRoom(phone.db)
    const after = await restored()
    connectTo(phone, after)
    await phone.drain()
    expect(await townRestored(phone.db)).toMatchObject({ records: 7, photos: 0, photosGone: 1 })
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'refused', problem: { kind: 'photoGone' } }])
    // It must not count as stored at the office.
    expect((await phone.db.photos.toArray()).map((it) => it.state)).toEqual(['waiting'])
    expect(await count(after, 'observations')).toBe(1)
  })

  test('I1 nothing leaves before the town was asked; a question without an answer is asked again', async () => {
    await backUp(town, path, new Date())
    await work('since then')
    await perform(phone, addUnit, { addressId: place.addressId }, { number: 'unsent' })
    const after = await restored()
    connectTo(phone, after)
    const from = phone.signal.sent.length
    phone.signal.loseAnswers(1, (it) => it.url.endsWith('/sync/known'))
    await phone.drain()
    const asked = phone.signal.sent.slice(from).map((it) => it.line)
    expect(asked).toEqual(['POST /api/sync/known'])
    expect(await phone.db.outbox.count()).toBe(1)
    phone.clock.pass(600_000)
    await phone.drain()
    phone.clock.pass(600_000)
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await count(after, 'units')).toBe(2)
  })

  test('I1 I12 a record sent without a key is not taken for an older equal one', async () => {
    const kitchen = () => perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
    await town.pool.query("insert into areas (name, inspection_id) values ('Kitchen', $1)", [place.inspectionId])
    await backUp(town, path, new Date(phone.now() - 1000))
    // A proxy takes the keys off: the first answer without one teaches the engine to read the list before it sends.
    const direct = phone.fetch
    phone.fetch = (request) => {
      const bare = new Request(request)
      bare.headers.delete('Idempotency-Key')
      return direct(bare)
    }
    await perform(phone, addUnit, { addressId: place.addressId }, { number: '2B' })
    await phone.drain()
    await kitchen()
    await phone.drain()
    phone.fetch = direct
    const lost = await contents(town)
    expect(lost.filter((it) => it.includes('Kitchen'))).toHaveLength(2)
    const after = await restored()
    connectTo(phone, after)
    await phone.drain()
    phone.clock.pass(600_000)
    await phone.drain()
    expect((await contents(after)).filter((it) => it.includes('Kitchen'))).toHaveLength(2)
    expect(await phone.db.outbox.count()).toBe(0)
  })

  test('a second restore of the same backup gets it back a second time', async () => {
    await backUp(town, path, new Date())
    await work('since then')
    const lost = await contents(town)
    for (const after of [await restored(), await restored()]) {
      connectTo(phone, after)
      await phone.drain()
      await phone.drain()
      expect(await contents(after)).toEqual(lost)
    }
  })
})

describe('sent work is kept', () => {
  test('for 14 days, and older work is reported if a town lacks it', async () => {
    await backUp(town, path, new Date(phone.now() - 1000))
    await work('since then')
    expect(await phone.db.sent.count()).toBe(8)
    await forgetOldSent(phone.db, phone.now() + sentKeptMs - 60_000)
    expect(await phone.db.sent.count()).toBe(8)
    await forgetOldSent(phone.db, phone.now() + sentKeptMs + 60_000)
    expect(await phone.db.sent.count()).toBe(0)
    await perform(phone, addUnit, { addressId: place.addressId }, { number: 'later' })
    await phone.drain()
    const after = await restored()
    connectTo(phone, after)
    await phone.drain()
    expect(await townRestored(phone.db)).toMatchObject({ records: 1, keptSince: expect.any(Number) })
  })

  test('I22 not by a clock that jumped ten years; on a full device it is deleted before unsent text', async () => {
    await work('since then')
    await forgetOldSent(phone.db, phone.now() + 3650 * 86_400_000)
    expect(await phone.db.sent.count()).toBe(8)
    expect(await letSentGo(phone.db)).toBe(true)
    expect(await letSentGo(phone.db)).toBe(false)
  })

  test('not of a server of the documented calls: it knows no restore', async () => {
    const documented = await office({ profile: 'documented' })
    closers.push(() => documented.close())
    const there = await smallTown(documented)
    const visitor = await testDevice(documented, documented.people.ons)
    await perform(visitor, addUnit, { addressId: there.addressId }, { number: '2B' })
    await visitor.drain()
    expect(await count(documented, 'units')).toBe(1)
    expect(await visitor.db.sent.count()).toBe(0)
    expect(visitor.signal.seen.filter((it) => it.includes('known'))).toEqual([])
  })
})
