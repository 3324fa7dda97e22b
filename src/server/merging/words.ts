/** What the rows of a table are called, one and many. */
const names: Readonly<Record<string, readonly [one: string, many: string]>> = {
  inspections: ['inspection or complaint', 'inspections and complaints'],
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
  complaints: ['complaint', 'complaints'],
  photos: ['photo or file', 'photos and files'],
}

/** '3 violations'. */
export const howMany = (table: string, count: number): string =>
  `${count} ${names[table]?.[count === 1 ? 0 : 1] ?? table}`
