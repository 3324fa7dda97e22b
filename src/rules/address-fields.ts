import type { AddressFields } from '../contract/address.ts'

/** The fields that the edit of an address offers, in its order, with their names on screen (AD-08). */
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

/** The name of a field of an address, undefined for a field that its form does not have. */
export const addressFieldName = (field: string): string | undefined =>
  Object.entries(addressFieldNames).find(([name]) => name === field)?.[1]

/** Those of the fields that these values have, in the form's words: 'Owner Name, AKA'. */
export const addressFieldList = (values: object): string =>
  Object.entries(addressFieldNames)
    .filter(([name]) => name in values)
    .map(([, words]) => words)
    .join(', ')
