import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { observations } from '../../src/contract/observation.ts'
import { formerHeader, sync } from '../../src/contract/sync.ts'
import { units } from '../../src/contract/unit.ts'
import { createApp } from '../../src/server/app.ts'
import { createLog } from '../../src/server/log.ts'
import { backUp, restore } from '../harness/backups.ts'
import { type Office, office, signInAll } from '../harness/office.ts'
import { type EmptyTown, emptyTown } from '../harness/restored.ts'
import { ask, send } from './routes/ask.ts'
import { addObservation, jpeg } from './visit.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

let town: Office
let areaId: number
let addressId: number
let path: string
beforeEach(async () => {
  town = await office()
  closers.push(() => town.close())
  ;({ areaId, addressId } = await addObservation(town))
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-drill-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  path = join(folder, 'town.tar.gz')
})

const newTown = async () => {
  const empty = await emptyTown()
  closers.push(() => empty.close())
  return empty
}

/** The answer to one writer: the record with this number exists, with a photo of these bytes. */
interface Acknowledged {
  key: string
  content: string
  id: number
  sha256: string
}

const write = async (content: string): Promise<Acknowledged> => {
  const key = `observation ${content}`
  const made = await ask(town, observations.add, {
    params: { areaId },
    body: { content, potentialvio: false, user_id: town.people.ons.id, codes: [] },
    headers: { 'Idempotency-Key': JSON.stringify(key) },
  })
  const bytes = await jpeg(64 + (made.id % 50), 48 + (made.id % 40))
  await ask(town, observations.addPhoto, {
    params: { observationId: made.id },
    files: [{ name: 'seen.jpg', bytes }],
    headers: { 'Idempotency-Key': JSON.stringify(`photo ${content}`) },
  })
  return { key, content, id: made.id, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Twenty who write one observation with its photo after the other, until they are stopped. */
const twentyWriters = () => {
  const told: Acknowledged[] = []
  let isOver = false
  const writers = Array.from({ length: 20 }, async (_, writer) => {
    for (let n = 0; !isOver; n++) told.push(await write(`writer ${writer} no ${n}`))
  })
  const stop = async () => {
    isOver = true
    await Promise.all(writers)
  }
  const until = async (count: number) => {
    while (told.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  return { told, stop, until }
}

interface Found {
  content: string
  id: number
  key: string
  sha256: string | null
}

const observationsIn = async ({ pool }: Pick<EmptyTown, 'pool'>): Promise<Map<string, Found>> => {
  const { rows } = await pool.query<Found>(`
    select o.content, o.id, a.sha256, a.original_key as key
    from observations o left join attachments a on a.owner_type = 'observation' and a.owner_id = o.id`)
  return new Map(rows.map((row) => [row.content, row]))
}

/** The restored town's server, with everybody signed in again. */
const officeOn = async ({ pool, store }: EmptyTown): Promise<Office> => {
  const { config } = town
  const app = createApp({ db: drizzle(pool), store, config, log: createLog('silent'), clock: () => new Date() })
  const fetch: Office['fetch'] = async (asked, { as, ...init } = {}) => {
    const request = asked instanceof Request ? asked : new Request(new URL(asked, town.url), init)
    if (as) request.headers.set('Authorization', `Bearer ${as.token}`)
    return app.fetch(request)
  }
  return { ...town, app, fetch, pool, store, people: await signInAll(fetch) }
}

test('a backup while 20 writers write holds all that was acknowledged before it, each record with its file', async () => {
  const { told, stop, until } = twentyWriters()
  await until(40)
  const before = [...told]
  const manifest = await backUp(town, path)
  await until(told.length + 40)
  await stop()
  const empty = await newTown()
  await restore(empty, path)
  const [lost, restored] = [await observationsIn(town), await observationsIn(empty)]
  for (const it of before) expect(restored.get(it.content), it.content).toMatchObject({ id: it.id, sha256: it.sha256 })
  expect(restored.size).toBeLessThan(lost.size)
  for (const it of restored.values()) {
    expect(it).toEqual(it.sha256 === null ? expect.anything() : lost.get(it.content))
    if (it.sha256 === null) continue
    const stored = await empty.store.open(it.key)
    expect(
      createHash('sha256')
        .update(stored ?? '')
        .digest('hex'),
      it.content,
    ).toBe(it.sha256)
  }
  expect(manifest.missingFiles).toEqual([])
}, 60_000)

describe('a restored town', () => {
  test('X5 tells that it has gone back, and to when; one that was never restored tells that', async () => {
    const first = await ask(town, sync.info)
    expect(first.history).toMatchObject({ backupMadeAt: null })
    await backUp(town, path)
    const empty = await newTown()
    await restore(empty, path)
    const second = await ask(await officeOn(empty), sync.info)
    expect(second.history).toMatchObject({ backupMadeAt: '2026-11-20T04:00:00.000Z' })
    expect(second.history?.id).not.toBe(first.history?.id)
  })

  test('X11 says of the keys of the asking person which ones it has carried out', async () => {
    const [kept] = [await write('before')]
    await backUp(town, path)
    const lost = await write('after')
    const empty = await newTown()
    await restore(empty, path)
    const after = await officeOn(empty)
    const keys = [kept.key, lost.key, 'never seen']
    expect(await ask(after, sync.known, { body: { keys } })).toEqual({ known: [kept.key] })
    expect(await ask(after, sync.known, { body: { keys }, as: after.people.admin })).toEqual({ known: [] })
    expect((await send(after, sync.known, { body: { keys: [] } })).status).toBe(422)
    expect((await send(after, sync.known, { body: { keys: Array(1001).fill('k') } })).status).toBe(422)
  })

  test('a record that is sent again has the number of before; a new record gets no number that was given before', async () => {
    await backUp(town, path)
    const lost = await write('after')
    const empty = await newTown()
    await restore(empty, path)
    const after = await officeOn(empty)
    const add = (content: string, key: string, former?: string) =>
      ask(after, observations.add, {
        params: { areaId },
        body: { content, potentialvio: false, user_id: town.people.ons.id, codes: [] },
        headers: { 'Idempotency-Key': JSON.stringify(key), ...(former ? { [formerHeader]: former } : {}) },
      })
    const newOne = await add('new', 'new')
    expect(newOne.id).toBeGreaterThan(lost.id + 10_000)
    const again = await add('after', lost.key, `observation:${lost.id}`)
    expect(again.id).toBe(lost.id)
    // From now on its key gets the stored answer, and its number is taken.
    expect((await add('after', lost.key, `observation:${lost.id}`)).id).toBe(lost.id)
    expect((await add('other', 'other', `observation:${lost.id}`)).id).toBeGreaterThan(newOne.id)
    // A number that the restore did not leave free is not given, nor one of another type, nor anything that is no
    // number.
    for (const former of [`observation:${lost.id + 200_000}`, `area:${lost.id}`, 'observation:-5', 'observation:1;2'])
      expect((await add(former, former, former)).id).toBeGreaterThan(newOne.id)
    expect((await observationsIn(empty)).get('after')?.id).toBe(lost.id)
  })

  test('a table that was empty when the backup was made gives no number of before either', async () => {
    await backUp(town, path)
    const unit = (office: Office, number: string) => ask(office, units.add, { params: { addressId }, body: { number } })
    const lost = await unit(town, '1A')
    const empty = await newTown()
    await restore(empty, path)
    expect((await unit(await officeOn(empty), '2B')).id).toBeGreaterThan(lost.id + 10_000)
  })

  test('the number of before is given in a batch too', async () => {
    await backUp(town, path)
    const lost = await write('after')
    const empty = await newTown()
    await restore(empty, path)
    const body = { content: 'after', potentialvio: false, user_id: town.people.ons.id, codes: [] }
    const call = { key: lost.key, method: 'POST' as const, path: `/areas/${areaId}/observations`, body }
    const [answer] = await ask(await officeOn(empty), sync.batch, {
      body: [{ ...call, former: `observation:${lost.id}` }],
    })
    expect(answer).toMatchObject({ status: 201, body: { id: lost.id } })
  })

  test('a second restore from a backup of the restored town continues with unused numbers', async () => {
    await backUp(town, path)
    const first = await newTown()
    await restore(first, path)
    await backUp({ ...town, ...first }, `${path}.2`)
    const second = await newTown()
    await restore(second, `${path}.2`)
    const { rows } = await second.pool.query(
      'select count(*)::int as n, count(distinct id)::int as ids from town_histories',
    )
    expect(rows).toEqual([{ n: 3, ids: 3 }])
    const free = await second.pool.query(
      `select up_to - above as n from numbers_left_free where sequence = 'observations_id_seq' order by above`,
    )
    expect(free.rows).toEqual([{ n: 100_000 }, { n: 100_000 }])
  })
})
