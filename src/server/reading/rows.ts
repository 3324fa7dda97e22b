import { inArray } from 'drizzle-orm'
import type { RecordType } from '../../contract/id.ts'
import {
  citations,
  comments,
  contactComments,
  licenses,
  permits,
  violationComments,
  violations,
} from '../store/case-tables.ts'
import { addresses, businesses, codes, contacts, prompts, rooms, units, users } from '../store/town-tables.ts'
import { areas, inspections, observations } from '../store/visit-tables.ts'
import { readAddresses } from './address.ts'
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
import { readUnits } from './unit.ts'
import { readUsers } from './user.ts'
import { readViolationComments, readViolations } from './violation.ts'

/** The rows of given ids, in any order; ids without a row are left out. */
type ReadRows = (ask: Reader, ids: number[]) => Promise<{ id: number }[]>

/** How the rows of each record type are read, exactly as the documented lists show them. */
export const rowsOf: Record<RecordType, ReadRows> = {
  address: (ask, ids) => readAddresses(ask, { where: inArray(addresses.id, ids) }),
  unit: (ask, ids) => readUnits(ask, { where: inArray(units.id, ids) }),
  inspection: (ask, ids) => readInspections(ask, { where: inArray(inspections.id, ids) }),
  area: (ask, ids) => readAreas(ask, { where: inArray(areas.id, ids) }),
  observation: (ask, ids) => readObservations(ask, { where: inArray(observations.id, ids) }),
  violation: (ask, ids) => readViolations(ask, { where: inArray(violations.id, ids) }),
  violationComment: (ask, ids) => readViolationComments(ask, { where: inArray(violationComments.id, ids) }),
  citation: (ask, ids) => readCitations(ask, { where: inArray(citations.id, ids) }),
  comment: (ask, ids) => readComments(ask, { where: inArray(comments.id, ids) }),
  contact: (ask, ids) => readContacts(ask, { where: inArray(contacts.id, ids) }),
  contactComment: (ask, ids) => readContactComments(ask, { where: inArray(contactComments.id, ids) }),
  business: (ask, ids) => readBusinesses(ask, { where: inArray(businesses.id, ids) }),
  code: (ask, ids) => readCodes(ask, { where: inArray(codes.id, ids) }),
  room: (ask, ids) => readRooms(ask, { where: inArray(rooms.id, ids) }),
  prompt: (ask, ids) => readPrompts(ask, { where: inArray(prompts.id, ids) }),
  license: (ask, ids) => readLicenses(ask, { where: inArray(licenses.id, ids) }),
  permit: (ask, ids) => readPermits(ask, { where: inArray(permits.id, ids) }),
  user: (ask, ids) => readUsers(ask, { where: inArray(users.id, ids) }),
}
