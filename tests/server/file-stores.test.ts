import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Photo } from '../../src/contract/photo.ts'
import { readConfig } from '../../src/server/config.ts'
import { createDiskStore } from '../../src/server/files/disk-store.ts'
import { type FileStore, FileStoreDown } from '../../src/server/files/file-store.ts'
import { openFileStore } from '../../src/server/files/open-file-store.ts'
import { createS3Store } from '../../src/server/files/s3-store.ts'
import { fileSecretOf, signerOf } from '../../src/server/files/signed-address.ts'
import { attachments } from '../../src/server/store/core-tables.ts'
import { office } from '../harness/office.ts'
import { startS3 } from '../harness/s3.ts'
import { addObservation, jpeg, uploadOf } from './visit.ts'

interface Opened {
  store: FileStore
  /** Makes the store unusable, as a pulled disk or a stopped server is. */
  breakDown(): Promise<void> | void
  close(): Promise<void> | void
}

const onDisk = (): Opened => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-store-'))
  const files = join(folder, 'files')
  return {
    store: createDiskStore(files),
    breakDown: () => {
      rmSync(files, { recursive: true, force: true })
      writeFileSync(files, 'a file where the folder should be')
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const onS3 = async (): Promise<Opened> => {
  const { place, stop } = await startS3()
  return { store: createS3Store(place), breakDown: stop, close: stop }
}

describe.each([
  ['a folder', onDisk],
  ['an object store', onS3],
])('files in %s', (_, open) => {
  let it: Opened
  beforeEach(async () => {
    it = await open()
  })
  afterEach(() => it.close())

  const opened = async (key: string) => {
    const bytes = await it.store.open(key)
    return bytes && new Uint8Array(bytes)
  }

  test('G-13 come back byte for byte, one of no bytes and one of a megabyte too', async () => {
    for (const size of [0, 1, 1024 * 1024]) {
      const bytes = new Uint8Array(randomBytes(size))
      // Compared as a whole: an assertion on a million single numbers takes longer than everything else here.
      expect(Buffer.from(bytes).equals((await opened(await it.store.put(bytes))) ?? Buffer.from('none'))).toBe(true)
    }
  })

  test('have a key each, made by the store, equal bytes too', async () => {
    const bytes = new Uint8Array([1, 2, 3])
    const keys = await Promise.all(Array.from({ length: 20 }, () => it.store.put(bytes)))
    expect(new Set(keys).size).toBe(20)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{40}$/)
  })

  test('are gone when they are removed, and removing twice is no error', async () => {
    const [key, other] = [await it.store.put(new Uint8Array([1])), await it.store.put(new Uint8Array([2]))]
    await it.store.remove(key)
    await it.store.remove(key)
    expect(await it.store.open(key)).toBeUndefined()
    expect(await opened(other)).toEqual(new Uint8Array([2]))
  })

  test('are not there under a key that was never made', async () => {
    const key = await it.store.put(new Uint8Array([1]))
    const strange = [
      '',
      '.',
      '../../etc/passwd',
      `${key}/..`,
      `../${key.slice(0, 2)}/${key}`,
      `${key}\0`,
      key.toUpperCase(),
    ]
    for (const asked of ['0'.repeat(40), ...strange]) {
      expect(await it.store.open(asked), asked).toBeUndefined()
      await it.store.remove(asked)
    }
    expect(await opened(key)).toEqual(new Uint8Array([1]))
  })

  test('cannot be had while the store is down, and it says so', async () => {
    const key = await it.store.put(new Uint8Array([1]))
    await it.breakDown()
    await expect(it.store.put(new Uint8Array([2]))).rejects.toThrow(FileStoreDown)
    await expect(it.store.open(key)).rejects.toThrow(FileStoreDown)
  })

  test('G-13 a file is sent piece by piece with its length, so that a slow reader holds no whole file in memory', async () => {
    const town = await office({ store: it.store })
    try {
      const { observationId } = await addObservation(town)
      const body = uploadOf(await jpeg(), 'stairs.jpg')
      await town.fetch(`/api/observations/${observationId}/photos`, { method: 'POST', body, as: town.people.ons })
      const bytes = randomBytes(3 * 1024 * 1024)
      const key = await it.store.put(bytes)
      await town.db.update(attachments).set({ original_key: key })
      const sign = signerOf(await fileSecretOf(town.db, town.config), town.config, new Date())
      const url = town.url + sign(key, 'original', 'stairs.jpg')
      const answer = await town.app.fetch(new Request(url))
      const pieces: Uint8Array[] = []
      for await (const piece of answer.body ?? []) pieces.push(piece)
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
      expect(pieces[0]?.byteLength).toBeLessThan(bytes.byteLength)
      for (const method of ['GET', 'HEAD']) {
        const sent = await fetch(url, { method })
        expect([sent.status, sent.headers.get('Content-Length')]).toEqual([200, String(bytes.byteLength)])
        expect((await sent.arrayBuffer()).byteLength).toBe(method === 'GET' ? bytes.byteLength : 0)
      }
    } finally {
      await town.close()
    }
  })

  test('a photo goes through the server and back; with the store down it is 503, and no row stays', async () => {
    const town = await office({ store: it.store })
    try {
      const { observationId, areaId } = await addObservation(town)
      const photo = await jpeg()
      const upload = () =>
        town.fetch(`/api/observations/${observationId}/photos`, {
          method: 'POST',
          body: uploadOf(photo, 'stairs.jpg'),
          as: town.people.ons,
        })
      expect((await upload()).status).toBe(201)
      const listed = await town.fetch(`/api/areas/${areaId}/observations`, { as: town.people.ons })
      const [observation] = (await listed.json()) as { photos: Photo[] }[]
      const url = observation!.photos[0]!.url
      expect((await town.fetch(url)).status).toBe(200)
      await it.breakDown()
      for (const answer of [await upload(), await town.fetch(url)]) {
        expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '15'])
        expect(await answer.json()).toEqual({ detail: 'Files cannot be stored or read just now. Nothing was changed.' })
      }
      expect(await town.db.$count(attachments)).toBe(1)
    } finally {
      await town.close()
    }
  })
})

describe('the object store of the settings', () => {
  const given = {
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'town-files',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  test('is none, or whole: a forgotten setting is named', () => {
    expect(readConfig({}).s3).toBeNull()
    expect(readConfig(given).s3).toMatchObject({ endpoint: 'https://s3.example', prefix: '' })
    expect(() => readConfig({ ...given, S3_REGION: '', S3_BUCKET: undefined })).toThrow(
      'Settings: an object store needs S3_BUCKET, S3_REGION too',
    )
    expect(() => readConfig({ ...given, S3_ENDPOINT: 's3.example' })).toThrow(/S3_ENDPOINT: is no http address/)
    expect(() => readConfig({ ...given, S3_BUCKET: 'a/../b' })).toThrow(/S3_BUCKET: is no bucket name/)
    expect(() => readConfig({ ...given, S3_PREFIX: '/fernhill' })).toThrow(/S3_PREFIX: is no path/)
  })

  test('is tried out at the start, and a fault is reported in words', async () => {
    const { place, stop } = await startS3()
    const open = (s3: typeof place) => openFileStore({ s3, dataFolder: '/nowhere' })
    try {
      expect(await open(place)).toHaveProperty('put')
      await expect(open({ ...place, bucket: 'other-files' })).rejects.toThrow(
        `Files cannot be stored: There is no bucket other-files at ${place.endpoint}. Look at S3_ENDPOINT`,
      )
      await expect(open({ ...place, accessKeyId: 'stranger' })).rejects.toThrow(/answered 403 \(InvalidAccessKeyId\)/)
      await stop()
      await expect(open(place)).rejects.toThrow(`The object store at ${place.endpoint} does not answer`)
    } finally {
      await stop()
    }
  })
})

test('a file whose writing was killed half-way is written again, as a restore does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const store = createDiskStore(folder)
  const key = await store.put(randomBytes(10))
  await store.remove(key)
  writeFileSync(join(folder, key.slice(0, 2), `${key}.part`), 'half')
  await store.put(Buffer.from('whole'), key)
  expect(String(await store.open(key))).toBe('whole')
  expect(readdirSync(join(folder, key.slice(0, 2)))).toEqual([key])
})
