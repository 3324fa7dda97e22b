import { afterEach, describe, expect, test } from 'vitest'
import { urlOf } from '../../src/contract/call-name.ts'
import { addAddress } from '../../src/records/address.ts'
import { addArea, addUnitArea } from '../../src/records/area.ts'
import { addCitation } from '../../src/records/citation.ts'
import type { Command } from '../../src/records/command.ts'
import {
  addAddressComment,
  addContactComment,
  addUnitComment,
  addUnitCommentWithFiles,
} from '../../src/records/comment.ts'
import { commands } from '../../src/records/index.ts'
import { assignInspector } from '../../src/records/inspection.ts'
import { addInspection } from '../../src/records/inspection-add.ts'
import { addObservation, addObservationPhoto } from '../../src/records/observation.ts'
import { queryUrl } from '../../src/records/query.ts'
import { addViolation } from '../../src/records/violation.ts'
import { addViolationComment, addViolationCommentWithFiles } from '../../src/records/violation-comment.ts'
import { recordListOf } from '../../src/server/upstream/record-list.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { takeIn } from '../../src/sync/capture/take-in.ts'
import { retry } from '../../src/sync/reconcile/resolve-entry.ts'
import { testDevice } from '../harness/device.ts'
import { frontTown } from '../harness/front-town.ts'
import { jpeg } from '../server/visit.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A phone that talks to a front in the same time. */
const phoneAtFront = async () => {
  const town = await frontTown(closers)
  const front = await town.open()
  const phone = await testDevice(front, town.ons)
  phone.clock.now = town.clock.now
  const pass = (ms: number) => {
    phone.clock.pass(ms)
    town.clock.now += ms
  }
  const rows = async (statement: string) => (await town.records.pool.query(statement)).rows
  return { ...town, front, phone, pass, rows }
}

describe('a phone before a front', () => {
  test('a backlog leaves in one request, each once, and calls for our own server alone are not tried', async () => {
    const { phone, visit, rows } = await phoneAtFront()
    const { inspectionId } = visit
    for (let n = 0; n < 30; n++) await perform(phone, addArea, { inspectionId }, { name: `Room ${n}` })
    await perform(phone, assignInspector, { inspectionId }, { inspector_id: null })
    await phone.drain()
    expect([phone.keyed, phone.upstream]).toEqual([true, 'documented'])
    expect(await phone.db.outbox.toArray()).toEqual([])
    const sent = phone.signal.seen.filter((it) => it.startsWith('POST'))
    expect(sent).toEqual([expect.stringContaining('/sync/batch')])
    expect(await rows(`select 1 from areas where name like 'Room %'`)).toHaveLength(30)
    // An empty field is 422 there; one that is left out empties.
    expect(await rows(`select inspector_id from inspections`)).toEqual([{ inspector_id: null }])
  })

  test.each(['broken before', 'broken after', 'failed after'] as const)(
    'I2 the line behind the front is %s: the phone looks, and the record is there once; nobody is asked',
    async (fate) => {
      const { phone, visit, fates, pass, rows } = await phoneAtFront()
      await perform(phone, addArea, { inspectionId: visit.inspectionId }, { name: 'Porch' })
      fates.push(fate)
      await phone.drain()
      const [entry] = await phone.db.outbox.toArray()
      expect(entry).toMatchObject({ state: 'inDoubt', keyed: false, doubtIn: 'line', baseline: [visit.areaId] })
      const made = fate === 'broken before' ? 0 : 1
      pass(60_000)
      await phone.drain()
      expect(await rows(`select 1 from areas where name = 'Porch'`)).toHaveLength(made)
      pass(61_000)
      await phone.drain()
      expect(await phone.db.outbox.toArray()).toEqual([])
      expect(await rows(`select 1 from areas where name = 'Porch'`)).toHaveLength(1)
      const [receipt] = await phone.db.receipts.toArray()
      expect([receipt?.how, receipt?.note]).toEqual([made ? 'found' : 'answer', undefined])
    },
  )

  test('I2 a violation is asked for only where the front itself died with it on its way', async () => {
    const { phone, visit, fates, pass, rows } = await phoneAtFront()
    const { addressId: address_id } = visit
    const said = {
      address_id,
      user_id: 2,
      codes: [],
      deadline: '7 days' as const,
      violation_type: 'doorhanger' as const,
    }
    const waits = async () => {
      for (let n = 0; n < 3; n++) {
        pass(121_000)
        await phone.drain()
      }
    }
    await perform(phone, addViolation, {}, said)
    fates.push('broken before')
    await phone.drain()
    await waits()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await rows('select 1 from violations')).toHaveLength(1)
    await perform(phone, addViolation, {}, { ...said, deadline: '14 days' })
    const words = { detail: '', outcome: 'unknown', stood: [], failed: false, frontDied: true, doubt: 1 }
    phone.signal.answerWith(
      1,
      () => Response.json(words, { status: 409 }),
      (it) => it.method === 'POST',
    )
    await phone.drain()
    await waits()
    const [asked] = await phone.db.outbox.toArray()
    expect(asked).toMatchObject({ state: 'conflict', doubtIn: 'front', problem: { kind: 'doubt' } })
    await retry(phone, asked?.key ?? '')
    await phone.drain()
    expect(await rows('select 1 from violations')).toHaveLength(2)
  })

  test('AR-14 a photo that the server took and did not keep is sent again, and believed when its list names it', async () => {
    const { phone, visit, rows, fates, pass, seen } = await phoneAtFront()
    const { areaId } = visit
    const file = new File([await jpeg()], 'porch.jpg', { type: 'image/jpeg' })
    const id = await takeIn(phone.db, file, { form: 'f' }, { now: () => phone.clock.now })
    const said = { content: 'Rail is loose', user_id: 2, potentialvio: false, codes: [] }
    await perform(phone, addObservation, { areaId }, said, { photos: [id], form: 'f' })
    fates.push('fine', 'dropped')
    for (let n = 0; n < 4; n++) {
      await phone.drain()
      pass(5_000)
    }
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(seen.filter((it) => it.startsWith('POST') && it.endsWith('/photos'))).toHaveLength(2)
    expect(await rows(`select 1 from attachments where filename like '${id}%'`)).toHaveLength(1)
    expect((await phone.db.photos.get(id))?.state).toBe('verified')
  })
})

describe('the lists that a front reads', () => {
  const cases: [Command, Record<string, number>, Record<string, unknown>][] = [
    [addArea, { inspectionId: 3 }, { name: 'Hall' }],
    [addUnitArea, { inspectionId: 3, unitId: 4 }, { name: 'Hall' }],
    [addObservation, { areaId: 5 }, { content: 'x' }],
    [addViolation, {}, { address_id: 6 }],
    [addViolationComment, { violationId: 7 }, { content: 'x' }],
    [addViolationCommentWithFiles, { violationId: 7 }, { content: 'x' }],
    [addAddressComment, { addressId: 6 }, { content: 'x' }],
    [addUnitComment, {}, { comment: { content: 'x', address_id: 6, unit_id: 4 } }],
    [addUnitCommentWithFiles, { unitId: 4 }, { content: 'x' }],
    [addContactComment, { contactId: 8 }, { comment: 'x' }],
    [addInspection, {}, { source: 'Business License', address_id: 6 }],
    [addInspection, {}, { source: 'Complaint', address_id: 6 }],
    [addCitation, {}, { violation_id: 7 }],
    [addAddress, {}, { combadd: '12 Elm & Oak' }],
  ] as unknown as [Command, Record<string, number>, Record<string, unknown>][]

  test.each(cases)('are those that a phone would read: $name', async (command, params, body) => {
    const asked = { params, body, id: -1, at: 0, userId: 1, before: null }
    // None of these commands reads the device.
    const query = await command.listedIn?.(null as never, asked)
    const path = urlOf(command.endpoint.path, params)
    expect(recordListOf(command.endpoint, path, body)?.path).toBe(query && queryUrl(query))
  })

  test('are known for every command that makes a record; of files their owner’s list tells', () => {
    // A front carries the documented calls alone; what the extensions make never comes to it.
    const isDocumented = (it: Command) => it.endpoint.id.startsWith('B')
    const making = [...commands.values()].filter(
      (it) => it.endpoint.repeat === 'make' && it.listedIn && isDocumented(it as Command),
    )
    const known = new Set(cases.map(([{ name }]) => name))
    expect(
      making
        .map((it) => it.name)
        .filter((name) => !known.has(name) && name !== 'POST /addresses/:addressId/violations'),
    ).toEqual([])
    expect(recordListOf((addObservationPhoto as unknown as Command).endpoint, '/observations/3/photos', {})).toBe(null)
  })
})
