import { insert, type ModelRow, type ModelType } from './server-tables.ts'
import { type Asked, type Effect, Refusal, type ServedTown } from './server-types.ts'

interface Call {
  server: ServedTown
  asked: Asked
  ids: number[]
  body: Record<string, unknown>
  userId: number
  key: string
}

interface Made {
  body: unknown
  status?: number
  effect?: Pick<Effect, 'kind' | 'type' | 'id'>
}

export interface Route {
  method: string
  name: string
  pattern: RegExp
  run(call: Call): Made
}

const route = (line: string, run: (call: Call) => Made): Route => {
  const [method = '', path = ''] = line.split(' ')
  return { method, name: line, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '(-?\\d+)')}$`), run }
}

const found = ({ server }: Call, type: ModelType, id: unknown): ModelRow => {
  const row = server.tables.rows[type].get(Number(id))
  if (!row) throw new Refusal(404, `${type} not found`)
  return row
}

const list = ({ server }: Call, type: ModelType, fits: (row: ModelRow) => boolean): ModelRow[] =>
  [...server.tables.rows[type].values()].filter(fits)

/** Copies leave the server, never its rows. */
const told = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const making = (call: Call, type: ModelType, fields: Record<string, unknown>, status = 200): Made => {
  const row = insert(call.server.tables, type, fields, call.server.now())
  return { body: told(row), status, effect: { kind: 'make', type, id: row.id } }
}

/** Sets fields of a row; keyed and with If-Match, only of the version that was seen. */
const setting = (call: Call, type: ModelType, fields: Record<string, unknown>): Made => {
  const row = found(call, type, call.ids[0])
  const wanted = call.asked.headers.get('if-match')?.replaceAll('"', '').split('.')[0]
  const version = `${row.id}-${Date.parse(row.updated_at)}`
  const says = Object.entries(fields).every(([name, value]) => row[name] === value)
  if (call.server.keyed && wanted && wanted !== version && !says) throw new Refusal(412, 'Changed meanwhile')
  Object.assign(row, fields, {
    updated_at: new Date(Math.max(call.server.now(), Date.parse(row.updated_at) + 1)).toISOString(),
  })
  return { body: told(row), effect: { kind: 'set', type, id: row.id } }
}

const filesOf = ({ server }: Call, owner: string): unknown[] =>
  server.tables.files
    .filter((it) => it.owner === owner)
    .map((it) => ({ url: `/files/${it.name}`, filename: it.name, ...(server.keyed ? { sha256: it.sha256 } : {}) }))

const keepFile = (call: Call, type: ModelType, status: number): Made => {
  const { server, asked } = call
  const row = found(call, type, call.ids[0])
  const { file } = asked
  if (!file || file.size === 0) throw new Refusal(422, 'Choose at least one file')
  const owner = `${type}:${row.id}`
  const documented = server.profile === 'documented'
  // Lost in silence only where the real one was seen to do it.
  if (documented && server.dropsFiles && type === 'violation') return { body: { uploaded: [] }, status }
  server.tables.files.push({ owner, name: file.name, sha256: file.sha256, size: file.size })
  const { name: filename, sha256 } = file
  const body = documented
    ? type === 'violation'
      ? { uploaded: [{ filename }] }
      : { detail: 'Photos uploaded successfully' }
    : { detail: 'Photos uploaded successfully', uploaded: [{ filename, sha256 }] }
  return { body, status, effect: { kind: 'file', type, id: row.id } }
}

const withPhotos = (call: Call, row: ModelRow): unknown => ({ ...row, photos: filesOf(call, `observation:${row.id}`) })

/** The calls of the commands, and the lists by which they are known again. */
export const pathsOf = (): Route[] => [
  route('POST /sync/heartbeat', (call) => {
    if (call.server.profile === 'documented') throw new Refusal(404, 'Not Found')
    return { body: { now: new Date(call.server.now()).toISOString() } }
  }),
  route('GET /user', (call) => ({ body: { id: call.userId, email: 'a@b.example', role: 1 } })),

  route('GET /addresses/:a/units', (call) => ({
    body: told(list(call, 'unit', (it) => it.address_id === call.ids[0])),
  })),
  route('POST /addresses/:a/units', (call) => {
    const number = String(call.body.number).trim().toUpperCase()
    const address = found(call, 'address', call.ids[0])
    if (list(call, 'unit', (it) => it.address_id === address.id && it.number === number).length > 0)
      throw new Refusal(400, 'Unit with this number already exists for this address')
    return making(call, 'unit', { number, address_id: address.id })
  }),
  route('GET /units/:u', (call) => ({ body: told(found(call, 'unit', call.ids[0])) })),
  route('PATCH /units/:u', (call) => {
    const number = String(call.body.number).trim().toUpperCase()
    const unit = found(call, 'unit', call.ids[0])
    const taken = list(
      call,
      'unit',
      (it) => it.address_id === unit.address_id && it.number === number && it.id !== unit.id,
    )
    if (taken.length > 0) throw new Refusal(400, 'Unit number already exists for this address.')
    return setting(call, 'unit', { number })
  }),

  route('GET /inspections/:i', (call) => ({ body: told(found(call, 'inspection', call.ids[0])) })),
  route('GET /dash/inspections/:u', (call) => ({
    body: told(
      list(
        call,
        'inspection',
        (it) => it.inspector_id === call.ids[0] && it.status !== 'Completed' && it.status !== 'Cancelled',
      ),
    ),
  })),
  route('PATCH /inspections/:i/status', (call) => setting(call, 'inspection', { status: call.body.status })),
  route('PATCH /inspections/:i/schedule', (call) =>
    setting(call, 'inspection', { scheduled_datetime: call.body.scheduled_datetime || null }),
  ),
  route('PATCH /inspections/:i/assignee', (call) =>
    setting(call, 'inspection', { inspector_id: call.body.inspector_id ? Number(call.body.inspector_id) : null }),
  ),
  route('PATCH /inspections/:i/contact', (call) =>
    setting(call, 'inspection', { contact_id: found(call, 'contact', call.body.contact_id).id }),
  ),
  route('GET /inspections/:i/photos', (call) => ({ body: filesOf(call, `inspection:${call.ids[0]}`) })),
  route('POST /inspections/:i/photos', (call) => keepFile(call, 'inspection', 201)),

  route('GET /inspections/:i/areas', (call) => ({
    body: told(list(call, 'area', (it) => it.inspection_id === found(call, 'inspection', call.ids[0]).id)),
  })),
  route('POST /inspections/:i/areas', (call) => {
    const { id } = found(call, 'inspection', call.ids[0])
    return making(call, 'area', {
      name: call.body.name,
      notes: call.body.notes ?? null,
      inspection_id: id,
      unit_id: null,
    })
  }),
  route('GET /inspections/:i/unit/:u/areas', (call) => ({
    body: told(list(call, 'area', (it) => it.inspection_id === call.ids[0] && it.unit_id === call.ids[1])),
  })),
  route('POST /inspections/:i/unit/:u/areas', (call) => {
    const { id } = found(call, 'inspection', call.ids[0])
    const unit = found(call, 'unit', call.ids[1])
    return making(call, 'area', {
      name: call.body.name,
      notes: call.body.notes ?? null,
      inspection_id: id,
      unit_id: unit.id,
    })
  }),

  route('GET /areas/:a/observations', (call) => {
    const { id } = found(call, 'area', call.ids[0])
    return { body: told(list(call, 'observation', (it) => it.area_id === id).map((it) => withPhotos(call, it))) }
  }),
  route('POST /areas/:a/observations', (call) => {
    const { id } = found(call, 'area', call.ids[0])
    const { content, potentialvio } = call.body
    const fields = { content, potentialvio, area_id: id, user_id: call.userId, codes: [], photos: [] }
    return making(call, 'observation', fields, 201)
  }),
  route('PATCH /observations/:o', (call) => {
    const made = setting(call, 'observation', { potentialvio: call.body.potentialvio })
    return { ...made, body: withPhotos(call, made.body as ModelRow) }
  }),
  route('POST /observations/:o/photos', (call) => keepFile(call, 'observation', 201)),

  route('GET /violations/address/:a', (call) => ({
    body: told(list(call, 'violation', (it) => it.address_id === call.ids[0])),
  })),
  route('POST /violations/', (call) => {
    const { id } = found(call, 'address', call.body.address_id)
    const { deadline, violation_type, inspection_id = null } = call.body
    const fields = {
      address_id: id,
      user_id: call.body.user_id,
      deadline,
      violation_type,
      inspection_id,
      status: 0,
      extend: 0,
    }
    return making(call, 'violation', { ...fields, codes: [], violation_comments: [] })
  }),
  route('GET /violation/:v/photos', (call) => ({ body: filesOf(call, `violation:${call.ids[0]}`) })),
  route('POST /violation/:v/photos', (call) => keepFile(call, 'violation', 200)),

  route('GET /contacts/', (call) => ({ body: told(list(call, 'contact', () => true)) })),
  route('GET /contacts/:c', (call) => ({ body: told(found(call, 'contact', call.ids[0])) })),
  route('PUT /contacts/:c', (call) => {
    const { name, email, phone, notes } = call.body
    return setting(call, 'contact', { name, email, phone, notes: notes ?? null })
  }),
  route('POST /contacts/', (call) => {
    const { name, email = null, phone = null } = call.body
    const same = list(
      call,
      'contact',
      (it) => (email !== null && it.email === email) || (phone !== null && it.phone === phone),
    )
    if (same.length > 0) throw new Refusal(409, 'A contact with this email or phone exists already')
    return making(call, 'contact', { name, email, phone, notes: null })
  }),
]
