import type { Id } from '../../contract/id.ts'

/** The name of an inspection's pack. */
export const packName = (inspectionId: Id) => `Inspection #${inspectionId}`

const placeBegins = 'Violations at '

/** The name of the pack of an address that needs a visit only for its violations. Two may have the same address. */
export const placePackName = (addressId: Id) => `${placeBegins}#${addressId}`

/** What is shown for it. */
export const placePackTitle = (combadd: string) => `${placeBegins}${combadd}`

/** Whether it is the pack of such an address. */
export const isPlacePack = (name: string): boolean => name.startsWith(placeBegins)

/** The lists that all inspections share; each is a pack. */
export const sharedPacks = ['Code sections', 'Rooms and checklists', 'Contacts', 'Inspectors', 'Address book'] as const
