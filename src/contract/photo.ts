import * as z from 'zod/mini'
import { walkerOf } from './marks.ts'
import type { Schema } from './schema.ts'
import { anyKept, Moment } from './text.ts'

const fileAddresses = z.registry<{ of: 'file' }>()

/** The URL of a file. Marked, so that a front finds exactly these in an answer. */
const fileAddress = () => {
  const schema = z.string()
  fileAddresses.add(schema, { of: 'file' })
  return schema
}

const marked = walkerOf((schema) => fileAddresses.has(schema as z.ZodMiniType))

/** Whether values of a schema can contain file URLs. */
export const hasFileAddresses = (schema: Schema): boolean => marked.has(schema)

/** A copy of `value` with every marked file URL replaced; a value that is no text stays. */
export const mapFileAddresses = (schema: Schema, value: unknown, replace: (address: string) => string): unknown =>
  marked.map(schema, value, (_, address) => (typeof address === 'string' ? replace(address) : address))

/** What the phone knew when the picture was taken (gap G-10), as JSON in the form field `capture_metadata`. */
export const CaptureFacts = z.object({
  taken_at: z.nullish(Moment),
  lat: z.nullish(z.number().check(z.gte(-90), z.lte(90))),
  lng: z.nullish(z.number().check(z.gte(-180), z.lte(180))),
  accuracy: z.nullish(z.number()),
  sha256: z.nullish(z.string()),
  /** The hash of the picture as taken; a smaller copy of it may be what is sent. */
  original_sha256: z.nullish(z.string()),
  /** The hash of the stored original, if this is a marked-up copy. */
  copy_of: z.nullish(z.string()),
  /** Server clock minus device clock, in milliseconds. */
  clock_offset_ms: z.nullish(z.number()),
})
export type CaptureFacts = z.infer<typeof CaptureFacts>

/** What is known about a file's origin. All of it is our extension. */
const origin = {
  /** The hash of the bytes as received. */
  sha256: z.nullish(z.string()),
  /** What the phone knew when the picture was taken. */
  capture: z.nullish(CaptureFacts),
  user_id: z.nullish(z.number()),
  device: z.nullish(z.string()),
}

/**
 * A file of a record, as a server lists it. Only `url` is certain: a documented server gives observation photos an id
 * and a url, others a filename and a content type.
 */
export const Photo = z.object({
  id: z.nullish(z.number()),
  url: fileAddress(),
  filename: z.nullish(z.string()),
  content_type: z.nullish(z.string()),
  poster_url: z.nullish(fileAddress()),
  created_at: z.nullish(Moment),
  /** The code sections that a photo of a violation proves, where the sender named any. Our extension. */
  code_ids: z.nullish(z.array(z.number())),
  ...origin,
})
export type Photo = z.infer<typeof Photo>

/** The fields beside the file in an upload. For several files: a list of facts, one for each in order. */
export const PhotoFields = z.object({ capture_metadata: z.optional(anyKept) })

/** The answer to an upload. Ours names what was stored; a documented server sends only `detail`, or only a list. */
export const Uploaded = z
  .object({
    detail: z.optional(z.string()),
    uploaded: z.optional(
      z.array(
        z.object({
          filename: z.nullish(z.string()),
          content_type: z.nullish(z.string()),
          sha256: z.nullish(z.string()),
          url: z.nullish(fileAddress()),
        }),
      ),
    ),
  })
  .check(
    z.refine(({ detail, uploaded }) => detail !== undefined || uploaded !== undefined, 'Not the answer to an upload'),
  )
export type Uploaded = z.infer<typeof Uploaded>

/** A document as the answer itself, not JSON about it. */
export const Download = z.instanceof(Blob)

/** `?download=true`: the same list with URLs that the browser saves instead of showing. */
export const AsDownload = z.object({ download: z.optional(z.literal('true')) })

/** A file of a comment on a person or violation: no id, no stamps. */
export const Attachment = z.object({
  url: fileAddress(),
  filename: z.nullish(z.string()),
  content_type: z.nullish(z.string()),
  created_at: z.nullish(Moment),
  ...origin,
})
export type Attachment = z.infer<typeof Attachment>
