import type { Address } from '../contract/address.ts'
import type { PremiseAlert } from '../contract/alert.ts'
import type { PromptAnswer } from '../contract/answer.ts'
import type { Area } from '../contract/area.ts'
import type { Business } from '../contract/business.ts'
import type { Citation } from '../contract/citation.ts'
import type { CodeSection } from '../contract/code.ts'
import type { Comment, ContactComment } from '../contract/comment.ts'
import type { Contact } from '../contract/contact.ts'
import type { Inspection } from '../contract/inspection.ts'
import type { License } from '../contract/license.ts'
import type { Observation } from '../contract/observation.ts'
import type { Permit } from '../contract/permit.ts'
import type { Prompt, Room } from '../contract/room.ts'
import type { Service } from '../contract/service.ts'
import type { Unit } from '../contract/unit.ts'
import type { User } from '../contract/user.ts'
import type { Violation, ViolationComment } from '../contract/violation.ts'

/** The row type of each record type, as in the contract. */
export interface Rows {
  address: Address
  unit: Unit
  inspection: Inspection
  area: Area
  observation: Observation
  violation: Violation
  violationComment: ViolationComment & { violation_id?: number | null }
  citation: Citation
  comment: Comment
  contact: Contact
  contactComment: ContactComment
  business: Business
  code: CodeSection
  room: Room
  prompt: Prompt
  license: License
  permit: Permit
  user: User
  service: Service
  alert: PremiseAlert
  answer: PromptAnswer
}

/** What every row has. */
export interface AnyRow {
  id: number
}
