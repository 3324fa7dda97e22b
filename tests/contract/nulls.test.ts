import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Inspection, NewInspection } from '../../src/contract/inspection.ts'
import { NewObservation, Observation, PotentialObservation } from '../../src/contract/observation.ts'
import { recordSchemas } from '../../src/contract/records.ts'
import { User, UserFields } from '../../src/contract/user.ts'
import { Violation } from '../../src/contract/violation.ts'

/*
 * The fields that the description of a documented server allows to be null or to be left out. A row with one of them
 * must not make a whole list unreadable, however seldom a screen meets it.
 */
const mayBeNull = {
  address:
    'pid ownername owneraddress ownercity ownerstate ownerzip streetnumb streetname streettype landusecode zoning owneroccupiedin vacant absent premisezip combadd outstanding name proptype property_type property_name aka district property_id vacancy_status latitude longitude',
  area: 'notes unit_id',
  business: 'name unit_id website email phone trading_as is_closed opened_on employee_count address',
  citation: 'deadline fine citationid status trial_date code_id code_name combadd user',
  comment: 'unit_id combadd',
  contact: 'email phone notes',
  inspection:
    'source status address_id address unit_id business_id inspector_id inspector contact_id contact description scheduled_datetime status_message',
  license:
    'sent business_id date_issued expiration_date fiscal_year license_number conditions revoked address_id combadd',
  observation: 'potentialvio photos codes',
  permit: 'permit_type permit_number business_id date_issued expiration_date conditions address_id combadd',
  user: 'name phone role',
  violation:
    'status deadline deadline_date extend violation_type description comment codes violation_comments user unit unit_id business_id inspection_id combadd ownername outstanding_fines_total',
  violationComment: 'created_at updated_at user',
} as const

const rows = {
  address: { id: 1 },
  area: { id: 1, name: 'Hall', inspection_id: 2 },
  business: { id: 1, name: 'Bakery' },
  citation: { id: 1, violation_id: 2 },
  comment: { id: 1, content: 'Tall grass' },
  contact: { id: 1, name: 'Rose' },
  inspection: { id: 1, source: 'Complaint' },
  license: { id: 1, license_type: 1 },
  observation: {
    id: 1,
    area_id: 2,
    content: 'Loose wire',
    potentialvio: true,
    codes: [{ id: 3 }],
    photos: [{ url: 'u' }],
  },
  permit: { id: 1, inspection_id: 2 },
  user: { id: 1, email: 'ona@town.example', role: 3 },
  violation: { id: 1, address_id: 2, status: 1 },
  violationComment: { id: 1, content: 'Called' },
} as const satisfies Record<keyof typeof mayBeNull, object>

const each = Object.entries(mayBeNull).flatMap(([type, fields]) =>
  fields.split(' ').map((field) => [type as keyof typeof mayBeNull, field] as const),
)

describe('an answer', () => {
  test.each(each)('of a documented server may have null, or nothing, in %s.%s', (type, field) => {
    const row: Record<string, unknown> = { ...rows[type] }
    expect(z.safeParse(recordSchemas[type], { ...row, [field]: null }).error).toBe(undefined)
    delete row[field]
    expect(z.safeParse(recordSchemas[type], row).error).toBe(undefined)
  })

  test('EN-01 EN-08 EN-12 EN-13 with null is read as a Guest, no source, not flagged, nothing cited, Current', () => {
    const { observation } = rows
    const empty = { potentialvio: null, codes: null, photos: null }
    const read = { potentialvio: false, codes: [], photos: [] }
    expect(z.parse(User, { ...rows.user, role: null })).toEqual({ ...rows.user, role: 0 })
    expect(z.parse(Inspection, { ...rows.inspection, source: null })).toEqual({ ...rows.inspection, source: '' })
    expect(z.parse(Violation, { ...rows.violation, status: null })).toEqual({ ...rows.violation, status: 0 })
    expect(z.parse(Observation, { ...observation, ...empty })).toEqual({ ...observation, ...read })
    expect(z.parse(PotentialObservation, { ...observation, ...empty })).toEqual({ ...observation, ...read })
  })

  test.each(Object.keys(rows) as (keyof typeof rows)[])('keeps what it has: %s', (type) => {
    expect(z.parse(recordSchemas[type], rows[type])).toEqual(rows[type])
  })

  test('is still refused with a value of the wrong kind', () => {
    const wrong: [z.ZodMiniType, object][] = [
      [User, { ...rows.user, role: 4 }],
      [User, { ...rows.user, role: '1' }],
      [Inspection, { ...rows.inspection, source: 7 }],
      [Violation, { ...rows.violation, status: 'Current' }],
      [Observation, { ...rows.observation, potentialvio: 'yes' }],
      [Observation, { ...rows.observation, codes: [null] }],
      [Observation, { ...rows.observation, photos: [{}] }],
    ]
    for (const [schema, row] of wrong) expect(z.safeParse(schema, row).success).toBe(false)
  })
})

test('a request may not: what is written stays as strict as before', () => {
  const observation = { content: 'Loose wire', potentialvio: true, user_id: 1, codes: [3] }
  const bodies: [z.ZodMiniType, object, string][] = [
    [UserFields, { email: 'ona@town.example', role: 3 }, 'role'],
    [NewInspection, { source: 'Complaint' }, 'source'],
    [NewObservation, observation, 'potentialvio'],
    [NewObservation, observation, 'codes'],
  ]
  for (const [schema, body, field] of bodies) {
    expect(z.safeParse(schema, body).success).toBe(true)
    expect(z.safeParse(schema, { ...body, [field]: null }).success).toBe(false)
    expect(z.safeParse(schema, { ...body, [field]: undefined }).success).toBe(false)
  }
})
