import { addAddress, saveAddress, setVacancyStatus } from './address.ts'
import { addAlert, changeAlert } from './alert.ts'
import { addAnswer, setAnswer } from './answer.ts'
import { addArea, addUnitArea } from './area.ts'
import { addBusiness, saveBusiness } from './business.ts'
import { addCitation, setCitationStatus } from './citation.ts'
import type { Command } from './command.ts'
import { addAddressComment, addContactComment, addUnitComment, addUnitCommentWithFiles } from './comment.ts'
import { addContact, saveContact } from './contact.ts'
import { linkAddressContact, linkBusinessContact, unlinkAddressContact, unlinkBusinessContact } from './contact-link.ts'
import {
  addInspectionPhoto,
  assignInspector,
  scheduleInspection,
  setInspectionContact,
  setInspectionStatus,
} from './inspection.ts'
import { addInspection } from './inspection-add.ts'
import { addObservation, addObservationPhoto, flagObservation } from './observation.ts'
import { addService, voidService } from './service.ts'
import { addUnit, renameUnit } from './unit.ts'
import {
  abateViolation,
  addViolation,
  addViolationAtAddress,
  addViolationPhoto,
  assignViolation,
  extendDeadline,
  reopenViolation,
} from './violation.ts'
import { addViolationComment, addViolationCommentWithFiles } from './violation-comment.ts'

/** Everything that can wait in the outbox. The engine knows commands only by name, so their types end here. */
const all = [
  addAddress,
  saveAddress,
  setVacancyStatus,
  addUnit,
  renameUnit,
  addArea,
  addUnitArea,
  addObservation,
  flagObservation,
  addObservationPhoto,
  setInspectionStatus,
  scheduleInspection,
  assignInspector,
  setInspectionContact,
  addInspectionPhoto,
  addInspection,
  addBusiness,
  addViolation,
  addViolationAtAddress,
  addViolationPhoto,
  extendDeadline,
  abateViolation,
  reopenViolation,
  assignViolation,
  addViolationComment,
  addViolationCommentWithFiles,
  addCitation,
  setCitationStatus,
  addContact,
  saveContact,
  linkAddressContact,
  unlinkAddressContact,
  linkBusinessContact,
  unlinkBusinessContact,
  addAddressComment,
  addUnitComment,
  addUnitCommentWithFiles,
  addContactComment,
  saveBusiness,
  addAlert,
  changeAlert,
  addAnswer,
  setAnswer,
  addService,
  voidService,
] as unknown as Command[]

/** All commands, by the call that each becomes. */
export const commands: ReadonlyMap<string, Command> = new Map(all.map((it) => [it.name, it]))
