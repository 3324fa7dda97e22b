import * as z from 'zod/mini'
import { AddressChip } from './address-chip.ts'
import { Contact } from './contact.ts'
import { get, patch, post, upload } from './endpoint.ts'
import { fieldFlag, fieldId, fieldIdOrNull, pageParams } from './form-fields.ts'
import { idOf } from './id-marks.ts'
import { nullAs } from './null-as.ts'
import { AsDownload, Photo, PhotoFields, Uploaded } from './photo.ts'
import { anyLine, lineOrNull, Moment, observedAt, remarkOrNull, stamps, upTo } from './text.ts'
import { dayOutOfReachText, isDayInReach, textLimits } from './text-limits.ts'
import { UserChip } from './user.ts'

/** The sources of an inspection, exactly these (CF-25). */
export const inspectionSources = [
  'Complaint',
  'Multifamily License',
  'Single Family License',
  'Building/Dumpster/POD permit',
  'Business License',
] as const
export const InspectionSource = z.enum(inspectionSources)
export type InspectionSource = z.infer<typeof InspectionSource>

/** What the selector on the conduct page writes (C-08); stored statuses are free text. */
export const inspectionStatuses = [
  'Pending',
  'Scheduled',
  'In Progress',
  'Under Review',
  'Completed',
  'Cancelled',
] as const
export type InspectionStatus = (typeof inspectionStatuses)[number]

/** An inspection or complaint (EN-08). */
export const Inspection = z.object({
  id: idOf('inspection'),
  source: nullAs(z.string(), ''),
  status: z.nullish(z.string()),
  address_id: z.nullish(idOf('address')),
  address: z.nullish(AddressChip),
  unit_id: z.nullish(idOf('unit')),
  business_id: z.nullish(idOf('business')),
  inspector_id: z.nullish(idOf('user')),
  inspector: z.nullish(UserChip),
  contact_id: z.nullish(idOf('contact')),
  contact: z.nullish(Contact),
  description: z.nullish(z.string()),
  paid: z.nullish(z.boolean()),
  /** Wall time in the town's zone. */
  scheduled_datetime: z.nullish(z.string()),
  /** What a change of status caused; only in the answer to it (G-02). */
  status_message: z.nullish(z.string()),
  /** When the status was set (extension); absent where a server does not tell. */
  status_at: z.nullish(Moment),
  ...observedAt,
  ...stamps,
})
export type Inspection = z.infer<typeof Inspection>

const realDay = z.iso.date()
const isRealDay = (text: string) => text === '' || realDay.safeParse(text.slice(0, 10)).success
const unreal = { error: 'Invalid datetime format. Use YYYY-MM-DDTHH:MM', abort: true }

const wallTimeOrBlank = z.pipe(
  z.pipe(
    z.nullish(anyLine),
    z.transform((text) => text?.trim() ?? ''),
  ),
  z.string().check(
    z.regex(/^(\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/, unreal),
    z.refine(isRealDay, unreal),
    z.refine((text) => text === '' || isDayInReach(text), dayOutOfReachText),
  ),
)

/** A new inspection or complaint: a form, with or without attachments (EN-09). Only the source is required (C-20). */
export const NewInspection = z.object({
  source: InspectionSource,
  address_id: fieldIdOrNull('address'),
  unit_id: fieldIdOrNull('unit'),
  business_id: fieldIdOrNull('business'),
  inspector_id: fieldIdOrNull('user'),
  description: remarkOrNull,
  scheduled_datetime: z.optional(wallTimeOrBlank),
  paid: fieldFlag,
  contact_id: fieldIdOrNull('contact'),
  new_contact_name: lineOrNull,
  new_contact_email: lineOrNull,
  new_contact_phone: lineOrNull,
  ...PhotoFields.shape,
  ...observedAt,
})
export type NewInspection = z.infer<typeof NewInspection>

const form = { encoding: 'form' } as const

export const inspections = {
  /** All except complaints (G-17). */
  list: get('B74', '/inspections/', z.array(Inspection), z.object(pageParams)),
  /** This call also reads complaints. */
  one: get('B75', '/inspections/:inspectionId', Inspection),
  ofAddress: get('B76', '/inspections/address/:addressId', z.array(Inspection)),
  /** The app sends no attachments here, but each one to /photos, so that a retry repeats one file (C-18). */
  add: post('B77', '/inspections/', NewInspection, Inspection, { ...form, files: 'attachments' }),
  photos: get('B78', '/inspections/:inspectionId/photos', z.array(Photo), AsDownload),
  addPhoto: upload('B79', '/inspections/:inspectionId/photos', 'files', PhotoFields, Uploaded, { status: 201 }),
  setContact: patch(
    'B80',
    '/inspections/:inspectionId/contact',
    z.object({ contact_id: fieldId('contact') }),
    Inspection,
    form,
  ),
  setStatus: patch(
    'B81',
    '/inspections/:inspectionId/status',
    z.object({ status: z.string().check(z.trim(), upTo(textLimits.line)), ...observedAt }),
    Inspection,
    form,
  ),
  /** '' clears the appointment. */
  schedule: patch(
    'B82',
    '/inspections/:inspectionId/schedule',
    z.object({ scheduled_datetime: wallTimeOrBlank }),
    Inspection,
    form,
  ),
  /** Null, blank or missing: nobody. */
  assign: patch(
    'B83',
    '/inspections/:inspectionId/assignee',
    z.object({ inspector_id: fieldIdOrNull('user') }),
    Inspection,
    form,
  ),
  /** A user's open work (G-03). */
  pendingOf: get('B35', '/dash/inspections/:userId', z.array(Inspection)),
}

/** Complaints are inspections whose source is 'Complaint'. */
export const complaints = {
  list: get('B104', '/complaints/', z.array(Inspection), z.object(pageParams)),
  ofAddress: get('B105', '/complaints/address/:addressId', z.array(Inspection)),
}
