import * as z from 'zod/mini'
import { get, post, upload } from './endpoint.ts'
import { fieldNumber } from './form-fields.ts'
import { idOf } from './id-marks.ts'
import { Photo, PhotoFields } from './photo.ts'
import { anyLine, anyRemark, filledRemark, Moment, observedAt, stamps, upTo } from './text.ts'
import { UserChip } from './user.ts'

/** How a notice was served. */
export const serviceWays = ['posted', 'handed', 'mailed', 'refused'] as const
export type ServiceWay = (typeof serviceWays)[number]

/** The size limit of a drawn signature in characters: lines on white, about 10 kB. */
const signatureLimit = 80_000

/** A signature as a picture inside the record itself, so that it cannot be lost or replaced separately. */
const Signature = z
  .string()
  .check(upTo(signatureLimit), z.regex(/^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/, 'No picture (PNG)'))

const whereIs = {
  lat: z.nullish(z.number()),
  lng: z.nullish(z.number()),
  /** The accuracy of the position in metres, as the phone estimates it. */
  accuracy: z.nullish(z.number()),
}

/** A record that a notice was served. It is never changed; a mistaken one is voided, with the reason, and stays. */
export const Service = z.object({
  id: idOf('service'),
  violation_id: idOf('violation'),
  address_id: z.nullish(idOf('address')),
  how: z.enum(serviceWays),
  /** Who received it; '' if nobody did. */
  served_to: z.string(),
  note: z.string(),
  ...whereIs,
  signature: z.nullish(z.string()),
  photos: z.nullish(z.array(Photo)),
  user_id: z.nullish(idOf('user')),
  user: z.nullish(UserChip),
  voided_at: z.nullish(Moment),
  void_reason: z.nullish(z.string()),
  voided_by: z.nullish(idOf('user')),
  ...observedAt,
  ...stamps,
})
export type Service = z.infer<typeof Service>

/** The record from the form, with the photos of the door. */
const NewService = z
  .object({
    how: z.enum(serviceWays),
    served_to: z._default(anyLine, ''),
    note: z._default(anyRemark, ''),
    lat: fieldNumber(-90, 90),
    lng: fieldNumber(-180, 180),
    accuracy: fieldNumber(0, 10_000_000),
    signature: z.optional(Signature),
    ...PhotoFields.shape,
    ...observedAt,
  })
  .check(
    z.refine(({ how, served_to }) => how !== 'handed' || served_to.trim() !== '', {
      path: ['served_to'],
      message: 'Enter the name of the person who took it',
    }),
  )

/** Our extensions: the documented calls have no record of service. */
export const services = {
  ofViolation: get('X64', '/violation/:violationId/services', z.array(Service)),
  add: upload('X65', '/violation/:violationId/services', 'files', NewService, Service, { status: 201 }),
  voidOne: post(
    'X66',
    '/services/:serviceId/void',
    z.object({ reason: filledRemark('Enter the reason'), ...observedAt }),
    Service,
    { repeat: 'set' },
  ),
  /** For all violations of an address: for its history, and for the field. */
  ofAddress: get('X70', '/addresses/:addressId/services', z.array(Service)),
  files: get('X71', '/services/:serviceId/files', z.array(Photo)),
}
