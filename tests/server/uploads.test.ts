import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Photo } from '../../src/contract/photo.ts'
import { createDiskStore } from '../../src/server/files/disk-store.ts'
import type { FileStore } from '../../src/server/files/file-store.ts'
import { attachments } from '../../src/server/store/core-tables.ts'
import { type Office, type OfficeOptions, office, type Person } from '../harness/office.ts'
import { smallPdf } from '../harness/pdf.ts'
import { blackPng } from '../harness/png.ts'
import { addObservation, jpeg, uploadOf } from './visit.ts'

let town: Office
let visit: Awaited<ReturnType<typeof addObservation>>
const open = async (options: OfficeOptions = {}) => {
  town = await office(options)
  visit = await addObservation(town)
}
beforeEach(() => open())
afterEach(() => town.close())

const send = (bytes: Uint8Array, name = 'photo.jpg', fields: Record<string, string> = {}) =>
  town.fetch(`/api/observations/${visit.observationId}/photos`, {
    method: 'POST',
    body: uploadOf(bytes, name, fields),
    as: town.people.ons,
  })

const listed = async (): Promise<Photo[]> => {
  const answer = await town.fetch(`/api/areas/${visit.areaId}/observations`, { as: town.people.ons })
  const [observation] = (await answer.json()) as { photos: Photo[] }[]
  return observation!.photos
}

const inspectionPhotos = async (query = ''): Promise<Photo[]> =>
  (await town.fetch(`/api/inspections/${visit.inspectionId}/photos${query}`, { as: town.people.ons })).json() as never

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())

/** Also what waits for its turn. */
const storedFiles = () =>
  readdirSync(town.config.dataFolder, { recursive: true, withFileTypes: true }).filter((it) => it.isFile())

const text = (words: string) => new TextEncoder().encode(words)

/** A photo as a phone makes it: turned by EXIF, with make and position in it. */
const phonePhoto = async () =>
  new Uint8Array(
    await sharp({ create: { width: 80, height: 40, channels: 3, background: '#336699' } })
      .jpeg()
      .withExif({
        IFD0: { Make: 'Nokia', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 26/1 46/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer(),
  )

describe('AR-14 a photo', () => {
  test('is stored as it was sent: the answer and the list name the hash of its bytes', async () => {
    const bytes = await phonePhoto()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const answer = await send(bytes, 'b2f1.jpg')
    expect([answer.status, await answer.json()]).toMatchObject([
      201,
      {
        detail: 'Photos uploaded successfully',
        uploaded: [{ filename: 'b2f1.jpg', content_type: 'image/jpeg', sha256 }],
      },
    ])
    expect(await listed()).toMatchObject([{ filename: 'b2f1.jpg', sha256, content_type: 'image/jpeg' }])
  })

  test('is shown upright and without what the camera wrote into it, and saved byte for byte', async () => {
    const bytes = await phonePhoto()
    const upload = await town.fetch(`/api/inspections/${visit.inspectionId}/photos`, {
      method: 'POST',
      body: uploadOf(bytes, 'door.jpg'),
      as: town.people.ons,
    })
    expect(upload.status).toBe(201)
    const [shown] = await inspectionPhotos()
    const web = await town.fetch(shown!.url)
    expect(web.headers.get('Content-Type')).toBe('image/jpeg')
    expect(web.headers.get('Content-Disposition')).toBe('inline')
    const meta = await sharp(await bytesOf(web)).metadata()
    expect([meta.width, meta.height, meta.exif, meta.orientation]).toEqual([40, 80, undefined, undefined])
    const thumb = await town.fetch(shown!.poster_url!)
    expect((await sharp(await bytesOf(thumb)).metadata()).format).toBe('jpeg')

    const [saved] = await inspectionPhotos('?download=true')
    const original = await town.fetch(saved!.url)
    expect(original.headers.get('Content-Disposition')).toBe(
      'attachment; filename="door.jpg"; filename*=UTF-8\'\'door.jpg',
    )
    expect(original.headers.get('Content-Security-Policy')).toContain('sandbox')
    expect(Buffer.compare(await bytesOf(original), bytes)).toBe(0)
  })

  test('a large one is shown at 1,600 pixels with a thumbnail of 400', async () => {
    await send(await jpeg(3000, 1500))
    const [photo] = await listed()
    const sizes = await Promise.all(
      [photo!.url, photo!.poster_url!].map(
        async (url) => (await sharp(await bytesOf(await town.fetch(url))).metadata()).width,
      ),
    )
    expect(sizes).toEqual([1600, 400])
  })

  test('G-10 keeps the phone’s facts, and refuses facts that do not parse', async () => {
    const facts = { taken_at: '2026-11-20T14:00:00Z', lat: 40.4, lng: -80.1, accuracy: 12, clock_offset_ms: -1500 }
    expect((await send(await jpeg(), 'a.jpg', { capture_metadata: JSON.stringify(facts) })).status).toBe(201)
    expect((await send(await jpeg(), 'b.jpg', { capture_metadata: '{"lat":' })).status).toBe(422)
    expect((await send(await jpeg(), 'b.jpg', { capture_metadata: '{"lat":400}' })).status).toBe(422)
    const rows = await town.db.select().from(attachments)
    expect(rows).toMatchObject([{ capture: facts, owner_type: 'observation', owner_id: visit.observationId }])
  })

  test('equal lists carry equal addresses for a while, so that a list can be known already', async () => {
    await send(await jpeg())
    expect((await listed())[0]?.url).toBe((await listed())[0]?.url)
  })

  test('G-13 a HEIC picture is kept unchanged and shown as a JPEG that is made from it, without what it tells beside', async () => {
    const bytes = new Uint8Array(readFileSync('tests/harness/house.heic'))
    expect((await send(bytes, 'IMG_2.HEIC')).status).toBe(201)
    const photo = (await listed())[0]
    expect(photo).toMatchObject({
      content_type: 'image/heic',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    for (const [url, width] of [
      [photo?.url, 480],
      [photo?.poster_url, 400],
    ] as const) {
      const answer = await town.fetch(url ?? '')
      expect(answer.headers.get('Content-Type')).toBe('image/jpeg')
      const picture = sharp(await bytesOf(answer))
      expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width })
      // The red wall in the middle.
      const { data } = await picture
        .extract({ left: 168, top: 165, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(data[0]).toBeGreaterThan((data[1] ?? 255) + 40)
    }
  })

  test('a HEIC file that cannot be unpacked, and a PDF, are kept unchanged and only ever saved, in a sandbox', async () => {
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic'),
      Buffer.from([0, 0, 0, 0]),
      Buffer.from('mif1heic'),
      Buffer.alloc(64, 7),
    ])
    const pdf = smallPdf()
    for (const [bytes, name, type] of [
      [new Uint8Array(heic), 'IMG_1.HEIC', 'image/heic'],
      [pdf, 'letter.pdf', 'application/pdf'],
    ] as const) {
      expect((await send(bytes, name)).status).toBe(201)
      const photo = (await listed()).find((it) => it.filename === name)
      expect(photo).toMatchObject({ content_type: type, poster_url: null })
      const answer = await town.fetch(photo!.url)
      expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment/)
      expect(answer.headers.get('Content-Security-Policy')).toContain('sandbox')
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(Buffer.compare(await bytesOf(answer), bytes)).toBe(0)
    }
  })
})

test('a Guest gets the picture without the place at which it was taken, also to download; others get it as sent', async () => {
  const bytes = await phonePhoto()
  await town.fetch(`/api/inspections/${visit.inspectionId}/photos`, {
    method: 'POST',
    body: uploadOf(bytes, 'door.jpg'),
    as: town.people.ons,
  })
  const download = async (as: Person) => {
    const list = await town.fetch(`/api/inspections/${visit.inspectionId}/photos?download=true`, { as })
    const [photo] = (await list.json()) as Photo[]
    return bytesOf(await town.fetch(photo!.url))
  }
  expect((await sharp(await download(town.people.guest)).metadata()).exif).toBeUndefined()
  expect(Buffer.compare(await download(town.people.ons), bytes)).toBe(0)
})

test('C-21 a Guest opens a letter whose name ends in capitals: LETTER.PDF', async () => {
  const list = `/api/inspections/${visit.inspectionId}/photos`
  await town.fetch(list, { method: 'POST', body: uploadOf(smallPdf(), 'LETTER.PDF'), as: town.people.ons })
  for (const query of ['', '?download=true']) {
    const [photo] = (await (await town.fetch(list + query, { as: town.people.guest })).json()) as Photo[]
    const answer = await town.fetch(photo!.url)
    expect([photo!.filename, answer.status]).toEqual(['LETTER.PDF', 200])
    expect(Buffer.compare(await bytesOf(answer), smallPdf())).toBe(0)
  }
})

describe('a file address', () => {
  test('may not be cached on the way: the app itself keeps shown ones, and clears them at sign-out', async () => {
    await send(await jpeg())
    const [photo] = await listed()
    for (const address of [photo!.url, photo!.poster_url ?? photo!.url])
      expect((await town.fetch(address)).headers.get('Cache-Control')).toMatch(/no-store/)
  })

  test('opens without a session, but not when it was tampered with, or for another part or file', async () => {
    await send(await jpeg())
    const [photo] = await listed()
    const url = new URL(photo!.url, 'http://town')
    expect((await town.fetch(photo!.url)).status).toBe(200)
    for (const [name, value] of [
      ['sig', 'x'.repeat(43)],
      ['part', 'original'],
      ['until', String(Number(url.searchParams.get('until')) + 1)],
    ] as const) {
      const other = new URL(url)
      other.searchParams.set(name, value)
      expect((await town.fetch(other.pathname + other.search)).status, name).toBe(403)
    }
    expect((await town.fetch(url.pathname)).status).toBe(403)
  })

  test('ends', async () => {
    let now = new Date('2026-11-20T14:00:00Z')
    await town.close()
    await open({ clock: () => now })
    await send(await jpeg())
    const [photo] = await listed()
    now = new Date('2026-11-20T14:29:00Z')
    expect((await town.fetch(photo!.url)).status).toBe(200)
    now = new Date('2026-11-20T15:31:00Z')
    expect((await town.fetch(photo!.url)).status).toBe(403)
  })
})

describe('files that are no photo', () => {
  const png = async (width: number, height: number) =>
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    )
  const animated = (frames: number) => {
    const counted = Buffer.alloc(8)
    counted.writeUInt32BE(frames)
    return blackPng({ width: 8, height: 8, depth: 8, isInterlaced: false, more: [['acTL', counted]] })
  }
  const cases: [string, number, () => Promise<Uint8Array> | Uint8Array][] = [
    ['0 bytes', 422, () => new Uint8Array()],
    ['a truncated JPEG', 422, async () => (await jpeg(800, 600)).slice(0, 900)],
    ['a picture of 144 million pixels', 422, () => png(12_000, 12_000)],
    ['an animated picture of 201 frames', 422, () => animated(201)],
    ['HTML', 415, () => text('<!doctype html><script>alert(1)</script>')],
    ['SVG', 415, () => text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a script', 415, () => text('#!/bin/sh\nrm -rf /\n')],
    ['a program', 415, () => new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0])],
    ['three bytes that begin like a JPEG', 422, () => new Uint8Array([0xff, 0xd8, 0xff])],
  ]
  test.each(cases)('%s named .jpg is %i, and nothing is kept', async (_, status, bytes) => {
    const answer = await send(await bytes())
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ detail: expect.any(String) })
    expect(await town.db.$count(attachments)).toBe(0)
  })

  test('a picture with a script behind it is served re-encoded, without the script', async () => {
    const bytes = Buffer.concat([await jpeg(), text('<script>alert(1)</script>')])
    expect((await send(new Uint8Array(bytes))).status).toBe(201)
    const [photo] = await listed()
    expect(Buffer.from(await bytesOf(await town.fetch(photo!.url))).includes('<script>')).toBe(false)
  })

  test('G-13 a file above 25 MB is 413, also when it declares no length', async () => {
    const bytes = new Uint8Array(26 * 1024 * 1024)
    bytes.set(await jpeg())
    expect((await send(bytes)).status).toBe(413)
    expect(await sendChunked(60)).toBe(413)
  }, 30_000)

  test('a request without a file, or with one in another field, is 422', async () => {
    const other = new FormData()
    other.set('document', new File([new Uint8Array(await jpeg())], 'a.jpg'))
    for (const body of [new FormData(), other]) {
      const answer = await town.fetch(`/api/observations/${visit.observationId}/photos`, {
        method: 'POST',
        body,
        as: town.people.ons,
      })
      expect(answer.status).toBe(422)
    }
  })

  test('G-13 the rest of a refused file is read, however late it comes: the refusal is no broken connection', async () => {
    // An answered request is kept open for half a second.
    expect(await sendChunked(60, 1200)).toBe(413)
  }, 30_000)

  /** Megabytes in chunks, over a real socket, the last one after a pause. Resolves when it is answered and all is sent. */
  const sendChunked = (megabytes: number, pauseMs = 0) =>
    new Promise<number>((resolve, reject) => {
      let end: () => void = () => undefined
      const sent = new Promise<void>((it) => {
        end = it
      })
      const asked = request(
        `${town.url}/api/observations/${visit.observationId}/photos`,
        {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${town.people.ons.token}`,
            'Content-Type': 'multipart/form-data; boundary=b',
            'Transfer-Encoding': 'chunked',
          },
        },
        (answer) => {
          answer.resume()
          void sent.then(() => resolve(answer.statusCode ?? 0))
        },
      )
      asked.on('error', reject)
      const chunk = Buffer.alloc(1024 * 1024, 'x')
      const write = (left: number): void => {
        if (left === 0) return void asked.end(end)
        const next = () => asked.write(chunk, (error) => !error && write(left - 1))
        setTimeout(next, left === 1 ? pauseMs : 0)
      }
      write(megabytes)
    })
})

test.each([
  ['../../etc/passwd.jpg', 'passwd.jpg'],
  ['a\u0000b\r\nSet-Cookie: x.jpg', /^\P{Cc}*\.jpg$/u],
  ['invoice\u202egpj.exe', /^invoicegpj\.jpg$/],
  [`${'n'.repeat(300)}.jpg`, /^n{100,}\.jpg$/],
  // Each is two code units: the cut would fall between them.
  [`n${'🏚'.repeat(100)}.jpg`, /^n🏚{50,}\.jpg$/u],
  ['Küche – Ost.jpg', 'Küche – Ost.jpg'],
  ['...', /\.jpg$/],
])('the file name %j is shown cleaned and never names a place on the disk', async (name, shown) => {
  expect((await send(await jpeg(), name)).status).toBe(201)
  const [photo] = await listed()
  if (typeof shown === 'string') expect(photo?.filename).toBe(shown)
  else expect(photo?.filename).toMatch(shown)
  expect(photo?.filename?.length).toBeLessThanOrEqual(120)
  expect((await town.fetch(photo!.url)).status).toBe(200)
  for (const { name: key } of storedFiles()) expect(key).toMatch(/^[0-9a-f]{40}$/)
})

describe('a request with many files', () => {
  test('more than 60 are 413, and nothing of them is stored', async () => {
    const form = new FormData()
    const bytes = await jpeg()
    for (let n = 1; n <= 61; n++) form.append('files', new File([bytes], `${n}.jpg`))
    const answer = await town.fetch(`/api/observations/${visit.observationId}/photos`, {
      method: 'POST',
      body: form,
      as: town.people.ons,
    })
    expect([answer.status, await answer.json()]).toEqual([413, { detail: 'At most 60 files are taken in one request' }])
    expect(storedFiles()).toEqual([])
  })

  test.each(['b', 'x'.repeat(70), '"a b: (c)"'])('RFC 2046 its parts may be parted by %s', async (boundary) => {
    const mark = boundary.replaceAll('"', '')
    const body = Buffer.concat([
      text(`--${mark}\r\nContent-Disposition: form-data; name="files"; filename="a.jpg"\r\n\r\n`),
      await jpeg(),
      text(`\r\n--${mark}--\r\n`),
    ])
    const answer = await town.fetch(`/api/observations/${visit.observationId}/photos`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      as: town.people.ons,
    })
    expect(answer.status).toBe(201)
  })
})

test('a photo that is sent a second time under its key is not stored again', async () => {
  const bytes = await jpeg()
  const sendKeyed = () =>
    town.fetch(`/api/observations/${visit.observationId}/photos`, {
      method: 'POST',
      body: uploadOf(bytes, 'a.jpg'),
      headers: { 'Idempotency-Key': '"the same photo"' },
      as: town.people.ons,
    })
  const answers = await Promise.all([sendKeyed(), sendKeyed()])
  expect((await sendKeyed()).headers.get('Idempotency-Replayed')).toBe('true')
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await town.db.$count(attachments)).toBe(1)
  expect(storedFiles()).toHaveLength(3)
})

describe('when storing fails', () => {
  test('a full disk is 503 with Retry-After, and neither row nor bytes stay', async () => {
    await town.close()
    let puts = 0
    const full: FileStore = {
      put: async (bytes) => {
        puts++
        if (puts === 2) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        return disk.put(bytes)
      },
      open: (key) => disk.open(key),
      stream: (key) => disk.stream(key),
      remove: (key) => disk.remove(key),
      before: (moment) => disk.before(moment),
      belongsTo: (id) => disk.belongsTo(id),
    }
    await open({ store: full })
    const disk = createDiskStore(join(town.config.dataFolder, 'files'))
    const answer = await send(await jpeg())
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '15'])
    expect(await town.db.$count(attachments)).toBe(0)
    expect(storedFiles()).toEqual([])
  })

  test('the bytes of a call that is refused after its upload are taken away again', async () => {
    const form = uploadOf(await jpeg(), 'a.jpg')
    form.append('files', new File([text('<html>')], 'b.jpg'))
    const answer = await town.fetch(`/api/observations/${visit.observationId}/photos`, {
      method: 'POST',
      body: form,
      as: town.people.ons,
    })
    expect(answer.status).toBe(415)
    expect(await town.db.$count(attachments)).toBe(0)
    expect(storedFiles()).toEqual([])
  })
})
