import type { DoubleKind } from '../contract/merge.ts'

/** The word for the rows of a table, singular and plural. */
const names: Readonly<Record<string, readonly [one: string, many: string]>> = {
  inspections: ['inspection or complaint', 'inspections and complaints'],
  complaints: ['complaint', 'complaints'],
  contact_comments: ['comment', 'comments'],
  comments: ['comment', 'comments'],
  violations: ['violation', 'violations'],
  licenses: ['license', 'licenses'],
  permits: ['permit', 'permits'],
  businesses: ['business', 'businesses'],
  areas: ['area', 'areas'],
  citations: ['citation', 'citations'],
  units: ['unit', 'units'],
  premise_alerts: ['alert', 'alerts'],
  address_contacts: ['link of an address and a contact', 'links of addresses and contacts'],
  business_contacts: ['link of a business and a contact', 'links of businesses and contacts'],
  links: ['link', 'links'],
}

/** '3 violations'. */
export const howMany = (table: string, count: number): string =>
  `${count} ${names[table]?.[count === 1 ? 0 : 1] ?? table}`

/** Counts by table in the order of this list, whatever order the database keeps them in. */
export const inOrder = (counts: Readonly<Record<string, number>>): { what: string; count: number }[] =>
  Object.keys(names).flatMap((what) => {
    const count = counts[what]
    return count === undefined ? [] : [{ what, count }]
  })

/**
 * The labels of fields in a comparison of contacts, businesses and addresses; other fields are labelled by their names.
 */
const fieldNames: Readonly<Record<string, string>> = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  notes: 'Notes',
  hidden: 'Hidden',
  trading_as: 'Trading as',
  address_id: 'Place',
  website: 'Website',
  is_closed: 'Closed',
  opened_on: 'Opened on',
  employee_count: 'Employees',
  combadd: 'Address',
  property_name: 'Property name',
  aka: 'Also known as',
  streetnumb: 'Street number',
  streetname: 'Street name',
  streettype: 'Street type',
  premisezip: 'Zip',
  ownername: 'Owner',
  owneraddress: 'Owner’s address',
  ownercity: 'Owner’s city',
  ownerstate: 'Owner’s state',
  ownerzip: 'Owner’s zip',
  owneroccupiedin: 'Owner occupied',
  vacancy_status: 'Vacancy status',
  vacant: 'Vacant',
  absent: 'Absent',
  district: 'District',
  property_id: 'Property number',
  pid: 'Number at the source',
  landusecode: 'Land use code',
  zoning: 'Zoning',
  property_type: 'Property type',
  proptype: 'Property type number',
  outstanding: 'Outstanding',
  latitude: 'Place on the map',
}

export const fieldName = (field: string): string => fieldNames[field] ?? field

/** The common values of two records that seem to be one. */
const likenesses = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  address: 'address',
  propertyNumber: 'property number',
} as const

/** 'Same name and phone'. */
export const likenessText = (same: readonly (keyof typeof likenesses)[]): string =>
  `Same ${same.map((it) => likenesses[it]).join(' and ')}`

/** The word for records of a kind. */
export const kindWords: Record<DoubleKind, string> = {
  contact: 'Contacts',
  business: 'Businesses',
  address: 'Addresses',
}
