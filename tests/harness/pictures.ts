import sharp from 'sharp'
import { sha256Of } from '../../src/sync/device/hash.ts'
import type { TestDevice } from './device.ts'

/** A unique JPEG; `seed` is its colour. */
export async function picture(seed: number, width = 64): Promise<ArrayBuffer> {
  const background = { r: (seed * 53) % 256, g: (seed * 97) % 256, b: (seed * 193) % 256 }
  const bytes = await sharp({ create: { width, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return Uint8Array.from(bytes).buffer
}

/** Stores a picture on the device as a form would, already shrunk. Returns its id. */
export async function takenIn(phone: TestDevice, seed: number, form = 'a form'): Promise<string> {
  const bytes = await picture(seed)
  const sha256 = await sha256Of(bytes)
  const id = crypto.randomUUID()
  await phone.db.photos.add({
    id,
    state: 'draft',
    form,
    ownerType: '',
    ownerId: 0,
    name: `photo ${seed}.jpg`,
    type: 'image/jpeg',
    size: bytes.byteLength,
    sha256,
    facts: { taken_at: '2026-11-20T14:00:00Z' },
    sends: { part: 'original', type: 'image/jpeg', size: bytes.byteLength, sha256 },
    lastModified: seed,
    takenInAt: phone.now(),
    verifiedAt: null,
    url: null,
  })
  await phone.db.blobs.add({ photo: id, part: 'original', type: 'image/jpeg', bytes })
  return id
}
