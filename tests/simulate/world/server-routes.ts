import {
  type Call,
  copied,
  filesOf,
  found,
  keepFile,
  list,
  makeRecord,
  type Route,
  route,
  setFields,
} from './server-call.ts'
import { commentPaths, linkPaths } from './server-comments.ts'
import { fieldPaths } from './server-field.ts'
import { noticePaths } from './server-notices.ts'
import type { ModelRow } from './server-tables.ts'
import { Refusal } from './server-types.ts'

const withPhotos = (call: Call, row: ModelRow): unknown => ({ ...row, photos: filesOf(call, `observation:${row.id}`) })

/** The calls of the commands, and the lists in which the client finds their records. */
export const pathsOf = (): Route[] => [
  route('POST /sync/heartbeat', (call) => {
    if (call.server.profile === 'documented') throw new Refusal(404, 'Not Found')
    return { body: { now: new Date(call.server.now()).toISOString() } }
  }),
  route('GET /user', (call) => ({ body: { id: call.userId, email: 'a@b.example', role: 1 } })),

  route('GET /addresses/:a/units', (call) => ({
    body: copied(list(call, 'unit', (it) => it.address_id === call.ids[0])),
  })),
  route('POST /addresses/:a/units', (call) => {
    const number = String(call.body.number).trim().toUpperCase()
    const address = found(call, 'address', call.ids[0])
    if (list(call, 'unit', (it) => it.address_id === address.id && it.number === number).length > 0)
      throw new Refusal(400, 'Unit with this number already exists for this address')
    return makeRecord(call, 'unit', { number, address_id: address.id })
  }),
  route('GET /units/:u', (call) => ({ body: copied(found(call, 'unit', call.ids[0])) })),
  route('PATCH /units/:u', (call) => {
    const number = String(call.body.number).trim().toUpperCase()
    const unit = found(call, 'unit', call.ids[0])
    const taken = list(
      call,
      'unit',
      (it) => it.address_id === unit.address_id && it.number === number && it.id !== unit.id,
    )
    if (taken.length > 0) throw new Refusal(400, 'Unit number already exists for this address.')
    return setFields(call, 'unit', { number })
  }),

  route('GET /inspections/:i', (call) => ({ body: copied(found(call, 'inspection', call.ids[0])) })),
  route('GET /dash/inspections/:u', (call) => ({
    body: copied(
      list(
        call,
        'inspection',
        (it) => it.inspector_id === call.ids[0] && it.status !== 'Completed' && it.status !== 'Cancelled',
      ),
    ),
  })),
  route('PATCH /inspections/:i/status', (call) => setFields(call, 'inspection', { status: call.body.status })),
  route('PATCH /inspections/:i/schedule', (call) =>
    setFields(call, 'inspection', { scheduled_datetime: call.body.scheduled_datetime || null }),
  ),
  route('PATCH /inspections/:i/assignee', (call) =>
    setFields(call, 'inspection', { inspector_id: call.body.inspector_id ? Number(call.body.inspector_id) : null }),
  ),
  route('PATCH /inspections/:i/contact', (call) =>
    setFields(call, 'inspection', { contact_id: found(call, 'contact', call.body.contact_id).id }),
  ),
  route('GET /inspections/:i/photos', (call) => ({ body: filesOf(call, `inspection:${call.ids[0]}`) })),
  route('POST /inspections/:i/photos', (call) => keepFile(call, 'inspection', 201)),

  route('GET /inspections/:i/areas', (call) => ({
    body: copied(list(call, 'area', (it) => it.inspection_id === found(call, 'inspection', call.ids[0]).id)),
  })),
  route('POST /inspections/:i/areas', (call) => {
    const { id } = found(call, 'inspection', call.ids[0])
    return makeRecord(call, 'area', {
      name: call.body.name,
      notes: call.body.notes ?? null,
      inspection_id: id,
      unit_id: null,
    })
  }),
  route('GET /inspections/:i/unit/:u/areas', (call) => ({
    body: copied(list(call, 'area', (it) => it.inspection_id === call.ids[0] && it.unit_id === call.ids[1])),
  })),
  route('POST /inspections/:i/unit/:u/areas', (call) => {
    const { id } = found(call, 'inspection', call.ids[0])
    const unit = found(call, 'unit', call.ids[1])
    return makeRecord(call, 'area', {
      name: call.body.name,
      notes: call.body.notes ?? null,
      inspection_id: id,
      unit_id: unit.id,
    })
  }),

  route('GET /areas/:a/observations', (call) => {
    const { id } = found(call, 'area', call.ids[0])
    return { body: copied(list(call, 'observation', (it) => it.area_id === id).map((it) => withPhotos(call, it))) }
  }),
  route('POST /areas/:a/observations', (call) => {
    const { id } = found(call, 'area', call.ids[0])
    const { content, potentialvio } = call.body
    const fields = { content, potentialvio, area_id: id, user_id: call.userId, codes: [], photos: [] }
    return makeRecord(call, 'observation', fields, 201)
  }),
  route('PATCH /observations/:o', (call) => {
    const made = setFields(call, 'observation', { potentialvio: call.body.potentialvio })
    return { ...made, body: withPhotos(call, made.body as ModelRow) }
  }),
  route('POST /observations/:o/photos', (call) => keepFile(call, 'observation', 201)),

  route('GET /contacts/', (call) => ({ body: copied(list(call, 'contact', () => true)) })),
  route('GET /contacts/:c', (call) => ({ body: copied(found(call, 'contact', call.ids[0])) })),
  route('PUT /contacts/:c', (call) => {
    const { name, email, phone, notes } = call.body
    return setFields(call, 'contact', { name, email, phone, notes: notes ?? null })
  }),
  route('POST /contacts/', (call) => {
    const { name, email = null, phone = null } = call.body
    const same = list(
      call,
      'contact',
      (it) => (email !== null && it.email === email) || (phone !== null && it.phone === phone),
    )
    if (same.length > 0) throw new Refusal(409, 'A contact with this email or phone exists already')
    return makeRecord(call, 'contact', { name, email, phone, notes: null })
  }),
  ...fieldPaths(),
  ...noticePaths(),
  ...commentPaths(),
  ...linkPaths(),
]
