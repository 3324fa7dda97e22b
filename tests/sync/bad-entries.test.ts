import { IDBFactory } from 'fake-indexeddb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutboxEntry } from '../../src/db/outbox.ts'
import { addArea } from '../../src/records/area.ts'
import { addObservation } from '../../src/records/observation.ts'
import { describe as inWords } from '../../src/screens/unsent/describe.ts'
import { unsentItems, viewOf, waitsFor } from '../../src/screens/unsent/unsent-list.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { asNeverSent } from '../../src/sync/entry/new-entry.ts'
import { repaired } from '../../src/sync/entry/repair-entry.ts'
import { discard, retry } from '../../src/sync/reconcile/resolve-entry.ts'
import { statusOf } from '../../src/sync/schedule/status.ts'
import { rescueCopy, takeRescueCopy } from '../../src/sync/session/rescue.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { count, smallTown } from '../harness/town.ts'

/** Values of every wrong kind; undefined leaves the field out. */
const wrong: unknown[] = [undefined, null, -3, Number.NaN, 'x', [null], { areaId: 'x' }]

const fields = [
  ...['key', 'command', 'version', 'params', 'body', 'id', 'before', 'photo', 'files', 'state', 'nextAt', 'attempts'],
  ...['failures', 'sentAt', 'sentOffsetMs', 'misses', 'baseline', 'wire', 'keyed', 'problem', 'capturedAt', 'userId'],
  ...['clockOffsetMs', 'touches', 'needs', 'group', 'barrier'],
]

/** The parts in which entries differ. */
const parts = ['params', 'body', 'needs', 'wire']

describe.each(['keyed', 'documented'] as const)('bad input to the engine itself, before a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  let inspectionId: number
  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    await town.pool.query('truncate addresses, codes, inspections, areas, observations restart identity cascade')
    inspectionId = (await smallTown(town)).inspectionId
    phone = await testDevice(town, town.people.ons)
    phone.signal.off()
  })

  /** The fields that the list of unsent work reads of each entry. */
  async function shown(device: TestDevice): Promise<OutboxEntry[]> {
    const entries = await device.db.outbox.orderBy('seq').toArray()
    const view = viewOf(entries)
    expect(unsentItems(entries).length).toBeGreaterThan(0)
    for (const entry of entries) {
      expect((await inWords(device.db, entry)).words).not.toBe('')
      waitsFor(entry, view)
    }
    await statusOf(device.db)
    return entries
  }

  /** Rounds in which everything that can be done is done. */
  async function rounds(): Promise<void> {
    phone.signal.on()
    for (let round = 0; round < 6; round++) {
      await phone.drain()
      phone.clock.pass(1_900_000)
    }
  }

  test('I1 I7 rows of the outbox damaged in every field in many ways: held and shown, never dropped; the others are sent', async () => {
    const areaId = await perform(phone, addArea, { inspectionId }, { name: 'Kitchen' })
    const body = { content: 'Loose wire', potentialvio: false, user_id: phone.userId, codes: [] }
    await perform(phone, addObservation, { areaId }, body)
    const sound = await phone.db.outbox.toArray()
    const damaged: object[] = []
    for (const entry of sound)
      for (const field of fields)
        for (const value of wrong) {
          // Damages that do not depend on the entry are tried on the first entry only. (No two rows can have the same
          // key.)
          if (entry !== sound[0] && !parts.includes(field)) continue
          const seq = 1_000 + damaged.length
          const row = { ...entry, seq, id: -seq, key: crypto.randomUUID(), touches: [`area:-${seq}`] }
          if (value === undefined) Reflect.deleteProperty(row, field)
          else Object.assign(row, { [field]: value })
          damaged.push(row)
        }
    const seqs = await phone.db.outbox.bulkAdd(damaged as OutboxEntry[], { allKeys: true })
    phone = await phone.restart()
    await rounds()
    // The sound ones have arrived.
    expect(await phone.db.receipts.bulkGet(sound.map((it) => it.key))).not.toContain(undefined)
    const left = await shown(phone)
    const receipts = new Set((await phone.db.receipts.toArray()).map((it) => it.seq))
    for (const seq of seqs) expect(receipts.has(seq) || left.some((it) => it.seq === seq), `entry ${seq}`).toBe(true)
    expect(left.length).toBeGreaterThan(100)
    // Entries that still wait do so because of a held one. A damaged barrier of the right type is a damage of its own
    // kind.
    const view = viewOf(left)
    const idle = left.filter((it) => it.state === 'waiting' && waitsFor(it, view).kind === 'nothing')
    expect(idle.map((it) => it.seq)).toEqual([])
    expect(left.filter((it) => it.state === 'sending')).toEqual([])
    const held = left.filter((it) => it.problem?.kind === 'damaged')
    for (const it of held) expect(it.problem?.detail).toContain('damaged on this device')
    expect(held.some((it) => it.damaged !== undefined)).toBe(true)

    // A rescue copy contains them, and the user can try them again or end them.
    const other = await testDevice(town, town.people.ons, { storage: new IDBFactory() })
    expect(await takeRescueCopy(other, await rescueCopy(phone))).toMatchObject({ kind: 'taken', entries: left.length })
    expect(await shown(other)).toHaveLength(left.length)
    for (const it of held.slice(0, 20)) await retry(phone, it.key)
    await rounds()
    for (const it of await phone.db.outbox.toArray()) await discard(phone, it.key)
    expect(await phone.db.outbox.toArray()).toEqual([])
  }, 120_000)

  test.each([...parts, 'touches'])(
    'I1 I7 the %s of an entry is damaged while the app is open: the rest is sent without a restart',
    async (part) => {
      await perform(phone, addArea, { inspectionId }, { name: 'Kitchen' })
      await phone.drain()
      const [entry] = await phone.db.outbox.toArray()
      if (!entry) throw new Error('nothing was saved')
      for (const [at, value] of wrong.entries()) {
        const own = { key: crypto.randomUUID(), id: -80 - at, touches: [`area:${-80 - at}`], [part]: value }
        const { seq: _, ...row } = { ...entry, ...own }
        await phone.db.outbox.add(row as unknown as OutboxEntry)
      }
      // The list shows every entry, in words, before the engine has met the damage.
      expect(await shown(phone)).toHaveLength(wrong.length + 1)
      phone.signal.on()
      // A run that meets the damage may fail; the next one must know it.
      for (let round = 0; round < 3; round++) {
        await phone.drain().catch(() => undefined)
        phone.clock.pass(1_900_000)
      }
      expect(await phone.db.receipts.get(entry.key)).toBeDefined()
      const left = await shown(phone)
      for (const it of left) expect(['waiting', 'sending']).not.toContain(it.state)
      await perform(phone, addArea, { inspectionId }, { name: 'Porch' })
      await rounds()
      expect((await phone.db.outbox.toArray()).map((it) => it.seq)).toEqual(left.map((it) => it.seq))
    },
  )

  test('I1 I7 a command that this version does not know, and one of a newer version: held with the reason, the others are sent', async () => {
    await perform(phone, addArea, { inspectionId }, { name: 'Kitchen' })
    const [entry] = await phone.db.outbox.toArray()
    if (!entry) throw new Error('nothing was saved')
    const copy = (changes: Partial<OutboxEntry>) => {
      const { seq: _, ...row } = {
        ...entry,
        key: crypto.randomUUID(),
        touches: [`area:-${70 + (changes.version ?? 0)}` as const],
        ...changes,
      }
      return row as OutboxEntry
    }
    await phone.db.outbox.bulkAdd([copy({ command: 'POST /dragons' }), copy({ version: entry.version + 1 })])
    await rounds()
    const left = await shown(phone)
    expect(left.map((it) => [it.command, it.state, it.problem?.kind])).toEqual([
      ['POST /dragons', 'held', 'unknownCommand'],
      [entry.command, 'held', 'unknownCommand'],
    ])
    expect(await statusOf(phone.db)).toMatchObject({ needsYou: 2, waiting: 0 })
    expect(await count(town, 'areas')).toBe(1)
    // A version that knows it again sends it by itself.
    await phone.db.outbox.filter((it) => it.command === entry.command).modify({ version: entry.version })
    await rounds()
    expect((await phone.db.outbox.toArray()).map((it) => it.command)).toEqual(['POST /dragons'])
    expect(await count(town, 'areas')).toBe(2)
  })

  test('I20 a database that a newer version of the app has changed opens with its unsent work, and sends it', async () => {
    await perform(phone, addArea, { inspectionId }, { name: 'Kitchen' })
    const { name } = phone.db
    phone.db.close()
    await newerSchema(phone.storage, name)
    phone = await phone.restart()
    expect(await shown(phone)).toHaveLength(1)
    await rounds()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await count(town, 'areas')).toBe(1)
  })
})

/** Adds a table and an index, as a later version might. */
const newerSchema = (storage: IDBFactory, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = storage.open(name, 990)
    opening.onerror = () => reject(opening.error)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('weather')
      opening.transaction?.objectStore('outbox').createIndex('nextAt', 'nextAt')
    }
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })

const sending: OutboxEntry = {
  ...{ seq: 1, key: 'k', command: 'POST /areas', version: 1, params: { inspectionId: 1 }, body: {}, id: -1 },
  ...{ before: null, photo: null, state: 'sending', nextAt: 0, attempts: 1, failures: 0, sentAt: 5, misses: 0 },
  ...{ baseline: [1], wire: { method: 'POST', url: '/x', encoding: 'json', text: '{}' }, keyed: false, problem: null },
  ...{ capturedAt: 1, clockOffsetMs: 0, userId: 1, touches: ['area:-1'], needs: [], group: '', barrier: false },
}

test('a sound entry is left alone, and mere counters are rebuilt silently', () => {
  expect(repaired(sending, 9)).toBe(null)
  expect(repaired({ ...sending, attempts: Number.NaN, sentAt: Number.NaN }, 9)).toEqual({ ...sending, sentAt: 9 })
  expect(repaired({ ...sending, key: '' }, 9)).toMatchObject({
    state: 'held',
    key: expect.stringMatching(/^[\da-f-]{36}$/),
  })
})

test('the damaged parts of an entry are named in the words of the app, in the order of the schema', () => {
  const damaged = { ...sending, wire: { method: 'POST' }, group: 5, key: '', nextAt: 'x' }
  // Anything may be on a disk.
  expect(repaired(damaged as unknown as OutboxEntry, 9)).toMatchObject({
    ...{ state: 'held', wire: null, group: '', nextAt: 0, damaged },
    problem: {
      kind: 'damaged',
      detail: 'A part of this is damaged on this device (key, wire, group). It is kept, and it is not sent by itself.',
    },
  })
})

test('fields that another version of the app may have written are no damage', () => {
  const newer = {
    ...sending,
    ...{ weather: 'rain', doubtIn: 'satellite', alone: 'perhaps', former: '7' },
    wire: { method: 'POST', url: '/x', encoding: 'protobuf', note: 5, more: true },
    problem: { kind: 'tooHeavy', status: '?', detail: '', fields: [{ name: 'notes' }] },
  }
  expect(repaired(newer as unknown as OutboxEntry, 9)).toBe(null)
})

test('an entry that is queued again has no trace of its sendings', () => {
  const asSaved = { ...sending, state: 'waiting', attempts: 0, sentAt: null, baseline: null, wire: null }
  const left: OutboxEntry = {
    ...sending,
    ...{ state: 'refused', keyed: true, nextAt: 5, failures: 2, misses: 1, sentOffsetMs: 3, alone: true, former: 7 },
    ...{ doubtIn: 'line', doubt: 2, looked: 2, problem: { kind: 'refused', detail: 'No' } },
  }
  expect(asNeverSent(left)).toEqual({ ...asSaved, former: 7 })
})
