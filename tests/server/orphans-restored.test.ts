import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createDiskStore } from '../../src/server/files/disk-store.ts'
import type { FileStore } from '../../src/server/files/file-store.ts'
import { createS3Store } from '../../src/server/files/s3-store.ts'
import { removeExpired } from '../../src/server/housekeeping.ts'
import { createLog } from '../../src/server/log.ts'
import { backUp, restore } from '../harness/backups.ts'
import { type Office, office } from '../harness/office.ts'
import { emptyTown } from '../harness/restored.ts'
import { startS3 } from '../harness/s3.ts'
import { addObservation, addPhotographed, jpeg, uploadOf } from './visit.ts'

const HOUR = 3_600_000

interface Shared {
  store: FileStore
  /** Deletes the file with the owners, as the handbook says. */
  removeOwners(): Promise<unknown>
  close(): unknown
}

const onDisk = async (): Promise<Shared> => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-shared-'))
  return {
    store: createDiskStore(folder),
    removeOwners: async () => rmSync(join(folder, 'town')),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const onS3 = async (): Promise<Shared> => {
  const { place, stop } = await startS3()
  const client = new AwsClient({ ...place, service: 's3' })
  return {
    store: createS3Store(place),
    removeOwners: () => client.fetch(`${place.endpoint}/${place.bucket}/${place.prefix}town`, { method: 'DELETE' }),
    close: stop,
  }
}

type Kept = Pick<Office, 'db' | 'store' | 'config'>

const tidy = ({ db, store, config }: Kept, hours = 25) => {
  const clock = () => new Date(Date.now() + hours * HOUR)
  return removeExpired({ db, store, config, log: createLog('silent'), clock })
}

/** Takes in a photo and returns its keys. */
const addPhoto = async (town: Office): Promise<string[]> => {
  const { observationId } = await addObservation(town)
  const path = `/api/observations/${observationId}/photos`
  const body = uploadOf(await jpeg(), 'door.jpg')
  expect((await town.fetch(path, { method: 'POST', body, as: town.people.ons })).status).toBe(201)
  const { rows } = await town.pool.query('select original_key, web_key, thumb_key from attachments order by id desc')
  return [rows[0].original_key, rows[0].web_key, rows[0].thumb_key]
}

describe.each([
  ['a folder', onDisk],
  ['an object store', onS3],
])('a town that is restored beside the same files in %s', (_, open) => {
  let files: Shared
  let lost: Office
  let after: Office
  let orphan: string
  let lostPhoto: string[]

  beforeEach(async () => {
    files = await open()
    lost = await office({ store: files.store })
    await addPhotographed(lost)
    await tidy(lost)
    const folder = mkdtempSync(join(tmpdir(), 'codesoft-backup-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'town.tar.gz')
    await backUp(lost, path)
    lostPhoto = await addPhoto(lost)
    const empty = await emptyTown()
    await restore({ pool: empty.pool, store: files.store }, path)
    after = await office({ store: files.store, database: { pool: empty.pool, url: empty.url, drop: empty.close } })
    orphan = await files.store.put(new Uint8Array([1]))
  })
  afterEach(async () => {
    await after.close()
    await lost.close()
    await files.close()
  })

  const there = async (...keys: string[]) =>
    Promise.all(keys.map(async (key) => (await files.store.open(key)) !== undefined))
  const all = [true, true, true]

  test('deletes nothing, and neither does the other town, while both may use the files', async () => {
    const photo = await addPhoto(after)
    await tidy(after)
    await tidy(lost)
    await tidy(after)
    expect(await there(...lostPhoto, ...photo, orphan)).toEqual([...all, ...all, true])
  })

  test('never deletes what the lost town took in after the backup, even when it owns the files alone', async () => {
    await tidy(after)
    await files.removeOwners()
    await tidy(after)
    expect(await there(...lostPhoto, orphan)).toEqual([...all, true])
    // Files that came long after the restore are tidied as in every town.
    await after.pool.query("update town_histories set began_at = began_at - interval '25 hours'")
    await tidy(after, 26)
    expect(await there(orphan)).toEqual([false])
  })
})

/** Records an owner that is longer than what is left on the disk. */
const recording = (folder: string) => `
import { createDiskStore } from './src/server/files/disk-store.ts'
const store = createDiskStore(${JSON.stringify(folder)})
console.log(await store.belongsTo('x'.repeat(600_000)).catch((error) => error.code))
`

test('a full disk leaves no half of the list of owners, and an empty one of an earlier version is filled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-owner-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // A shell's limit of a file's size, in kB, cuts a write short as a full disk does.
  const command = 'ulimit -f 400; exec "$0" --import tsx --input-type=module -e "$1"'
  const { stdout } = spawnSync('bash', ['-c', command, process.execPath, recording(folder)], { encoding: 'utf8' })
  expect(stdout.trim()).toBe('EFBIG')
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(join(folder, 'town'), '')
  const { belongsTo } = createDiskStore(folder)
  expect(await belongsTo('fernhill')).toBe('fernhill')
  expect(await belongsTo('eastport')).toBe('fernhill\neastport')
  expect(await belongsTo('fernhill')).toBe('fernhill\neastport')
  expect(readdirSync(folder)).toEqual(['town'])
}, 120_000)
