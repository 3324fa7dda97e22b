import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/** The last entry of a backup. A backup without it was not finished. */
export const MANIFEST = 'manifest.json'

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The contents of a backup. All of it is checked against this before anything is restored. */
export const Manifest = z.object({
  format: z.literal('codesoft-backup'),
  version: z.literal(1),
  madeAt: z.string(),
  townName: z.string(),
  /** The newest migration of the database that was backed up. */
  migration: z.number(),
  /** In an order in which each row comes after the rows that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** The last value of each sequence. */
  sequences: z.record(z.string(), z.string()),
  /** All other entries of the archive. */
  entries: z.record(z.string(), z.object({ bytes: z.int(), sha256: Sha256 })),
  /** Keys of files that records name but the file store did not have, or could not read. */
  missingFiles: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** The number of files in a backup. */
export const filesIn = ({ entries }: Manifest): number =>
  Object.keys(entries).filter((name) => keyOfFile(name) !== undefined).length

/** So many files, or a twentieth of all, may be missing from a backup that counts. */
const FEW_MISSING = 20

export const incompleteName = (path: string) => `${path}.incomplete`

/**
 * The name under which a backup is stored. One without any file, or without more than a few, comes from a disk that
 * fails or is not there: with the name of a whole one it would push whole ones out. `acceptsLosses`: the files are known
 * to be lost.
 */
export const storedAs = (path: string, manifest: Manifest, acceptsLosses: boolean): string => {
  const missing = manifest.missingFiles.length
  const there = filesIn(manifest)
  const isIncomplete = missing > 0 && (there === 0 || (missing > FEW_MISSING && missing > (missing + there) / 20))
  return isIncomplete && !acceptsLosses ? incompleteName(path) : path
}

/** 'tables/users.0001.jsonl': rows of one table, one JSON object per line. */
export const partName = (table: string, part: number) => `tables/${table}.${String(part).padStart(4, '0')}.jsonl`

/** The table of an entry; undefined for an entry without rows. */
export const tableOfPart = (name: string) => /^tables\/(\w+)\.\d+\.jsonl$/.exec(name)?.[1]

/** 'files/3f/3f…': stored bytes under their key. */
export const fileName = (key: string) => `files/${key.slice(0, 2)}/${key}`

/** The file key of an entry; undefined for an entry without a file. */
export const keyOfFile = (name: string) => /^files\/[0-9a-f]{2}\/([0-9a-f]{40})$/.exec(name)?.[1]

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
