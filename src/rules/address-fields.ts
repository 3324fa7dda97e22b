import type { AddressFields } from '../contract/address.ts'

/** The fields in the edit form of an address, in its order, with their names on screen (AD-08). */
export const addressFieldNames: Readonly<Record<keyof AddressFields, string>> = {
  property_name: 'Property Name',
  combadd: 'Combined Address',
  aka: 'AKA',
  streetnumb: 'Street Number',
  streetname: 'Street Name',
  ownername: 'Owner Name',
  owneraddress: 'Owner Address',
  ownerstate: 'Owner State',
  ownerzip: 'Owner ZIP',
  vacancy_status: 'Vacancy Status',
  district: 'District',
  property_id: 'Property ID',
}

/** The label of an address field; undefined for a field that is not in the form. */
export const addressFieldName = (field: string): string | undefined =>
  Object.entries(addressFieldNames).find(([name]) => name === field)?.[1]

/** The labels of the fields in these values: 'Owner Name, AKA'. */
export const addressFieldList = (values: object): string =>
  Object.entries(addressFieldNames)
    .filter(([name]) => name in values)
    .map(([, words]) => words)
    .join(', ')
