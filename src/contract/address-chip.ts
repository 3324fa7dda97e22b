import * as z from 'zod/mini'
import { idOf } from './id-marks.ts'

/** An address inside other records. They contain the whole row; only the fields that screens show are kept. */
export const AddressChip = z.object({
  id: idOf('address'),
  combadd: z.nullish(z.string()),
  property_name: z.nullish(z.string()),
  aka: z.nullish(z.string()),
  ownername: z.nullish(z.string()),
  /** Degrees, because a round is sorted by distance. */
  latitude: z.nullish(z.number()),
  longitude: z.nullish(z.number()),
})
export type AddressChip = z.infer<typeof AddressChip>
