import type { Route } from '../endpoint.ts'
import { addressRoutes } from './address.ts'
import { alertRoutes } from './alert.ts'
import { answerRoutes } from './answer.ts'
import { areaRoutes } from './area.ts'
import { auditRoutes } from './audit.ts'
import { businessRoutes } from './business.ts'
import { citationRoutes } from './citation.ts'
import { codeRoutes } from './code.ts'
import { commentRoutes } from './comment.ts'
import { contactRoutes } from './contact.ts'
import { dashboardRoutes } from './dashboard.ts'
import { evidenceRoutes } from './evidence.ts'
import { inspectionRoutes } from './inspection.ts'
import { licenseRoutes } from './license.ts'
import { mergeRoutes } from './merge.ts'
import { observationRoutes } from './observation.ts'
import { passkeyRoutes } from './passkey.ts'
import { passwordRoutes } from './password.ts'
import { permitRoutes } from './permit.ts'
import { roomRoutes } from './room.ts'
import { savedViewRoutes } from './saved-view.ts'
import { serviceRoutes } from './service.ts'
import { sirRoutes } from './sir.ts'
import { statisticsRoutes } from './statistics.ts'
import { townRoutes } from './town.ts'
import { townMapRoutes } from './town-map.ts'
import { unitRoutes } from './unit.ts'
import { userRoutes } from './user.ts'
import { violationRoutes } from './violation.ts'

/** All routes of records, one line per record type. */
export const recordRoutes: readonly Route[] = [
  ...addressRoutes,
  ...alertRoutes,
  ...answerRoutes,
  ...areaRoutes,
  ...auditRoutes,
  ...businessRoutes,
  ...citationRoutes,
  ...codeRoutes,
  ...commentRoutes,
  ...contactRoutes,
  ...dashboardRoutes,
  ...evidenceRoutes,
  ...inspectionRoutes,
  ...licenseRoutes,
  ...mergeRoutes,
  ...observationRoutes,
  ...passkeyRoutes,
  ...passwordRoutes,
  ...permitRoutes,
  ...roomRoutes,
  ...savedViewRoutes,
  ...serviceRoutes,
  ...sirRoutes,
  ...statisticsRoutes,
  ...townRoutes,
  ...townMapRoutes,
  ...unitRoutes,
  ...userRoutes,
  ...violationRoutes,
]
