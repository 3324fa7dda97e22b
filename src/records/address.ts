import { AddressFields, addresses, WholeAddress } from '../contract/address.ts'
import type { Id } from '../contract/id.ts'
import { addressFieldList } from '../rules/address-fields.ts'
import { isVacant, vacancyText } from '../rules/vacancy.ts'
import { command } from './command.ts'
import { changedFields, mergeWhole } from './merge.ts'
import { listQuery, oneQuery } from './query.ts'

export const addressById = (addressId: Id) => oneQuery('address', addresses.one, { addressId }, addressId)

/** Addresses that are not simply occupied (VA-01). An address that the answer leaves out is occupied. */
export const addressesByVacancy = () =>
  listQuery(
    'address',
    addresses.byVacancyStatus,
    {},
    { only: (row) => isVacant(row.vacancy_status), list: 'vacant', leftOut },
  )

const leftOut = { vacancy_status: 'occupied' }

const changed = ({ addressId }: { addressId: Id }) => ({ type: 'address' as const, id: addressId })
const fresh = ({ params }: { params: { addressId: Id } }) => addressById(params.addressId)

/**
 * Saves the address form (AD-07). The call takes the whole record, so fields that are not in the form are sent back
 * unchanged.
 */
export const saveAddress = command(addresses.save, {
  changes: changed,
  replaces: true,
  compares: {
    fields: Object.keys(AddressFields.shape),
    fresh,
    onConflict: 'ask',
    merge: mergeWhole<WholeAddress>(WholeAddress.shape),
  },
  write: (db, asked) => db.rows('address').update(asked.params.addressId, changedFields(asked)),
  words: (asked) => `Address changed: ${addressFieldList(changedFields(asked))}`,
})

/** Changes only the vacancy, from the list of addresses by vacancy (VA-02, VA-03). */
export const setVacancyStatus = command(addresses.setVacancyStatus, {
  changes: changed,
  replaces: true,
  compares: { fields: ['vacancy_status'], fresh, onConflict: 'ask' },
  write: (db, { params, body }) => db.rows('address').update(params.addressId, { vacancy_status: body.vacancy_status }),
  words: ({ body }) => `Vacancy status set to ${vacancyText(body.vacancy_status)}`,
})

/**
 * A new address (VA-06). No field is required, so after a lost answer it is looked for by the first field that is
 * filled.
 */
export const addAddress = command(addresses.add, {
  makes: 'address',
  write: (db, { body, id, at }) => {
    const stamp = new Date(at).toISOString()
    return db.rows('address').put({ ...body, id, created_at: stamp, updated_at: stamp })
  },
  async listedIn(_, { body }) {
    const query = body.combadd ?? body.property_name ?? body.ownername
    return query
      ? listQuery('address', addresses.search, {}, { search: { query, limit: 50 }, answers: 'some' })
      : listQuery('address', addresses.list, {}, { search: { limit: 50 }, answers: 'some' })
  },
  knownBy: ({ body }) => ({
    combadd: body.combadd,
    property_name: body.property_name,
    ownername: body.ownername,
    owneraddress: body.owneraddress,
    ownerzip: body.ownerzip,
  }),
  words: ({ body }) => `New address ${body.combadd ?? body.property_name ?? body.ownername ?? 'without details'}`,
})
