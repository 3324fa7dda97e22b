import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeFileKey } from '../../src/server/files/file-key.ts'
import { createS3Store } from '../../src/server/files/s3-store.ts'
import { removeExpired } from '../../src/server/housekeeping.ts'
import { createLog } from '../../src/server/log.ts'
import { attachments, serverSettings } from '../../src/server/store/core-tables.ts'
import { type Office, office } from '../harness/office.ts'
import { startS3 } from '../harness/s3.ts'
import { addObservation, jpeg, uploadOf } from './visit.ts'

const HOUR = 3_600_000
const inHours = (hours: number) => () => new Date(Date.now() + hours * HOUR)

const tidyAfter = ({ db, store, config }: Office, hours: number) =>
  removeExpired({ db, store, config, log: createLog('silent'), clock: inHours(hours) })

const addPhoto = async (town: Office) => {
  const { observationId } = await addObservation(town)
  const answer = await town.fetch(`/api/observations/${observationId}/photos`, {
    method: 'POST',
    body: uploadOf(await jpeg(), 'door.jpg'),
    as: town.people.ons,
  })
  expect(answer.status).toBe(201)
  const [row] = await town.db.select().from(attachments)
  return [row?.original_key, row?.web_key, row?.thumb_key].map(String)
}

const isThere = async (town: Office, key: string) => (await town.store.open(key)) !== undefined

describe.each(['a folder', 'an object store'])('files of killed writes in %s', (kind) => {
  let town: Office
  let stop: () => unknown = () => undefined
  beforeEach(async () => {
    if (kind === 'a folder') {
      town = await office()
      return
    }
    const { place, stop: stopS3 } = await startS3()
    stop = stopS3
    town = await office({ store: createS3Store(place) })
  })
  afterEach(async () => {
    await town.close()
    await stop()
  })

  test('are taken away after a day, and never what a record names', async () => {
    const named = await addPhoto(town)
    const orphan = await town.store.put(new Uint8Array([1, 2, 3]))
    await tidyAfter(town, 23)
    expect(await isThere(town, orphan)).toBe(true)
    await tidyAfter(town, 25)
    expect(await isThere(town, orphan)).toBe(false)
    for (const key of named) expect(await isThere(town, key)).toBe(true)
  })

  test('are left alone where the files belong to another town', async () => {
    await town.store.put(new Uint8Array([1]))
    await tidyAfter(town, 25)
    await town.db.update(serverSettings).set({ value: 'another-town' }).where(eq(serverSettings.name, 'town-id'))
    const orphan = await town.store.put(new Uint8Array([1, 2, 3]))
    await tidyAfter(town, 25)
    expect(await isThere(town, orphan)).toBe(true)
  })
})

describe('in the data folder', () => {
  let town: Office
  beforeEach(async () => {
    town = await office()
  })
  afterEach(() => town.close())

  test('half-written files and bodies that never arrived whole are taken away too', async () => {
    const key = makeFileKey()
    const folder = join(town.config.dataFolder, 'files', key.slice(0, 2))
    const part = join(folder, `${key}.part`)
    const waiting = join(town.config.dataFolder, 'incoming')
    const body = join(waiting, makeFileKey())
    for (const it of [folder, waiting]) mkdirSync(it, { recursive: true })
    for (const it of [part, body]) writeFileSync(it, 'half')
    await tidyAfter(town, 1)
    expect([existsSync(part), existsSync(body)]).toEqual([true, true])
    await tidyAfter(town, 25)
    expect([existsSync(part), existsSync(body)]).toEqual([false, false])
  })

  test('nothing is taken away where most files are unknown: it is the wrong database', async () => {
    const keys = await Promise.all(Array.from({ length: 120 }, () => town.store.put(new Uint8Array([1]))))
    const old = new Date(Date.now() - 100 * HOUR)
    for (const key of keys) utimesSync(join(town.config.dataFolder, 'files', key.slice(0, 2), key), old, old)
    await tidyAfter(town, 0)
    expect(await Promise.all(keys.map((key) => isThere(town, key)))).toEqual(keys.map(() => true))
  })
})
