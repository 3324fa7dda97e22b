import type { router as appRouter } from './routes.tsx'
import { whenIdle } from './when-idle.ts'

const inspection = '/inspection/$inspectionId'
const conduct = '/inspections/$inspectionId/conduct'
const area = '/inspections/$inspectionId/area/$areaId'
const review = '/inspections/$inspectionId/review'

const followUp = '/address/$addressId/follow-up'

type Router = typeof appRouter
type Path = keyof Router['routesByPath']

/** Where people go from a screen, most often first: the round of an inspection, and from lists to what is in them. */
const likely: Partial<Record<Path, readonly Path[]>> = {
  '/': [inspection, conduct, area],
  '/inspections': [inspection, conduct, area],
  [inspection]: [conduct, area, review],
  [conduct]: [area, review, '/inspections/$inspectionId/unit/$unitId'],
  '/inspections/$inspectionId/unit/$unitId': ['/inspections/$inspectionId/unit/$unitId/area/$areaId', review],
  [area]: [conduct, review],
  [review]: [conduct, '/violation/$violationId'],
  '/violations': ['/violation/$violationId'],
  '/complaints': ['/complaint/$complaintId'],
  '/address/$addressId': [inspection, '/violation/$violationId', conduct, followUp],
  '/violation/$violationId': [followUp],
}
/** From anywhere: what says whether the work was sent. */
const always: Path = '/unsent'

/** A page that cannot tell when it is idle (Safari) waits so long before each (ms). */
const otherwiseMs = 300

/** Fetches the code of the likely next screens while the page has nothing else to do, one after the other, from now on. */
export function prefetchNext(router: Router): void {
  let turn = 0
  const prefetch = () => {
    const mine = ++turn
    const here = router.state.matches.at(-1)?.fullPath
    const waiting: Path[] = [...((here && likely[here]) ?? []), always]
    const next = () => {
      const path = waiting.shift()
      if (!path || mine !== turn) return
      // Without signal, and before the app is installed, the code is fetched when the screen is opened.
      const fetched = Promise.resolve(router.loadRouteChunk(router.routesByPath[path])).catch(() => undefined)
      void fetched.then(() => whenIdle(next, otherwiseMs))
    }
    whenIdle(next, otherwiseMs)
  }
  router.subscribe('onResolved', prefetch)
  prefetch()
}
