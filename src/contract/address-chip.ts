import * as z from 'zod/mini'
import { idOf } from './id-marks.ts'

/** An address as other records carry it. They drag the whole row along; only what screens show there is kept. */
export const AddressChip = z.object({
  id: idOf('address'),
  combadd: z.nullish(z.string()),
  property_name: z.nullish(z.string()),
  aka: z.nullish(z.string()),
  ownername: z.nullish(z.string()),
  /** Degrees: a round is ordered by distance. */
  latitude: z.nullish(z.number()),
  longitude: z.nullish(z.number()),
})
export type AddressChip = z.infer<typeof AddressChip>
