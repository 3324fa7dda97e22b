import type { router as appRouter } from './routes.tsx'
import { whenIdle } from './when-idle.ts'

const inspection = '/inspection/$inspectionId'
const conduct = '/inspections/$inspectionId/conduct'
const area = '/inspections/$inspectionId/area/$areaId'
const review = '/inspections/$inspectionId/review'

const followUp = '/address/$addressId/follow-up'

type Router = typeof appRouter
type Path = keyof Router['routesByPath']

/**
 * The screens that people open from a screen, most frequent first: the round of an inspection, and from lists their
 * records.
 */
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
/** From anywhere: the page that says whether the work was sent. */
const always: Path = '/unsent'

/** The pause before each in a browser that cannot tell when it is idle (Safari) (ms). */
const otherwiseMs = 300

/** From now on loads the code of the likely next screens, one at a time, while the page is idle. */
export function prefetchNext(router: Router): void {
  let turn = 0
  const prefetch = () => {
    const mine = ++turn
    const here = router.state.matches.at(-1)?.fullPath
    const waiting: Path[] = [...((here && likely[here]) ?? []), always]
    const next = () => {
      const path = waiting.shift()
      if (!path || mine !== turn) return
      // Without signal before the app is installed, the code is loaded when the screen is opened.
      const fetched = Promise.resolve(router.loadRouteChunk(router.routesByPath[path])).catch(() => undefined)
      void fetched.then(() => whenIdle(next, otherwiseMs))
    }
    whenIdle(next, otherwiseMs)
  }
  router.subscribe('onResolved', prefetch)
  prefetch()
}
