import type { Route } from '../endpoint.ts'
import { addressRoutes } from './address.ts'
import { areaRoutes } from './area.ts'
import { businessRoutes } from './business.ts'
import { codeRoutes } from './code.ts'
import { commentRoutes } from './comment.ts'
import { contactRoutes } from './contact.ts'
import { inspectionRoutes } from './inspection.ts'
import { observationRoutes } from './observation.ts'
import { roomRoutes } from './room.ts'
import { unitRoutes } from './unit.ts'
import { userRoutes } from './user.ts'
import { violationRoutes } from './violation.ts'

/** Every call that works on records; one line per record type. */
export const recordRoutes: readonly Route[] = [
  ...addressRoutes,
  ...areaRoutes,
  ...businessRoutes,
  ...codeRoutes,
  ...commentRoutes,
  ...contactRoutes,
  ...inspectionRoutes,
  ...observationRoutes,
  ...roomRoutes,
  ...unitRoutes,
  ...userRoutes,
  ...violationRoutes,
]
