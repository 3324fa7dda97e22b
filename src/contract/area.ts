import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { anyRemark, filledLine, observedAt, stamps } from './text.ts'

/** A part of a building under inspection; `unit_id` is null for a general area (EN-10). */
export const Area = z.object({
  id: idOf('area'),
  name: z.string(),
  notes: z.nullish(z.string()),
  inspection_id: idOf('inspection'),
  unit_id: z.nullish(idOf('unit')),
  room_id: z.nullish(idOf('room')),
  ...stamps,
})
export type Area = z.infer<typeof Area>

/** Both area calls take all three fields (contradiction C-27). */
export const NewArea = z.object({
  name: filledLine('Name is required'),
  notes: z.optional(z.nullable(anyRemark)),
  room_id: z.optional(z.nullable(idOf('room'))),
  ...observedAt,
})

export const areas = {
  ofInspection: get('B84', '/inspections/:inspectionId/areas', z.array(Area)),
  add: post('B85', '/inspections/:inspectionId/areas', NewArea, Area),
  ofUnit: get('B86', '/inspections/:inspectionId/unit/:unitId/areas', z.array(Area)),
  addToUnit: post('B87', '/inspections/:inspectionId/unit/:unitId/areas', NewArea, Area),
  countOfUnit: get('B88', '/inspections/:inspectionId/unit/:unitId/areas/count', z.int().check(z.gte(0))),
  one: get('B90', '/areas/:areaId', Area),
}
