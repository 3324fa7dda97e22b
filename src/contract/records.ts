import type * as z from 'zod/mini'
import { Address } from './address.ts'
import { PremiseAlert } from './alert.ts'
import { PromptAnswer } from './answer.ts'
import { Area } from './area.ts'
import { Business } from './business.ts'
import { Citation } from './citation.ts'
import { CodeSection } from './code.ts'
import { Comment, ContactComment } from './comment.ts'
import { Contact } from './contact.ts'
import type { RecordType } from './id.ts'
import { Inspection } from './inspection.ts'
import { License } from './license.ts'
import { Observation } from './observation.ts'
import { Permit } from './permit.ts'
import { Prompt, Room } from './room.ts'
import { Service } from './service.ts'
import { Unit } from './unit.ts'
import { User } from './user.ts'
import { Violation, ViolationComment } from './violation.ts'

/** The schema of every record type, used to parse the rows of `GET /sync/changes`. */
export const recordSchemas = {
  address: Address,
  unit: Unit,
  inspection: Inspection,
  area: Area,
  observation: Observation,
  violation: Violation,
  violationComment: ViolationComment,
  citation: Citation,
  comment: Comment,
  contact: Contact,
  contactComment: ContactComment,
  business: Business,
  code: CodeSection,
  room: Room,
  prompt: Prompt,
  license: License,
  permit: Permit,
  user: User,
  alert: PremiseAlert,
  answer: PromptAnswer,
  service: Service,
} as const satisfies Record<RecordType, z.ZodMiniType>
