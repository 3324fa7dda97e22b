import type { Id } from '../../contract/id.ts'

/** The name of an inspection's pack. */
export const packName = (inspectionId: Id) => `Inspection #${inspectionId}`

/** The lists that every inspection shares, each a pack of its own. */
export const sharedPacks = ['Code sections', 'Rooms and checklists', 'Contacts', 'Inspectors', 'Address book'] as const
