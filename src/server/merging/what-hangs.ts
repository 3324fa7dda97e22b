import type { DoubleKind } from '../../contract/merge.ts'

/** The tables of records that can be merged; units are merged with their addresses. */
export type MergedType = DoubleKind | 'unit'
export const tableOfMerged = {
  contact: 'contacts',
  business: 'businesses',
  address: 'addresses',
  unit: 'units',
} as const satisfies Record<MergedType, string>

/** Their names in a refusal. */
export const wordFor = { contact: 'Contact', business: 'Business', address: 'Address', unit: 'Unit' } as const

/** Tables whose rows refer to a record of the type, each in the column of that type; except links and units. */
export const hangsOn = {
  contact: ['inspections', 'contact_comments'],
  business: ['inspections', 'violations', 'licenses', 'permits'],
  unit: ['businesses', 'inspections', 'areas', 'violations', 'comments', 'citations'],
  address: ['businesses', 'inspections', 'violations', 'comments', 'licenses', 'premise_alerts'],
} as const satisfies Record<MergedType, readonly string[]>

/** The column by which other rows refer to a record of the type. */
export const columnFor = (type: MergedType) => `${type}_id` as const

export interface LinkTable {
  table: string
  /** The column of the record itself, and that of the one at the other end. */
  own: string
  other: string
  otherType: MergedType
}

/** Tables that link a record with others. */
export const linksOf: Record<MergedType, readonly LinkTable[]> = {
  contact: [
    { table: 'address_contacts', own: 'contact_id', other: 'address_id', otherType: 'address' },
    { table: 'business_contacts', own: 'contact_id', other: 'business_id', otherType: 'business' },
  ],
  business: [{ table: 'business_contacts', own: 'business_id', other: 'contact_id', otherType: 'contact' }],
  address: [{ table: 'address_contacts', own: 'address_id', other: 'contact_id', otherType: 'contact' }],
  unit: [],
}

/** The fields of which one value is kept, in the order on screen. The choice for a field also applies to its `with`. */
export const fieldsOf: Record<DoubleKind, readonly { name: string; with?: readonly string[] }[]> = {
  contact: ['name', 'phone', 'email', 'notes', 'hidden'].map((name) => ({ name })),
  business: [
    { name: 'name' },
    { name: 'trading_as' },
    // A unit belongs to its address.
    { name: 'address_id', with: ['unit_id'] },
    ...['phone', 'email', 'website', 'is_closed', 'opened_on', 'employee_count'].map((name) => ({ name })),
  ],
  address: [
    ...['combadd', 'property_name', 'name', 'aka', 'streetnumb', 'streetname', 'streettype', 'premisezip'],
    ...['ownername', 'owneraddress', 'ownercity', 'ownerstate', 'ownerzip', 'owneroccupiedin', 'vacancy_status'],
    ...['vacant', 'absent', 'district', 'property_id', 'pid', 'landusecode', 'zoning', 'property_type', 'proptype'],
    'outstanding',
  ]
    .map((name): { name: string; with?: readonly string[] } => ({ name }))
    // Latitude and longitude only make sense together.
    .concat({ name: 'latitude', with: ['longitude'] }),
}

/**
 * Records added to the survivor since a merge that belong to something moved back. They are moved too, so that no
 * violation is at another address than its inspection, except in a unit that only the survivor has. `by` is the column
 * of that reference.
 */
export const followers: Partial<
  Record<DoubleKind, readonly { by: string; parent: string; tables: readonly string[] }[]>
> = {
  address: [
    { by: 'unit_id', parent: 'units', tables: ['businesses', 'inspections', 'violations', 'comments'] },
    { by: 'business_id', parent: 'businesses', tables: ['inspections', 'violations', 'licenses'] },
    { by: 'inspection_id', parent: 'inspections', tables: ['violations', 'licenses'] },
  ],
  business: [{ by: 'inspection_id', parent: 'inspections', tables: ['violations', 'licenses', 'permits'] }],
}

/** Rows in a unit, with what puts them at an address. Each parent before its own rows. */
export const inUnits: readonly { by: string; parent: string; table: string }[] = [
  { by: 'business_id', parent: 'businesses', table: 'inspections' },
  { by: 'business_id', parent: 'businesses', table: 'violations' },
  { by: 'inspection_id', parent: 'inspections', table: 'violations' },
  { by: 'inspection_id', parent: 'inspections', table: 'areas' },
  { by: 'violation_id', parent: 'violations', table: 'citations' },
]

/** Rows without an address of their own, by the table of the row whose address they have. */
export const placedBy: Partial<Record<string, { table: string; by: string }>> = {
  inspections: { table: 'permits', by: 'inspection_id' },
  violations: { table: 'notice_services', by: 'violation_id' },
}
