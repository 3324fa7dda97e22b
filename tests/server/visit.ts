import sharp from 'sharp'
import { observations as calls } from '../../src/contract/observation.ts'
import { addresses } from '../../src/server/store/town-tables.ts'
import { areas, inspections, observations } from '../../src/server/store/visit-tables.ts'
import type { Office } from '../harness/office.ts'
import { ask } from './routes/ask.ts'

/** An address with an inspection, an area and an observation in it, to hang things on. */
export const addObservation = async ({ db, people }: Office) => {
  const [address] = await db.insert(addresses).values({ combadd: '12 Fern Lane' }).returning()
  const [inspection] = await db
    .insert(inspections)
    .values({ source: 'Complaint', address_id: address!.id, inspector_id: people.ons.id })
    .returning()
  const [area] = await db.insert(areas).values({ name: 'Stairs', inspection_id: inspection!.id }).returning()
  const [observation] = await db
    .insert(observations)
    .values({ area_id: area!.id, content: 'Loose tread', user_id: people.ons.id })
    .returning()
  return { addressId: address!.id, inspectionId: inspection!.id, areaId: area!.id, observationId: observation!.id }
}

/** The same with a photo. */
export const addPhotographed = async (town: Office) => {
  const { observationId } = await addObservation(town)
  await ask(town, calls.addPhoto, {
    params: { observationId },
    files: [{ name: 'stairs.jpg', bytes: await jpeg() }],
    headers: { 'Idempotency-Key': 'photo-1' },
  })
}

/** A real JPEG of one colour; the same arguments give the same bytes. */
export const jpeg = async (width = 64, height = 48) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#7a5230' } })
      .jpeg()
      .toBuffer(),
  )

/** The multipart body of an upload of one file. */
export const uploadOf = (bytes: Uint8Array, name: string, fields: Record<string, string> = {}) => {
  const form = new FormData()
  form.set('files', new File([new Uint8Array(bytes)], name))
  for (const [field, text] of Object.entries(fields)) form.set(field, text)
  return form
}
