import type { Id } from '../contract/id.ts'

/** The name of an inspection's pack. */
export const packName = (inspectionId: Id) => `Inspection #${inspectionId}`
