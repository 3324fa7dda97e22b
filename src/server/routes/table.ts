import type { Route } from '../endpoint.ts'
import { areaRoutes } from './area.ts'
import { codeRoutes } from './code.ts'
import { contactRoutes } from './contact.ts'
import { inspectionRoutes } from './inspection.ts'
import { observationRoutes } from './observation.ts'
import { roomRoutes } from './room.ts'
import { unitRoutes } from './unit.ts'
import { userRoutes } from './user.ts'

/** Every call that works on records; one line per record type. */
export const recordRoutes: readonly Route[] = [
  ...userRoutes,
  ...unitRoutes,
  ...codeRoutes,
  ...contactRoutes,
  ...roomRoutes,
  ...inspectionRoutes,
  ...areaRoutes,
  ...observationRoutes,
]
