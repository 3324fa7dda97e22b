import { townMap } from '../../contract/town-map.ts'
import { type Route, route } from '../endpoint.ts'
import { townMapAddress, townMapFacts } from '../files/town-map.ts'

/** The town's own map, for phones that keep it. */
export const townMapRoutes: readonly Route[] = [
  route(townMap.file, async ({ config, sign }) => {
    const facts = await townMapFacts(config)
    return { file: facts && { ...facts, url: townMapAddress(sign) } }
  }),
]
