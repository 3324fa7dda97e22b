import type { DBCore, DBCoreTable } from 'dexie'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { DeviceDatabase } from '../../src/db/database.ts'
import { Directory } from '../../src/db/directory.ts'
import { addArea } from '../../src/records/area.ts'
import { inspectionById } from '../../src/records/inspection.ts'
import { addObservation } from '../../src/records/observation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { keepReserve } from '../../src/sync/capture/reserve.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { leaveUnsent } from '../../src/sync/session/leave.ts'
import { signOut } from '../../src/sync/session/person-here.ts'
import { openSealed, readySealKey } from '../../src/sync/session/seal/arrive.ts'
import { dropLeftPieces, pieceBytes, SealDamaged, sealedCopies } from '../../src/sync/session/seal/pieces.ts'
import { seal } from '../../src/sync/session/seal/seal.ts'
import { keepSealKey, keyByPassword, makeSealKey, sealKeyOf } from '../../src/sync/session/seal/seal-key.ts'
import type { SealKey } from '../../src/sync/session/seal/sealing.ts'
import { unseal } from '../../src/sync/session/seal/unseal.ts'
import { personWithoutSignal } from '../../src/sync/session/seal/without-signal.ts'
import { signIn } from '../../src/sync/session/sign-in.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { count, freshTown } from '../harness/town.ts'

const password = 'a long pass phrase'

let town: Office
let place: Awaited<ReturnType<typeof freshTown>>
let made: SealKey
beforeAll(async () => {
  town = await office()
  const phone = await testDevice(town, town.people.ons)
  await readySealKey(phone, password)
  const key = await sealKeyOf(phone.db)
  if (!key) throw new Error('No key was made')
  made = key
})
afterAll(() => town.close())
beforeEach(async () => {
  place = await freshTown(town)
})

/** A phone with work that waits: an area, an observation with two photos, and a half-typed form. */
async function visited(): Promise<TestDevice> {
  const phone = await testDevice(town, town.people.ons)
  await pull(phone, inspectionById(place.inspectionId))
  phone.signal.off()
  const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
  // The area is sent; the observation in it depends on it.
  phone.signal.on()
  await phone.drain()
  phone.signal.off()
  const body = { content: 'Loose wire', potentialvio: false, user_id: phone.userId, codes: [place.codeId] }
  const photos = [await takenIn(phone, 1), await takenIn(phone, 2)]
  await perform(phone, addObservation, { areaId }, body, { photos })
  await phone.db.drafts.put({ form: `observation/area:${areaId}`, values: { content: 'The sink' }, savedAt: 1 })
  await keepSealKey(phone.db, made)
  await leaveUnsent(phone.db)
  return phone
}

/** Another phone in the same state: a visit of its own for each storage step would take most of the time. */
async function copyOf(phone: TestDevice): Promise<TestDevice> {
  const copy = await testDevice(town, town.people.ons)
  copy.signal.off()
  for (const { name } of phone.db.tables) await copy.db.table(name).bulkPut(await phone.db.table(name).toArray())
  return copy
}

const workTables = [
  'outbox',
  'sent',
  'photos',
  'blobs',
  'shadows',
  'drafts',
  'area',
  'observation',
  'inspection',
  'address',
]

/** All that a person left, row by row and byte by byte. */
async function workOn({ db }: { db: DeviceDatabase }): Promise<string> {
  const rows = await Promise.all(workTables.map(async (name) => [name, await db.table(name).toArray()]))
  return JSON.stringify(rows, (_, value) =>
    value instanceof ArrayBuffer ? Buffer.from(value).toString('base64') : value,
  )
}

const textOf = async ({ db }: TestDevice): Promise<string> =>
  JSON.stringify(await Promise.all(db.tables.map((table) => table.toArray())), (_, value) =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value)
      ? Buffer.from(value instanceof ArrayBuffer ? value : value.buffer).toString('latin1')
      : value,
  )

class Killed extends Error {}

/** The process dies at the nth storage step: that step and all after it never happen. */
const killAt = (db: DeviceDatabase, nth: number) =>
  atEachStep(db, (step) => {
    if (step >= nth) throw new Killed('killed')
  })

/** The browser aborts the transaction of the nth storage step. */
const abortAt = (db: DeviceDatabase, nth: number) =>
  atEachStep(db, (step) => {
    if (step === nth) throw new DOMException('The transaction was aborted', 'AbortError')
  })

/** Calls `meet` at each storage step. Answers how many there were. */
function atEachStep(db: DeviceDatabase, meet: (step: number) => void): { steps: number } {
  const told = { steps: 0 }
  const step = () => meet(++told.steps)
  const guarded = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    mutate: async (request) => {
      step()
      const done = await table.mutate(request)
      // Also between the write and its commit.
      step()
      return done
    },
    get: async (request) => {
      step()
      return table.get(request)
    },
    query: async (request) => {
      step()
      return table.query(request)
    },
  })
  const create = (core: DBCore): DBCore => ({ ...core, table: (name) => guarded(core.table(name)) })
  db.use({ stack: 'dbcore', name: 'killer', create })
  return told
}

/** Runs on a phone that dies at a step; true when it came to its end before. */
async function survives(phone: TestDevice, nth: number, run: (db: DeviceDatabase) => Promise<unknown>) {
  phone.db.close()
  killAt(phone.db, nth)
  await phone.db.open()
  try {
    await run(phone.db)
    return true
  } catch (error) {
    const cause = String(Reflect.get(Object(error), 'message'))
    if (!(error instanceof Killed) && !/killed|abort/i.test(cause)) throw error
    return false
  }
}

const opened = async ({ db, userId }: TestDevice) => {
  const [copy] = await sealedCopies(db)
  const key = copy && (await keyByPassword(copy.wraps, userId, password))
  if (!copy || !key) throw new Error('Nothing to open')
  return { copy, key }
}

test('I16 sealed work is unreadable, opens without signal by the password, and is sent exactly once', async () => {
  const phone = await visited()
  const before = await workOn(phone)
  expect(await seal(phone.db, phone.userId, phone.now())).toBe('sealed')
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await sealKeyOf(phone.db)).toBeNull()
  expect(await textOf(phone)).not.toMatch(/Loose wire|Kitchen|ELM STREET|The sink|JFIF/)

  // A wrong password: nothing opens, nothing is lost. Without signal the town cannot help.
  expect(await openSealed(phone, 'another pass phrase')).toBe('needsSignal')
  expect(await sealedCopies(phone.db)).toHaveLength(1)
  expect(await openSealed(phone, password)).toBe('opened')
  expect(await workOn(phone)).toBe(before)
  expect(await sealedCopies(phone.db)).toEqual([])
  expect(await phone.db.sealed.count()).toBe(0)

  // The same key seals again, without having asked a server.
  expect(await seal(phone.db, phone.userId, phone.now())).toBe('sealed')
  expect(await openSealed(phone, password)).toBe('opened')
  phone.signal.on()
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect([await count(town, 'observations'), await count(town, 'attachments')]).toEqual([1, 2])
})

test('I16 a forgotten password loses nothing: the town opens the work for the person only', async () => {
  const phone = await visited()
  const before = await workOn(phone)
  await seal(phone.db, phone.userId, phone.now())
  phone.signal.on()
  phone.session.token = town.people.otherOns.token
  expect(await openSealed(phone, 'a new pass phrase')).toBe('refused')
  phone.session.token = town.people.ons.token
  expect(await openSealed(phone, 'a new pass phrase')).toBe('opened')
  expect(await workOn(phone)).toBe(before)
})

/** A phone with two sealed copies, the first of which this harms: Monday's by whichever key, Tuesday's by the password. */
async function sealedTwice(monday: SealKey, harm: (phone: TestDevice) => Promise<unknown>): Promise<TestDevice> {
  const phone = await testDevice(town, town.people.ons)
  for (const [name, key] of [['Monday', monday] as const, ['Tuesday', made] as const]) {
    await keepSealKey(phone.db, key)
    await perform(phone, addArea, { inspectionId: place.inspectionId }, { name })
    expect(await seal(phone.db, phone.userId, phone.now())).toBe('sealed')
    if (name === 'Monday') await harm(phone)
  }
  expect(await sealedCopies(phone.db)).toHaveLength(2)
  return phone
}

const areaNames = async ({ db }: TestDevice) => (await db.rows('area').toArray()).map((it) => it.name)

test('I16 a damaged sealed copy keeps none of the later ones shut, and stays as it is', async () => {
  const phone = await sealedTwice(made, ({ db }) => db.sealed.clear())
  const [monday] = await sealedCopies(phone.db)
  expect(await openSealed(phone, password)).toBe('damaged')
  expect(await areaNames(phone)).toEqual(['Tuesday'])
  expect(await sealedCopies(phone.db)).toEqual([monday])
  await phone.drain()
  expect([await phone.db.outbox.count(), await count(town, 'areas')]).toEqual([0, 1])
})

test('I16 without signal the password opens its copy beside one that only the town opens; the town is asked once', async () => {
  const other = await testDevice(town, town.people.ons)
  await readySealKey(other, null)
  const byTown = await sealKeyOf(other.db)
  if (!byTown) throw new Error('No key was made')
  const phone = await sealedTwice(byTown, async () => undefined)
  phone.signal.off()
  const asked = vi.spyOn(phone, 'fetch')
  expect(await openSealed(phone, 'another pass phrase')).toBe('needsSignal')
  expect(asked).toHaveBeenCalledTimes(1)
  expect(await openSealed(phone, password)).toBe('needsSignal')
  expect(await areaNames(phone)).toEqual(['Tuesday'])
  phone.signal.on()
  expect(await openSealed(phone, password)).toBe('opened')
  expect((await areaNames(phone)).sort()).toEqual(['Monday', 'Tuesday'])
})

test('I16 who signed in without a password seals too; then the town alone opens it', async () => {
  const phone = await visited()
  phone.signal.on()
  await readySealKey(phone, null)
  await seal(phone.db, phone.userId, phone.now())
  const [copy] = await sealedCopies(phone.db)
  expect(copy?.wraps.password).toBeNull()
  phone.signal.off()
  expect(await openSealed(phone, password)).toBe('needsSignal')
  phone.signal.on()
  expect(await openSealed(phone, null)).toBe('opened')
})

test('I16 I1 killed at every storage step of sealing: the plain work or the sealed copy is whole, never both or none', async () => {
  let nth = 1
  const first = await visited()
  const before = await workOn(first)
  for (let isDone = false; !isDone; nth++) {
    const phone = await copyOf(first)
    expect(await workOn(phone)).toBe(before)
    isDone = await survives(phone, nth, (db) => seal(db, phone.userId, 1))
    const after = await phone.restart()
    const copies = await sealedCopies(after.db)
    const isPlain = (await workOn(after)) === before
    expect([isPlain, copies.length], `step ${nth}`).toEqual([copies.length === 0, isPlain ? 0 : 1])
    if (!isPlain) expect(await after.db.outbox.count()).toBe(0)
    else expect(await seal(after.db, after.userId, 2)).toBe('sealed')
    const [copy] = await sealedCopies(after.db)
    if (copy) await unseal(after.db, copy, made.key, 3)
    expect(await workOn(after), `step ${nth}`).toBe(before)
    after.db.close()
  }
  expect(nth).toBeGreaterThan(20)
}, 240_000)

test('I16 I1 killed at every storage step of opening: it is sealed or open, whole, and the next try opens it', async () => {
  let nth = 1
  const first = await visited()
  const before = await workOn(first)
  for (let isDone = false; !isDone; nth++) {
    const phone = await copyOf(first)
    expect(await workOn(phone)).toBe(before)
    await seal(phone.db, phone.userId, 1)
    const [copy] = await sealedCopies(phone.db)
    if (!copy) throw new Error('Nothing was sealed')
    const { key } = made
    isDone = await survives(phone, nth, (db) => unseal(db, copy, key, 2))
    const after = await phone.restart()
    const isSealed = (await sealedCopies(after.db)).length === 1
    if (isSealed) expect(await after.db.outbox.count(), `step ${nth}`).toBe(0)
    else expect(await workOn(after), `step ${nth}`).toBe(before)
    if (isSealed) await unseal(after.db, copy, key, 3)
    expect(await workOn(after), `step ${nth}`).toBe(before)
    expect(await after.db.sealed.count()).toBe(0)
    after.db.close()
  }
  expect(nth).toBeGreaterThan(20)
}, 240_000)

test('I16 I1 sealing and opening come to their end although the browser aborts a transaction of them', async () => {
  let steps = { sealing: 1, opening: 1 }
  const first = await visited()
  const before = await workOn(first)
  for (let nth = 1; nth <= Math.max(steps.sealing, steps.opening); nth += 3) {
    const phone = await copyOf(first)
    phone.db.close()
    const sealing = abortAt(phone.db, nth)
    await phone.db.open()
    expect(await seal(phone.db, phone.userId, 1), `step ${nth}`).toBe('sealed')
    phone.db.close()
    const opening = abortAt(phone.db, nth)
    await phone.db.open()
    expect(await openSealed(phone, password), `step ${nth}`).toBe('opened')
    steps = { sealing: sealing.steps, opening: opening.steps }
    const after = await phone.restart()
    expect(await workOn(after), `step ${nth}`).toBe(before)
    after.db.close()
  }
  expect(Math.min(steps.sealing, steps.opening)).toBeGreaterThan(20)
}, 240_000)

test('I16 I1 another tab that seals too, at the last moment of this one, takes nothing away with it', async () => {
  const phone = await visited()
  const work = await workOn(phone)
  // The last piece has been read back; before the copy is made valid the other tab throws its pieces away.
  const { subtle } = crypto
  const decrypt = subtle.decrypt.bind(subtle)
  const pieces = async () => (await phone.db.sealed.toCollection().primaryKeys()).length
  let left = await pieces()
  let hasComeBetween = false
  vi.spyOn(subtle, 'decrypt').mockImplementation(async (...given) => {
    const plain = await decrypt(...given)
    left++
    if (!hasComeBetween && left === (await pieces())) {
      hasComeBetween = true
      await dropLeftPieces(phone.db, 'of another tab')
    }
    return plain
  })
  const sealing = await seal(phone.db, phone.userId, 1)
  vi.restoreAllMocks()
  expect(hasComeBetween).toBe(true)
  expect(sealing).toBe('sealed')
  expect(await openSealed(phone, password)).toBe('opened')
  expect(await workOn(phone)).toBe(work)
})

test('I16 sealed work that finds no room says so and stays; what was only shown, and the reserve, make room for it', async () => {
  const phone = await visited()
  const before = await workOn(phone)
  expect(await seal(phone.db, phone.userId, phone.now())).toBe('sealed')
  let isFull = true
  for (const table of [phone.db.blobs, phone.db.journal])
    table.hook('creating', () => {
      if (isFull) throw new DOMException('No room', 'QuotaExceededError')
    })
  expect(await openSealed(phone, password)).toBe('noRoom')
  expect(await sealedCopies(phone.db)).toHaveLength(1)
  // The reserve that is released is all the room there is.
  await keepReserve(phone.db)
  phone.db.meta.hook('deleting', (name) => {
    if (name === 'reserve') isFull = false
  })
  expect(await openSealed(phone, password)).toBe('opened')
  expect(await workOn(phone)).toBe(before)
})

test('I16 SE-07 without signal a full phone says that it is full, and with room the password of sealed work signs in', async () => {
  const phone = await visited()
  expect(await seal(phone.db, phone.userId, phone.now())).toBe('sealed')
  const { email, password: own } = town.people.ons
  const directory = new Directory()
  const ask = { base: phone.base, townId: 'town', fetch: (request: Request) => fetch(request) }
  await signIn(directory, ask, { email, password: own })
  await signOut(directory, 'takeAway', phone.userId)
  let isFull = true
  const giveUpShown = vi.fn(async () => true)
  vi.stubGlobal('caches', { delete: giveUpShown })
  directory.people.hook('updating', () => {
    if (isFull) throw new DOMException('No room', 'QuotaExceededError')
  })
  const here = { townId: 'town' } as Parameters<typeof personWithoutSignal>[1]
  expect(await personWithoutSignal(directory, here, { email, password })).toEqual({ kind: 'noRoom' })
  expect(giveUpShown).toHaveBeenCalled()
  expect(await directory.current()).toBeNull()
  isFull = false
  expect(await personWithoutSignal(directory, here, { email, password: 'another' })).toEqual({ kind: 'wrongForSealed' })
  expect(await personWithoutSignal(directory, here, { email, password })).toMatchObject({ userId: phone.userId })
  expect(await directory.current()).toMatchObject({ userId: phone.userId, token: null })
  vi.unstubAllGlobals()
})

test('a piece that is altered, gone, swapped or cut off is noticed, and the copy stays as it is', async () => {
  const phone = await visited()
  // Large enough for several pieces.
  const [photo] = await phone.db.photos.toArray()
  for (const part of ['web', 'thumb'] as const)
    await phone.db.blobs.put({
      photo: photo?.id ?? '',
      part,
      type: 'image/jpeg',
      bytes: new Uint8Array(pieceBytes * 1.5).buffer,
    })
  const before = await workOn(phone)
  await seal(phone.db, phone.userId, 1)
  const { copy, key } = await opened(phone)
  expect(copy.count).toBe(4)
  const pieces = await phone.db.sealed.toArray()
  const [first, second] = pieces
  if (!first || !second) throw new Error('Too few pieces')
  const bent = new Uint8Array(first.bytes.slice(0))
  bent[100] = (bent[100] ?? 0) ^ 1
  const harms: (() => Promise<unknown>)[] = [
    () => phone.db.sealed.put({ ...first, bytes: bent.buffer }),
    () => phone.db.sealed.delete(second.n),
    () =>
      phone.db.sealed.bulkPut([
        { ...first, n: second.n },
        { ...second, n: first.n },
      ]),
    () => phone.db.sealed.put({ ...first, bytes: first.bytes.slice(0, -1) }),
  ]
  for (const harm of harms) {
    await harm()
    await expect(unseal(phone.db, copy, key, 2)).rejects.toBeInstanceOf(SealDamaged)
    expect(await phone.db.outbox.count()).toBe(0)
    await phone.db.sealed.bulkPut(pieces)
  }
  // A copy that claims to be shorter is no copy either: every piece has the count.
  await expect(unseal(phone.db, { ...copy, count: 3 }, key, 2)).rejects.toBeInstanceOf(SealDamaged)
  await unseal(phone.db, copy, key, 3)
  expect(await workOn(phone)).toBe(before)
})

test('I2 opened beside newer work: both are there, each once, and the row shows all of it', async () => {
  const phone = await visited()
  await seal(phone.db, phone.userId, 1)
  phone.signal.on()
  await pull(phone, inspectionById(place.inspectionId))
  phone.signal.off()
  await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Cellar' })
  expect(await openSealed(phone, password)).toBe('opened')
  expect((await phone.db.rows('area').toArray()).map((it) => it.name).sort()).toEqual(['Cellar', 'Kitchen'])
  phone.signal.on()
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect([await count(town, 'areas'), await count(town, 'observations')]).toEqual([2, 1])
})

test('200 photos are sealed and opened with a few of them in memory at a time', async () => {
  const phone = await visited()
  const [photo] = await phone.db.photos.toArray()
  if (!photo) throw new Error('No photo')
  const size = 200_000
  for (let n = 0; n < 200; n++) {
    const id = crypto.randomUUID()
    await phone.db.photos.put({ ...photo, id, form: 'many', state: 'draft', ownerType: '', ownerId: 0 })
    await phone.db.blobs.put({
      photo: id,
      part: 'original',
      type: 'image/jpeg',
      bytes: new Uint8Array(size).fill(n).buffer,
    })
  }
  let most = 0
  let together = 0
  const { digest } = crypto.subtle
  crypto.subtle.digest = async (name, data) => {
    together += (data as ArrayBuffer).byteLength
    most = Math.max(most, together)
    const answer = await digest.call(crypto.subtle, name, data)
    together -= (data as ArrayBuffer).byteLength
    return answer
  }
  try {
    expect(await seal(phone.db, phone.userId, 1)).toBe('sealed')
    expect(await openSealed(phone, password)).toBe('opened')
  } finally {
    crypto.subtle.digest = digest
  }
  expect(most).toBeLessThan(3 * size)
  expect(await phone.db.photos.count()).toBe(202)
}, 60_000)

test('nothing to seal, no key to seal with, a server of the documented calls: each is reported, and nothing is sealed', async () => {
  const phone = await visited()
  const before = await workOn(phone)
  await phone.db.meta.delete('sealKey')
  expect(await seal(phone.db, phone.userId, 1)).toBe('noKey')
  expect(await workOn(phone)).toBe(before)
  const other = await testDevice(town, town.people.otherOns)
  await keepSealKey(other.db, await makeSealKey(other.userId, password, { ...(await townKey(other)) }))
  expect(await seal(other.db, other.userId, 1)).toBe('nothing')
  const documented = await office({ profile: 'documented' })
  const theirs = await testDevice(documented, documented.people.ons)
  await readySealKey(theirs, password)
  expect(await sealKeyOf(theirs.db)).toBeNull()
  await documented.close()
})

async function townKey(phone: TestDevice) {
  const headers = { Authorization: `Bearer ${await phone.token()}` }
  const answer = await fetch(`${town.url}/api/sync/seal-key`, { headers })
  return (await answer.json()) as { keyId: string; publicKey: string }
}
