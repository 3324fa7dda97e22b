import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/** The last entry of a backup: without it the backup was not finished. */
export const MANIFEST = 'manifest.json'

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** What a backup holds, by which all of it is checked before anything is restored. */
export const Manifest = z.object({
  format: z.literal('codesoft-backup'),
  version: z.literal(1),
  madeAt: z.string(),
  townName: z.string(),
  /** The newest migration of the database that was backed up. */
  migration: z.number(),
  /** In an order in which a row comes after those that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** The last number that each sequence gave. */
  sequences: z.record(z.string(), z.string()),
  /** Every other entry of the archive. */
  entries: z.record(z.string(), z.object({ bytes: z.int(), sha256: Sha256 })),
  /** Keys of files that records name and the file store did not have. */
  missingFiles: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** 'tables/users.0001.jsonl': rows of one table, a JSON object a line. */
export const partName = (table: string, part: number) => `tables/${table}.${String(part).padStart(4, '0')}.jsonl`

/** The table whose rows an entry holds; undefined for any other entry. */
export const tableOfPart = (name: string) => /^tables\/(\w+)\.\d+\.jsonl$/.exec(name)?.[1]

/** 'files/3f/3f…': stored bytes under their key. */
export const fileName = (key: string) => `files/${key.slice(0, 2)}/${key}`

/** The key whose bytes an entry holds; undefined for any other entry. */
export const keyOfFile = (name: string) => /^files\/[0-9a-f]{2}\/([0-9a-f]{40})$/.exec(name)?.[1]

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
