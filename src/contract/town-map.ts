import * as z from 'zod/mini'
import { get } from './endpoint.ts'

/** The town's own map, one file in the form PMTiles. */
const TownMapFile = z.object({
  bytes: z.int().check(z.gte(1)),
  /** Another file has another one. */
  version: z.string(),
  /** Where the file, or ranges of its bytes, can be had for a while without a session. */
  url: z.string(),
})
export type TownMapFile = z.infer<typeof TownMapFile>

export const townMap = {
  /** An extension of ours; `file` is null in a town that has no map of its own. */
  file: get('X60', '/map', z.object({ file: z.nullable(TownMapFile) })),
}
