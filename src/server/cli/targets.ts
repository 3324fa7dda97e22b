import { vacancyStatuses } from '../../contract/address.ts'
import { textLimits } from '../../contract/text-limits.ts'
import type { Target } from './table-import.ts'

/** The address book. An address is identified by the number of its source, else by its text and property number. */
export const addressTarget: Target = {
  table: 'addresses',
  fields: {
    pid: 'text',
    combadd: 'text',
    property_name: 'text',
    name: 'text',
    aka: 'text',
    streetnumb: 'text',
    streetname: 'text',
    streettype: 'text',
    premisezip: 'text',
    ownername: 'text',
    owneraddress: 'text',
    ownercity: 'text',
    ownerstate: 'text',
    ownerzip: 'text',
    owneroccupiedin: 'text',
    vacancy_status: 'text',
    vacant: 'text',
    absent: 'text',
    district: 'text',
    property_id: 'text',
    landusecode: 'text',
    zoning: 'text',
    property_type: 'text',
    proptype: 'integer',
    outstanding: 'boolean',
    latitude: 'double precision',
    longitude: 'double precision',
  },
  longest: {
    name: textLimits.remark,
    streettype: textLimits.remark,
    premisezip: textLimits.remark,
    ownercity: textLimits.remark,
    owneroccupiedin: textLimits.remark,
    vacant: textLimits.remark,
    absent: textLimits.remark,
    landusecode: textLimits.remark,
    zoning: textLimits.remark,
    property_type: textLimits.remark,
  },
  required: ['combadd'],
  keys: [['pid'], ['combadd', 'property_id']],
  mergedAs: 'address',
  problemOf: ({ latitude, longitude, vacancy_status }) => {
    if (Math.abs(Number(latitude ?? 0)) > 90) return `latitude is ${latitude}`
    if (Math.abs(Number(longitude ?? 0)) > 180) return `longitude is ${longitude}`
    if (vacancy_status !== undefined && !vacancyStatuses.some((known) => known === vacancy_status))
      return `vacancy_status is "${vacancy_status}", not one of ${vacancyStatuses.join(', ')}`
    return undefined
  },
}

/** The municipal code. A section is identified by its chapter and number. */
export const codeTarget: Target = {
  table: 'codes',
  fields: { chapter: 'text', section: 'text', name: 'text', description: 'text', retired: 'boolean' },
  longest: { name: textLimits.remark, description: textLimits.kept },
  required: ['chapter', 'section', 'name'],
  keys: [['chapter', 'section']],
  list: 'codes',
  defaults: { description: "''", retired: 'false' },
}
