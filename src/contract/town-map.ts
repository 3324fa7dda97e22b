import * as z from 'zod/mini'
import { get } from './endpoint.ts'

/** The town's own map, one PMTiles file. */
const TownMapFile = z.object({
  bytes: z.int().check(z.gte(1)),
  /** Differs for each file. */
  version: z.string(),
  /** A URL for the file and for ranges of it, valid for a while without a session. */
  url: z.string(),
})
export type TownMapFile = z.infer<typeof TownMapFile>

export const townMap = {
  /** Our extension; `file` is null in a town without its own map. */
  file: get('X60', '/map', z.object({ file: z.nullable(TownMapFile) })),
}
