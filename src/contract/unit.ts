import * as z from 'zod/mini'
import { get, patch, post } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { filledLine, observedAt, stamps } from './text.ts'

/** A dwelling at an address (EN-03). */
export const Unit = z.object({ id: idOf('unit'), number: z.string(), address_id: idOf('address'), ...stamps })
export type Unit = z.infer<typeof Unit>

/** A number is text ('2B'); servers store it in capitals, unique for an address (C-25). */
export const NewUnit = z.object({ number: filledLine('Unit number is required'), ...observedAt })
export type NewUnit = z.infer<typeof NewUnit>

export const units = {
  ofAddress: get('B8', '/addresses/:addressId/units', z.array(Unit)),
  add: post('B9', '/addresses/:addressId/units', NewUnit, Unit, { repeat: 'unique' }),
  one: get('B33', '/units/:unitId', Unit),
  rename: patch('B34', '/units/:unitId', NewUnit, Unit),
}
