import type { RecordType } from '../../contract/id.ts'
import { readAddresses } from './address.ts'
import { readAlerts } from './alert.ts'
import { readAnswers } from './answer.ts'
import { readAreas } from './area.ts'
import { readBusinesses } from './business.ts'
import { readCitations } from './citation.ts'
import { readCodes } from './code.ts'
import { readComments, readContactComments } from './comment.ts'
import { readContacts } from './contact.ts'
import { readInspections } from './inspection.ts'
import { readLicenses, readPermits } from './license.ts'
import { readObservations } from './observation.ts'
import type { Reader } from './page.ts'
import { readPrompts, readRooms } from './room.ts'
import { readServices } from './service.ts'
import { readUnits } from './unit.ts'
import { readUsers } from './user.ts'
import { readViolationComments, readViolations } from './violation.ts'

/** The rows of given ids, in any order; ids without a row are left out. */
type ReadRows = (ask: Reader, ids: number[]) => Promise<{ id: number }[]>

/** How the rows of each record type are read, exactly as the documented lists show them. */
export const rowsOf: Record<RecordType, ReadRows> = {
  address: (ask, ids) => readAddresses(ask, { ids }),
  unit: (ask, ids) => readUnits(ask, { ids }),
  inspection: (ask, ids) => readInspections(ask, { ids }),
  area: (ask, ids) => readAreas(ask, { ids }),
  observation: (ask, ids) => readObservations(ask, { ids }),
  violation: (ask, ids) => readViolations(ask, { ids }),
  violationComment: (ask, ids) => readViolationComments(ask, { ids }),
  citation: (ask, ids) => readCitations(ask, { ids }),
  comment: (ask, ids) => readComments(ask, { ids }),
  contact: (ask, ids) => readContacts(ask, { ids }),
  contactComment: (ask, ids) => readContactComments(ask, { ids }),
  business: (ask, ids) => readBusinesses(ask, { ids }),
  code: (ask, ids) => readCodes(ask, { ids }),
  room: (ask, ids) => readRooms(ask, { ids }),
  prompt: (ask, ids) => readPrompts(ask, { ids }),
  license: (ask, ids) => readLicenses(ask, { ids }),
  permit: (ask, ids) => readPermits(ask, { ids }),
  user: (ask, ids) => readUsers(ask, { ids }),
  alert: (ask, ids) => readAlerts(ask, { ids }),
  answer: (ask, ids) => readAnswers(ask, { ids }),
  service: (ask, ids) => readServices(ask, { ids }),
}
