import * as z from 'zod/mini'
import { CodeChip, citedCodes } from './code.ts'
import { get, patch, post, upload } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { nullAs } from './null-as.ts'
import { Photo, PhotoFields, Uploaded } from './photo.ts'
import { filledRemark, observedAt, stamps } from './text.ts'

/** Something an inspector saw in an area (EN-12). */
export const Observation = z.object({
  id: idOf('observation'),
  area_id: idOf('area'),
  content: z.string(),
  potentialvio: nullAs(z.boolean(), false),
  user_id: z.nullish(idOf('user')),
  codes: nullAs(z.array(CodeChip), []),
  photos: nullAs(z.array(Photo), []),
  ...observedAt,
  ...stamps,
})
export type Observation = z.infer<typeof Observation>

/** A row of the review: an observation with the names of its place. */
export const PotentialObservation = z.object({
  ...Observation.shape,
  inspection_id: z.nullish(idOf('inspection')),
  area_name: z.nullish(z.string()),
  unit_id: z.nullish(idOf('unit')),
  unit_number: z.nullish(z.string()),
})
export type PotentialObservation = z.infer<typeof PotentialObservation>

export const NewObservation = z.object({
  content: filledRemark('Describe what you see'),
  potentialvio: z.boolean(),
  user_id: z.nullable(idOf('user')),
  codes: citedCodes(),
  ...observedAt,
})
export type NewObservation = z.infer<typeof NewObservation>

export const observations = {
  potentialOf: get('B89', '/inspections/:inspectionId/potential-observations', z.array(PotentialObservation)),
  ofArea: get('B91', '/areas/:areaId/observations', z.array(Observation)),
  add: post('B92', '/areas/:areaId/observations', NewObservation, Observation, { status: 201 }),
  flag: patch('B93', '/observations/:observationId', z.object({ potentialvio: z.boolean() }), Observation),
  addPhoto: upload('B94', '/observations/:observationId/photos', 'files', PhotoFields, Uploaded, { status: 201 }),
}
