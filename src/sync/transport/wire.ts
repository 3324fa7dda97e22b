import * as z from 'zod/mini'
import { urlOf } from '../../contract/call-name.ts'
import { filesOf, type OutboxEntry, type Wire } from '../../db/outbox.ts'
import * as schemas from '../../db/outbox-entry.ts'
import type { BlobRow } from '../../db/photos.ts'
import type { Asked, Command } from '../../records/command.ts'
import { travelName } from '../../rules/file-names.ts'
import { asItIs, makeReady, sentBytes } from '../capture/ready.ts'
import { type Device, isOurs } from '../device/device.ts'
import type { FilePart } from './send.ts'

/** The request made from an entry, with the server's ids. It is frozen in the entry before it first leaves (I13). */
export function wireOf(
  command: Command,
  asked: Asked,
  ours: boolean,
  ifMatch: string | null,
  fields: [string, string][] = [],
): Wire {
  const { method, path, encoding } = command.endpoint
  const wire: Wire = { method, url: urlOf(path, asked.params), encoding, ...(ifMatch ? { ifMatch } : {}) }
  if (encoding === 'json') return { ...wire, text: JSON.stringify(asked.body) }
  if (encoding === 'none') return wire
  return { ...wire, fields: [...formFields(asked.body, ours), ...fields] }
}

/** The request as it first left (I13); null if it has not left yet. Throws if it is damaged, so that it is held. */
export function frozenWire(entry: OutboxEntry): Wire | null {
  const wire = entry.wire ?? null
  if (wire !== null && !z.safeParse(schemas.Wire, wire).success) throw new Error('wire')
  return wire
}

/**
 * A body as form fields. On our server an empty field clears the value. A documented one refuses that for numbers and
 * treats a missing field as empty, so null is left out there.
 */
function formFields(body: unknown, ours: boolean): [string, string][] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || (value === null && !ours)) return []
    return [[name, value === null ? '' : String(value)]]
  })
}

/** Files to send, and the form fields that go with them. */
interface Load {
  parts: FilePart[]
  fields: [string, string][]
}

/** Reads the bytes that an entry carries and the fields that go with them; null if some are not on this device. */
export async function loadOf(device: Device, entry: OutboxEntry, command: Command): Promise<Load | null> {
  const load: Load = { parts: [], fields: [] }
  const facts: unknown[] = []
  for (const file of filesOf(entry)) {
    // The app may have been closed between storing a picture and shrinking it, and only a page can shrink.
    if (device.shrink) await makeReady(device.db, file, device.shrink)
    else await asItIs(device.db, file)
    const photo = await device.db.photos.get(file)
    if (!photo) return null
    const sends = sentBytes(photo)
    const blob: BlobRow | undefined = await device.db.blobs.get([photo.id, sends.part])
    if (!blob || blob.bytes.byteLength === 0) return null
    facts.push({ ...photo.facts, sha256: sends.sha256, clock_offset_ms: entry.clockOffsetMs })
    load.parts.push({
      id: photo.id,
      field: command.endpoint.files,
      filename: travelName(photo.id, sends.type),
      type: sends.type,
      // Now, so that the browser has copied them by the time this file may leave.
      bytes: new Blob([blob.bytes]),
    })
  }
  // A documented server takes the facts of one picture only.
  if (facts.length === 1) load.fields.push(['capture_metadata', JSON.stringify(facts[0])])
  else if (facts.length > 1 && isOurs(device)) load.fields.push(['capture_metadata', JSON.stringify(facts)])
  return load
}
