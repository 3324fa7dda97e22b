import * as z from 'zod/mini'
import { recordTypes } from '../../contract/id.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import { EntryHead } from '../../db/outbox-entry.ts'
import type { BlobRow, PhotoRow } from '../../db/photos.ts'
import type { PossibleDuplicate } from '../acknowledge/possible-duplicates.ts'
import { rescueMark } from './rescue-mark.ts'

/* The file of a rescue copy: its mark, the length of its manifest, the manifest, and the files one after the other. */

export interface Manifest {
  userId: number
  /** The name of its database, which says the town. Copies of older versions have none. */
  database?: string
  madeAt: number
  entries: OutboxEntry[]
  photos: PhotoRow[]
  /** The type and size of each file. Their bytes follow the manifest in this order. */
  blobs: { photo: string; part: BlobRow['part']; type: string; size: number }[]
  ids: { type: (typeof recordTypes)[number]; local: number; server: number }[]
  /** Possible duplicates that nobody has decided. Copies of older versions have none. */
  seconds?: PossibleDuplicate[]
}

/** The parts that every rescue copy has. */
const Head = z.looseObject({
  userId: z.number(),
  database: z.optional(z.string()),
  entries: z.array(EntryHead),
  photos: z.array(z.looseObject({ id: z.string() })),
  blobs: z.array(
    z.object({ photo: z.string(), part: z.enum(['original', 'web', 'thumb']), type: z.string(), size: z.number() }),
  ),
  seconds: z.optional(
    z.array(z.looseObject({ key: z.string(), command: z.string(), words: z.string(), on: z.string() })),
  ),
  ids: z.array(z.object({ type: z.enum(recordTypes), local: z.number(), server: z.number() })),
})

/** A rescue copy that is being read. */
export interface Copy {
  manifest: Manifest
  /** Where the files begin. */
  start: number
}

/** Reads everything but the files. Throws a DOMException if the browser cannot read the file. */
export async function readCopy(file: Blob): Promise<Copy | 'notOurs' | 'damaged'> {
  const text = await file.slice(0, rescueMark.length + 20).text()
  if (!text.startsWith(rescueMark)) return 'notOurs'
  const size = text.slice(rescueMark.length).split('\n')[0] ?? ''
  const from = rescueMark.length + size.length + 1
  const start = from + Number(size)
  if (!(start <= file.size)) return 'damaged'
  const words = await file.slice(from, start).text()
  try {
    const json: unknown = JSON.parse(words)
    const head = z.safeParse(Head, json)
    if (!head.success || start + head.data.blobs.reduce((sum, it) => sum + it.size, 0) !== file.size) return 'damaged'
    // The head was checked; every entry is checked and repaired when it is imported.
    return { manifest: json as Manifest, start }
  } catch {
    // Cut off or altered: JSON.parse fails, and the user is told.
    return 'damaged'
  }
}
