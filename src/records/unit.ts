import type { Id } from '../contract/id.ts'
import { units } from '../contract/unit.ts'
import { isSameUnitNumber } from '../rules/unit-number.ts'
import { command } from './command.ts'
import { listQuery, oneQuery } from './query.ts'
import { stampOf } from './stamp-of.ts'

export const unitsOfAddress = (addressId: Id) =>
  listQuery('unit', units.ofAddress, { addressId }, { scope: { address_id: addressId } })

export const unitById = (unitId: Id) => oneQuery('unit', units.one, { unitId }, unitId)

/** A unit found in the field. If its number already exists, the server uses that unit (C-25). */
export const addUnit = command(units.add, {
  makes: 'unit',
  write: (db, { params, body, id, at }) =>
    db.rows('unit').put({ id, number: body.number, address_id: params.addressId, created_at: stampOf(body, at) }),
  listedIn: async (_, { params }) => unitsOfAddress(params.addressId),
  knownBy: ({ body }) => ({ number: body.number }),
  standsAlready: (rows, { body }) =>
    rows.find((row) => isSameUnitNumber(String(Reflect.get(row, 'number')), body.number)),
  words: ({ body }) => `New unit ${body.number}`,
})

/** Corrects a unit's number. The server also refuses a number that another unit has (UN-04). */
export const renameUnit = command(units.rename, {
  changes: ({ unitId }) => ({ type: 'unit', id: unitId }),
  write: (db, { params, body }) => db.rows('unit').update(params.unitId, { number: body.number }),
  compares: { fields: ['number'], fresh: ({ params }) => unitById(params.unitId), onConflict: 'ask' },
  replaces: true,
  words: ({ body }) => `Unit number changed to ${body.number}`,
})
