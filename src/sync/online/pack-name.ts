import type { Id } from '../../contract/id.ts'

/** The name of an inspection's pack. */
export const packName = (inspectionId: Id) => `Inspection #${inspectionId}`

const placeBegins = 'Violations at '

/** The name of the pack of an address where only violations are to be looked after. */
export const placePackName = (combadd: string) => `${placeBegins}${combadd}`

/** Is it the pack of such an address? */
export const isPlacePack = (name: string): boolean => name.startsWith(placeBegins)

/** The lists that every inspection shares, each a pack of its own. */
export const sharedPacks = ['Code sections', 'Rooms and checklists', 'Contacts', 'Inspectors', 'Address book'] as const
